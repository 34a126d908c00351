// SPDX-License-Identifier: Apache-2.0
// The summary against closed forms and against distances by Floyd and Warshall.
#include "models/families/dragonfly/topology_summary.hpp"

#include <algorithm>
#include <vector>

#include "tests/catch.hpp"
#include "tests/families/dragonfly/networks.hpp"

namespace dragonfly {
namespace {

struct Distances {
  int diameter = 0;
  double average = 0;
};

Distances floyd_warshall(const Dragonfly& n) {
  const int routers = n.routers();
  std::vector<std::vector<int>> d(routers, std::vector<int>(routers, 1000));
  for (int i = 0; i < routers; ++i) {
    d[i][i] = 0;
    for (int port = n.p(); port < n.radix(); ++port) {
      if (const Link link = n.link(i, port); link.connected) d[i][link.router] = 1;
    }
  }
  for (int k = 0; k < routers; ++k) {
    for (int i = 0; i < routers; ++i) {
      for (int j = 0; j < routers; ++j) d[i][j] = std::min(d[i][j], d[i][k] + d[k][j]);
    }
  }
  Distances result;
  double sum = 0;
  for (const std::vector<int>& row : d) {
    for (const int distance : row) {
      result.diameter = std::max(result.diameter, distance);
      sum += distance;
    }
  }
  result.average = routers > 1 ? sum / (routers * (routers - 1.0)) : 0;
  return result;
}

TEST_CASE("the networks of the 2008 paper in numbers") {
  const TopologySummary small = summarize(make_network(2, 4, 2));  // Figure 5
  REQUIRE(small.terminals == 72);
  REQUIRE(small.routers == 36);
  REQUIRE(small.groups == 9);
  REQUIRE(small.radix == 7);
  REQUIRE(small.effective_radix == 16);

  const TopologySummary large = summarize(make_network(4, 8, 4));
  REQUIRE(large.terminals == 1056);
  REQUIRE(large.routers == 264);
  REQUIRE(large.radix == 15);
  REQUIRE(large.effective_radix == 64);
  REQUIRE(large.local_channels == 33 * 8 * 7 / 2);
  REQUIRE(large.global_channels == 33 * 32 / 2);
  REQUIRE(large.min_channels_per_group_pair == 1);
  REQUIRE(large.max_channels_per_group_pair == 1);
  REQUIRE(large.unconnected_global_ports == 0);
  REQUIRE(large.diameter == 3);
}

TEST_CASE("average distance of the relative arrangement, from the counts of Curtsinger and Bunde") {
  // From each router: a-1+h others at one hop; h(a-1) each over a global and a local channel in
  // either order; over two global channels none that is not nearer anyhow from the two terminal
  // routers of each group, 2h-2 from the others (Theorem 1); all others at three.
  for (const auto& [a, h] : {std::pair{4, 2}, {8, 4}, {6, 3}}) {
    const double others = a * (a * h + 1) - 1;
    double sum = 0;
    for (int router = 0; router < a; ++router) {
      const double one = a - 1 + h;
      const double shortcuts = router == 0 || router == a - 1 ? 0 : 2 * h - 2;
      const double two = 2 * h * (a - 1) + shortcuts;
      sum += one + 2 * two + 3 * (others - one - two);
    }
    REQUIRE(summarize(make_network(1, a, h)).average_distance == Approx(sum / a / others));
  }
}

TEST_CASE("distances agree with Floyd and Warshall") {
  for (const Arrangement arrangement : kArrangements) {
    for (const int g : {1, 2, 3, 7, 10, 19}) {
      const Dragonfly n = make_network(1, 6, exists(arrangement, 3) ? 3 : 4, g, arrangement);
      INFO(name_of(n));
      const Distances expected = floyd_warshall(n);
      const TopologySummary summary = summarize(n);
      REQUIRE(summary.diameter == expected.diameter);
      REQUIRE(summary.average_distance == Approx(expected.average));
    }
  }
}

TEST_CASE("channels between groups in smaller networks") {
  const TopologySummary uneven = summarize(make_network(1, 4, 3, 6));  // 12 ports, 5 other groups
  REQUIRE(uneven.min_channels_per_group_pair == 2);
  REQUIRE(uneven.max_channels_per_group_pair == 3);
  REQUIRE(uneven.global_channels == 6 * 12 / 2);
  REQUIRE(uneven.unconnected_global_ports == 0);

  const TopologySummary odd = summarize(make_network(1, 3, 3, 5));  // 45 ports: one must remain
  REQUIRE(odd.unconnected_global_ports == 1);
  REQUIRE(odd.global_channels == 22);
}

TEST_CASE("a single group and a single router") {
  const TopologySummary group = summarize(make_network(2, 5, 3, 1));
  REQUIRE(group.diameter == 1);
  REQUIRE(group.average_distance == 1.0);
  REQUIRE(group.global_channels == 0);
  REQUIRE(group.min_channels_per_group_pair == 0);
  REQUIRE(group.max_channels_per_group_pair == 0);
  REQUIRE(group.unconnected_global_ports == 15);

  const TopologySummary lone = summarize(make_network(3, 1, 0));
  REQUIRE(lone.diameter == 0);
  REQUIRE(lone.average_distance == 0.0);
}

}  // namespace
}  // namespace dragonfly
