// SPDX-License-Identifier: Apache-2.0
// The contents of every router's routing tables (docs/microarchitecture.md, "Route unit").
#pragma once

#include <vector>

#include "models/families/dragonfly/dragonfly.hpp"
#include "models/families/dragonfly/group_grid.hpp"
#include "models/families/dragonfly/routing.hpp"

namespace dragonfly {

/// One way towards another group: a router of the own group and one of its global ports.
struct Way {
  int router = 0;       ///< index in the group
  int global_port = 0;  ///< 0..h-1
  bool operator==(const Way&) const = default;
};

/// Tables of one router.
struct RoutingTables {
  struct Range {
    int first = 0, count = 0;
  };
  /// [router of the group] -> the first port of the first step there; -1 for the router itself
  std::vector<int> local_port;
  std::vector<int> local_ports;  ///< [router of the group]: ports side by side in this step
  std::vector<Range> groups;     ///< [group] -> range in `ways`; empty for the own group
  std::vector<Way> ways;         ///< at most a*h entries

  /// Whether the router, by its index in the group, has channels of its own to another group.
  [[nodiscard]] bool has_own_channel(int index, int group) const {
    const Range& range = groups[static_cast<std::size_t>(group)];
    return range.count > 0 && ways[static_cast<std::size_t>(range.first)].router == index;
  }
};

/// Step 1 of Section 4.1 as tables: towards a group to which the router has global channels of its
/// own, these are the only ways; otherwise the ways are all channels of its group to that group.
[[nodiscard]] RoutingTables routing_tables(const Dragonfly& network, int router);
/// The same for groups that are no complete graphs.
[[nodiscard]] RoutingTables routing_tables(const Dragonfly& network, const GroupGrid& grid,
                                           int router);

/// Whether the routing may lead packets through an intermediate group: one that is neither the
/// source nor the destination group.
[[nodiscard]] bool uses_intermediate_groups(const Dragonfly& network, Routing routing);

/// Virtual channels by Figure 7: packets start on `minimal_start` or `nonminimal_start` and move
/// one VC up with every global hop.
struct VcPolicy {
  int needed = 0;  ///< VCs that the routing needs
  int minimal_start = 0;
  int nonminimal_start = 0;
};

/// The policy for routers with `vcs` VCs. Needed are 3 through an intermediate group, 2 for minimal
/// paths, 1 in a network of one group; networks of one or two groups have no intermediate group,
/// whatever the routing. Minimal packets start on VC1 if there are 3 VCs or more, else on VC0.
/// Throws InputError if `vcs` are too few for the routing on this network.
[[nodiscard]] VcPolicy vc_policy(const Dragonfly& network, Routing routing, int vcs);

}  // namespace dragonfly
