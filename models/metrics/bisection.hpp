// SPDX-License-Identifier: Apache-2.0
// Bisection: the fewest channels whose cut parts a network in two halves.
#pragma once

#include <cstdint>
#include <vector>

#include "models/wiring/network_graph.hpp"

namespace dragonfly {

/// Routers up to which all cuts are tried: 2^19 of them.
inline constexpr int kMaxExactBisection = 20;

struct Bisection {
  std::int64_t channels = 0;   ///< cut channels, bidirectional ones counted once
  std::int64_t imbalance = 0;  ///< terminals that one half has more than the other
  bool exact = false;          ///< false: an upper bound
  std::vector<bool> side;      ///< [router]: in the second half
};

/// The smallest cut of all that part the terminals as evenly as routers allow; each router stays
/// whole. Throws InputError for a directed network or more than kMaxExactBisection routers.
[[nodiscard]] Bisection exact_bisection(const NetworkGraph& graph);

/// An upper bound: the best of the cuts halfway through the routers in the order of their numbers
/// (which halves the groups of a dragonfly), across each dimension of a grid, and in the order of
/// their distance from router 0, each improved by moving and swapping routers as long as that saves
/// channels. It does not depend on the order of the dimensions of a grid. Throws InputError for a
/// directed network.
[[nodiscard]] Bisection bisection_upper_bound(const NetworkGraph& graph);

/// A lower bound on the channels of any cut with this imbalance, in channels of two directions: in
/// uniform traffic the halves of N1 + N2 = N terminals send N1 N2 / N flits per cycle to each
/// other, each way, and no channel carries more than `largest_load` of it under some routing
/// (channel_load.hpp). Rounded up.
[[nodiscard]] std::int64_t bisection_lower_bound(std::int64_t terminals, std::int64_t imbalance,
                                                 double largest_load);

/// The best that is known: all cuts up to kMaxExactBisection routers, otherwise the two bounds. A
/// cut that meets the lower bound is exact, too.
struct BisectionBounds {
  Bisection cut;
  std::int64_t lower = 0;
};
[[nodiscard]] BisectionBounds measure_bisection(const NetworkGraph& graph, double largest_load);

}  // namespace dragonfly
