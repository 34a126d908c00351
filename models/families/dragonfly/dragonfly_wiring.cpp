#include "models/families/dragonfly/dragonfly_wiring.hpp"

#include <vector>

namespace dragonfly {

Wiring dragonfly_wiring(const Dragonfly& network, const ChannelConfig& channels) {
  const auto routers = static_cast<std::size_t>(network.routers());
  WiringBuilder builder("dragonfly", std::vector<int>(routers, network.radix()));
  builder.add_class("terminal", channels.terminal_latency);
  builder.add_class("local", channels.local_latency);
  builder.add_class("global", channels.global_latency);
  std::vector<int> groups;
  groups.reserve(routers);
  for (int router = 0; router < network.routers(); ++router) {
    groups.push_back(network.group_of_router(router));
    for (int port = 0; port < network.radix(); ++port) {
      const Link link = network.link(router, port);
      if (!link.connected) continue;
      if (link.port_class == PortClass::kTerminal) {
        builder.attach({router, port}, kTerminalClass);
      } else if (router < link.router) {
        const int channel = link.port_class == PortClass::kLocal ? kLocalClass : kGlobalClass;
        builder.connect({router, port}, {link.router, link.port}, channel);
      }
    }
  }
  builder.set_groups(std::move(groups));
  return builder.build();
}

}  // namespace dragonfly
