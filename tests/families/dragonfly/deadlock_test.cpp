// SPDX-License-Identifier: Apache-2.0
// The deadlock check against a graph built packet by packet, and shown able to fail.
#include "models/families/dragonfly/deadlock.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <vector>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/families/fabric.hpp"
#include "tests/catch.hpp"
#include "tests/families/acyclic.hpp"
#include "tests/families/dragonfly/networks.hpp"

namespace dragonfly {
namespace {

constexpr Routing kRoutings[] = {Routing::kMin,    Routing::kVal,     Routing::kUgalL,
                                 Routing::kUgalG,  Routing::kUgalLVc, Routing::kUgalLVch,
                                 Routing::kUgalLCr};

using Vertex = std::array<int, 4>;  // group, router, port, VC

Vertex vertex_of(const VirtualChannel& channel, int a) {
  return {channel.router / a, channel.router % a, channel.port, channel.vc};
}

/// Dependencies by following each packet (source, destination, intermediate group) over every path,
/// straight from the graph, without routing tables.
class PacketWalk {
 public:
  PacketWalk(const Dragonfly& network, Routing routing, const VcPolicy& policy, VcRule rule)
      : network_(network), rule_(std::move(rule)) {
    const bool through_intermediate = routing != Routing::kMin && network.g() >= 3;
    for (int source = 0; source < network.routers(); ++source) {
      for (int destination = 0; destination < network.routers(); ++destination) {
        const int from = network.group_of_router(source);
        const int to = network.group_of_router(destination);
        if (from == to || routing != Routing::kVal || !through_intermediate) {
          go(source, destination, -1, policy.minimal_start, nullptr);
        }
        for (int middle = 0; through_intermediate && middle < network.g(); ++middle) {
          if (from == to || middle == from || middle == to) continue;
          go(source, destination, middle, policy.nonminimal_start, nullptr);
        }
      }
    }
  }

  const std::set<std::pair<Vertex, Vertex>>& edges() const { return edges_; }

 private:
  void go(int router, int destination, int middle, int vc, const Vertex* held) {
    const int group = network_.group_of_router(router), index = network_.local_index(router);
    if (group == middle) middle = -1;
    const int target = middle >= 0 ? middle : network_.group_of_router(destination);
    if (group == target) {
      if (router == destination) return;
      const int port = network_.local_port(index, network_.local_index(destination));
      return take(router, port, destination, middle, vc, held);
    }
    bool own = false;
    const std::vector<GlobalEnd> channels = network_.channels_between(group, target);
    for (const GlobalEnd& channel : channels) {
      if (channel.router != index) continue;
      own = true;
      take(router, network_.global_port(channel.port), destination, middle, vc, held);
    }
    for (const GlobalEnd& channel : channels) {
      if (own) break;
      take(router, network_.local_port(index, channel.router), destination, middle, vc, held);
    }
  }

  void take(int router, int port, int destination, int middle, int vc, const Vertex* held) {
    const Vertex vertex{network_.group_of_router(router), network_.local_index(router), port, vc};
    if (held != nullptr) edges_.insert({*held, vertex});
    go(network_.link(router, port).router, destination, middle,
       rule_(network_.port_class(port), vc), &vertex);
  }

