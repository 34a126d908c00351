// SPDX-License-Identifier: Apache-2.0
// Finds out what a network that stands still is waiting for.
#pragma once

#include <string>

#include "models/endpoint/terminals.hpp"
#include "models/network/router_network.hpp"

namespace dragonfly {

/// For people: the blocked routers, what each of their input VCs waits for, and a chain of such
/// waits, which is a cycle in a deadlock. Empty if no router holds a flit.
///
/// `buffer_depth`: credits of a terminal that has nothing in its router.
///
/// To be called when nothing has moved for longer than any channel is. The routers are asked
/// through their ports: a router that is given a credit for an output VC shows with its answer
/// which input VC has waited for it. That ends their usefulness, but costs nothing while the
/// network runs.
[[nodiscard]] std::string describe_blocked_routers(RouterNetwork& network,
                                                   const Terminals& terminals, int buffer_depth);

}  // namespace dragonfly
