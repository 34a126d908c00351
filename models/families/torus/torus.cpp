// SPDX-License-Identifier: Apache-2.0
#include "models/families/torus/torus.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>

#include "models/common/error.hpp"
#include "models/wiring/graph_size.hpp"

namespace dragonfly {
namespace {

/// Ports of a router in a dimension.
int ports_along(int size) { return size < 3 ? size - 1 : 2; }

}  // namespace

Wiring torus_wiring(const std::vector<int>& sizes, int concentration) {
  std::int64_t routers = 1;
  std::int64_t channels_per_router = 0;
  for (const int size : sizes) {
    if (size < 1) {
      throw InputError(
          fmt::format("torus {}: a dimension has 1 router or more", listed(sizes, " x ")));
    }
    routers = product(routers, size);
    if (size > 1) ++channels_per_router;
  }
  if (concentration < 1) {
    throw InputError(fmt::format("torus {} with {} terminals a router: use 1 or more",
                                 listed(sizes, " x "), concentration));
  }
  require_graph_fits(fmt::format("torus {}", listed(sizes, " x ")), routers,
                     product(routers, channels_per_router), product(routers, concentration));

  int ports = concentration;
  for (const int size : sizes) ports += ports_along(size);
  WiringBuilder builder("torus", std::vector<int>(static_cast<std::size_t>(routers), ports));
  const int terminal = builder.add_class("terminal");
  const int count = static_cast<int>(routers);
  for (int router = 0; router < count; ++router)
    for (int port = 0; port < concentration; ++port) builder.attach({router, port}, terminal);
  int stride = 1, up = concentration;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    const int size = sizes[d];
    const int dimension = builder.add_class(fmt::format("dimension-{}", d + 1));
    const int down = up + ports_along(size) - 1;  // the same port where there is but one
    for (int router = 0; router < count; ++router) {
      const int digit = router / stride % size;
      const bool last = digit == size - 1;
      if (last && size <= 2) continue;
      const int next = last ? router - digit * stride : router + stride;
      builder.connect({router, up}, {next, down}, dimension);
    }
    up += ports_along(size);
    stride *= size;
  }
  builder.set_dimensions(sizes);
  builder.set_symmetry({{0, routers}}, true);  // rings can be turned
  return builder.build();
}

}  // namespace dragonfly
