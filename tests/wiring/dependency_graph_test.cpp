// SPDX-License-Identifier: Apache-2.0
#include "models/wiring/dependency_graph.hpp"

#include <cstddef>
#include <utility>
#include <vector>

#include "tests/catch.hpp"

namespace dragonfly {
namespace {

/// Any of `vertices` vertices can lead to any other.
DependencyGraph complete_graph(std::size_t vertices) {
  return DependencyGraph(std::vector<std::size_t>(vertices, 0), 1, vertices);
}

TEST_CASE("a graph without edges has no cycle") {
  REQUIRE(complete_graph(3).cycle().empty());
  REQUIRE(complete_graph(0).cycle().empty());
}

TEST_CASE("edges count once") {
  DependencyGraph graph = complete_graph(3);
  graph.add(0, 1);
  graph.add(0, 1);
  graph.add(1, 2);
  REQUIRE(graph.edges() == 2);
  REQUIRE(graph.cycle().empty());
}

TEST_CASE("two ways to the same vertex are no cycle") {
  DependencyGraph graph = complete_graph(4);
  for (const auto& [from, to] : {std::pair{0, 1}, {0, 2}, {1, 3}, {2, 3}}) graph.add(from, to);
  REQUIRE(graph.cycle().empty());
}

TEST_CASE("a vertex that leads to itself is a cycle") {
  DependencyGraph graph = complete_graph(2);
  graph.add(0, 1);
  graph.add(1, 1);
  REQUIRE(graph.cycle() == std::vector<std::size_t>{1});
}

TEST_CASE("a cycle is given in order, as short as there is one through its vertices") {
  DependencyGraph graph = complete_graph(7);
  // 0 leads into the cycle 1 2 3 4 5 1 with the short cut 2 5; 6 hangs on to it.
  for (const auto& [from, to] :
       {std::pair{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 1}, {2, 5}, {4, 6}}) {
    graph.add(from, to);
  }
  REQUIRE(graph.cycle() == std::vector<std::size_t>{1, 2, 5});
}

TEST_CASE("long paths do not exhaust the stack") {
  constexpr std::size_t kLength = 1'000'000;
  std::vector<std::size_t> next(kLength);
  for (std::size_t i = 0; i < kLength; ++i) next[i] = (i + 1) % kLength;
  DependencyGraph graph(next, 1, 1);
  for (std::size_t i = 0; i + 1 < kLength; ++i) graph.add(i, i + 1);
  REQUIRE(graph.cycle().empty());
  graph.add(kLength - 1, 0);
  REQUIRE(graph.cycle().size() == kLength);
}

TEST_CASE("blocks of vertices share their first target") {
  // Two channels of two VCs, each leading to the other.
  DependencyGraph graph({2, 0}, 2, 2);
  graph.add(0, 3);
  graph.add(3, 1);
  REQUIRE(graph.cycle().empty());
  graph.add(1, 3);
  REQUIRE(graph.cycle() == std::vector<std::size_t>{3, 1});
}

}  // namespace
}  // namespace dragonfly
