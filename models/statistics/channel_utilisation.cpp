#include "models/statistics/channel_utilisation.hpp"

#include <cstddef>

namespace dragonfly {
namespace {

/// The first port of a router whose channel, if it has one, can be of the class: ports of a class
/// follow each other.
int first_port_of_class(const Wiring& wiring, int router, int channel_class) {
  for (int port = 0; port < wiring.ports(router); ++port)
    if (wiring.output_class(router, port) == channel_class) return port;
  return 0;
}

}  // namespace

std::vector<ChannelUtilisation> channel_utilisation(const Wiring& wiring, int channel_class,
                                                    const std::vector<std::int64_t>& before,
                                                    const std::vector<std::int64_t>& after,
                                                    std::int64_t cycles) {
  std::vector<ChannelUtilisation> result;
  for (int router = 0; router < wiring.routers(); ++router) {
    const int first = first_port_of_class(wiring, router, channel_class);
    for (int port = 0; port < wiring.ports(router); ++port) {
      if (wiring.output_class(router, port) != channel_class) continue;
      const Peer peer = wiring.output(router, port);
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
