// SPDX-License-Identifier: Apache-2.0
// The wirings of all families: against the rules of their papers, written anew here, and read back
// from files.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/families/dragonfly/dragonfly_parameters.hpp"
#include "models/families/dragonfly/greedy_wiring.hpp"
#include "models/families/dragonfly/topology_summary.hpp"
#include "models/families/fabric.hpp"
#include "models/families/flattened_butterfly/flattened_butterfly_design.hpp"
#include "models/metrics/bisection.hpp"
#include "models/metrics/channel_load.hpp"
#include "models/metrics/network_size.hpp"
#include "models/metrics/path_diversity.hpp"
#include "models/metrics/traffic_matrix.hpp"
#include "models/metrics/worst_case.hpp"
#include "models/wiring/distances.hpp"
#include "models/wiring/wiring_file.hpp"
#include "tests/catch.hpp"
#include "tests/families/digits.hpp"
#include "tests/families/dragonfly/networks.hpp"
#include "tests/families/graphs.hpp"

namespace dragonfly {
namespace {

/// What holds for any wiring: either end of a channel knows the other, and terminals are numbered
/// router by router.
void check_consistent(const Wiring& wiring) {
  int terminals = 0, last = 0;
  for (int router = 0; router < wiring.routers(); ++router) {
    CHECK(wiring.first_terminal(router) == terminals);
    terminals += wiring.terminals_of(router);
    for (int port = 0; port < wiring.ports(router); ++port) {
      const Peer out = wiring.output(router, port), in = wiring.input(router, port);
      if (!wiring.directed()) REQUIRE(in == out);
      CHECK(out.connected() == (wiring.output_class(router, port) != Wiring::kNoClass));
      CHECK(out.connected() == (wiring.output_latency(router, port) > 0));
      if (out.kind == PeerKind::kRouter) {
        REQUIRE(wiring.input(out.router, out.port) == Peer{PeerKind::kRouter, router, port, -1});
        CHECK(wiring.input_class(out.router, out.port) == wiring.output_class(router, port));
        CHECK(wiring.input_latency(out.router, out.port) == wiring.output_latency(router, port));
        CHECK(wiring.output_index(router, port) == wiring.index(out.router, out.port));
      } else {
        CHECK(wiring.output_index(router, port) == -1);
      }
      if (out.kind == PeerKind::kTerminal)
        REQUIRE(wiring.ejection(out.terminal) == PortPlace{router, port});
      if (in.kind == PeerKind::kTerminal)
        REQUIRE(wiring.injection(in.terminal) == PortPlace{router, port});
    }
  }
  REQUIRE(wiring.terminals() == terminals);
  for (int terminal = 0; terminal < terminals; ++terminal) {
    const PortPlace in = wiring.injection(terminal), out = wiring.ejection(terminal);
    CHECK(wiring.input(in.router, in.port).terminal == terminal);
    CHECK(wiring.output(out.router, out.port).terminal == terminal);
    CHECK(in.router >= last);
    last = in.router;
  }
}

/// Channels from one router to another, both ways counted as two, by class.
using Channels = std::map<std::tuple<int, int, std::string>, int>;

Channels channels_of(const Wiring& wiring) {
  Channels channels;
  for (int router = 0; router < wiring.routers(); ++router) {
    for (int port = 0; port < wiring.ports(router); ++port) {
      const Peer peer = wiring.output(router, port);
      if (peer.kind != PeerKind::kRouter) continue;
      const auto number = static_cast<std::size_t>(wiring.output_class(router, port));
      ++channels[{router, peer.router, wiring.classes()[number].name}];
    }
  }
  return channels;
}

/// All of them by a rule: how many channels of which class lead from one router to another.
Channels by_rule(
    int routers,
    const std::function<void(int, int, const std::function<void(std::string, int)>&)>& rule) {
  Channels channels;
  for (int from = 0; from < routers; ++from) {
    for (int to = 0; to < routers; ++to) {
      rule(from, to, [&, key = std::pair(from, to)](const std::string& name, int count) {
        if (count > 0) channels[{key.first, key.second, name}] += count;
      });
    }
  }
  return channels;
}

/// The only dimension in which two routers differ; -1 if they differ in none or several.
int only_difference(const std::vector<int>& one, const std::vector<int>& other) {
  int found = -1;
  for (std::size_t d = 0; d < one.size(); ++d) {
    if (one[d] == other[d]) continue;
    if (found >= 0) return -1;
    found = static_cast<int>(d);
  }
  return found;
}

int product_of(const std::vector<int>& sizes) {
  int product = 1;
  for (const int size : sizes) product *= size;
  return product;
}

std::string dimension(int d) { return "dimension-" + std::to_string(d + 1); }

// Checks: FB-7, FB-8, FB-34
TEST_CASE("wiring of flattened butterflies: rows are complete, ports go dimension by dimension") {
  for (const FlattenedButterfly& network :
       std::vector<FlattenedButterfly>{{{4}, 2, {}, false},
                                       {{4, 3}, 3, {2, 1}, true},
                                       {{2, 3, 4}, 1, {1, 2, 3}, false},
                                       {{5, 1, 2}, 2, {}, false},
                                       {{}, 3, {}, false},
                                       k_ary_n_flat(3, 4)}) {
    const Wiring wiring = flattened_butterfly_wiring(network);
    check_consistent(wiring);
    REQUIRE(wiring.routers() == product_of(network.sizes));
    CHECK(channels_of(wiring) == by_rule(wiring.routers(), [&](int from, int to, auto&& add) {
            const int d = only_difference(digits(from, network.sizes), digits(to, network.sizes));
            if (d < 0) return;
            add(dimension(d), network.parallel.empty() ? 1 : network.parallel[d]);
            add(dimension(0), network.paired && from / 2 == to / 2 ? 1 : 0);
          }));
    for (int router = 0; router < wiring.routers(); ++router) {
      REQUIRE(wiring.ports(router) == router_radix(network));
      int previous = -1, previous_class = 0;
      for (int port = 0; port < wiring.ports(router) - (network.paired ? 1 : 0); ++port) {
        const Peer peer = wiring.output(router, port);
        REQUIRE((peer.kind == PeerKind::kTerminal) == (port < network.concentration));
        if (port < network.concentration) {
          CHECK(peer.terminal == router * network.concentration + port);
          continue;
        }
        const int own = wiring.output_class(router, port);
        CHECK((own > previous_class || (own == previous_class && peer.router >= previous)));
        previous = peer.router;
        previous_class = own;
      }
    }
  }
  const Wiring cube = hypercube_wiring(4, 2);
  check_consistent(cube);
  for (int router = 0; router < 16; ++router)
    for (int d = 0; d < 4; ++d)  // port 2 + d is that of dimension d at either end
      CHECK(cube.output(router, 2 + d) == Peer{PeerKind::kRouter, router ^ (1 << d), 2 + d, -1});
  CHECK(cube.groups() == 0);
  CHECK(channels_of(generalized_hypercube_wiring({3, 4})) ==
        channels_of(flattened_butterfly_wiring({{3, 4}, 1, {}, false})));
}

// Checks: TO-3
TEST_CASE("wiring of tori: neighbours on rings, upwards before downwards") {
  for (const std::vector<int>& sizes :
       std::vector<std::vector<int>>{{5}, {2}, {3, 4}, {2, 1, 3}, {1}, {4, 2, 3}}) {
    const Wiring wiring = torus_wiring(sizes, 2);
    check_consistent(wiring);
    CHECK(channels_of(wiring) == by_rule(product_of(sizes), [&](int from, int to, auto&& add) {
            const std::vector<int> one = digits(from, sizes), other = digits(to, sizes);
            const int d = only_difference(one, other);
            if (d < 0) return;
            const int step = (other[d] - one[d] + sizes[d]) % sizes[d];
            add(dimension(d), step == 1 || step == sizes[d] - 1 ? 1 : 0);
          }));
  }
  const Wiring ring = torus_wiring({5}, 1);
  for (int router = 0; router < 5; ++router) {
    CHECK(ring.output(router, 1) == Peer{PeerKind::kRouter, (router + 1) % 5, 2, -1});
    CHECK(ring.output(router, 2) == Peer{PeerKind::kRouter, (router + 4) % 5, 1, -1});
  }
}

TEST_CASE("wiring of butterflies: one way, and a terminal reaches another by its digits") {
  for (const auto& [k, n] :
       std::vector<std::pair<int, int>>{{2, 1}, {4, 1}, {2, 4}, {3, 3}, {4, 2}}) {
    const Wiring wiring = butterfly_wiring(k, n);
    check_consistent(wiring);
    CHECK(wiring.directed());
    CHECK(wiring.groups() == n);
    int rows = 1;
    for (int i = 1; i < n; ++i) rows *= k;
    REQUIRE(wiring.terminals() == rows * k);
    for (int from = 0; from < wiring.terminals(); ++from) {
      for (int to = 0; to < wiring.terminals(); ++to) {
        // Destination-tag routing: the digits of the destination from the first on are the outputs.
        int router = wiring.injection(from).router, weight = rows;
        CHECK(router == from / k);
        for (int stage = 0; stage + 1 < n; ++stage, weight /= k) {
          CHECK(wiring.group(router) == stage);
          const Peer next = wiring.output(router, to / weight % k);
          REQUIRE(next.kind == PeerKind::kRouter);
          router = next.router;
        }
        CHECK(wiring.output(router, to % k).terminal == to);
      }
    }
    // The first stage only injects, the last only ejects.
    for (int router = 0; router < wiring.routers(); ++router) {
      for (int port = 0; port < k; ++port) {
        CHECK((wiring.input(router, port).kind == PeerKind::kTerminal) == (router < rows));
        CHECK((wiring.output(router, port).kind == PeerKind::kTerminal) ==
              (router >= (n - 1) * rows));
      }
    }
  }
}

TEST_CASE("wiring of folded Clos networks: ports downwards first, and as many as are used") {
  for (const FoldedClos& network : std::vector<FoldedClos>{
           {4, 2, 0}, {8, 2, 17}, {4, 3, 0}, {8, 3, 70}, {6, 4, 60}, {4, 4, 0}}) {
    const Wiring wiring = folded_clos_wiring(network);
    check_consistent(wiring);
    const int half = network.radix / 2;
    const std::int64_t expected = network.terminals > 0
                                      ? network.terminals
                                      : largest_folded_clos(network.radix, network.levels);
    REQUIRE(wiring.terminals() == expected);
    const int leaves = static_cast<int>((expected + half - 1) / half);
    std::map<std::string, int> channels;
    for (int router = 0; router < wiring.routers(); ++router) {
      int level = 0, last_down = -1, last_up = -1;
      bool upwards = false;
      CHECK(wiring.ports(router) <= network.radix);
      for (int port = 0; port < wiring.ports(router); ++port) {
        const Peer peer = wiring.output(router, port);
        REQUIRE(peer.connected());
        if (peer.kind == PeerKind::kTerminal) {
          CHECK(router < leaves);
          CHECK_FALSE(upwards);
          continue;
        }
        const std::string& name =
            wiring.classes()[static_cast<std::size_t>(wiring.output_class(router, port))].name;
        ++channels[name];
        const int of = name.back() - '0';  // "level-N": between levels N and N + 1
        const bool up = peer.router > router;
        if (level == 0) level = up ? of : of + 1;
        CHECK(of == (up ? level : level - 1));
        CHECK((up || !upwards));
        upwards = up;
        CHECK(peer.router >= (up ? last_up : last_down));
        (up ? last_up : last_down) = peer.router;
      }
      if (router < leaves) CHECK(wiring.ports(router) == wiring.terminals_of(router) + half);
    }
    // As many channels above each level as leaf routers have upwards; either end counts.
    REQUIRE(channels.size() == static_cast<std::size_t>(network.levels - 1));
    for (const auto& [name, count] : channels) CHECK(count == 2 * leaves * half);
  }
}

TEST_CASE("wiring of dragonflies with any groups and links") {
  const auto check_links = [](const DragonflyLinks& links, const std::vector<int>& sizes,
                              const std::vector<int>& parallel) {
    const Wiring wiring = dragonfly_wiring(links);
    check_consistent(wiring);
    const int local = local_ports(links.group_network, links.a);
    std::map<std::pair<int, int>, int> global;
    for (std::size_t i = 0; i < links.ends.size(); ++i) {
      const GlobalEnd& end = links.ends[i];
      const int router = static_cast<int>(i) / links.h, port = static_cast<int>(i) % links.h;
      const Peer peer = wiring.output(router, links.p + local + port);
      REQUIRE(peer.connected() == (end.group >= 0));
      if (end.group < 0) continue;
      ++global[{router, end.group * links.a + end.router}];
      CHECK(peer == Peer{PeerKind::kRouter, end.group * links.a + end.router,
                         links.p + local + end.port, -1});
    }
    CHECK(channels_of(wiring) == by_rule(links.a * links.g, [&](int from, int to, auto&& add) {
            if (global.contains({from, to})) add("global", global[{from, to}]);
            if (from / links.a != to / links.a) return;
            const int d =
                only_difference(digits(from % links.a, sizes), digits(to % links.a, sizes));
            if (d >= 0) add("local", parallel[static_cast<std::size_t>(d)]);
          }));
    for (int router = 0; router < wiring.routers(); ++router)
      CHECK(wiring.group(router) == router / links.a);
  };
  check_links(links_of(make_network(2, 4, 2)), {4}, {1});
  check_links(links_of(make_network(1, 4, 3, 6), {{2, 2}, {2, 1}}), {2, 2}, {2, 1});
  check_links(links_of(make_network(3, 6, 1, 3), {{3, 2}, {}}), {3, 2}, {1, 1});
  check_links({1, 3, 2, 20, greedy_links(3, 2, 20), {}}, {3}, {1});
  check_links({2, 3, 3, 5, greedy_links(3, 3, 5), {}}, {3}, {1});
  check_links({1, 2, 1, 4, std::vector<GlobalEnd>(8, kUnconnected), {}}, {2}, {1});
}

TEST_CASE("latencies of a configuration reach the channels of a dragonfly") {
  ChannelConfig channels;
  channels.terminal_latency = 2;
  channels.local_latency = 3;
  channels.global_latency = 50;
  Configuration config;
  config.topology = topology_of({.p = 2, .a = 4, .h = 2});
  CHECK(dragonfly::make_wiring(config).longest_latency() == 1);
  config.channels = channels;
  const Wiring wiring = dragonfly::make_wiring(config);
  CHECK(wiring == dragonfly_wiring(make_network(2, 4, 2), channels));
  CHECK(wiring.longest_latency() == 50);
}

/// Two numbers that may be rounded differently, or both are none.
void check_near(double one, double other) {
  if (std::isnan(one) && std::isnan(other)) return;
  CHECK(one == Approx(other).epsilon(1e-9).margin(1e-12));
}

void check_loads(const std::vector<double>& one, const std::vector<double>& other) {
  REQUIRE(one.size() == other.size());
  for (std::size_t i = 0; i < one.size(); ++i) check_near(one[i], other[i]);
}

/// All that `dragonfly topology --metrics` tells.
void check_same_metrics(const Wiring& one, const Wiring& other) {
  const NetworkGraph a = graph_of(one), b = graph_of(other);
  const NetworkSize size = measure_size(a), other_size = measure_size(b);
  CHECK(size.terminals == other_size.terminals);
  CHECK(size.routers == other_size.routers);
  CHECK(size.radix == other_size.radix);
  CHECK(size.groups == other_size.groups);
  REQUIRE(size.classes.size() == other_size.classes.size());
  for (std::size_t i = 0; i < size.classes.size(); ++i) {
    CHECK(size.classes[i].name == other_size.classes[i].name);
    CHECK(size.classes[i].channels == other_size.classes[i].channels);
  }
  const DistanceMetrics near = measure_distances(a), far = measure_distances(b);
  CHECK(near.connected == far.connected);
  CHECK(near.diameter == far.diameter);
  CHECK(near.pairs_at == far.pairs_at);
  check_near(near.average, far.average);
  check_near(near.max_difference_percent, far.max_difference_percent);
  check_near(near.cv2, far.cv2);
  const PathDiversity paths = measure_path_diversity(a), other_paths = measure_path_diversity(b);
  check_near(paths.least, other_paths.least);
  check_near(paths.most, other_paths.most);
  check_near(paths.mean, other_paths.mean);
  const auto routing = minimal_routing(a);
  REQUIRE(routing == minimal_routing(b));
  REQUIRE(routing.has_value());
  const auto uniform = [&](const NetworkGraph& graph) {
    return *routing == MinimalRouting::kHierarchical
               ? summarize(graph, hierarchical_minimal_loads(graph, uniform_traffic(graph)))
               : uniform_load_summary(graph);
  };
  const LoadSummary loads = uniform(a), other_loads = uniform(b);
  check_loads(loads.mean, other_loads.mean);
  check_loads(loads.most, other_loads.most);
  check_near(loads.throughput, other_loads.throughput);
  const WorstCase worst = worst_case(a, *routing), other_worst = worst_case(b, *routing);
  CHECK(worst.exact == other_worst.exact);
  CHECK(worst.pattern == other_worst.pattern);
  CHECK(worst.channel_class == other_worst.channel_class);
  check_loads(worst.most, other_worst.most);
  check_near(worst.throughput, other_worst.throughput);
  if (a.directed) return;
  const BisectionBounds cut = measure_bisection(a, loads.largest),
                        other_cut = measure_bisection(b, other_loads.largest);
  CHECK(cut.cut.channels == other_cut.cut.channels);
  CHECK(cut.cut.imbalance == other_cut.cut.imbalance);
  CHECK(cut.cut.exact == other_cut.cut.exact);
  CHECK(cut.lower == other_cut.lower);
}

void check_read_back(const Wiring& wiring) {
  const std::string csv = wiring_csv(wiring), json = wiring_json(wiring);
  const Wiring from_csv = wiring_from_text(csv, "net.csv");
  const Wiring from_json = wiring_from_text(json, "net.json");
  CHECK(from_csv == wiring);
  CHECK(from_json == wiring);
  CHECK(wiring_csv(from_csv) == csv);
  CHECK(wiring_json(from_json) == json);
  check_same_metrics(wiring, from_csv);
}

TEST_CASE("a network of each family, read back from a file, is the same and measures the same") {
  int networks = 0;
  for (const Family& family : families()) {
    for (const auto& [terminals, radix] :
         std::vector<std::pair<int, int>>{{20, 8}, {5, 7}, {60, 7}}) {
      FamilyParameters parameters;
      try {
        parameters = smallest_network(family.name, terminals, radix);
      } catch (const InputError&) {
        continue;  // no such size, or the family of files itself
      }
      INFO(family.name << ", " << terminals << " terminals");
      check_read_back(build_network(family.name, parameters));
      ++networks;
    }
  }
  CHECK(networks >= 2 * (static_cast<int>(families().size()) - 1));
}

TEST_CASE("networks with parallel channels, lone ports and levels that are not full, read back") {
  check_read_back(flattened_butterfly_wiring({{4, 3}, 3, {2, 1}, true}));
  check_read_back(folded_clos_wiring({8, 3, 70}));
  check_read_back(torus_wiring({4, 1, 2}, 3));
  check_read_back(dragonfly_wiring(links_of(make_network(1, 4, 3, 6), {{2, 2}, {2, 1}})));
  check_read_back(dragonfly_wiring({2, 3, 3, 5, greedy_links(3, 3, 5), {}}));
  check_read_back(dragonfly_wiring(make_network(3, 5, 3, 1)));
}

TEST_CASE("what only dragonflies have is counted on the wiring") {
  const TopologySummary summary =
      count_channels(wiring_from_text(wiring_csv(dragonfly_wiring(make_network(1, 3, 3, 5))), "x"));
  CHECK(summary.groups == 5);
  CHECK(summary.radix == 6);
  CHECK(summary.effective_radix == 3 * (1 + 3));
  CHECK(summary.local_channels == 5 * 3);
  CHECK(summary.global_channels == 22);  // 45 ports: one must remain
  CHECK(summary.unconnected_global_ports == 1);
}

}  // namespace
}  // namespace dragonfly
