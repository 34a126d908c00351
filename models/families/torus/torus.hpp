// SPDX-License-Identifier: Apache-2.0
// Tori: rings in every dimension.
#pragma once

#include <vector>

#include "models/wiring/wiring.hpp"

namespace dragonfly {

/// The k1 x k2 x ... torus, with `concentration` terminals a router. A dimension of 2 has a single
/// channel between its two routers (the ring's two channels would be parallel), one of 1 has none.
/// Router numbers are the digits of their coordinates, the first dimension counting ones. Ports:
/// terminals, then dimension by dimension the one upwards, to the next coordinate, and the one
/// downwards (one for both in a dimension of 2). Classes "terminal" and "dimension-1", ... Throws
/// InputError for sizes < 1 or a network that is too large.
[[nodiscard]] Wiring torus_wiring(const std::vector<int>& sizes, int concentration = 1);

}  // namespace dragonfly
