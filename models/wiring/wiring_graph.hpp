// SPDX-License-Identifier: Apache-2.0
// A wiring seen as a graph.
#pragma once

#include "models/wiring/network_graph.hpp"
#include "models/wiring/wiring.hpp"

namespace dragonfly {

/// The graph of a network. Its classes are those of the wiring in the same order, without those
/// that only channels of terminals have; its channels are sorted by class, then by the router and
/// the port that they leave.
[[nodiscard]] NetworkGraph graph_of(const Wiring& wiring);

}  // namespace dragonfly
