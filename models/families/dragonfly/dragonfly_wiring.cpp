// SPDX-License-Identifier: Apache-2.0
#include "models/families/dragonfly/dragonfly_wiring.hpp"

#include <cstddef>
#include <utility>
#include <vector>

#include "models/wiring/complete_dimensions.hpp"

namespace dragonfly {
namespace {

void connect_groups(const DragonflyLinks& links, WiringBuilder& builder) {
  const GroupNetwork network = completed(links.group_network, links.a);
  for (int group = 0; group < links.g; ++group) {
    const int first = group * links.a;
    for_each_dimension_channel(
        network.sizes, network.parallel, [&](GridEnd from, GridEnd to, std::size_t) {
          builder.connect({first + from.router, links.p + from.port},
                          {first + to.router, links.p + to.port}, kLocalClass);
        });
  }
}

void connect_globally(const DragonflyLinks& links, int first_port, WiringBuilder& builder) {
  auto end = links.ends.begin();
  for (int router = 0; router < links.a * links.g; ++router) {
    for (int port = 0; port < links.h; ++port, ++end) {
      if (*end == kUnconnected) continue;
      const int other = end->group * links.a + end->router;
      if (router < other)
        builder.connect({router, first_port + port}, {other, first_port + end->port}, kGlobalClass);
    }
  }
}

}  // namespace

Wiring dragonfly_wiring(const DragonflyLinks& links, const ChannelConfig& channels) {
  check(links);
  const int routers = links.a * links.g;
  const int first_global = links.p + local_ports(links.group_network, links.a);
  WiringBuilder builder(
      "dragonfly", std::vector<int>(static_cast<std::size_t>(routers), first_global + links.h));
  builder.add_class("terminal", channels.terminal_latency);
  builder.add_class("local", channels.local_latency);
  builder.add_class("global", channels.global_latency);
  std::vector<int> groups;
  for (int router = 0; router < routers; ++router) {
    groups.push_back(router / links.a);
    for (int port = 0; port < links.p; ++port) builder.attach({router, port}, kTerminalClass);
  }
  connect_groups(links, builder);
  connect_globally(links, first_global, builder);
  builder.set_groups(std::move(groups));
  if (groups_alike(links)) {
    std::vector<Orbit> orbits;
    orbits.reserve(static_cast<std::size_t>(links.a));
    for (int router = 0; router < links.a; ++router) orbits.push_back({router, links.g});
    builder.set_symmetry(std::move(orbits), false);
  }
  Wiring wiring = builder.build();
  wiring.set_interval(kTerminalClass, channels.terminal_interval);
  wiring.set_interval(kLocalClass, channels.local_interval);
  wiring.set_interval(kGlobalClass, channels.global_interval);
  return wiring;
}

Wiring dragonfly_wiring(const Dragonfly& network, const ChannelConfig& channels) {
  return dragonfly_wiring(links_of(network), channels);
}

}  // namespace dragonfly
