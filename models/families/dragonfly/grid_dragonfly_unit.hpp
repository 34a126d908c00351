// SPDX-License-Identifier: Apache-2.0
// The route unit of dragonflies whose groups are no complete graphs (docs/microarchitecture.md,
// "The dragonfly").
#pragma once

#include <memory>

#include "models/families/dragonfly/route_table.hpp"
#include "models/router/route_unit.hpp"

namespace dragonfly {

/// An empty route unit of routers of these sizes. It follows the general rules, for any group; that
/// of complete groups (make_dragonfly_unit()) knows their ways by heart.
[[nodiscard]] std::unique_ptr<RouteUnit> make_grid_dragonfly_unit(const DragonflySizes& sizes);

}  // namespace dragonfly
