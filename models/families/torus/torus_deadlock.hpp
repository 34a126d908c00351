// SPDX-License-Identifier: Apache-2.0
// Deadlock check of tori under dimension order (Routes::check_deadlock()).
#pragma once

#include "models/families/torus/torus_grid.hpp"
#include "models/router/routes.hpp"
#include "models/wiring/wiring.hpp"

namespace dragonfly {

/// With so many VCs; also with fewer than torus_vcs(), to show what they would lead to.
[[nodiscard]] DeadlockReport check_torus_deadlock(const Wiring& wiring, const TorusGrid& grid,
                                                  int vcs);

}  // namespace dragonfly
