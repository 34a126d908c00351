// SPDX-License-Identifier: Apache-2.0
#include "models/statistics/channel_utilisation.hpp"

#include <vector>

#include "tests/catch.hpp"
#include "tests/families/dragonfly/networks.hpp"

namespace dragonfly {
namespace {

TEST_CASE("Every connected global channel is listed once, by group, router and port") {
  for (const int g : {1, 2, 5, 9}) {
    const Dragonfly network = make_network(2, 4, 2, g);
    const Wiring wiring = dragonfly_wiring(network, {});
    std::vector<std::int64_t> before, after;
    for (int i = 0; i < wiring.all_ports(); ++i) {
      before.push_back(1000 + i);
      after.push_back(1000 + 3 * i);
    }
    const auto channels = channel_utilisation(wiring, kGlobalClass, before, after, 500);
    std::size_t next = 0;
    for (int group = 0; group < g; ++group) {
      for (int router = 0; router < 4; ++router) {
        for (int port = 0; port < 2; ++port) {
          const Link link = network.link(group * 4 + router, network.global_port(port));
          if (!link.connected) continue;
          REQUIRE(next < channels.size());
          const ChannelUtilisation& channel = channels[next++];
          CHECK(channel.source_group == group);
          CHECK(channel.source_router == router);
          CHECK(channel.source_port == port);
          CHECK(channel.destination_group * 4 + channel.destination_router == link.router);
          const std::int64_t counter = wiring.index(group * 4 + router, network.global_port(port));
          CHECK(channel.utilisation == 2.0 * static_cast<double>(counter) / 500);
        }
      }
    }
    CHECK(next == channels.size());

    const auto from_zero = channel_utilisation(wiring, kGlobalClass, {}, after, 500);
    if (g > 1) CHECK(from_zero.back().utilisation > 2);  // 1000 flits more
    for (const auto& channel : channel_utilisation(wiring, kGlobalClass, before, after, 0)) {
      CHECK(channel.utilisation == 0);
    }
  }
}

}  // namespace
}  // namespace dragonfly
