// SPDX-License-Identifier: Apache-2.0
#include "models/families/dragonfly/routing_tables.hpp"

#include <fmt/format.h>

#include "models/common/error.hpp"

namespace dragonfly {

RoutingTables routing_tables(const Dragonfly& network, int router) {
  return routing_tables(network, GroupGrid({}, network.a()), router);
}

RoutingTables routing_tables(const Dragonfly& network, const GroupGrid& grid, int router) {
  const int group = network.group_of_router(router);
  const int index = network.local_index(router);
  RoutingTables tables;
  tables.local_port.assign(network.a(), -1);
  tables.local_ports.assign(network.a(), 0);
  for (int other = 0; other < network.a(); ++other) {
    if (other == index) continue;
    const GroupGrid::Step step = grid.step(index, other);
    tables.local_port[other] = network.p() + step.first;
    tables.local_ports[other] = step.count;
  }

  // The channels of the group, sorted by where they lead: they are counted first, as lists for each
  // group would take most of the time in which a large network is made.
  std::vector<bool> own_channel(network.g(), false);
  for (int port = 0; port < network.h(); ++port) {
    const int far_group = network.far_end(group, index, port).group;
    if (far_group >= 0) own_channel[far_group] = true;
  }
  const auto each_way = [&](auto&& visit) {
    for (int near = 0; near < network.a(); ++near) {
      for (int port = 0; port < network.h(); ++port) {
        const int target = network.far_end(group, near, port).group;
        if (target >= 0 && (!own_channel[target] || near == index))
          visit(tables.groups[target], Way{near, port});
      }
    }
  };
  tables.groups.resize(network.g());
  each_way([](RoutingTables::Range& range, const Way&) { ++range.count; });
  int first = 0;
  for (RoutingTables::Range& range : tables.groups) {
    range.first = first;
    first += range.count;
    range.count = 0;
  }
  tables.ways.resize(first);
  each_way([&](RoutingTables::Range& range, const Way& way) {
    tables.ways[range.first + range.count++] = way;
  });
  return tables;
}

bool uses_intermediate_groups(const Dragonfly& network, Routing routing) {
  return routing != Routing::kMin && network.g() > 2;
}

VcPolicy vc_policy(const Dragonfly& network, Routing routing, int vcs) {
  const bool intermediate = uses_intermediate_groups(network, routing);
  VcPolicy policy;
  policy.needed = network.g() == 1 ? 1 : intermediate ? 3 : 2;
  if (vcs < policy.needed) {
    throw InputError(fmt::format(
        "router.vcs = {}: {} needs {} virtual channels to be free of deadlock; use router.vcs = {} "
        "or more{}",
        vcs,
        intermediate         ? "routing through an intermediate group"
        : policy.needed == 2 ? "minimal routing between groups"
                             : "every routing",
        policy.needed, policy.needed,
        intermediate && vcs == 2 ? ", or routing.algorithm = \"min\"" : ""));
  }
  // Minimal packets keep clear of VC0, the one of packets on the way to an intermediate group,
  // wherever there are VCs enough.
  policy.minimal_start = network.g() > 1 && vcs > 2 ? 1 : 0;
  policy.nonminimal_start = 0;
  return policy;
}

}  // namespace dragonfly
