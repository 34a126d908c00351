// SPDX-License-Identifier: Apache-2.0
// The groups of terminals of a network.
#pragma once

#include <vector>

#include "models/wiring/wiring.hpp"

namespace dragonfly {

/// How many terminals each group has, ascending by their numbers: each of the network's groups that
/// has terminals. In a grid (Wiring::dimensions), where there are no groups whose terminals follow
/// each other, and where only one of several groups has terminals, it is each router that has.
[[nodiscard]] std::vector<int> terminal_group_sizes(const Wiring& wiring);

/// The number of groups if all are of one size; else 0.
[[nodiscard]] int equal_terminal_groups(const Wiring& wiring);

}  // namespace dragonfly
