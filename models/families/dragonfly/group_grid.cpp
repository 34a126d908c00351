// SPDX-License-Identifier: Apache-2.0
#include "models/families/dragonfly/group_grid.hpp"

#include <algorithm>
#include <cstddef>

namespace dragonfly {

GroupGrid::GroupGrid(const GroupNetwork& network, int a) : ports_(local_ports(network, a)) {
  const GroupNetwork all = completed(network, a);
  int stride = 1, first_port = 0;
  for (std::size_t d = 0; d < all.sizes.size(); ++d) {
    const int size = all.sizes[d], parallel = all.parallel[d];
    if (size > 1) dimensions_.push_back({size, parallel, stride, first_port});
    stride *= size;
    first_port += (size - 1) * parallel;
  }
  complete_ = dimensions_.empty() || (dimensions_.size() == 1 && dimensions_.front().parallel == 1);
}

bool GroupGrid::side_by_side() const {
  return std::any_of(dimensions_.begin(), dimensions_.end(),
                     [](const Dimension& dimension) { return dimension.parallel > 1; });
}

GroupGrid::Step GroupGrid::step(int from, int to) const {
  for (const Dimension& dimension : dimensions_) {
    const int mine = dimension.digit(from), other = dimension.digit(to);
    if (mine == other) continue;
    const int place = other < mine ? other : other - 1;
    return {dimension.first_port + place * dimension.parallel, dimension.parallel};
  }
  return {-1, 0};
}

int GroupGrid::neighbour(int router, int port) const {
  std::size_t d = dimensions_.size() - 1;
  while (d > 0 && port < dimensions_[d].first_port) --d;
  const Dimension& dimension = dimensions_[d];
  const int place = (port - dimension.first_port) / dimension.parallel;
  const int mine = dimension.digit(router), other = place < mine ? place : place + 1;
  return router + (other - mine) * dimension.stride;
}

}  // namespace dragonfly
