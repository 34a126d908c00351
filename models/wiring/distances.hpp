// SPDX-License-Identifier: Apache-2.0
// Distances between the routers of a network, and how evenly they are spread.
#pragma once

#include <cstdint>
#include <vector>

#include "models/common/work_progress.hpp"
#include "models/wiring/adjacency.hpp"
#include "models/wiring/network_graph.hpp"

namespace dragonfly {

/// Distances in channels between distinct routers that have terminals: from those that inject to
/// those that eject.
struct DistanceMetrics {
  bool connected = true;               ///< false: some pairs have no path; they are left out
  int diameter = 0;                    ///< the longest distance
  double average = 0;                  ///< Delta: mean over ordered pairs (Teh et al. 2017, 2.1)
  std::vector<std::int64_t> pairs_at;  ///< [distance]: ordered pairs
  /// delta_i, mean distance from router i to the others, and how many routers have it; one entry a
  /// router with terminals, or one an orbit (Teh et al. 2017, 2.1).
  std::vector<double> delta;
  std::vector<std::int64_t> delta_count;
  /// 100 (max - min) / min of delta_i (Teh et al., 2.3); exactly 0 if all are equal, not a number
  /// if the network is not connected.
  double max_difference_percent = 0;
  /// Squared coefficient of variation of delta_i: variance / mean^2 (ibid.); as above.
  double cv2 = 0;
};

/// Breadth-first searches from all routers with terminals, or one of each orbit where the graph
/// names them; 512 at once. Takes about a nanosecond for each channel and 50 routers, and 150 bytes
/// a router beside the graph.
[[nodiscard]] DistanceMetrics measure_distances(const NetworkGraph& graph,
                                                const WorkProgress& progress = {});

}  // namespace dragonfly
