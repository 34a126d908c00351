// SPDX-License-Identifier: Apache-2.0
// The worst case as a permutation of terminals.
#pragma once

#include <vector>

#include "models/wiring/wiring.hpp"

namespace dragonfly {

/// For each terminal the one that it sends to, in the traffic that worst_case() finds for the
/// network's minimal routing: of a router that sends to several others, the terminals with low
/// numbers to those found first. A function of the network alone. Throws InputError for a network
/// in which routers have no path, and for a dragonfly that does not join all of its groups.
[[nodiscard]] std::vector<int> worst_permutation(const Wiring& wiring);

}  // namespace dragonfly
