// SPDX-License-Identifier: Apache-2.0
// Distances and numbers of shortest paths between all pairs of routers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/wiring/network_graph.hpp"

namespace dragonfly {

/// From some routers to all. Takes 10 bytes a pair.
class PairPaths {
 public:
  /// Searches from each of `sources`.
  PairPaths(const NetworkGraph& graph, const std::vector<int>& sources);

  /// Of the i-th source; -1: there is no path.
  [[nodiscard]] int distance(std::size_t source, int router) const {
    return distance_[source * routers_ + static_cast<std::size_t>(router)];
  }
  /// Number of shortest paths.
  [[nodiscard]] double paths(std::size_t source, int router) const {
    return paths_[source * routers_ + static_cast<std::size_t>(router)];
  }

 private:
  std::size_t routers_;
  std::vector<std::int16_t> distance_;  ///< [source][router]
  std::vector<double> paths_;
};

}  // namespace dragonfly
