// SPDX-License-Identifier: Apache-2.0
// Distances against those of the Boost Graph Library, and against closed forms.
#include "models/wiring/distances.hpp"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <cmath>
#include <vector>

#include "tests/catch.hpp"
#include "tests/families/dragonfly/networks.hpp"
#include "tests/families/graphs.hpp"
#include "tests/wiring/random_graphs.hpp"

namespace dragonfly {
namespace {

/// Distances from a router to all by Boost, -1 where there is no path.
template <class Graph>
std::vector<int> boost_distances(const Graph& graph, int source) {
  std::vector<int> distance(boost::num_vertices(graph), -1);
  distance[source] = 0;
  boost::breadth_first_search(graph, source,
                              boost::visitor(boost::make_bfs_visitor(boost::record_distances(
                                  distance.data(), boost::on_tree_edge()))));
  return distance;
}

template <class Directedness>
std::vector<std::vector<int>> all_distances(const NetworkGraph& network) {
  boost::adjacency_list<boost::vecS, boost::vecS, Directedness> graph(network.routers);
  for (const GraphChannel& channel : network.channels) {
    boost::add_edge(channel.from, channel.to, graph);
  }
  std::vector<std::vector<int>> result;
  for (int router = 0; router < network.routers; ++router) {
    result.push_back(boost_distances(graph, router));
  }
  return result;
}

struct Expected {
  bool connected = true;
  std::vector<std::int64_t> pairs_at;
  double average = 0;
  std::vector<double> delta;
};

Expected expected_of(const NetworkGraph& network) {
  const auto all = network.directed ? all_distances<boost::directedS>(network)
                                    : all_distances<boost::undirectedS>(network);
  Expected expected;
  double distances = 0;
  double pairs = 0;
  for (int from = 0; from < network.routers; ++from) {
    if (network.sources[from] == 0) continue;
    double sum = 0;
    double others = 0;
    for (int to = 0; to < network.routers; ++to) {
      if (to == from || network.ejecting()[to] == 0) continue;
      const int distance = all[from][to];
      if (distance < 0) {
        expected.connected = false;
        continue;
      }
      if (static_cast<int>(expected.pairs_at.size()) <= distance) {
        expected.pairs_at.resize(distance + 1);
      }
      ++expected.pairs_at[distance];
      sum += distance;
      others += 1;
    }
    expected.delta.push_back(others > 0 ? sum / others : 0);
    distances += sum;
    pairs += others;
  }
  if (pairs > 0) expected.average = distances / pairs;
  return expected;
}

/// delta_i of all routers, ascending.
std::vector<double> all_deltas(const DistanceMetrics& metrics) {
  std::vector<double> deltas;
  for (std::size_t i = 0; i < metrics.delta.size(); ++i) {
    deltas.insert(deltas.end(), metrics.delta_count[i], metrics.delta[i]);
  }
  std::sort(deltas.begin(), deltas.end());
  return deltas;
}

void require_as_boost(const NetworkGraph& network) {
  INFO(network.family << " of " << network.routers << " routers, " << network.channels.size()
                      << " channels");
  Expected expected = expected_of(network);
  NetworkGraph without_orbits = network;
  without_orbits.orbits.clear();
  const DistanceMetrics each = measure_distances(without_orbits);
  REQUIRE(each.delta == expected.delta);  // in the order of the routers
  for (const DistanceMetrics& metrics : {each, measure_distances(network)}) {
    REQUIRE(metrics.connected == expected.connected);
    REQUIRE(metrics.pairs_at == expected.pairs_at);
    REQUIRE(metrics.diameter == std::max<int>(0, static_cast<int>(expected.pairs_at.size()) - 1));
    REQUIRE(metrics.average == Approx(expected.average));
    std::sort(expected.delta.begin(), expected.delta.end());
    REQUIRE(all_deltas(metrics) == expected.delta);
    if (!expected.connected) {
      REQUIRE(std::isnan(metrics.cv2));
      REQUIRE(std::isnan(metrics.max_difference_percent));
      continue;
    }
    if (expected.delta.empty() || expected.delta.back() == 0) continue;
    // Variance as mean of squares less square of the mean: another way than the library's.
    double sum = 0;
    double squares = 0;
    for (const double delta : expected.delta) {
      sum += delta;
      squares += delta * delta;
    }
    const auto count = static_cast<double>(expected.delta.size());
    const double mean = sum / count;
    REQUIRE(metrics.cv2 == Approx((squares / count - mean * mean) / (mean * mean)).margin(1e-12));
    REQUIRE(metrics.max_difference_percent ==
            Approx(100 * (expected.delta.back() / expected.delta.front() - 1)).margin(1e-9));
  }
}

TEST_CASE("distances in random graphs are those of Boost") {
  RandomGraphs random(1);
  for (int i = 0; i < 120; ++i) {
    const int routers = random.number(1, 90);
    require_as_boost(random.any(routers, random.number(0, 4 * routers), i % 2 == 1));
  }
}

TEST_CASE("more searches than fit one batch") {
  RandomGraphs random(2);
  for (const bool directed : {false, true}) {
    for (const int routers : {512, 513, 1100}) {
      NetworkGraph graph = random.any(routers, 4 * routers, directed);
      graph.sources.assign(routers, 1);
      require_as_boost(graph);
      // Every router as an orbit of its own: the other way of counting.
      const DistanceMetrics without = measure_distances(graph);
      for (int router = 0; router < routers; ++router) graph.orbits.push_back({router, 1});
      const DistanceMetrics with = measure_distances(graph);
      REQUIRE(with.delta == without.delta);
      REQUIRE(with.pairs_at == without.pairs_at);
    }
  }
}

TEST_CASE("distances in networks of all families are those of Boost") {
  for (int family = 0; family < RandomGraphs::kFamilies; ++family) {
    RandomGraphs random(10 + static_cast<unsigned>(family));
    for (int i = 0; i < 40; ++i) require_as_boost(random.of_family(family));
  }
}

TEST_CASE("distances of grids in closed form") {
  for (const std::vector<int>& sizes :
       {std::vector<int>{5}, {4, 4}, {3, 1, 7}, {2, 2, 2, 2}, {8, 8, 16}}) {
    double routers = 1;
    for (const int size : sizes) routers *= size;
    // A dimension adds a hop unless the digits agree, or half the way round its ring.
    double hops = 0, ring_hops = 0;
    int dimensions = 0, half_rings = 0;
    for (const int size : sizes) {
      hops += 1 - 1.0 / size;
      const int hops_to_all = size * size / 4;
      ring_hops += static_cast<double>(hops_to_all) / size;
      dimensions += size > 1 ? 1 : 0;
      half_rings += size / 2;
    }
    const DistanceMetrics flat = measure_distances(flattened_butterfly({sizes, 2, {}, false}));
    REQUIRE(flat.diameter == dimensions);
    REQUIRE(flat.average == Approx(hops * routers / (routers - 1)));
    REQUIRE(flat.max_difference_percent == 0);
    REQUIRE(flat.cv2 == 0);
    const DistanceMetrics ring = measure_distances(torus(sizes));
    REQUIRE(ring.diameter == half_rings);
    REQUIRE(ring.average == Approx(ring_hops * routers / (routers - 1)));
  }
  for (int n = 1; n <= 12; ++n) {
    const DistanceMetrics cube = measure_distances(hypercube(n));
    REQUIRE(cube.diameter == n);
    REQUIRE(cube.average == Approx(n * std::exp2(n - 1) / (std::exp2(n) - 1)));
  }
}

TEST_CASE("distances of multistage networks in closed form") {
  for (int k = 2; k <= 5; ++k) {
    for (int n = 2; n <= 4; ++n) {
      const DistanceMetrics fly = measure_distances(butterfly(k, n));
      REQUIRE(fly.connected);
      REQUIRE(fly.diameter == n - 1);
      REQUIRE(fly.average == n - 1);
    }
  }
  for (const int radix : {4, 6, 8}) {
    for (int levels = 2; levels <= 4; ++levels) {
      const int m = radix / 2;
      const double leaves = 2.0 * std::pow(m, levels - 1);
      // Up and down again to the lowest subtree in common.
      double sum = 0;
      double nearer = 1;
      for (int level = 2; level <= levels; ++level) {
        const double within = level == levels ? leaves : std::pow(m, level - 1);
        sum += (within - nearer) * 2 * (level - 1);
        nearer = within;
      }
      const DistanceMetrics clos = measure_distances(folded_clos({radix, levels, 0}));
      REQUIRE(clos.diameter == 2 * (levels - 1));
      REQUIRE(clos.average == Approx(sum / (leaves - 1)));
    }
  }
}

TEST_CASE("the largest dragonfly of radix-64 routers, by symmetry") {
  const NetworkGraph graph = dragonfly_graph(make_network(16, 32, 16));
  REQUIRE(graph.terminals() == 262656);
  REQUIRE(graph.orbits.size() == 32);
  const DistanceMetrics metrics = measure_distances(graph);
  REQUIRE(metrics.diameter == 3);
  // As in the test of the topology summary: Theorem 1 of Curtsinger and Bunde for routers that are
  // neither first nor last in their group.
  const double others = 32 * 513 - 1;
  double sum = 0;
  for (int router = 0; router < 32; ++router) {
    const double two = 2 * 16 * 31 + (router == 0 || router == 31 ? 0 : 2 * 16 - 2);
    sum += 47 + 2 * two + 3 * (others - 47 - two);
  }
  REQUIRE(metrics.average == Approx(sum / 32 / others));
}

TEST_CASE("networks of one router, and of none that are reached") {
  NetworkGraph lone;
  lone.routers = 1;
  lone.sources = {3};
  const DistanceMetrics one = measure_distances(lone);
  REQUIRE(one.connected);
  REQUIRE(one.diameter == 0);
  REQUIRE(one.average == 0);
  REQUIRE(one.max_difference_percent == 0);

  lone.routers = 2;
  lone.sources = {1, 1};
  const DistanceMetrics apart = measure_distances(lone);
  REQUIRE_FALSE(apart.connected);
  REQUIRE(apart.average == 0);
}

}  // namespace
}  // namespace dragonfly
