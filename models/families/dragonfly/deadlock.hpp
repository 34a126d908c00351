// SPDX-License-Identifier: Apache-2.0
// Deadlock check of the dragonfly: builds the channel dependency graph of a network and a routing,
// and proves it acyclic or yields a cycle (Routes::check_deadlock(); [K08] Section 4.1, Figure 7).
// Packets are followed as routers route them (docs/microarchitecture.md, "Routes"), by the routing
// tables, over every way that these allow.
#pragma once

#include <functional>

#include "models/families/dragonfly/dragonfly.hpp"
#include "models/families/dragonfly/dragonfly_links.hpp"
#include "models/families/dragonfly/routing_tables.hpp"
#include "models/router/routes.hpp"

namespace dragonfly {

/// The VC on which a packet leaves a router, given the class of the port (local or global) and the
/// VC on which it came.
using VcRule = std::function<int(PortClass arrived_on, int vc)>;

/// The routers' rule, Figure 7: one VC up after a global hop.
[[nodiscard]] int vc_by_figure7(PortClass arrived_on, int vc);

/// Checks a routing whose packets start on the VCs of `policy`, on routers with `vcs` VCs.
/// `vc_rule` can be another than the routers' own to show what it would lead to. Takes time and
/// memory proportional to the routing tables (about 1 ms for 1,056 terminals, 0.5 s for 83,232).
/// Throws Error (kInternal) if a packet would use a VC outside 0..vcs-1.
[[nodiscard]] DeadlockReport check_deadlock(const Dragonfly& network, Routing routing,
                                            const VcPolicy& policy, int vcs,
                                            const VcRule& vc_rule = vc_by_figure7,
                                            const GroupNetwork& group_network = {});

}  // namespace dragonfly
