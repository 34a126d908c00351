// Deadlock check: builds the channel dependency graph of a network and a routing, and proves it
// acyclic or yields a cycle (Dally and Seitz, "Deadlock-Free Message Routing in Multiprocessor
// Interconnection Networks", 1987; [K08] Section 4.1, Figure 7).
//
// Vertices are the virtual channels of the directed channels between routers. There is an edge from
// one to another if some packet can hold the first and wait for the second: it arrives on the first
// and its next hop may be the second. Packets are followed as routers route them
// (docs/microarchitecture.md, "Routes"), by the routing tables, over every way that these allow.
//
// Channels from and to terminals need no vertices. Nothing waits for an injection channel but its
// own terminal, so no cycle enters one; and a terminal takes every flit at once, so an ejection
// channel always drains, and no cycle leaves one.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "models/families/dragonfly/dragonfly.hpp"
#include "models/families/dragonfly/routing_tables.hpp"

namespace dragonfly {

/// A virtual channel of the channel that leaves a router on a port (0..radix-1).
struct VirtualChannel {
  int group = 0, router = 0, port = 0, vc = 0;
  bool operator==(const VirtualChannel&) const = default;
};

/// "group.router:port VCv", e.g. "0.3:11 VC1".
[[nodiscard]] std::string to_string(const VirtualChannel& channel);

/// The VC on which a packet leaves a router, given the class of the port (local or global) and the
/// VC on which it came.
using VcRule = std::function<int(PortClass arrived_on, int vc)>;

/// The routers' rule, Figure 7: one VC up after a global hop.
[[nodiscard]] int vc_by_figure7(PortClass arrived_on, int vc);

struct DeadlockReport {
  std::int64_t dependencies = 0;      ///< edges of the graph
  std::vector<VirtualChannel> cycle;  ///< each waits for the next, the last for the first
  [[nodiscard]] bool deadlock_free() const { return cycle.empty(); }
};

/// The result in words: the number of dependencies, or the cycle.
[[nodiscard]] std::string describe(const DeadlockReport& report);

/// Checks a routing whose packets start on the VCs of `policy`, on routers with `vcs` VCs.
/// `vc_rule` can be another than the routers' own to show what it would lead to. Takes time and
/// memory proportional to the routing tables (about 1 ms for 1,056 terminals, 0.5 s for 83,232).
/// Throws Error (kInternal) if a packet would use a VC outside 0..vcs-1.
[[nodiscard]] DeadlockReport check_deadlock(const Dragonfly& network, Routing routing,
                                            const VcPolicy& policy, int vcs,
                                            const VcRule& vc_rule = vc_by_figure7);

/// Checks the routing as the routers run it, and throws Error (kDeadlockPossible) with the cycle if
/// there is one, InputError if `vcs` are too few.
void require_deadlock_free(const Dragonfly& network, Routing routing, int vcs);

}  // namespace dragonfly
