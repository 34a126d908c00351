// SPDX-License-Identifier: Apache-2.0
// Dragonflies as graphs: channels, group networks, wirings that are refused, and groups alike.

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "models/common/error.hpp"
#include "models/wiring/distances.hpp"
#include "models/wiring/graph_size.hpp"
#include "tests/catch.hpp"
#include "tests/families/dragonfly/networks.hpp"
#include "tests/families/graphs.hpp"

namespace dragonfly {
namespace {

/// Channels between each two routers, by class.
std::map<std::array<int, 3>, int> counted(const NetworkGraph& graph) {
  std::map<std::array<int, 3>, int> count;
  for (const GraphChannel& channel : graph.channels) {
    const auto [low, high] = std::minmax(channel.from, channel.to);
    ++count[{low, high, channel.channel_class}];
  }
  return count;
}

TEST_CASE("the graph has the channels of the network") {
  for (const Arrangement arrangement : {Arrangement::kRelative, Arrangement::kAbsolute}) {
    for (const int g : {1, 2, 5, 8, 13}) {
      const Dragonfly n = make_network(2, 4, 3, g, arrangement);
      const NetworkGraph graph = dragonfly_graph(n);
      std::map<std::array<int, 3>, int> expected;
      for (int router = 0; router < n.routers(); ++router) {
        for (int port = n.p(); port < n.radix(); ++port) {
          const Link link = n.link(router, port);
          if (!link.connected || link.router < router) continue;
          ++expected[{router, link.router, link.port_class == PortClass::kLocal ? 0 : 1}];
        }
      }
      REQUIRE(counted(graph) == expected);
      REQUIRE(graph.terminals() == n.terminals());
      for (int router = 0; router < n.routers(); ++router) {
        REQUIRE(graph.group[router] == n.group_of_router(router));
      }
    }
  }
}

TEST_CASE("group networks of Figure 6 of the 2008 paper") {
  // (a) Four routers in two dimensions with the three local ports of Figure 5: two channels to the
  // neighbour in dimension 1. The same effective radix, 16.
  const GroupNetwork square{{2, 2}, {2, 1}};
  REQUIRE(local_ports(square, 4) == 3);
  const NetworkGraph a = dragonfly_graph(make_network(2, 4, 2), square);
  const auto channels = counted(a);
  REQUIRE(channels.at({0, 1, 0}) == 2);
  REQUIRE(channels.at({2, 3, 0}) == 2);
  REQUIRE(channels.at({0, 2, 0}) == 1);
  REQUIRE(channels.at({1, 3, 0}) == 1);
  REQUIRE(channels.count({0, 3, 0}) == 0);
  // Two local hops at most at either end.
  REQUIRE(measure_distances(a).diameter <= 5);

  // (b) Eight routers in a cube: still k = 7, effective radix 8 (2 + 2) = 32, so that 17 groups and
  // N = 272 terminals are possible. The printed N = 1056 does not follow from these parameters.
  const GroupNetwork cube{{2, 2, 2}, {}};
  REQUIRE(2 + 2 + local_ports(cube, 8) == 7);
  const NetworkGraph b = dragonfly_graph(make_network(2, 8, 2), cube);
  REQUIRE(b.terminals() == 272);
  REQUIRE(measure_distances(b).connected);

  REQUIRE(local_ports({}, 8) == 7);
  REQUIRE_THROWS_WITH(local_ports({{3, 2}, {}}, 8), ContainsSubstring("product is 8"));
  REQUIRE_THROWS_AS(local_ports({{-2, -4}, {}}, 8), InputError);
  REQUIRE_THROWS_AS(local_ports({{2, 4}, {1}}, 8), InputError);
  REQUIRE_THROWS_AS(local_ports({{2, 4}, {1, 0}}, 8), InputError);
}

TEST_CASE("groups are alike exactly where moving on by a group changes nothing") {
  // The relative arrangement of the largest size; its router i of each group is an orbit.
  const NetworkGraph relative = dragonfly_graph(make_network(1, 4, 2));
  REQUIRE(relative.orbits.size() == 4);
  REQUIRE(relative.orbits[3].router == 3);
  REQUIRE(relative.orbits[3].count == 9);
  REQUIRE(dragonfly_graph(make_network(1, 4, 2, 9, Arrangement::kAbsolute)).orbits.empty());
  REQUIRE(dragonfly_graph(make_network(1, 4, 2, 1)).orbits.size() == 4);
  // Two groups joined port by port; and with two ports of one side exchanged.
  DragonflyLinks two{1, 2, 1, 2, {{1, 0, 0}, {1, 1, 0}, {0, 0, 0}, {0, 1, 0}}, {}};
  REQUIRE(dragonfly_graph(two).orbits.size() == 2);
  two.ends = {{1, 1, 0}, kUnconnected, kUnconnected, {0, 0, 0}};
  REQUIRE(dragonfly_graph(two).orbits.empty());
}

TEST_CASE("wirings that cannot be are refused") {
  // Three groups in a line, more than a h + 1: allowed, though not all are connected.
  DragonflyLinks line{1, 1, 2, 4, {}, {}};
  line.ends = {{1, 0, 0}, kUnconnected, {0, 0, 0}, {2, 0, 0},
               {1, 0, 1}, {3, 0, 0},    {2, 0, 1}, kUnconnected};
  const NetworkGraph graph = dragonfly_graph(line);
  REQUIRE(graph.channels.size() == 3);
  REQUIRE(measure_distances(graph).diameter == 3);

  DragonflyLinks wrong = line;
  wrong.ends[1] = {3, 0, 1};  // the far end does not lead back
  REQUIRE_THROWS_WITH(dragonfly_graph(wrong), ContainsSubstring("but that port is unconnected"));
  wrong.ends[1] = {0, 0, 1};  // own group
  REQUIRE_THROWS_AS(dragonfly_graph(wrong), InputError);
  wrong.ends[1] = {4, 0, 0};
  REQUIRE_THROWS_AS(dragonfly_graph(wrong), InputError);
  wrong.ends[1] = {-1, 0, 0};
  REQUIRE_THROWS_AS(dragonfly_graph(wrong), InputError);
  wrong = line;
  wrong.ends.pop_back();
  REQUIRE_THROWS_AS(dragonfly_graph(wrong), InputError);
  wrong = line;
  wrong.a = 0;
  REQUIRE_THROWS_AS(dragonfly_graph(wrong), InputError);
}

TEST_CASE("graphs that memory cannot hold are refused with the size") {
  // 3,000 groups of 3,000 routers: 13.5 G local channels of 20 bytes each.
  REQUIRE_THROWS_WITH(dragonfly_graph(make_network(1, 3000, 1, 3000)),
                      ContainsSubstring("253.") && ContainsSubstring("GiB"));
  REQUIRE_THROWS_WITH(require_graph_fits("x", kTooMany, 1, 1), ContainsSubstring("2^63"));
  REQUIRE_THROWS_WITH(require_graph_fits("x", 1, 1, 3'000'000'000),
                      ContainsSubstring("3000000000 terminals"));
  REQUIRE_NOTHROW(require_graph_fits("x", 10'000, 1'000'000, 300'000'000));
}

TEST_CASE("counts beyond 64 bits") {
  REQUIRE(product(3'000'000'000, 3'000'000'000) == 9'000'000'000'000'000'000);
  REQUIRE(product(4'000'000'000, 3'000'000'000) == kTooMany);
  REQUIRE(product(0, kTooMany) == 0);
  REQUIRE(sum(kTooMany, 1) == kTooMany);
  REQUIRE(power(2, 62) == std::int64_t{1} << 62);
  REQUIRE(power(2, 63) == kTooMany);
  REQUIRE(power(10, 0) == 1);
  REQUIRE(power(0, 3) == 0);
  REQUIRE(power(1, 1'000'000) == 1);
}

}  // namespace
}  // namespace dragonfly
