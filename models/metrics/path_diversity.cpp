// SPDX-License-Identifier: Apache-2.0
#include "models/metrics/path_diversity.hpp"

#include <algorithm>
#include <vector>

#include "models/metrics/shortest_paths.hpp"

namespace dragonfly {

PathDiversity measure_path_diversity(const NetworkGraph& graph) {
  std::vector<Orbit> starts = graph.orbits;
  if (starts.empty()) {
    for (const int router : routers_with_terminals(graph.sources)) starts.push_back({router, 1});
  }
  ShortestPaths search(graph);
  PathDiversity diversity;
  double pairs = 0;
  double paths = 0;
  for (const Orbit& start : starts) {
    search.search(start.router);
    for (const int router : search.order()) {
      if (router == start.router || graph.ejecting()[router] == 0) continue;
      const double number = search.paths(router);
      diversity.least = pairs == 0 ? number : std::min(diversity.least, number);
      diversity.most = std::max(diversity.most, number);
      pairs += static_cast<double>(start.count);
      paths += static_cast<double>(start.count) * number;
    }
  }
  if (pairs > 0) diversity.mean = paths / pairs;
  return diversity;
}

}  // namespace dragonfly
