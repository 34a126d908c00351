// Tori: rings in every dimension.
#pragma once

#include <vector>

#include "models/wiring/network_graph.hpp"

namespace dragonfly {

/// The k1 x k2 x ... torus, with `concentration` terminals a router. A dimension of 2 has a single
/// channel between its two routers (the ring's two channels would be parallel), one of 1 has none.
/// Classes "dimension-1", ... Throws InputError for sizes < 1 or a network that is too large.
[[nodiscard]] NetworkGraph torus(const std::vector<int>& sizes, int concentration = 1);

}  // namespace dragonfly
