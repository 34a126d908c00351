// SPDX-License-Identifier: Apache-2.0
// The route unit of networks by table (docs/microarchitecture.md, "Networks by table").
#pragma once

#include <memory>

#include "models/router/flit_format.hpp"
#include "models/router/route_unit.hpp"

namespace dragonfly {

/// An empty route unit of routers with these header fields and `vcs` VCs.
[[nodiscard]] std::unique_ptr<RouteUnit> make_table_unit(const HeaderFields& header, int vcs);

}  // namespace dragonfly
