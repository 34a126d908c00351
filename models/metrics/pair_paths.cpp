// SPDX-License-Identifier: Apache-2.0
#include "models/metrics/pair_paths.hpp"

#include "models/metrics/shortest_paths.hpp"

namespace dragonfly {

PairPaths::PairPaths(const NetworkGraph& graph, const std::vector<int>& sources)
    : routers_(static_cast<std::size_t>(graph.routers)),
      distance_(sources.size() * routers_, -1),
      paths_(sources.size() * routers_, 0) {
  ShortestPaths search(graph);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    search.search(sources[i]);
    for (const int router : search.order()) {
      const std::size_t at = i * routers_ + static_cast<std::size_t>(router);
      distance_[at] = static_cast<std::int16_t>(search.distance(router));
      paths_[at] = search.paths(router);
    }
  }
}

}  // namespace dragonfly
