// SPDX-License-Identifier: Apache-2.0
// Worst-case traffic against all permutations tried one by one, and against closed forms.
#include "models/metrics/worst_case.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "models/common/error.hpp"
#include "models/metrics/adversarial_traffic.hpp"
#include "models/metrics/transport.hpp"
#include "models/wiring/distances.hpp"
#include "tests/catch.hpp"
#include "tests/families/dragonfly/networks.hpp"
#include "tests/families/graphs.hpp"
#include "tests/wiring/random_graphs.hpp"

namespace dragonfly {
namespace {

/// The most that an assignment of single units is worth: the best of all sets of columns that the
/// rows so far can have taken. worth[row][column]; up to some 14 columns.
double best_assignment(const std::vector<std::vector<double>>& worth, std::size_t columns) {
  std::vector<double> best(std::size_t{1} << columns, 0);
  for (const std::vector<double>& row : worth) {
    std::vector<double> next = best;
    for (std::size_t taken = 0; taken < best.size(); ++taken) {
      for (std::size_t c = 0; c < columns; ++c) {
        if ((taken >> c & 1) != 0) continue;
        double& value = next[taken | std::size_t{1} << c];
        value = std::max(value, best[taken] + row[c]);
      }
    }
    best = next;
  }
  return *std::max_element(best.begin(), best.end());
}

/// The numbers 0 .. n-1, each as often as its capacity says.
std::vector<std::size_t> units(const std::vector<std::int64_t>& capacities) {
  std::vector<std::size_t> list;
  for (std::size_t i = 0; i < capacities.size(); ++i) {
    list.insert(list.end(), static_cast<std::size_t>(capacities[i]), i);
  }
  return list;
}

double best_of_units(const TransportProblem& problem) {
  std::vector<std::vector<double>> worth(problem.rows.size(),
                                         std::vector<double>(problem.columns.size(), 0));
  for (const TransportEntry& entry : problem.entries) worth[entry.row][entry.column] = entry.weight;
  const std::vector<std::size_t> rows = units(problem.rows), columns = units(problem.columns);
  std::vector<std::vector<double>> expanded;
  for (const std::size_t row : rows) {
    std::vector<double>& line = expanded.emplace_back();
    for (const std::size_t column : columns) line.push_back(worth[row][column]);
  }
  return best_assignment(expanded, columns.size());
}

TEST_CASE("transport is worth as much as the best assignment of all") {
  RandomGraphs random(11);
  for (int i = 0; i < 300; ++i) {
    TransportProblem problem;
    for (int r = random.number(0, 5); r > 0; --r) problem.rows.push_back(random.number(0, 3));
    for (int c = random.number(0, 5); c > 0; --c) problem.columns.push_back(random.number(0, 2));
    // Few different weights, so that rows and columns are alike here and there; none in some.
    const int different = random.number(1, 6), filled = random.number(1, 4);
    for (int r = 0; r < static_cast<int>(problem.rows.size()); ++r) {
      for (int c = 0; c < static_cast<int>(problem.columns.size()); ++c) {
        if (random.number(1, 4) > filled) continue;
        problem.entries.push_back({r, c, random.number(1, different) / 7.0});
      }
    }
    const double expected = best_of_units(problem);
    REQUIRE(largest_transport(problem) == Approx(expected).margin(1e-12));
    REQUIRE(transport_bound(problem) >= expected - 1e-12);
  }
}

TEST_CASE("transport between many that are alike") {
  // A ring of 5000: everyone has two neighbours worth 1 and two next ones worth 3.
  TransportProblem ring;
  ring.rows.assign(5000, 2);
  ring.columns = ring.rows;
  for (int i = 0; i < 5000; ++i) {
    for (const auto& [step, weight] : {std::pair{1, 1.0}, {4999, 1.0}, {2, 3.0}, {4998, 3.0}}) {
      ring.entries.push_back({i, (i + step) % 5000, weight});
    }
  }
  REQUIRE(largest_transport(ring) == Approx(5000 * 2 * 3.0));
}

/// The most that any permutation of terminals puts on a channel, by what each pair alone does.
template <class Loads>
std::vector<double> worst_of_all(const NetworkGraph& graph, Loads&& loads_of) {
  std::vector<int> from, to;
  for (int router = 0; router < graph.routers; ++router) {
    from.insert(from.end(), static_cast<std::size_t>(graph.sources[router]), router);
    to.insert(to.end(), static_cast<std::size_t>(graph.ejecting()[router]), router);
  }
  std::vector<std::vector<std::vector<double>>> worth;  // [hop][source][sink]
  for (std::size_t s = 0; s < from.size(); ++s) {
    for (std::size_t t = 0; t < to.size(); ++t) {
      const ChannelLoads alone =
          loads_of(TrafficMatrix([&](int source, std::vector<Share>& shares) {
            if (source == from[s]) shares.push_back({to[t], 1.0});
          }));
      std::vector<double> hops = alone.forward;
      hops.insert(hops.end(), alone.backward.begin(), alone.backward.end());
      worth.resize(hops.size(), std::vector<std::vector<double>>(
                                    from.size(), std::vector<double>(to.size(), 0)));
      for (std::size_t hop = 0; hop < hops.size(); ++hop) worth[hop][s][t] = hops[hop];
    }
  }
  std::vector<double> most(graph.classes.size(), 0);
  for (std::size_t hop = 0; hop < worth.size(); ++hop) {
    double& highest = most[graph.channels[hop % graph.channels.size()].channel_class];
    highest = std::max(highest, best_assignment(worth[hop], to.size()));
  }
  return most;
}

void require_worst(const NetworkGraph& graph, const WorstCase& worst,
                   const std::vector<double>& expected) {
  REQUIRE(worst.exact);
  double largest = 0;
  for (std::size_t c = 0; c < expected.size(); ++c) {
    REQUIRE(worst.most[c] == Approx(expected[c]).margin(1e-12));
    largest = std::max(largest, expected[c]);
  }
  REQUIRE(worst.largest == Approx(largest).margin(1e-12));
  REQUIRE(worst.throughput == Approx(1 / std::max(1.0, largest)));
  if (graph.channels.empty()) return;
  REQUIRE(worst.most[worst.channel_class] == Approx(worst.largest).margin(1e-12));
  REQUIRE(std::any_of(graph.channels.begin(), graph.channels.end(), [&](const auto& channel) {
    return channel.channel_class == worst.channel_class &&
           std::minmax(channel.from, channel.to) == std::minmax(worst.from, worst.to);
  }));
}

TEST_CASE("the worst permutation on shortest paths, among all permutations of terminals") {
  int checked = 0, named = 0;
  for (int family = -1; family < RandomGraphs::kFamilies; ++family) {
    RandomGraphs random(100 + static_cast<unsigned>(family));
    for (int i = 0; i < 60; ++i) {
      const NetworkGraph graph =
          family >= 0 ? random.of_family(family) : random.any(random.number(2, 6), 12, i % 2 == 1);
      if (graph.terminals() > 10 || !measure_distances(graph).connected) continue;
      std::int64_t sinks = 0;
      for (const int count : graph.ejecting()) sinks += count;
      if (sinks > 12 || sinks == 0) continue;
      const WorstCase worst = worst_case(graph, MinimalRouting::kShortestPaths);
      require_worst(graph, worst, worst_of_all(graph, [&](const TrafficMatrix& traffic) {
                      return shortest_path_loads(graph, traffic);
                    }));
      ++checked;
      if (worst.pattern != kWorstPermutation) ++named;
    }
  }
  REQUIRE(checked > 100);
  REQUIRE(named > 10);
}

TEST_CASE("the worst permutation on flattened butterflies and tori of twelve routers") {
  const std::vector<NetworkGraph> graphs{flattened_butterfly({{2, 3, 2}, 1, {}, false}),
                                         flattened_butterfly({{3, 2, 2}, 1, {2, 1, 3}, false}),
                                         flattened_butterfly({{4, 3}, 1, {}, true}),
                                         torus({4, 3}),
                                         torus({12}),
                                         torus({3, 2, 2})};
  for (const NetworkGraph& graph : graphs) {
    require_worst(graph, worst_case(graph, MinimalRouting::kShortestPaths),
                  worst_of_all(graph, [&](const TrafficMatrix& traffic) {
                    return shortest_path_loads(graph, traffic);
                  }));
  }
}

TEST_CASE("the worst permutation of a dragonfly, among all permutations of terminals") {
  int checked = 0;
  RandomGraphs random(31);
  const auto check = [&](const NetworkGraph& graph) {
    require_worst(graph, worst_case(graph, MinimalRouting::kHierarchical),
                  worst_of_all(graph, [&](const TrafficMatrix& traffic) {
                    return hierarchical_minimal_loads(graph, traffic);
                  }));
    ++checked;
  };
  for (int i = 0; i < 200; ++i) {
    const NetworkGraph graph = dragonfly_graph(random.arranged());
    if (graph.terminals() <= 12) check(graph);
  }
  check(dragonfly_graph(make_network(1, 4, 1, 3), {{2, 2}, {2, 1}}));
  REQUIRE(checked > 15);
}

TEST_CASE("worst-case throughput in closed form") {
  const auto worst = [](const NetworkGraph& graph) {
    return worst_case(graph, MinimalRouting::kShortestPaths);
  };
  // All 64 x 64 pairs given to scipy.optimize.linear_sum_assignment: 85/14 and 13/6.
  REQUIRE(worst(torus({8, 8})).largest == Approx(85.0 / 14));
  REQUIRE(worst(hypercube(6)).largest == Approx(13.0 / 6));
  REQUIRE(worst(torus({8, 8})).pattern == kWorstPermutation);
  for (int k = 2; k <= 6; ++k) {
    // One path a pair: all k terminals of a router over one channel (Kim, Dally, Abts 2007,
    // Section 3.2).
    const WorstCase flat = worst(flattened_butterfly(k_ary_n_flat(k, 2)));
    REQUIRE(flat.throughput == Approx(1.0 / k));
    REQUIRE(flat.pattern == "next-router");
    REQUIRE(worst(butterfly(k, 2)).throughput == Approx(1.0 / k));
  }
  // The order of dimensions does not matter.
  REQUIRE(worst(torus({3, 5, 4})).largest == Approx(worst(torus({4, 3, 5})).largest));
  // A full folded Clos carries any permutation.
  REQUIRE(worst(folded_clos({8, 3, 0})).throughput == Approx(1));
  // Kim et al. 2008, Section 4.1: minimal routing is limited to 1/(ap).
  for (const auto& [p, a, h] : {std::array{2, 4, 2}, {4, 8, 4}, {1, 6, 3}}) {
    const WorstCase dragonfly =
        worst_case(dragonfly_graph(make_network(p, a, h)), MinimalRouting::kHierarchical);
    REQUIRE(dragonfly.throughput == Approx(1.0 / (a * p)));
    REQUIRE(dragonfly.pattern == "next-group");
  }
}

TEST_CASE("networks of any size have a worst case or a named bound") {
  // scipy's assignment of all 1024 x 1024 pairs: 4.5.
  const auto cube = [](int dimensions) {
    return worst_case(hypercube(dimensions), MinimalRouting::kShortestPaths);
  };
  REQUIRE(cube(10).largest == Approx(4.5));
  REQUIRE(cube(16).exact);
  REQUIRE(cube(16).largest > cube(14).largest);
  // Every router sends 2999 routers on around the ring.
  const WorstCase ring = worst_case(torus({6000}), MinimalRouting::kShortestPaths);
  REQUIRE_FALSE(ring.exact);
  REQUIRE(ring.pattern == "tornado-1");
  REQUIRE(ring.largest == Approx(2999));
}

TEST_CASE("worst-case traffic needs a network that is connected") {
  DragonflyLinks apart{1, 2, 1, 4, std::vector<GlobalEnd>(8, kUnconnected), {}};
  const NetworkGraph graph = dragonfly_graph(apart);
  REQUIRE_THROWS_WITH(worst_case(graph, MinimalRouting::kHierarchical),
                      ContainsSubstring("no global channel joins groups 0 and 1"));
  REQUIRE_THROWS_AS(worst_case(graph, MinimalRouting::kShortestPaths), InputError);
}

TEST_CASE("adversarial patterns are permutations between routers") {
  for (const NetworkGraph& graph : {torus({4, 3}), hypercube(4), butterfly(3, 2)}) {
    for (const NamedTraffic& named : adversarial_traffic(graph)) {
      std::vector<int> hit(static_cast<std::size_t>(graph.routers), 0);
      for (int source = 0; source < graph.routers; ++source) {
        std::vector<Share> shares;
        named.traffic(source, shares);
        REQUIRE(shares.size() == (graph.sources[source] > 0 ? 1 : 0));
        for (const Share& share : shares) ++hit[share.router];
      }
      for (int router = 0; router < graph.routers; ++router) {
        REQUIRE(hit[router] == (graph.ejecting()[router] > 0 ? 1 : 0));
      }
    }
  }
}

TEST_CASE("tornado traffic: once for each size of more than two") {
  const NetworkGraph graph = torus({4, 2, 4, 3});
  std::vector<std::string> tornados;
  for (const NamedTraffic& named : adversarial_traffic(graph))
    if (named.name.starts_with("tornado")) tornados.push_back(named.name);
  REQUIRE(tornados == std::vector<std::string>{"tornado-1", "tornado-4"});
}

}  // namespace
}  // namespace dragonfly
