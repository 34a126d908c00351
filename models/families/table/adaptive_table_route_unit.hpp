// The route unit of networks by table that adapt at every router (docs/microarchitecture.md,
// "Networks by table, adaptive").
#pragma once

#include <memory>

#include "models/router/flit_format.hpp"
#include "models/router/route_unit.hpp"

namespace dragonfly {

/// An empty route unit of routers with these header fields, ports and VCs.
[[nodiscard]] std::unique_ptr<RouteUnit> make_adaptive_table_unit(const HeaderFields& header,
                                                                  int ports, int vcs);

}  // namespace dragonfly
