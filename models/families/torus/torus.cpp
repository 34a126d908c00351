#include "models/families/torus/torus.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>

#include "models/common/error.hpp"
#include "models/wiring/graph_size.hpp"

namespace dragonfly {

NetworkGraph torus(const std::vector<int>& sizes, int concentration) {
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

  NetworkGraph graph;
  graph.family = "torus";
  graph.routers = static_cast<int>(routers);
  graph.sources.assign(graph.routers, concentration);
  graph.dimensions = sizes;
  graph.orbits = {{0, graph.routers}};  // rings can be turned
  graph.channels_alike = true;
  int stride = 1;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    const int size = sizes[d];
    graph.classes.push_back(fmt::format("dimension-{}", d + 1));
    for (int router = 0; router < graph.routers; ++router) {
      const int digit = router / stride % size;
      const bool last = digit == size - 1;
      if (last && size <= 2) continue;
      const int next = last ? router - digit * stride : router + stride;
      graph.channels.push_back({router, next, static_cast<int>(d)});
    }
    stride *= size;
  }
  return graph;
}

}  // namespace dragonfly
