// SPDX-License-Identifier: Apache-2.0
// Channel loads against every path laid out one by one, and against closed forms.
#include "models/metrics/channel_load.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

#include "models/common/error.hpp"
#include "models/metrics/path_diversity.hpp"
#include "models/wiring/distances.hpp"
#include "tests/catch.hpp"
#include "tests/families/dragonfly/networks.hpp"
#include "tests/families/graphs.hpp"
#include "tests/wiring/random_graphs.hpp"

namespace dragonfly {
namespace {

struct Hop {
  std::size_t channel;
  bool backward;
};
using Path = std::vector<Hop>;

/// All shortest paths between two routers over channels that `allowed` lets through: all simple
/// walks of growing length, until some of them arrive.
std::vector<Path> paths_one_by_one(const NetworkGraph& graph, int from, int to,
                                   const std::function<bool(const GraphChannel&)>& allowed) {
  std::vector<Path> arrived;
  Path path;
  std::function<void(int, int)> walk = [&](int router, int left) {
    if (left == 0) {
      if (router == to) arrived.push_back(path);
      return;
    }
    for (std::size_t i = 0; i < graph.channels.size(); ++i) {
      const GraphChannel& channel = graph.channels[i];
      if (!allowed(channel)) continue;
      for (const bool backward : {false, true}) {
        if (backward && graph.directed) continue;
        if ((backward ? channel.to : channel.from) != router) continue;
        path.push_back({i, backward});
        walk(backward ? channel.from : channel.to, left - 1);
        path.pop_back();
      }
    }
  };
  for (int length = 0; arrived.empty() && length < graph.routers; ++length) walk(from, length);
  return arrived;
}

bool any_channel(const GraphChannel&) { return true; }

ChannelLoads no_loads(const NetworkGraph& graph) {
  return {std::vector<double>(graph.channels.size()), std::vector<double>(graph.channels.size())};
}

void lay(const Path& path, double amount, ChannelLoads& loads) {
  for (const Hop& hop : path) {
    (hop.backward ? loads.backward : loads.forward)[hop.channel] += amount;
  }
}

void require_equal(const ChannelLoads& loads, const ChannelLoads& expected) {
  for (std::size_t i = 0; i < loads.forward.size(); ++i) {
    REQUIRE(loads.forward[i] == Approx(expected.forward[i]).margin(1e-12));
  }
  for (std::size_t i = 0; i < loads.backward.size(); ++i) {
    REQUIRE(loads.backward[i] == Approx(expected.backward[i]).margin(1e-12));
  }
}

TEST_CASE("loads and path diversity in small graphs, path by path") {
  RandomGraphs random(3);
  int checked = 0;
  for (int i = 0; i < 60; ++i) {
    const int routers = random.number(2, 7);
    const NetworkGraph graph = random.any(routers, 2 * routers, i % 2 == 1);
    if (!measure_distances(graph).connected) continue;
    ++checked;
    const TrafficMatrix traffic = uniform_traffic(graph);
    ChannelLoads expected = no_loads(graph);
    double pairs = 0, paths = 0, least = 1e9, most = 0;
    double sinks = 0;
    for (const int count : graph.ejecting()) sinks += count;
    for (int from = 0; from < routers; ++from) {
      for (int to = 0; to < routers; ++to) {
        if (graph.sources[from] == 0 || graph.ejecting()[to] == 0 || from == to) continue;
        const auto all = paths_one_by_one(graph, from, to, any_channel);
        const auto number = static_cast<double>(all.size());
        const double amount = graph.sources[from] * graph.ejecting()[to] / sinks;
        for (const Path& path : all) lay(path, amount / number, expected);
        pairs += 1;
        paths += number;
        least = std::min(least, number);
        most = std::max(most, number);
      }
    }
    require_equal(shortest_path_loads(graph, traffic), expected);
    const PathDiversity diversity = measure_path_diversity(graph);
    if (pairs == 0) continue;
    REQUIRE(diversity.least == least);
    REQUIRE(diversity.most == most);
    REQUIRE(diversity.mean == Approx(paths / pairs));
  }
  REQUIRE(checked > 10);
}

TEST_CASE("the dragonfly's minimal routing, path by path") {
  const std::vector<GroupNetwork> group_networks{{}, {{2, 2}, {2, 1}}};
  for (const GroupNetwork& group_network : group_networks) {
    const NetworkGraph graph = dragonfly_graph(make_network(2, 4, 1, 4), group_network);
    for (const TrafficMatrix& traffic : {uniform_traffic(graph), next_group_traffic(graph)}) {
      ChannelLoads expected = no_loads(graph);
      const auto local = [](const GraphChannel& channel) { return channel.channel_class == 0; };
      const auto lay_local = [&](int from, int to, double amount) {
        const auto all = paths_one_by_one(graph, from, to, local);
        for (const Path& path : all) lay(path, amount / static_cast<double>(all.size()), expected);
      };
      for (int from = 0; from < graph.routers; ++from) {
        std::vector<Share> shares;
        traffic(from, shares);
        for (const auto& [to, amount] : shares) {
          if (graph.group[from] == graph.group[to]) {
            lay_local(from, to, amount);
            continue;
          }
          std::vector<Hop> hops;
          for (std::size_t i = 0; i < graph.channels.size(); ++i) {
            const int one = graph.group[graph.channels[i].from];
            const int other = graph.group[graph.channels[i].to];
            if (one == graph.group[from] && other == graph.group[to]) hops.push_back({i, false});
            if (other == graph.group[from] && one == graph.group[to]) hops.push_back({i, true});
          }
          for (const Hop& hop : hops) {
            const GraphChannel& channel = graph.channels[hop.channel];
            const double part = amount / static_cast<double>(hops.size());
            lay_local(from, hop.backward ? channel.to : channel.from, part);
            lay({hop}, part, expected);
            lay_local(hop.backward ? channel.from : channel.to, to, part);
          }
        }
      }
      require_equal(hierarchical_minimal_loads(graph, traffic), expected);
    }
  }
}

TEST_CASE("flattened butterflies: capacity 1, worst case 1/k, Valiant's routing one half") {
  for (int k = 2; k <= 6; ++k) {
    for (int n = 2; n <= 4; ++n) {
      const NetworkGraph graph = flattened_butterfly(k_ary_n_flat(k, n));
      const LoadSummary uniform =
          summarize(graph, shortest_path_loads(graph, uniform_traffic(graph)));
      for (const double load : uniform.most) REQUIRE(load == Approx(1));
      for (const double load : uniform.mean) REQUIRE(load == Approx(1));
      REQUIRE(uniform.throughput == Approx(1));
      REQUIRE(valiant_throughput(uniform) == Approx(0.5));
      const LoadSummary worst =
          summarize(graph, shortest_path_loads(graph, next_router_traffic(graph)));
      REQUIRE(worst.throughput == Approx(1.0 / k));
    }
  }
  const NetworkGraph paper = flattened_butterfly(k_ary_n_flat(32, 2));
  REQUIRE(summarize(paper, shortest_path_loads(paper, next_router_traffic(paper))).throughput ==
          Approx(1.0 / 32));
}

TEST_CASE("dragonflies: uniform loads in closed form, worst case 1/(ap)") {
  for (const auto& [p, a, h] : {std::array{2, 4, 2}, {4, 8, 4}, {1, 6, 3}}) {
    const NetworkGraph graph = dragonfly_graph(make_network(p, a, h));
    const double g = a * h + 1;
    const LoadSummary uniform =
        summarize(graph, hierarchical_minimal_loads(graph, uniform_traffic(graph)));
    // The p terminals at one end, to and from h groups, and p of a p g destinations.
    const double local = (2.0 * p * h + static_cast<double>(p) / a) / g;
    REQUIRE(uniform.most[0] == Approx(local));
    REQUIRE(uniform.mean[0] == Approx(local));
    REQUIRE(uniform.most[1] == Approx(a * p / g));
    REQUIRE(uniform.mean[1] == Approx(a * p / g));
    const LoadSummary worst =
        summarize(graph, hierarchical_minimal_loads(graph, next_group_traffic(graph)));
    REQUIRE(worst.largest == Approx(a * p));
    REQUIRE(worst.throughput == Approx(1.0 / (a * p)));
  }
}

TEST_CASE("other families: uniform loads in closed form") {
  const auto uniform_load = [](const NetworkGraph& graph) {
    return summarize(graph, shortest_path_loads(graph, uniform_traffic(graph))).most;
  };
  for (const double load : uniform_load(hypercube(5))) REQUIRE(load == Approx(0.5));
  // A ring of k: k^2/4 hops from each router, over 2k directions of channels and k terminals.
  REQUIRE(uniform_load(torus({8, 1, 3}))[0] == Approx(64 / 4.0 / 8 / 2));
  REQUIRE(uniform_load(torus({8, 1, 3}))[2] == Approx(2 / 3.0 / 2));
  REQUIRE(uniform_load(torus({2}))[0] == Approx(0.5));
  for (const double load : uniform_load(butterfly(4, 3))) REQUIRE(load == Approx(1));
  // All but the traffic that stays below.
  const std::vector<double> clos = uniform_load(folded_clos({8, 3, 0}));
  REQUIRE(clos[0] == Approx(1 - 1.0 / 32));
  REQUIRE(clos[1] == Approx(1 - 4.0 / 32));
  // One path a pair: all k terminals of a router over one channel. A full Clos carries any shift.
  const NetworkGraph fly = butterfly(8, 2);
  REQUIRE(summarize(fly, shortest_path_loads(fly, next_router_traffic(fly))).throughput ==
          Approx(1.0 / 8));
  const NetworkGraph clos_graph = folded_clos({8, 3, 0});
  REQUIRE(summarize(clos_graph, shortest_path_loads(clos_graph, next_router_traffic(clos_graph)))
              .throughput == Approx(1));
}

TEST_CASE("loads add up to hops in all families") {
  for (int family = 0; family < RandomGraphs::kFamilies; ++family) {
    RandomGraphs random(40 + static_cast<unsigned>(family));
    for (int i = 0; i < 10; ++i) {
      NetworkGraph graph = random.of_family(family);
      const DistanceMetrics distances = measure_distances(graph);
      if (!distances.connected) {
        REQUIRE_THROWS_AS(shortest_path_loads(graph, uniform_traffic(graph)), InputError);
        continue;
      }
      // The same terminals everywhere, so that every pair of routers counts the same.
      for (int& count : graph.sources) count = std::min(count, 1);
      for (int& count : graph.sinks) count = std::min(count, 1);
      const ChannelLoads loads = shortest_path_loads(graph, uniform_traffic(graph));
      double total = 0;
      for (const double load : loads.forward) total += load;
      for (const double load : loads.backward) total += load;
      double hops = 0;
      for (std::size_t d = 0; d < distances.pairs_at.size(); ++d) {
        hops += static_cast<double>(d) * static_cast<double>(distances.pairs_at[d]);
      }
      double sinks = 0;
      for (const int count : graph.ejecting()) sinks += count;
      REQUIRE(total == Approx(hops / sinks));
    }
  }
}

TEST_CASE("where all channels of a class are alike, one search is enough") {
  int alike = 0;
  for (int family = 0; family < RandomGraphs::kFamilies; ++family) {
    RandomGraphs random(80 + static_cast<unsigned>(family));
    for (int i = 0; i < 15; ++i) {
      NetworkGraph graph = random.of_family(family);
      if (i == 0 && family == 7) graph = folded_clos({6, 3, 0});
      if (!measure_distances(graph).connected) continue;
      if (graph.channels_alike) ++alike;
      const LoadSummary all = summarize(graph, shortest_path_loads(graph, uniform_traffic(graph)));
      const LoadSummary one = uniform_load_summary(graph);
      for (std::size_t c = 0; c < graph.classes.size(); ++c) {
        REQUIRE(one.most[c] == Approx(all.most[c]).margin(1e-12));
        REQUIRE(one.mean[c] == Approx(all.mean[c]).margin(1e-12));
      }
      REQUIRE(one.throughput == Approx(all.throughput));
    }
  }
  REQUIRE(alike >= 15 * 4);
  const LoadSummary large = uniform_load_summary(hypercube(16));
  for (const double load : large.most) REQUIRE(load == Approx(0.5));
}

TEST_CASE("path diversity: j! in flattened butterflies and hypercubes, one in butterflies") {
  const PathDiversity flat = measure_path_diversity(flattened_butterfly(k_ary_n_flat(4, 4)));
  REQUIRE(flat.least == 1);
  REQUIRE(flat.most == 6);  // 3!
  // 9 routers differ in one digit, 27 in two, 27 in three.
  REQUIRE(flat.mean == Approx((9 * 1 + 27 * 2 + 27 * 6) / 63.0));
  REQUIRE(measure_path_diversity(hypercube(6)).most == 720);
  const PathDiversity fly = measure_path_diversity(butterfly(3, 3));
  REQUIRE(fly.least == 1);
  REQUIRE(fly.most == 1);
  // Through each of the 16 top routers of a two-level Clos of radix 32.
  const PathDiversity clos = measure_path_diversity(folded_clos({32, 2, 0}));
  REQUIRE(clos.least == 16);
  REQUIRE(clos.most == 16);
  REQUIRE(measure_path_diversity(hypercube(0)).mean == 0);
}

TEST_CASE("traffic that a network cannot carry is refused") {
  DragonflyLinks apart{1, 2, 1, 4, std::vector<GlobalEnd>(8, kUnconnected), {}};
  const NetworkGraph graph = dragonfly_graph(apart);
  REQUIRE_THROWS_WITH(hierarchical_minimal_loads(graph, uniform_traffic(graph)),
                      ContainsSubstring("no global channel joins groups 0 and 1"));
  REQUIRE_THROWS_AS(shortest_path_loads(graph, uniform_traffic(graph)), InputError);
  REQUIRE_THROWS_AS(next_group_traffic(hypercube(3)), InputError);
  REQUIRE_THROWS_AS(next_group_traffic(folded_clos({4, 2, 0})), InputError);
  const NetworkGraph cube = hypercube(3);
  REQUIRE_THROWS_AS(hierarchical_minimal_loads(cube, uniform_traffic(cube)), InputError);
}

}  // namespace
}  // namespace dragonfly
