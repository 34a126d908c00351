// SPDX-License-Identifier: Apache-2.0
// The worst permutation traffic for minimal routing.
#pragma once

#include <string>
#include <vector>

#include "models/metrics/channel_load.hpp"
#include "models/metrics/hard_flows.hpp"
#include "models/metrics/minimal_routing.hpp"
#include "models/wiring/network_graph.hpp"

namespace dragonfly {

/// WorstCase::pattern where no pattern with a name is as bad.
inline constexpr const char* kWorstPermutation = "worst-permutation";
/// WorstCase::pattern where nothing was found that is worse than uniform traffic.
inline constexpr const char* kUniformIsWorst = "uniform";

struct WorstCase {
  /// True: no traffic in which every terminal sends and receives at most one flit per cycle loads a
  /// channel more. False: the network is too large for that; it is what `pattern` loads.
  bool exact = false;
  /// The permutation that loads a channel most: a name of adversarial_traffic() where one of these
  /// does, else kWorstPermutation; kUniformIsWorst only if it is not exact.
  std::string pattern;
  std::vector<double> most;  ///< [channel class]: over all permutations if exact, else of `pattern`
  double largest = 0;        ///< over all channels
  double throughput = 1;     ///< bound, as LoadSummary::throughput
  int channel_class = -1;    ///< of the busiest channel; -1: there is no channel
  int from = -1, to = -1;    ///< routers that it joins, in the direction that is loaded
  /// Of kWorstPermutation where it is not exact; else see worst_flows().
  std::vector<RouterFlow> flows;
};

/// As oblivious routing is linear, the most that admissible traffic can put on a channel is a
/// transportation problem between sources and destinations, and its worst case a permutation
/// (Towles and Dally, Worst-case traffic for oblivious routing functions, 2002). It is solved for
/// each channel, or one of each class or orbit of channels that are alike.
///
/// Exact for dragonflies and flattened butterflies of any size (hypercubes among them), and for
/// other networks of up to 2^25 pairs of a router with terminals and a router (4096 routers:
/// seconds). Otherwise the worst of adversarial_traffic(), of hard_flows() over the channel that
/// uniform traffic loads most, and of uniform traffic itself: that is the mean of all permutations
/// (Birkhoff and von Neumann: a doubly stochastic matrix is one of permutations), so some
/// permutation loads its busiest channel at least as much. Throws InputError if a pair of routers
/// has no path. `uniform`: loads under uniform traffic, which saves time where they are known.
[[nodiscard]] WorstCase worst_case(const NetworkGraph& graph, MinimalRouting routing,
                                   const ChannelLoads* uniform = nullptr);

/// The traffic between routers of what worst_case() found, with all terminals. Of kUniformIsWorst,
/// which no permutation is known to reach, the one of hard_flows().
[[nodiscard]] std::vector<RouterFlow> worst_flows(const NetworkGraph& graph, MinimalRouting routing,
                                                  const WorstCase& worst);

/// About how long it takes, in seconds.
[[nodiscard]] double worst_case_seconds(const NetworkGraph& graph, MinimalRouting routing);

}  // namespace dragonfly
