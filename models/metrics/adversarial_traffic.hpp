// SPDX-License-Identifier: Apache-2.0
// Permutations between routers that are hard on some network: what is tried where the worst one
// cannot be worked out.
#pragma once

#include <string>
#include <vector>

#include "models/metrics/traffic_matrix.hpp"
#include "models/wiring/network_graph.hpp"

namespace dragonfly {

struct NamedTraffic {
  std::string name;
  TrafficMatrix traffic;
  /// Whether destinations are so near that loads take little time even in large networks.
  bool near = false;
};

/// Patterns that this network has, of routers with terminals in the order of their numbers:
///   next-group    the terminals of group G_i send to those of G_(i+1); of a dragonfly
///   next-router   R_i to R_(i+1)
///   tornado-d     tornado_step() routers on around dimension d; of a grid with k > 2; of
///                 dimensions of equal size the first
///   complement    i to n-1-i; bit complement where n is a power of two
///   bit-reverse, transpose, shuffle   as the traffic patterns of these names (permutations.hpp)
/// A router sends as much as its terminals can and those of its destination can take. The graph
/// must outlive the result. Empty unless as many routers eject as inject.
[[nodiscard]] std::vector<NamedTraffic> adversarial_traffic(const NetworkGraph& graph);

}  // namespace dragonfly
