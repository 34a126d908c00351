// SPDX-License-Identifier: Apache-2.0
// The graph: sizes and ports of the networks of the paper, links, and what is refused.
#include <algorithm>
#include <climits>
#include <string>
#include <vector>

#include "models/common/error.hpp"
#include "tests/catch.hpp"
#include "tests/families/dragonfly/networks.hpp"

namespace dragonfly {
namespace {

TEST_CASE("sizes of the networks of the 2008 paper") {
  const Dragonfly small = make_network(2, 4, 2, 9);  // Figure 5
  REQUIRE(small.terminals() == 72);
  REQUIRE(small.radix() == 7);
  const Dragonfly large = make_network(4, 8, 4);  // Section 4.2
  REQUIRE(large.terminals() == 1056);
  REQUIRE(large.routers() == 264);
  REQUIRE(large.g() == 33);
  REQUIRE(large.radix() == 15);
}

// Checks: DF-1, FM-7
TEST_CASE("ports: terminals, then local, then global") {
  const Dragonfly n = make_network(2, 4, 3);
  REQUIRE(n.port_class(0) == PortClass::kTerminal);
  REQUIRE(n.port_class(1) == PortClass::kTerminal);
  REQUIRE(n.port_class(2) == PortClass::kLocal);
  REQUIRE(n.port_class(4) == PortClass::kLocal);
  REQUIRE(n.port_class(5) == PortClass::kGlobal);
  REQUIRE(n.port_class(7) == PortClass::kGlobal);
  // Router 2 of a group: local ports 2, 3, 4 lead to routers 0, 1, 3.
  REQUIRE(n.local_port(2, 0) == 2);
  REQUIRE(n.local_port(2, 1) == 3);
  REQUIRE(n.local_port(2, 3) == 4);
  REQUIRE(n.global_port(0) == 5);
}

TEST_CASE("links: every channel between routers has the same two ends from both sides") {
  for (const int g : {1, 2, 5, 8, 13}) {
    const Dragonfly n = make_network(2, 4, 3, g);
    std::vector<int> terminals(n.terminals(), 0);
    for (int router = 0; router < n.routers(); ++router) {
      std::vector<int> neighbours;
      for (int port = 0; port < n.radix(); ++port) {
        const Link link = n.link(router, port);
        REQUIRE(link.port_class == n.port_class(port));
        if (link.port_class == PortClass::kTerminal) {
          REQUIRE(n.router_of_terminal(link.terminal) == router);
          ++terminals[link.terminal];
          continue;
        }
        if (!link.connected) {
          REQUIRE(link.port_class == PortClass::kGlobal);
          continue;
        }
        const Link back = n.link(link.router, link.port);
        REQUIRE(back.port_class == link.port_class);
        REQUIRE(back.router == router);
        REQUIRE(back.port == port);
        const bool same_group = n.group_of_router(router) == n.group_of_router(link.router);
        REQUIRE(same_group == (link.port_class == PortClass::kLocal));
        if (same_group) neighbours.push_back(n.local_index(link.router));
      }
      REQUIRE(neighbours.size() == 3);
      REQUIRE(std::is_sorted(neighbours.begin(), neighbours.end()));
    }
    REQUIRE(terminals == std::vector<int>(n.terminals(), 1));
  }
}

TEST_CASE("channels between two groups ascend by router and port") {
  const Dragonfly n = make_network(1, 4, 2, 3);
  const std::vector<GlobalEnd> channels = n.channels_between(0, 2);
  REQUIRE(channels.size() == 4);
  for (std::size_t i = 1; i < channels.size(); ++i) {
    REQUIRE(channels[i - 1].router < channels[i].router);
  }
  REQUIRE(n.channels_between(1, 1).empty());
}

TEST_CASE("smallest networks") {
  const Dragonfly lone = make_network(3, 1, 0);
  REQUIRE(lone.g() == 1);
  REQUIRE(lone.radix() == 3);
  const Dragonfly pair = make_network(1, 1, 1);
  REQUIRE(pair.g() == 2);
  REQUIRE(pair.link(0, 1).router == 1);
}

void require_refused(int p, int a, int h, int g, const std::string& key,
                     const std::string& remedy) {
  REQUIRE_THROWS_WITH(make_network(p, a, h, g),
                      ContainsSubstring(key) && ContainsSubstring(remedy));
  REQUIRE_THROWS_AS(make_network(p, a, h, g), InputError);
}

TEST_CASE("impossible topologies are refused, with the nearest that works") {
  require_refused(0, 4, 2, 9, "topology.p = 0", "use p = 1");
  require_refused(2, 0, 2, 9, "topology.a = 0", "use a = 1");
  require_refused(2, -3, 2, 9, "topology.a = -3", "use a = 1");
  require_refused(2, 4, -1, 9, "topology.h = -1", "use h = 1");
  require_refused(2, 4, 2, -2, "topology.g = -2", "g = 1 to a*h+1 = 9");
  require_refused(4, 8, 4, 34, "topology.g = 34", "use g = 33, or h = 5, or a = 9");
  require_refused(4, 8, 0, 34, "topology.h = 0 with g = 34", "use h = 5 or more");
  REQUIRE(make_network(4, 8, 5, 34).g() == 34);
  REQUIRE(make_network(4, 9, 4, 34).g() == 34);
}

TEST_CASE("networks too large to number are refused, with the largest that works") {
  require_refused(INT_MAX, 4, 2, 9, "topology.p = 2147483647", "use p = 536870911");
  require_refused(1, INT_MAX, 2, 9, "topology.h = 2", "a*h = 33554432 or less");
  require_refused(1, 4, INT_MAX, 0, "topology.h = 2147483647", "for this a h = 8388608 or less");
  require_refused(INT_MAX, 1, 1, 1, "topology.p = 2147483647", "use p = 2147483646");
  // 2^12 * 2^12 = 2^24 global ports in a single group, so no third one.
  require_refused(1, 4096, 4096, 0, "topology.g = 16777217", "use at most g = 2");
  // 2^20 terminals in a router: 2047 routers stay below 2^31.
  require_refused(1 << 20, 1, 4000, 2048, "topology.g = 2048", "use at most g = 2047");
}

}  // namespace
}  // namespace dragonfly
