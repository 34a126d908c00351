// SPDX-License-Identifier: Apache-2.0
// What a network is, in numbers, for people (`dragonfly topology`).
#pragma once

#include <cstdint>

#include "models/families/dragonfly/dragonfly.hpp"
#include "models/wiring/wiring.hpp"

namespace dragonfly {

struct TopologySummary {
  int terminals = 0;
  int routers = 0;
  int groups = 0;
  int radix = 0;                        ///< k = p + a - 1 + h, ports of a router
  std::int64_t effective_radix = 0;     ///< k' = a (p + h), ports of a group as a virtual router
  std::int64_t local_channels = 0;      ///< bidirectional
  std::int64_t global_channels = 0;     ///< bidirectional
  int min_channels_per_group_pair = 0;  ///< 0 in a network of one group
  int max_channels_per_group_pair = 0;
  int unconnected_global_ports = 0;
  int diameter = 0;             ///< channels between routers on the longest of the shortest paths
  double average_distance = 0;  ///< the same, mean over ordered pairs of distinct routers
  /// Fairness of the routers' mean distances to the others (distances.hpp).
  double max_difference_percent = 0;
  double cv2 = 0;
};

/// Counted on the graph itself; distances by measure_distances().
[[nodiscard]] TopologySummary summarize(const Dragonfly& network);

/// All but distances and fairness, of any wiring with groups: local channels are those within a
/// group, global ports all others of routers that are no terminals', connected or not.
[[nodiscard]] TopologySummary count_channels(const Wiring& wiring);

}  // namespace dragonfly
