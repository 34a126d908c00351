// SPDX-License-Identifier: Apache-2.0
#include "models/families/flattened_butterfly/flattened_butterfly_grid.hpp"

#include <algorithm>

#include "models/router/flit_format.hpp"

namespace dragonfly {

FlattenedButterflyGrid::FlattenedButterflyGrid(const FlattenedButterfly& network)
    : terminals_(network.concentration), paired_(network.paired), ports_(network.concentration) {
  int shift = 0;
  for (std::size_t d = 0; d < network.sizes.size(); ++d) {
    const int size = network.sizes[d];
    if (size == 1) continue;
    const int width = width_of(size);
    dimensions_.push_back({size, network.parallel.empty() ? 1 : network.parallel[d], ports_, shift,
                           (1U << width) - 1, routers_});
    ports_ += dimensions_.back().ports();
    routers_ *= size;
    shift += width;
  }
  ports_ += paired_ ? 1 : 0;
  node_width_ = std::max(1, shift);
}

std::uint32_t FlattenedButterflyGrid::node(std::int64_t router) const {
  std::uint32_t digits = 0;
  for (const Dimension& dimension : dimensions_)
    digits |= static_cast<std::uint32_t>(router / dimension.stride % dimension.size)
              << dimension.shift;
  return digits;
}

int FlattenedButterflyGrid::dimension_of(int port) const {
  if (port < terminals_) return -1;
  for (int d = 0; d < dimensions(); ++d)
    if (port < dimension(d).first_port + dimension(d).ports()) return d;
  return 0;  // the one more of a pair
}

}  // namespace dragonfly
