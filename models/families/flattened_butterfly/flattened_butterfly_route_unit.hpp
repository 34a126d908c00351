// SPDX-License-Identifier: Apache-2.0
// The route unit of flattened butterflies (docs/microarchitecture.md, "Flattened butterflies").
#pragma once

#include <memory>

#include "models/families/flattened_butterfly/flattened_butterfly_grid.hpp"
#include "models/families/flattened_butterfly/flattened_butterfly_registers.hpp"
#include "models/router/flit_format.hpp"
#include "models/router/route_unit.hpp"

namespace dragonfly {

/// VCs on which packets may be, in a network of so many dimensions.
[[nodiscard]] constexpr int flattened_butterfly_vcs(FlattenedButterflyRouting routing,
                                                    int dimensions) {
  if (dimensions == 0) return 1;
  switch (routing) {
    case FlattenedButterflyRouting::kDor:
      return 1;
    case FlattenedButterflyRouting::kMinAd:
      return dimensions;
    case FlattenedButterflyRouting::kVal:
      return 2;
    default:
      return dimensions + 1;
  }
}

/// An empty route unit of routers with these header fields and `vcs` VCs.
[[nodiscard]] std::unique_ptr<RouteUnit> make_flattened_butterfly_unit(
    const FlattenedButterflyGrid& grid, const HeaderFields& header, int vcs);

}  // namespace dragonfly
