// SPDX-License-Identifier: Apache-2.0
// A permutation that loads one channel much, in networks too large for the worst of all.
#pragma once

#include <cstdint>
#include <vector>

#include "models/metrics/traffic_matrix.hpp"
#include "models/wiring/network_graph.hpp"

namespace dragonfly {

/// So many terminals of a router, each of which sends to another terminal of the router `to`.
struct RouterFlow {
  int from = 0, to = 0;
  std::int64_t terminals = 0;
};

/// Flows from the sources whose shortest paths lead over a channel from router `from` to router
/// `to`, to the sinks behind it: as many of each router as it has terminals, at most.
///
/// Sources choose one after the other, those near the channel first: each the sinks where what it
/// adds, less what the sinks would get on average from the sources to come, is most. By this method
/// of conditional expectations the channel carries no less than in the mean over all permutations,
/// which is what it carries under uniform traffic, provided that all sources are looked at. Only
/// the `most_sources` nearest are; each takes two searches of the network.
[[nodiscard]] std::vector<RouterFlow> hard_flows(const NetworkGraph& graph, int from, int to,
                                                 std::int64_t most_sources);

/// The flows and, for what they leave, more: so that all terminals send and receive, as far as
/// there are equally many of both. In the order of the routers.
[[nodiscard]] std::vector<RouterFlow> completed(std::vector<RouterFlow> flows,
                                                const NetworkGraph& graph);

[[nodiscard]] TrafficMatrix traffic_of(const std::vector<RouterFlow>& flows, int routers);

}  // namespace dragonfly
