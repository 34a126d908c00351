// SPDX-License-Identifier: Apache-2.0
// The deadlock check of routes by table.
#pragma once

#include "models/families/table/shortest_ways.hpp"
#include "models/families/table/table_nodes.hpp"
#include "models/families/table/table_vcs.hpp"
#include "models/router/routes.hpp"
#include "models/wiring/wiring.hpp"

namespace dragonfly {

/// Routes::check_deadlock() for packets that take any shortest way. `valiant`: packets may go to an
/// intermediate node first. Takes some 10 ns for each node and port of a router that is on a way to
/// it.
[[nodiscard]] DeadlockReport check_table_deadlock(const Wiring& wiring, const TableNodes& nodes,
                                                  const ShortestWays& ways, const TableVcs& vcs,
                                                  bool valiant);

}  // namespace dragonfly
