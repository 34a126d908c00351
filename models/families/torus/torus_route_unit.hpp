// SPDX-License-Identifier: Apache-2.0
// The route unit of tori (docs/microarchitecture.md, "Tori").
#pragma once

#include <memory>

#include "models/families/torus/torus_grid.hpp"
#include "models/router/flit_format.hpp"
#include "models/router/route_unit.hpp"

namespace dragonfly {

/// An empty route unit of routers with these header fields and VCs.
[[nodiscard]] std::unique_ptr<RouteUnit> make_torus_unit(const TorusGrid& grid,
                                                         const HeaderFields& header, int vcs);

}  // namespace dragonfly
