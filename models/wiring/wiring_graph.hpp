// A wiring seen as a graph.
#pragma once

#include "models/wiring/network_graph.hpp"
#include "models/wiring/wiring.hpp"

namespace dragonfly {

/// The graph of a network: its classes are those of the channels between routers, in the same
/// order.
[[nodiscard]] NetworkGraph graph_of(const Wiring& wiring);

}  // namespace dragonfly
