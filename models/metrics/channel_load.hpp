// SPDX-License-Identifier: Apache-2.0
// Channel load under a traffic matrix, and the throughput that it allows.
#pragma once

#include <vector>

#include "models/metrics/traffic_matrix.hpp"
#include "models/wiring/network_graph.hpp"

namespace dragonfly {

/// Flits per cycle on each channel when every terminal sends one flit per cycle.
struct ChannelLoads {
  std::vector<double> forward;   ///< [channel]: from GraphChannel::from to GraphChannel::to
  std::vector<double> backward;  ///< [channel]; empty in a directed network
};

/// Minimal routing that splits the traffic of each pair of routers evenly over all shortest paths.
/// Takes about 5 ns for each router with terminals and direction of a channel. Throws InputError if
/// a pair with traffic has no path.
[[nodiscard]] ChannelLoads shortest_path_loads(const NetworkGraph& graph,
                                               const TrafficMatrix& traffic);

/// Minimal routing in a dragonfly (Kim et al. 2008, Section 4.1): between groups over exactly one
/// of the global channels that join the two, all alike, and to and from it by shortest paths in the
/// groups. Takes a graph with groups and the classes "local" and "global". Throws InputError if a
/// pair of groups with traffic has no channel.
[[nodiscard]] ChannelLoads hierarchical_minimal_loads(const NetworkGraph& graph,
                                                      const TrafficMatrix& traffic);

struct LoadSummary {
  std::vector<double> most;  ///< [channel class]; 0 for a class without channels
  std::vector<double> mean;  ///< [channel class]
  double largest = 0;        ///< over all channels
  /// Bound on the throughput, in flits per terminal and cycle: 1 / largest, but 1 where terminal
  /// channels, of load 1, are the limit.
  double throughput = 1;
};

[[nodiscard]] LoadSummary summarize(const NetworkGraph& graph, const ChannelLoads& loads);

/// Summary under uniform traffic on shortest paths. Where all channels of a class are alike
/// (NetworkGraph::channels_alike), one search from each orbit is enough: milliseconds for 64K
/// terminals. Otherwise as shortest_path_loads().
[[nodiscard]] LoadSummary uniform_load_summary(const NetworkGraph& graph);

/// Bound on the throughput of Valiant's routing, for any traffic, in a network where all routers
/// are alike: every packet makes two journeys under uniform traffic, so channels carry twice its
/// load. Takes the summary of uniform traffic.
[[nodiscard]] double valiant_throughput(const LoadSummary& uniform);

}  // namespace dragonfly
