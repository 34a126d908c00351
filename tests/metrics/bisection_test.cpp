// SPDX-License-Identifier: Apache-2.0
// Bisections against all cuts counted anew, and against closed forms.
#include "models/metrics/bisection.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

#include "models/common/error.hpp"
#include "models/metrics/channel_load.hpp"
#include "models/metrics/network_size.hpp"
#include "tests/catch.hpp"
#include "tests/families/graphs.hpp"
#include "tests/wiring/random_graphs.hpp"

namespace dragonfly {
namespace {

/// (imbalance, channels) of a cut.
std::pair<int, int> count_cut(const NetworkGraph& graph, unsigned side) {
  int difference = 0, channels = 0;
  for (int router = 0; router < graph.routers; ++router) {
    difference += (side >> router & 1) != 0 ? graph.sources[router] : -graph.sources[router];
  }
  for (const GraphChannel& channel : graph.channels) {
    if ((side >> channel.from & 1) != (side >> channel.to & 1)) ++channels;
  }
  return {std::abs(difference), channels};
}

unsigned bits_of(const Bisection& bisection) {
  unsigned side = 0;
  for (std::size_t i = 0; i < bisection.side.size(); ++i) {
    if (bisection.side[i]) side |= 1U << i;
  }
  return side;
}

TEST_CASE("exact bisections of small graphs, all cuts counted anew") {
  RandomGraphs random(7);
  for (int i = 0; i < 60; ++i) {
    const int routers = random.number(1, 10);
    const NetworkGraph graph = random.any(routers, 3 * routers, false);
    std::pair<int, int> best = count_cut(graph, 0);
    for (unsigned side = 1; side < 1U << routers; ++side) {
      best = std::min(best, count_cut(graph, side));
    }
    const Bisection exact = exact_bisection(graph);
    REQUIRE(exact.exact);
    REQUIRE(exact.imbalance == best.first);
    REQUIRE(exact.channels == best.second);
    REQUIRE(count_cut(graph, bits_of(exact)) == best);
    const Bisection bound = bisection_upper_bound(graph);
    REQUIRE(count_cut(graph, bits_of(bound)) ==
            std::pair<int, int>(bound.imbalance, bound.channels));
    REQUIRE(std::pair<int, int>(bound.imbalance, bound.channels) >= best);
  }
}

TEST_CASE("bisections in closed form") {
  REQUIRE(exact_bisection(hypercube(4)).channels == 8);
  REQUIRE(exact_bisection(torus({4, 4})).channels == 8);
  REQUIRE(exact_bisection(torus({7})).channels == 2);
  REQUIRE(exact_bisection(torus({7})).imbalance == 1);
  REQUIRE(exact_bisection(flattened_butterfly({{9}, 1, {}, false})).channels == 20);
  REQUIRE(bisection_upper_bound(hypercube(10)).channels == 512);
  // A full folded Clos: half of the terminals' channels, at each top router.
  const Bisection clos = bisection_upper_bound(folded_clos({8, 3, 0}));
  REQUIRE(clos.imbalance == 0);
  REQUIRE(clos.channels == 128 / 2);
}

TEST_CASE("a k-ary n-flat of even k has a bisection of N/2 directions of channels") {
  // Kim, Dally, Abts 2007, footnote 3; the lower bound by loads meets the cut through the last
  // dimension.
  for (const auto& [k, n] : {std::pair{4, 2}, {4, 3}, {8, 2}, {2, 6}, {32, 2}}) {
    const NetworkGraph graph = flattened_butterfly(k_ary_n_flat(k, n));
    const std::int64_t terminals = graph.terminals();
    const LoadSummary loads = summarize(graph, shortest_path_loads(graph, uniform_traffic(graph)));
    REQUIRE(2 * bisection_lower_bound(terminals, 0, loads.largest) == terminals / 2);
    REQUIRE(2 * bisection_upper_bound(graph).channels == terminals / 2);
    if (graph.routers <= kMaxExactBisection) {
      REQUIRE(2 * exact_bisection(graph).channels == terminals / 2);
    }
  }
}

TEST_CASE("the exact bisection lies between the bounds") {
  int odd = 0;
  for (const int family : {0, 1, 2, 3, 4, 5, 7}) {
    RandomGraphs random(60 + static_cast<unsigned>(family));
    for (int i = 0; i < 40; ++i) {
      const NetworkGraph graph = random.of_family(family);
      if (graph.routers > 14) continue;
      const LoadSummary loads = [&] {
        try {
          return summarize(graph, shortest_path_loads(graph, uniform_traffic(graph)));
        } catch (const InputError&) {
          return LoadSummary{};  // not connected
        }
      }();
      const Bisection exact = exact_bisection(graph);
      if (exact.imbalance != 0) ++odd;
      REQUIRE(bisection_lower_bound(graph.terminals(), exact.imbalance, loads.largest) <=
              exact.channels);
      const Bisection upper = bisection_upper_bound(graph);
      if (upper.imbalance == exact.imbalance) REQUIRE(upper.channels >= exact.channels);
    }
  }
  REQUIRE(odd > 20);
}

TEST_CASE("the bisection of a grid does not depend on the order of its dimensions") {
  const auto measured = [](const NetworkGraph& graph) {
    return measure_bisection(graph, uniform_load_summary(graph).largest);
  };
  // Across the longest ring two channels for each router of the other dimensions; among k complete
  // routers (k/2)^2, so across the shortest dimension. Both meet the bound by loads.
  std::vector<int> sizes{4, 8, 16};
  do {
    const BisectionBounds ring = measured(torus(sizes));
    REQUIRE(ring.cut.channels == 2 * 4 * 8);
    REQUIRE(ring.lower == 64);
    REQUIRE(ring.cut.exact);
    const BisectionBounds flat = measured(flattened_butterfly({sizes, 1, {}, false}));
    REQUIRE(flat.cut.channels == 2 * 2 * 8 * 16);
    REQUIRE(flat.lower == 512);
    REQUIRE(flat.cut.exact);
  } while (std::next_permutation(sizes.begin(), sizes.end()));
  // Where no cut is even, where channels lie side by side, and where the bounds differ.
  for (const bool rings : {true, false}) {
    std::vector<int> order{0, 1, 2};
    std::vector<std::pair<std::int64_t, std::int64_t>> found;
    do {
      const std::vector<int> odd{3, 5, 7}, parallel{1, 3, 2};
      std::vector<int> shuffled, channels;
      for (const int d : order) shuffled.push_back(odd[d]), channels.push_back(parallel[d]);
      const NetworkGraph graph =
          rings ? torus(shuffled) : flattened_butterfly({shuffled, 2, channels, false});
      const BisectionBounds bounds = measured(graph);
      found.emplace_back(bounds.lower, bounds.cut.channels);
      REQUIRE(bounds.lower <= bounds.cut.channels);
      std::int64_t cut = 0;
      for (const GraphChannel& channel : graph.channels) {
        if (bounds.cut.side[channel.from] != bounds.cut.side[channel.to]) ++cut;
      }
      REQUIRE(cut == bounds.cut.channels);
    } while (std::next_permutation(order.begin(), order.end()));
    for (const auto& pair : found) REQUIRE(pair == found.front());
  }
}

TEST_CASE("bisections that cannot be counted are refused") {
  REQUIRE_THROWS_WITH(exact_bisection(hypercube(5)), ContainsSubstring("at most 20 routers"));
  REQUIRE_THROWS_AS(exact_bisection(butterfly(2, 2)), InputError);
  REQUIRE_THROWS_AS(bisection_upper_bound(butterfly(2, 2)), InputError);
}

TEST_CASE("sizes of networks: radix and channels by class") {
  const NetworkSize flat = measure_size(flattened_butterfly(k_ary_n_flat(16, 4)));
  REQUIRE(flat.terminals == 65'536);
  REQUIRE(flat.routers == 4096);
  REQUIRE(flat.radix == 61);
  REQUIRE(flat.groups == 256);
  REQUIRE(flat.classes.size() == 3);
  for (const ClassCount& count : flat.classes) REQUIRE(count.channels == 4096 * 15 / 2);
  REQUIRE(flat.channels == 3 * 4096 * 15 / 2);

  const NetworkSize fly = measure_size(butterfly(4, 3));
  REQUIRE(fly.radix == 4);
  REQUIRE(fly.terminals == 64);
  REQUIRE(fly.channels == 2 * 64);
  const NetworkSize clos = measure_size(folded_clos({8, 3, 0}));
  REQUIRE(clos.radix == 8);
  REQUIRE(clos.groups == 9);  // 8 subtrees and the top level
}

}  // namespace
}  // namespace dragonfly
