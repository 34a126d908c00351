// SPDX-License-Identifier: Apache-2.0
// The channel dependency graph of flattened butterflies.
#pragma once

#include "models/families/flattened_butterfly/flattened_butterfly_grid.hpp"
#include "models/families/flattened_butterfly/flattened_butterfly_registers.hpp"
#include "models/router/routes.hpp"
#include "models/wiring/wiring.hpp"

namespace dragonfly {

/// What Routes::check_deadlock() has, of a network with `vcs` VCs: packets that need a higher VC
/// than there is are on the highest. With flattened_butterfly_vcs() none are.
[[nodiscard]] DeadlockReport check_flattened_butterfly_deadlock(const Wiring& wiring,
                                                                const FlattenedButterflyGrid& grid,
                                                                FlattenedButterflyRouting routing,
                                                                int vcs);

}  // namespace dragonfly
