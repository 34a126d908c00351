// SPDX-License-Identifier: Apache-2.0
// Path diversity: how many shortest paths there are.
#pragma once

#include "models/wiring/network_graph.hpp"

namespace dragonfly {

/// Numbers of shortest paths between distinct routers with terminals, from those that inject to
/// those that eject. Pairs without a path are left out. Exact up to 2^53.
struct PathDiversity {
  double least = 0;  ///< 0: there is no pair
  double most = 0;
  double mean = 0;
};

/// One search from each router with terminals, or from one of each orbit. Takes about 2 ns for each
/// router searched from and direction of a channel.
[[nodiscard]] PathDiversity measure_path_diversity(const NetworkGraph& graph);

}  // namespace dragonfly
