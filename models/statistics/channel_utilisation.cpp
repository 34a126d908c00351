// SPDX-License-Identifier: Apache-2.0
#include "models/statistics/channel_utilisation.hpp"

#include <algorithm>
#include <cstddef>

namespace dragonfly {
namespace {

/// The first port that has a channel of the class at any router. A router may have none on its own
/// first ones.
int first_port_of_class(const Wiring& wiring, int channel_class) {
  int first = wiring.most_ports();
  for (int router = 0; router < wiring.routers(); ++router)
    for (int port = 0; port < std::min(first, wiring.ports(router)); ++port)
      if (wiring.output_class(router, port) == channel_class) first = port;
  return first;
}

}  // namespace

std::vector<ChannelUtilisation> channel_utilisation(const Wiring& wiring, int channel_class,
                                                    const std::vector<std::int64_t>& before,
                                                    const std::vector<std::int64_t>& after,
                                                    std::int64_t cycles) {
  std::vector<ChannelUtilisation> result;
  const bool all = channel_class == Wiring::kAllClasses;
  const int first = all ? 0 : first_port_of_class(wiring, channel_class);
  for (int router = 0; router < wiring.routers(); ++router) {
    for (int port = 0; port < wiring.ports(router); ++port) {
      const Peer peer = wiring.output(router, port);
      if (peer.kind != PeerKind::kRouter) continue;
      if (!all && wiring.output_class(router, port) != channel_class) continue;
      ChannelUtilisation channel;
      channel.source_group = wiring.group(router);
      channel.source_router = wiring.index_in_group(router);
      channel.source_port = port - first;
      channel.destination_group = wiring.group(peer.router);
      channel.destination_router = wiring.index_in_group(peer.router);
      if (cycles > 0) {
        const auto counter = static_cast<std::size_t>(wiring.index(router, port));
        const std::int64_t flits = after[counter] - (before.empty() ? 0 : before[counter]);
        channel.utilisation = static_cast<double>(flits) / static_cast<double>(cycles);
      }
      result.push_back(channel);
    }
  }
  return result;
}

}  // namespace dragonfly