  const Dragonfly& network_;
  VcRule rule_;
  std::set<std::pair<Vertex, Vertex>> edges_;
};

/// Compares the check with the walk: number of edges, verdict, and that a cycle found is one.
void compare(const Dragonfly& network, Routing routing, const VcPolicy& policy, int vcs,
             const VcRule& rule) {
  INFO(name_of(network) << " routing " << static_cast<int>(routing));
  const DeadlockReport report = check_deadlock(network, routing, policy, vcs, rule);
  const PacketWalk walk(network, routing, policy, rule);
  REQUIRE(report.dependencies == static_cast<std::int64_t>(walk.edges().size()));
  REQUIRE(report.deadlock_free() == acyclic(walk.edges()));
  for (std::size_t i = 0; i < report.cycle.size(); ++i) {
    const Vertex from = vertex_of(report.cycle[i], network.a());
    const Vertex to = vertex_of(report.cycle[(i + 1) % report.cycle.size()], network.a());
    REQUIRE(walk.edges().count({from, to}) == 1);
  }
}

int same_vc(PortClass, int vc) { return vc; }

/// Figure 7 squeezed into two VCs: the second global hop does not change the VC any more.
int two_vcs_only(PortClass arrived_on, int vc) {
  return std::min(vc_by_figure7(arrived_on, vc), 1);
}

TEST_CASE("dependencies are those of all packets, walked one by one") {
  for (const Arrangement arrangement : kArrangements) {
    for (const auto& [a, h, g] : {std::array{4, 2, 9},
                                  {4, 2, 6},
                                  {4, 2, 3},
                                  {4, 2, 2},
                                  {4, 2, 1},
                                  {3, 3, 5},
                                  {1, 4, 5},
                                  {2, 1, 3},
                                  {1, 1, 2},
                                  {1, 0, 1}}) {
      if (g > 1 && !exists(arrangement, h)) continue;
      const Dragonfly network = make_network(2, a, h, g, arrangement);
      for (const Routing routing : {Routing::kMin, Routing::kVal, Routing::kUgalL}) {
        const VcPolicy policy = vc_policy(network, routing, 3);
        compare(network, routing, policy, 3, vc_by_figure7);
        compare(network, routing, policy, 3, same_vc);
        compare(network, routing, {2, 0, 0}, 2, two_vcs_only);
      }
    }
  }
}

// Checks: DF-15
TEST_CASE("Figure 7 is free of deadlock: 72 terminals, every routing, every number of groups") {
  for (const Arrangement arrangement : kArrangements) {
    for (int g = 1; g <= 9; ++g) {
      const Dragonfly network = make_network(2, 4, 2, g, arrangement);
      for (const Routing routing : kRoutings) {
        const int needed = vc_policy(network, routing, 8).needed;
        for (int vcs = needed; vcs <= 4; ++vcs) {
          const DeadlockReport report =
              check_deadlock(network, routing, vc_policy(network, routing, vcs), vcs);
          REQUIRE(report.deadlock_free());
        }
      }
    }
  }
}

TEST_CASE("Figure 7 is free of deadlock: 1,056 terminals") {
  const Dragonfly network = make_network(4, 8, 4);
  const auto require = [](Routing routing, int vcs) {
    Configuration config;
    config.routing.algorithm = name_of(routing);
    config.router.vcs = vcs;
    require_deadlock_free(make_fabric(config));
  };
  for (const Routing routing : kRoutings) require(routing, 3);
  require(Routing::kMin, 2);
  REQUIRE_THROWS_AS(require(Routing::kUgalL, 2), InputError);
}

// Checks: DF-15
TEST_CASE("without the VC increments minimal routing has a cycle") {
  const Dragonfly network = make_network(4, 8, 4);
  const DeadlockReport report = check_deadlock(network, Routing::kMin, {1, 0, 0}, 1, same_vc);
  REQUIRE_FALSE(report.deadlock_free());
  REQUIRE_THAT(describe(dragonfly_wiring(network, {}), report),
               ContainsSubstring("deadlock possible") && ContainsSubstring(" VC0 -> "));
}

TEST_CASE("two VCs are too few through an intermediate group, and enough for minimal routing") {
  const Dragonfly network = make_network(2, 4, 2);
  REQUIRE_FALSE(check_deadlock(network, Routing::kVal, {2, 0, 0}, 2, two_vcs_only).deadlock_free());
  REQUIRE(check_deadlock(network, Routing::kMin, {2, 0, 0}, 2, two_vcs_only).deadlock_free());
}

TEST_CASE("with one VC too few every routing has a cycle, in every arrangement") {
  for (const Arrangement arrangement : kArrangements) {
    const Dragonfly network = make_network(2, 4, 2, 9, arrangement);
    for (const Routing routing : kRoutings) {
      CAPTURE(name_of(arrangement), name_of(routing));
      const int fewer = vc_policy(network, routing, 8).needed - 1;
      REQUIRE(fewer == (routing == Routing::kMin ? 1 : 2));
      // Packets start on the lowest VC, and stay on the highest from there on.
      const VcRule rule = fewer == 1 ? VcRule(same_vc) : VcRule(two_vcs_only);
      REQUIRE_FALSE(check_deadlock(network, routing, {fewer, 0, 0}, fewer, rule).deadlock_free());
    }
  }
}

TEST_CASE("a group of one router needs no VCs for minimal routing: one channel a packet") {
  const Dragonfly network = make_network(1, 1, 6);
  const DeadlockReport report = check_deadlock(network, Routing::kMin, {1, 0, 0}, 1, same_vc);
  REQUIRE(report.deadlock_free());
  REQUIRE(report.dependencies == 0);
  REQUIRE_THAT(describe(dragonfly_wiring(network, {}), report),
               ContainsSubstring("free of deadlock"));
}

TEST_CASE("a policy that leaves the range of VCs is an error") {
  const Dragonfly network = make_network(2, 4, 2);
  REQUIRE_THROWS_WITH(check_deadlock(network, Routing::kVal, {2, 0, 0}, 2),
                      ContainsSubstring("leads to VC2"));
}

TEST_CASE("virtual channels are named group.router:port VC") {
  const DeadlockReport report{.dependencies = 1, .cycle = {{3, 11, 1}}};
  REQUIRE_THAT(describe(make_wiring(4, 8, 4), report),
               ContainsSubstring("0.3:11 VC1 -> 0.3:11 VC1"));
}

}  // namespace
}  // namespace dragonfly
