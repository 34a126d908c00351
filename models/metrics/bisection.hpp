// Bisection: the fewest channels whose cut parts a network in two halves.
#pragma once

#include <cstdint>
#include <vector>

#include "models/topology/network_graph.hpp"

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
/// (which halves the last dimension of a grid, and the groups of a dragonfly) and in the order of
/// their distance from router 0, each improved by moving and swapping routers as long as that saves
/// channels. Throws InputError for a directed network.
[[nodiscard]] Bisection bisection_upper_bound(const NetworkGraph& graph);

/// A lower bound for halves of equal size, in directions of channels (a bidirectional channel has
/// two): N/2 terminals' worth of uniform traffic crosses, and no channel carries more than
/// `largest_load` of it under some routing (channel_load.hpp).
[[nodiscard]] double bisection_lower_bound(std::int64_t terminals, double largest_load);

}  // namespace dragonfly
