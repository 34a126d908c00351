// SPDX-License-Identifier: Apache-2.0
#include "models/wiring/wiring.hpp"

#include <vector>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/families/dragonfly/dragonfly_wiring.hpp"
#include "models/wiring/wiring_graph.hpp"
#include "tests/catch.hpp"
#include "tests/families/dragonfly/networks.hpp"

namespace dragonfly {
namespace {

TEST_CASE("The wiring of a dragonfly is its links") {
  ChannelConfig channels;
  channels.local_latency = 3;
  channels.global_latency = 7;
  const Dragonfly network = make_network(2, 4, 2, 4);  // 8 global ports for 3 other groups
  const Wiring wiring = dragonfly_wiring(network, channels);
  REQUIRE(wiring.routers() == 16);
  REQUIRE(wiring.terminals() == 32);
  CHECK(wiring.most_ports() == 7);
  CHECK(wiring.longest_latency() == 7);
  CHECK_FALSE(wiring.directed());
  for (int router = 0; router < network.routers(); ++router) {
    CHECK(wiring.group(router) == router / 4);
    CHECK(wiring.index_in_group(router) == router % 4);
    CHECK(wiring.first_terminal(router) == 2 * router);
    CHECK(wiring.terminals_of(router) == 2);
    for (int port = 0; port < network.radix(); ++port) {
      const Link link = network.link(router, port);
      const Peer peer = wiring.output(router, port);
      REQUIRE(peer.connected() == link.connected);
      CHECK(wiring.input(router, port) == peer);
      if (!link.connected) {
        CHECK(wiring.output_latency(router, port) == 0);
        continue;
      }
      CHECK(peer.router == link.router);
      CHECK(peer.port == link.port);
      CHECK(peer.terminal == link.terminal);
      CHECK(wiring.output_class(router, port) == static_cast<int>(link.port_class));
      CHECK(wiring.output_latency(router, port) == (port < 2 ? 1 : port < 5 ? 3 : 7));
    }
  }
}

TEST_CASE("Routers may differ in shape") {
  // Two leaves with 2 terminals each, and a spine with 2 ports.
  WiringBuilder builder("leaf-spine", {3, 2, 3});
  const int terminal = builder.add_class("terminal"), up = builder.add_class("up", 4);
  for (const int leaf : {0, 2}) {
    builder.connect({leaf, 2}, {1, leaf / 2}, up, leaf == 0 ? 9 : 0);
    for (int port = 0; port < 2; ++port) builder.attach({leaf, port}, terminal);
  }
  const Wiring wiring = builder.build();
  CHECK(wiring.terminals() == 4);
  CHECK(wiring.terminals_of(1) == 0);
  CHECK(wiring.first_terminal(2) == 2);
  CHECK(wiring.output(1, 1) == Peer{PeerKind::kRouter, 2, 2, -1});
  CHECK(wiring.output(2, 1) == Peer{PeerKind::kTerminal, -1, -1, 3});
  CHECK(wiring.ejection(3) == PortPlace{2, 1});
  CHECK(wiring.output_latency(1, 0) == 9);
  CHECK(wiring.output_latency(1, 1) == 4);
  CHECK(wiring.longest_latency() == 9);
  const NetworkGraph graph = graph_of(wiring);
  CHECK(graph.sources == std::vector<int>{2, 0, 2});
  CHECK(graph.sinks.empty());
  CHECK(graph.classes == std::vector<std::string>{"up"});
  CHECK(graph.channels.size() == 2);
}

TEST_CASE("Channels one way lead to other places than they come from") {
  // A ring of three in one direction; a terminal ejects where the next one injects.
  WiringBuilder builder("ring", {2, 2, 2});
  const int terminal = builder.add_class("terminal"), ring = builder.add_class("ring");
  for (int router = 0; router < 3; ++router) {
    builder.connect_one_way({router, 1}, {(router + 1) % 3, 1}, ring);
    builder.attach({router, 0}, {(router + 1) % 3, 0}, terminal);
  }
  const Wiring wiring = builder.build();
  CHECK(wiring.directed());
  CHECK(wiring.output(0, 1).router == 1);
  CHECK(wiring.input(0, 1).router == 2);
  CHECK(wiring.injection(2) == PortPlace{2, 0});
  CHECK(wiring.ejection(2) == PortPlace{0, 0});
  CHECK(wiring.output(0, 0).terminal == 2);
  CHECK(wiring.input(0, 0).terminal == 0);
  const NetworkGraph graph = graph_of(wiring);
  CHECK(graph.directed);
  CHECK(graph.channels.size() == 3);
}

TEST_CASE("A wiring that cannot be is refused") {
  WiringBuilder builder("x", {2, 2});
  const int terminal = builder.add_class("terminal"), link = builder.add_class("link");
  CHECK_THROWS_AS(builder.add_class("slow", 0), InputError);
  CHECK_THROWS_AS(builder.connect({0, 2}, {1, 0}, link), InputError);
  CHECK_THROWS_AS(builder.connect({0, 0}, {2, 0}, link), InputError);
  builder.connect({0, 0}, {1, 0}, link);
  CHECK_THROWS_WITH(builder.connect({0, 0}, {1, 1}, link),
                    ContainsSubstring("port 0 of router 0: its output has two channels"));
  builder.attach({1, 1}, terminal);
  builder.attach({0, 1}, terminal);
  CHECK_THROWS_WITH(builder.build(), ContainsSubstring("router by router"));
}

}  // namespace
}  // namespace dragonfly
