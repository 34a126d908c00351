// SPDX-License-Identifier: Apache-2.0
// Flattened butterflies against equation 1 and Figures 1 and 14 of the 2007 paper.

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "models/common/error.hpp"
#include "tests/catch.hpp"
#include "tests/families/graphs.hpp"

namespace dragonfly {
namespace {

using Edges = std::multiset<std::array<int, 3>>;  ///< low, high, class

Edges edges_of(const NetworkGraph& graph) {
  Edges edges;
  for (const GraphChannel& channel : graph.channels) {
    const auto [low, high] = std::minmax(channel.from, channel.to);
    edges.insert({low, high, channel.channel_class});
  }
  return edges;
}

int integer_power(int base, int exponent) {
  int result = 1;
  for (int i = 0; i < exponent; ++i) result *= base;
  return result;
}

TEST_CASE("channels are those of equation 1") {
  for (const auto& [k, n] : {std::pair{4, 2}, {2, 4}, {3, 3}, {5, 2}, {4, 4}, {7, 1}}) {
    Edges expected;
    const int routers = integer_power(k, n - 1);
    for (int i = 0; i < routers; ++i) {
      for (int d = 1; d <= n - 1; ++d) {
        const int stride = integer_power(k, d - 1);
        for (int m = 0; m < k; ++m) {
          const int j = i + (m - i / stride % k) * stride;
          if (i < j) expected.insert({i, j, d - 1});
        }
      }
    }
    const NetworkGraph graph = flattened_butterfly(k_ary_n_flat(k, n));
    REQUIRE(edges_of(graph) == expected);
    REQUIRE(graph.routers == routers);
    REQUIRE(graph.terminals() == integer_power(k, n));
    REQUIRE(router_radix(k_ary_n_flat(k, n)) == n * (k - 1) + 1);
  }
  // Figure 1(d): R4' leads to R5' in dimension 1, R6' in dimension 2 and R0' in dimension 3.
  const Edges cube = edges_of(flattened_butterfly(k_ary_n_flat(2, 4)));
  REQUIRE(cube.count({4, 5, 0}) == 1);
  REQUIRE(cube.count({4, 6, 1}) == 1);
  REQUIRE(cube.count({0, 4, 2}) == 1);
}

TEST_CASE("flattening the rows of a butterfly gives the flattened butterfly") {
  for (const auto& [k, n] : {std::pair{4, 2}, {2, 4}, {3, 3}, {2, 2}}) {
    const NetworkGraph fly = butterfly(k, n);
    const int rows = integer_power(k, n - 1);
    Edges forward, backward;
    for (const GraphChannel& channel : fly.channels) {
      const int from = channel.from % rows;
      const int to = channel.to % rows;
      REQUIRE(channel.to / rows == channel.from / rows + 1);
      // The first rank changes the highest digit.
      if (from < to) forward.insert({from, to, n - 2 - channel.channel_class});
      if (from > to) backward.insert({to, from, n - 2 - channel.channel_class});
    }
    const Edges flat = edges_of(flattened_butterfly(k_ary_n_flat(k, n)));
    REQUIRE(forward == flat);
    REQUIRE(backward == flat);
  }
}

TEST_CASE("1K terminals take 992 links, the folded Clos 2048") {
  // Section 4.3 counts directions: 31 x 32. The folded Clos is in folded_clos_test.cpp.
  REQUIRE(2 * flattened_butterfly(k_ary_n_flat(32, 2)).channels.size() == 992);
}

TEST_CASE("redundant channels and larger sizes of Figure 14") {
  // (a) A 4-ary 2-flat with the eighth port joining neighbours twice.
  FlattenedButterfly paired = k_ary_n_flat(4, 2);
  paired.paired = true;
  REQUIRE(router_radix(paired) == 8);
  const Edges edges = edges_of(flattened_butterfly(paired));
  REQUIRE(edges.size() == 8);
  REQUIRE(edges.count({0, 1, 0}) == 2);
  REQUIRE(edges.count({2, 3, 0}) == 2);
  REQUIRE(edges.count({1, 2, 0}) == 1);
  // (b) A fifth router.
  const NetworkGraph five = flattened_butterfly({{5}, 4, {}, false});
  REQUIRE(five.terminals() == 20);
  REQUIRE(five.channels.size() == 10);

  const FlattenedButterfly doubled{{3, 2}, 1, {2, 1}, false};
  REQUIRE(router_radix(doubled) == 1 + 4 + 1);
  REQUIRE(edges_of(flattened_butterfly(doubled)).count({0, 1, 0}) == 2);
  REQUIRE(edges_of(flattened_butterfly(doubled)).count({0, 3, 1}) == 1);
}

TEST_CASE("the (8,8,16) generalized hypercube of Figure 3") {
  const NetworkGraph graph = generalized_hypercube({8, 8, 16});
  REQUIRE(graph.routers == 1024);
  REQUIRE(graph.terminals() == 1024);
  REQUIRE(graph.channels.size() == 1024 * (7 + 7 + 15) / 2);
}

TEST_CASE("hypercubes join routers whose numbers differ in one bit") {
  const NetworkGraph cube = hypercube(5, 3);
  REQUIRE(cube.terminals() == 96);
  REQUIRE(cube.channels.size() == 5 * 16);
  for (const GraphChannel& channel : cube.channels) {
    REQUIRE((channel.from ^ channel.to) == 1 << channel.channel_class);
  }
  REQUIRE(hypercube(0).routers == 1);
}

TEST_CASE("flattened butterflies that cannot be are refused") {
  REQUIRE_THROWS_WITH(k_ary_n_flat(1, 3), ContainsSubstring("2-ary 3-flat"));
  REQUIRE_THROWS_AS(k_ary_n_flat(4, 0), InputError);
  REQUIRE_THROWS_AS(k_ary_n_flat(2, 99), InputError);
  REQUIRE_THROWS_AS(flattened_butterfly({{4, 0}, 1, {}, false}), InputError);
  REQUIRE_THROWS_AS(flattened_butterfly({{4}, 0, {}, false}), InputError);
  REQUIRE_THROWS_AS(flattened_butterfly({{4}, 1, {1, 1}, false}), InputError);
  REQUIRE_THROWS_AS(flattened_butterfly({{4}, 1, {0}, false}), InputError);
  REQUIRE_THROWS_WITH(flattened_butterfly({{5}, 1, {}, true}), ContainsSubstring("4 or 6"));
  REQUIRE_THROWS_AS(flattened_butterfly({{}, 1, {}, true}), InputError);
  REQUIRE_THROWS_WITH(flattened_butterfly(k_ary_n_flat(2, 31)), ContainsSubstring("GiB"));
  REQUIRE_THROWS_WITH(flattened_butterfly(k_ary_n_flat(1000, 31)), ContainsSubstring("2^63"));
  REQUIRE_THROWS_AS(flattened_butterfly({{2'000'000'000}, 2'000'000'000, {}, false}), InputError);
  REQUIRE_THROWS_AS(hypercube(31), InputError);
  REQUIRE_THROWS_AS(hypercube(-1), InputError);
}

}  // namespace
}  // namespace dragonfly
