// SPDX-License-Identifier: Apache-2.0
// Permutations that load a channel much: against uniform traffic, the worst of all permutations,
// and closed forms.
#include "models/metrics/hard_flows.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "models/families/family_registry.hpp"
#include "models/metrics/worst_case.hpp"
#include "models/metrics/worst_permutation.hpp"
#include "models/wiring/distances.hpp"
#include "models/wiring/wiring_graph.hpp"
#include "tests/catch.hpp"
#include "tests/families/dragonfly/networks.hpp"
#include "tests/families/graphs.hpp"
#include "tests/wiring/random_graphs.hpp"

namespace dragonfly {
namespace {

constexpr std::int64_t kAll = std::int64_t{1} << 40;

std::int64_t sum(const std::vector<int>& terminals) {
  return std::accumulate(terminals.begin(), terminals.end(), std::int64_t{0});
}

/// No terminal sends or receives twice.
void require_admissible(const NetworkGraph& graph, const std::vector<RouterFlow>& flows) {
  std::vector<std::int64_t> sends(graph.sources.begin(), graph.sources.end());
  std::vector<std::int64_t> receives(graph.ejecting().begin(), graph.ejecting().end());
  for (const RouterFlow& flow : flows) {
    REQUIRE(flow.terminals > 0);
    REQUIRE((sends[static_cast<std::size_t>(flow.from)] -= flow.terminals) >= 0);
    REQUIRE((receives[static_cast<std::size_t>(flow.to)] -= flow.terminals) >= 0);
  }
}

/// Load of the i-th channel, one way.
double load_of(const NetworkGraph& graph, const TrafficMatrix& traffic, std::size_t channel) {
  return shortest_path_loads(graph, traffic).forward[channel];
}

/// `degree` channels at each router, at random; a terminal each.
NetworkGraph random_regular(int routers, int degree, unsigned seed) {
  std::mt19937 random(seed);
  NetworkGraph graph;
  graph.family = "random";
  graph.routers = routers;
  graph.classes = {"channel"};
  graph.sources.assign(static_cast<std::size_t>(routers), 1);
  // Random circles through all routers.
  std::vector<int> order(static_cast<std::size_t>(routers));
  std::iota(order.begin(), order.end(), 0);
  for (int circle = 0; circle < degree / 2; ++circle) {
    std::shuffle(order.begin(), order.end(), random);
    for (std::size_t i = 0; i < order.size(); ++i)
      graph.channels.push_back({order[i], order[(i + 1) % order.size()], 0});
  }
  return graph;
}

TEST_CASE("flows over a channel are no less than uniform traffic's, and no more than the worst") {
  int checked = 0;
  double part = 0;
  RandomGraphs random(5);
  for (int i = 0; i < 400; ++i) {
    NetworkGraph graph = random.any(random.number(3, 12), 24, i % 3 == 0);
    if (i % 2 == 0) {
      graph.sources.assign(static_cast<std::size_t>(graph.routers), 1);
      graph.sinks.clear();
    }
    if (!measure_distances(graph).connected || graph.channels.empty()) continue;
    const WorstCase worst = worst_case(graph, MinimalRouting::kShortestPaths);
    const auto channel =
        static_cast<std::size_t>(random.number(0, static_cast<int>(graph.channels.size()) - 1));
    const GraphChannel& hop = graph.channels[channel];
    const std::vector<RouterFlow> flows = hard_flows(graph, hop.from, hop.to, kAll);
    require_admissible(graph, flows);
    const double load = load_of(graph, traffic_of(flows, graph.routers), channel);
    REQUIRE(load <= worst.most[static_cast<std::size_t>(hop.channel_class)] * (1 + 1e-9));
    if (i % 2 == 0) REQUIRE(load >= load_of(graph, uniform_traffic(graph), channel) * (1 - 1e-9));
    // Of the channel that carries most.
    const auto busiest =
        std::find_if(graph.channels.begin(), graph.channels.end(), [&](const GraphChannel& other) {
          return other.from == worst.from && other.to == worst.to;
        });
    if (worst.largest == 0 || busiest == graph.channels.end()) continue;
    part += load_of(graph, traffic_of(hard_flows(graph, worst.from, worst.to, kAll), graph.routers),
                    static_cast<std::size_t>(busiest - graph.channels.begin())) /
            worst.largest;
    ++checked;
  }
  REQUIRE(checked > 100);
  REQUIRE(part / checked > 0.95);
}

TEST_CASE("flows are completed to permutations") {
  for (const NetworkGraph& graph : {torus({4, 3}), butterfly(3, 2), folded_clos({8, 3, 0})}) {
    const std::vector<RouterFlow> flows = completed(
        hard_flows(graph, graph.channels.front().from, graph.channels.front().to, kAll), graph);
    require_admissible(graph, flows);
    std::int64_t terminals = 0;
    for (const RouterFlow& flow : flows) terminals += flow.terminals;
    REQUIRE(terminals == graph.terminals());
  }
}

TEST_CASE(
    "the worst case of a network that is too large for all permutations is bounded by uniform") {
  for (const int degree : {4, 6}) {
    const NetworkGraph graph = random_regular(6000, degree, 3);
    const double uniform = uniform_load_summary(graph).largest;
    const WorstCase worst = worst_case(graph, MinimalRouting::kShortestPaths);
    REQUIRE_FALSE(worst.exact);
    REQUIRE(worst.largest >= uniform);
    REQUIRE(worst.pattern == kWorstPermutation);
    // The next router and permutations of bits are like random ones here.
    REQUIRE(worst.largest > 2 * uniform);
    REQUIRE(worst.throughput == Approx(1 / std::max(1.0, worst.largest)));
    require_admissible(graph, worst.flows);
    const LoadSummary loaded =
        summarize(graph, shortest_path_loads(graph, traffic_of(worst.flows, graph.routers)));
    REQUIRE(loaded.largest == Approx(worst.largest));
  }
}

TEST_CASE("the flows of the worst case load what it says") {
  const auto check = [](const NetworkGraph& graph, MinimalRouting routing) {
    const WorstCase worst = worst_case(graph, routing);
    const std::vector<RouterFlow> flows = worst_flows(graph, routing, worst);
    require_admissible(graph, flows);
    const TrafficMatrix traffic = traffic_of(flows, graph.routers);
    const ChannelLoads loads = routing == MinimalRouting::kHierarchical
                                   ? hierarchical_minimal_loads(graph, traffic)
                                   : shortest_path_loads(graph, traffic);
    REQUIRE(summarize(graph, loads).largest == Approx(worst.largest).margin(1e-9));
    if (sum(graph.sources) != sum(graph.ejecting())) return;
    std::int64_t terminals = 0;
    for (const RouterFlow& flow : flows) terminals += flow.terminals;
    REQUIRE(terminals == graph.terminals());
  };
  for (const NetworkGraph& graph :
       {torus({8, 8}), torus({5}), hypercube(6), butterfly(3, 3), folded_clos({8, 3, 0}),
        flattened_butterfly({{4, 3}, 2, {}, true})}) {
    check(graph, MinimalRouting::kShortestPaths);
  }
  RandomGraphs random(8);
  for (int i = 0; i < 100; ++i) {
    const NetworkGraph graph = random.any(random.number(2, 12), 30, i % 2 == 1);
    if (measure_distances(graph).connected) check(graph, MinimalRouting::kShortestPaths);
    check(dragonfly_graph(random.arranged()), MinimalRouting::kHierarchical);
  }
}

TEST_CASE("the worst permutation is one of terminals") {
  const auto load = [](const Wiring& wiring) {
    const std::vector<int> to = worst_permutation(wiring);
    std::vector<int> sorted = to;
    std::sort(sorted.begin(), sorted.end());
    for (int terminal = 0; terminal < wiring.terminals(); ++terminal)
      REQUIRE(sorted.at(static_cast<std::size_t>(terminal)) == terminal);
    std::vector<RouterFlow> flows;
    for (int terminal = 0; terminal < wiring.terminals(); ++terminal)
      flows.push_back({wiring.injection(terminal).router,
                       wiring.ejection(to[static_cast<std::size_t>(terminal)]).router, 1});
    return std::pair{graph_of(wiring), flows};
  };
  // scipy.optimize.linear_sum_assignment of all pairs, as for worst_case(): 85/14.
  const auto [grid, grid_flows] = load(build_network("torus", {{"sizes", {8, 8}}}));
  REQUIRE(
      summarize(grid, shortest_path_loads(grid, traffic_of(grid_flows, grid.routers))).largest ==
      Approx(85.0 / 14));
  // Kim et al. 2008, Section 4.1: all a p terminals of a group over one channel.
  const auto [fly, fly_flows] =
      load(build_network("dragonfly", {{"p", {2}}, {"a", {4}}, {"h", {2}}}));
  REQUIRE(
      summarize(fly, hierarchical_minimal_loads(fly, traffic_of(fly_flows, fly.routers))).largest ==
      Approx(8));
}

}  // namespace
}  // namespace dragonfly
