// SPDX-License-Identifier: Apache-2.0
// Who sends how much to whom: traffic between routers, for channel loads.
#pragma once

#include <functional>
#include <vector>

#include "models/wiring/network_graph.hpp"

namespace dragonfly {

/// What a router's terminals send to those of another, in flits per cycle when every terminal sends
/// one flit per cycle.
struct Share {
  int router = 0;
  double amount = 0;
};

/// Appends the shares of a source router.
using TrafficMatrix = std::function<void(int source, std::vector<Share>& shares)>;

/// Uniform random traffic: every terminal sends to all terminals alike, itself included (so that
/// the capacity of a k-ary n-flat is exactly 1: Kim, Dally, Abts 2007, Section 3.2, footnote 3).
/// The graph must outlive the result, here and below.
[[nodiscard]] TrafficMatrix uniform_traffic(const NetworkGraph& graph);

/// The worst case for minimal routing in flattened butterflies (ibid., Section 3.2): the terminals
/// of router R_i send to those of R_(i+1), counted among the routers that have terminals.
[[nodiscard]] TrafficMatrix next_router_traffic(const NetworkGraph& graph);

/// The worst case for minimal routing in dragonflies (Kim et al. 2008, Section 4.2): the terminals
/// of group G_i send to all terminals of G_(i+1) alike. Throws InputError if the graph has no
/// groups, or groups without terminals.
[[nodiscard]] TrafficMatrix next_group_traffic(const NetworkGraph& graph);

}  // namespace dragonfly
