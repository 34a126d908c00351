// SPDX-License-Identifier: Apache-2.0
// All shortest paths from one router.
#pragma once

#include <cstdint>
#include <vector>

#include "models/wiring/network_graph.hpp"

namespace dragonfly {

/// One direction of a channel, as it leaves a router.
struct Edge {
  int to = 0;
  std::int64_t channel = 0;  ///< index in NetworkGraph::channels
  bool backward = false;     ///< from GraphChannel::to to GraphChannel::from
};

/// Searches a graph from one router after the other, and counts the shortest paths. Parallel
/// channels make different paths. The graph must outlive it.
class ShortestPaths {
 public:
  explicit ShortestPaths(const NetworkGraph& graph);

  /// Searches from a router. Takes time in proportion to what is reached.
  void search(int source);
  /// Searches only as far as `target` is; what is farther counts as not reached.
  void search(int source, int target);

  /// Routers reached, by ascending distance, the source first.
  [[nodiscard]] const std::vector<int>& order() const { return order_; }
  /// -1: not reached.
  [[nodiscard]] int distance(int router) const { return distance_[router]; }
  /// Number of shortest paths, exact up to 2^53; infinite beyond 10^308.
  [[nodiscard]] double paths(int router) const { return paths_[router]; }

  /// Calls visit(edge) for the channels by which shortest paths go on from a router.
  template <class Visit>
  void for_each_next(int router, Visit&& visit) const {
    for (std::int64_t i = first_[router]; i < first_[router + 1]; ++i) {
      if (distance_[edges_[i].to] == distance_[router] + 1) visit(edges_[i]);
    }
  }

 private:
  template <class Stop>
  void search_until(int source, Stop&& stop);

  std::vector<std::int64_t> first_;  ///< [router]; one more at the end
  std::vector<Edge> edges_;
  std::vector<int> order_;
  std::vector<int> distance_;  ///< [router]
  std::vector<double> paths_;  ///< [router]
};

}  // namespace dragonfly
