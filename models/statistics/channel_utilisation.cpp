#include "models/statistics/channel_utilisation.hpp"

namespace dragonfly {

std::vector<ChannelUtilisation> channel_utilisation(const Dragonfly& network,
                                                    const std::vector<std::int64_t>& before,
                                                    const std::vector<std::int64_t>& after,
                                                    std::int64_t cycles) {
  std::vector<ChannelUtilisation> result;
  for (int router = 0; router < network.routers(); ++router) {
    const int group = network.group_of_router(router);
    const int index = network.local_index(router);
    for (int port = 0; port < network.h(); ++port) {
      const GlobalEnd end = network.far_end(group, index, port);
      if (end.group < 0) continue;
      ChannelUtilisation channel;
      channel.source_group = group;
      channel.source_router = index;
      channel.source_port = port;
      channel.destination_group = end.group;
      channel.destination_router = end.router;
      if (cycles > 0) {
        const std::size_t counter = global_channel_index(network, router, port);
        const std::int64_t flits = after[counter] - (before.empty() ? 0 : before[counter]);
        channel.utilisation = static_cast<double>(flits) / static_cast<double>(cycles);
      }
      result.push_back(channel);
    }
  }
  return result;
}

}  // namespace dragonfly
