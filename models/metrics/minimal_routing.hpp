// SPDX-License-Identifier: Apache-2.0
// Which minimal routing a network has.
#pragma once

#include <optional>

#include "models/wiring/network_graph.hpp"

namespace dragonfly {

/// Minimal routing: how the traffic of a pair of routers is split.
enum class MinimalRouting {
  kShortestPaths,  ///< evenly over all shortest paths: shortest_path_loads()
  kHierarchical,   ///< the dragonfly's: hierarchical_minimal_loads()
};

/// The one of the network's family: hierarchical for a dragonfly. A network of this name that a
/// file describes is one if its groups are connected, and joined by channels of class "global"
/// only; else it has shortest paths, as any other network. None for a dragonfly of which two groups
/// have no channel between them: what its routing would do there is open.
[[nodiscard]] std::optional<MinimalRouting> minimal_routing(const NetworkGraph& graph);

}  // namespace dragonfly
