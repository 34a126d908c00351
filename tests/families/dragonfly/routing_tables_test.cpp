// SPDX-License-Identifier: Apache-2.0
// Routing tables, walked packet by packet as the routers do, and the VC policy.
#include "models/families/dragonfly/routing_tables.hpp"

#include <algorithm>
#include <string>

#include "models/common/error.hpp"
#include "tests/catch.hpp"
#include "tests/families/dragonfly/networks.hpp"

namespace dragonfly {
namespace {

/// Walks every path that the tables allow, and keeps the largest number of hops.
class Walker {
 public:
  explicit Walker(const Dragonfly& network) : network_(network) {
    for (int router = 0; router < network.routers(); ++router) {
      tables_.push_back(routing_tables(network, router));
    }
  }

  /// Most hops over all paths from `router` to `destination`, first through group `intermediate` if
  /// it is not -1. Walks are cut off at kLimit, above what is allowed.
  int longest(int router, int destination, int intermediate) const {
    return walk(router, destination, intermediate, 0);
  }

 private:
  static constexpr int kLimit = 6;

  int walk(int router, int destination, int intermediate, int hops) const {
    if (hops == kLimit) return hops;
    const int group = network_.group_of_router(router);
    if (group == intermediate) intermediate = -1;
    const int target = intermediate >= 0 ? intermediate : network_.group_of_router(destination);
    const RoutingTables& tables = tables_[router];
    if (target == group) {
      if (router == destination) return hops;
      const int port = tables.local_port[network_.local_index(destination)];
      return walk(network_.link(router, port).router, destination, intermediate, hops + 1);
    }
    int longest = 0;
    const RoutingTables::Range range = tables.groups[target];
    REQUIRE(range.count > 0);
    for (int i = range.first; i < range.first + range.count; ++i) {
      const Way& way = tables.ways[i];
      const int port = way.router == network_.local_index(router)
                           ? network_.global_port(way.global_port)
                           : tables.local_port[way.router];
      const Link link = network_.link(router, port);
      REQUIRE(link.connected);
      longest = std::max(longest, walk(link.router, destination, intermediate, hops + 1));
    }
    return longest;
  }

  const Dragonfly& network_;
  std::vector<RoutingTables> tables_;
};

void require_all_pairs_connected(const Dragonfly& n) {
  INFO(name_of(n));
  const Walker walker(n);
  int minimal = 0, nonminimal = 0;
  for (int source = 0; source < n.routers(); ++source) {
    for (int destination = 0; destination < n.routers(); ++destination) {
      minimal = std::max(minimal, walker.longest(source, destination, -1));
      const int from = n.group_of_router(source), to = n.group_of_router(destination);
      for (int middle = 0; middle < n.g(); ++middle) {
        if (from == to || middle == from || middle == to) continue;
        nonminimal = std::max(nonminimal, walker.longest(source, destination, middle));
      }
    }
  }
  // local-global-local, and local-global-local-global-local.
  REQUIRE(minimal <= 3);
  REQUIRE(nonminimal <= 5);
}

// Checks: DF-23, DF-26
TEST_CASE("every path that the tables allow ends at its destination") {
  for (const Arrangement arrangement : kArrangements) {
    for (const int g : {1, 2, 3, 5, 8, 9}) {
      require_all_pairs_connected(make_network(2, 4, 2, g, arrangement));
    }
    require_all_pairs_connected(make_network(1, 1, 6, 7, arrangement));
    if (!exists(arrangement, 1)) continue;
    require_all_pairs_connected(make_network(1, 3, 3, 5, arrangement));
    require_all_pairs_connected(make_network(1, 5, 1, 6, arrangement));
  }
}

// Checks: DF-20, DF-24, DF-27
TEST_CASE("ways: own channels only if there are any, else all of the group (Section 4.1, step 1)") {
  for (const int g : {2, 5, 9, 13, 25}) {
    const Dragonfly n = make_network(1, 6, 4, g);
    for (int router = 0; router < n.routers(); ++router) {
      const RoutingTables tables = routing_tables(n, router);
      const int group = n.group_of_router(router), index = n.local_index(router);
      REQUIRE(static_cast<int>(tables.ways.size()) <= n.a() * n.h());
      REQUIRE(static_cast<int>(tables.groups.size()) == n.g());
      REQUIRE(tables.groups[group].count == 0);
      REQUIRE(tables.local_port[index] == -1);
      for (int target = 0; target < n.g(); ++target) {
        std::vector<Way> all, own;
        for (const GlobalEnd& end : n.channels_between(group, target)) {
          all.push_back({end.router, end.port});
          if (end.router == index) own.push_back(all.back());
        }
        const RoutingTables::Range range = tables.groups[target];
        const std::vector<Way> ways(tables.ways.begin() + range.first,
                                    tables.ways.begin() + range.first + range.count);
        REQUIRE(ways == (own.empty() ? all : own));
      }
    }
  }
}

TEST_CASE("VC policy of Figure 7") {
  const Dragonfly large = make_network(4, 8, 4);
  const VcPolicy min2 = vc_policy(large, Routing::kMin, 2);
  REQUIRE(min2.needed == 2);
  REQUIRE(min2.minimal_start == 0);
  const VcPolicy min3 = vc_policy(large, Routing::kMin, 3);
  REQUIRE(min3.needed == 2);
  REQUIRE(min3.minimal_start == 1);
  for (const Routing routing : {Routing::kVal, Routing::kUgalL, Routing::kUgalG, Routing::kUgalLVc,
                                Routing::kUgalLVch, Routing::kUgalLCr}) {
    for (const int vcs : {3, 4, 8}) {
      const VcPolicy policy = vc_policy(large, routing, vcs);
      REQUIRE(policy.needed == 3);
      REQUIRE(policy.minimal_start == 1);
      REQUIRE(policy.nonminimal_start == 0);
    }
    REQUIRE_THROWS_AS(vc_policy(large, routing, 2), InputError);
  }
}

TEST_CASE("networks of one and two groups need fewer VCs: there is no intermediate group") {
  const Dragonfly one = make_network(2, 4, 2, 1), two = make_network(2, 4, 2, 2);
  REQUIRE(vc_policy(one, Routing::kUgalL, 1).needed == 1);
  REQUIRE(vc_policy(one, Routing::kUgalL, 3).minimal_start == 0);
  REQUIRE(vc_policy(two, Routing::kVal, 2).needed == 2);
  REQUIRE(vc_policy(two, Routing::kVal, 2).minimal_start == 0);
  REQUIRE(vc_policy(two, Routing::kMin, 3).minimal_start == 1);
}

TEST_CASE("too few VCs are refused with the number that works") {
  const Dragonfly small = make_network(2, 4, 2);
  REQUIRE_THROWS_WITH(vc_policy(small, Routing::kUgalL, 2),
                      ContainsSubstring("router.vcs = 2") && ContainsSubstring("needs 3") &&
                          ContainsSubstring("routing.algorithm = \"min\""));
  REQUIRE_THROWS_WITH(vc_policy(small, Routing::kMin, 1), ContainsSubstring("needs 2"));
  REQUIRE_THROWS_WITH(vc_policy(make_network(2, 4, 2, 1), Routing::kMin, 0),
                      ContainsSubstring("router.vcs = 1"));
}

}  // namespace
}  // namespace dragonfly
