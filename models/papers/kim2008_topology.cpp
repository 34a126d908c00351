// SPDX-License-Identifier: Apache-2.0
// Figures 1, 4 to 7 and 18, and Table 2: what networks are (Sections 1, 3 and 5).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/cost/family_parts.hpp"
#include "models/cost/floor_plan.hpp"
#include "models/cost/kim2008.hpp"
#include "models/families/dragonfly/deadlock.hpp"
#include "models/families/dragonfly/dragonfly.hpp"
#include "models/families/dragonfly/routing.hpp"
#include "models/families/dragonfly/routing_tables.hpp"
#include "models/families/dragonfly/topology_summary.hpp"
#include "models/families/fabric.hpp"
#include "models/metrics/channel_load.hpp"
#include "models/metrics/network_size.hpp"
#include "models/metrics/scalability.hpp"
#include "models/metrics/traffic_matrix.hpp"
#include "models/papers/drawings.hpp"
#include "models/papers/judge.hpp"
#include "models/papers/kim2008.hpp"
#include "models/papers/simulated.hpp"
#include "models/wiring/distances.hpp"
#include "models/wiring/wiring_graph.hpp"

namespace dragonfly::kim2008 {
namespace {

/// A dragonfly; `groups`: sizes of the flattened butterfly in each group, empty: a complete graph.
TopologyConfig dragonfly_network(int p, int a, int h, const std::vector<int>& sizes = {},
                                 const std::vector<int>& parallel = {}) {
  TopologyConfig network;
  network.parameters = {{"p", {p}}, {"a", {a}}, {"h", {h}}};
  if (!sizes.empty()) network.parameters["group-sizes"] = sizes;
  if (!parallel.empty()) network.parameters["group-parallel"] = parallel;
  return network;
}

TopologySummary summary_of(const TopologyConfig& network) {
  Configuration config;
  config.topology = network;
  return count_channels(make_wiring(config));
}

constexpr const char *kPortsFail = "ports counted on the wiring",
                     *kCycleFails = "the search for cycles, or the VCs of a route";

/// Loads of the busiest channels under uniform traffic and minimal routing.
struct ChannelBalance {
  double local = 0, global = 0;
};

ChannelBalance uniform_balance(const NetworkGraph& graph) {
  const LoadSummary load =
      summarize(graph, hierarchical_minimal_loads(graph, uniform_traffic(graph)));
  ChannelBalance busiest;
  for (std::size_t c = 0; c < graph.classes.size(); ++c)
    (graph.classes[c] == "global" ? busiest.global : busiest.local) = load.most[c];
  return busiest;
}

// Of Figure 18 and Table 2: 64K terminals.
constexpr int kSize = 16;  // of a dimension, and routers of a group
constexpr int kRouters = kSize * kSize * kSize;

NetworkGraph butterfly_64k() { return graph_of({"k-ary-n-flat", {{"k", {kSize}}, {"n", {4}}}}); }

NetworkGraph dragonfly_64k() {
  TopologyConfig network = dragonfly_network(kSize, kSize, kSize);
  network.parameters["g"] = {std::int64_t{kSize} * kSize};
  return graph_of(network);
}

/// Dimension-1 rows of the butterfly and groups of the dragonfly: 16 routers in a row.
std::vector<int> boxes_64k() {
  std::vector<int> boxes;
  boxes.reserve(kRouters);
  for (int router = 0; router < kRouters; ++router) boxes.push_back(router / kSize);
  return boxes;
}

std::int64_t between_boxes(const NetworkGraph& graph, const std::vector<int>& box_of) {
  return std::count_if(graph.channels.begin(), graph.channels.end(), [&](const GraphChannel& c) {
    return box_of[static_cast<std::size_t>(c.from)] != box_of[static_cast<std::size_t>(c.to)];
  });
}

/// Channels between the boxes with low numbers and those with high ones.
std::int64_t cut_in_half(const NetworkGraph& graph, const std::vector<int>& box_of) {
  const int half = (1 + *std::max_element(box_of.begin(), box_of.end())) / 2;
  return std::count_if(graph.channels.begin(), graph.channels.end(), [&](const GraphChannel& c) {
    return (box_of[static_cast<std::size_t>(c.from)] < half) !=
           (box_of[static_cast<std::size_t>(c.to)] < half);
  });
}

/// "hl" once, "2hl" twice.
std::string times(int count, const std::string& name) {
  return count == 1 ? name : fmt::format("{}{}", count, name);
}

/// Local and global hops.
struct Hops {
  int local = 0, global = 0;
  bool operator==(const Hops&) const = default;
  [[nodiscard]] std::string text() const {
    return fmt::format("{} + {}", times(local, "hl"), times(global, "hg"));
  }
};

/// The hops of a minimal route in a k-ary n-flat, by the digits in which routers differ; the first
/// dimension is local.
Hops minimal_hops(int from, int to, int k, int dimensions) {
  Hops hops;
  for (int d = 0; d < dimensions; ++d) {
    if (from % k != to % k) ++(d == 0 ? hops.local : hops.global);
    from /= k;
    to /= k;
  }
  return hops;
}

Hops most(const Hops& one, const Hops& other) {
  return one.local + one.global >= other.local + other.global ? one : other;
}

/// Of all routes of the n-flat: minimal, and through any intermediate router.
std::array<Hops, 2> butterfly_diameters(int k, int dimensions) {
  const int routers = static_cast<int>(std::lround(std::pow(k, dimensions)));
  std::array<Hops, 2> longest;
  for (int to = 0; to < routers; ++to) {
    longest[0] = most(longest[0], minimal_hops(0, to, k, dimensions));
    for (int middle = 0; middle < routers; ++middle) {
      const Hops first = minimal_hops(0, middle, k, dimensions);
      const Hops second = minimal_hops(middle, to, k, dimensions);
      longest[1] = most(longest[1], {first.local + second.local, first.global + second.global});
    }
  }
  return longest;
}

/// A router and the hops that led to it.
struct Walk {
  int router = 0;
  Hops hops;
};

/// By the local hop, if any, and the global channel to another group (Section 4.1, Steps 1 and 2).
Walk to_group(const Dragonfly& network, Walk walk, int group) {
  const GlobalEnd gate = network.channels_between(network.group_of_router(walk.router), group)[0];
  if (network.local_index(walk.router) != gate.router) ++walk.hops.local;
  ++walk.hops.global;
  const GlobalEnd end =
      network.far_end(network.group_of_router(walk.router), gate.router, gate.port);
  return {end.group * network.a() + end.router, walk.hops};
}

Hops to_router(const Walk& walk, int router) {
  return {walk.hops.local + (walk.router == router ? 0 : 1), walk.hops.global};
}

std::array<Hops, 2> dragonfly_diameters(const Dragonfly& network) {
  std::array<Hops, 2> longest;
  for (int from = 0; from < network.routers(); ++from) {
    for (int to = 0; to < network.routers(); ++to) {
      const int source = network.group_of_router(from), target = network.group_of_router(to);
      if (source == target) continue;
      longest[0] = most(longest[0], to_router(to_group(network, {from, {}}, target), to));
      for (int middle = 0; middle < network.g(); ++middle) {
        if (middle == source || middle == target) continue;
        const Walk there = to_group(network, {from, {}}, middle);
        longest[1] = most(longest[1], to_router(to_group(network, there, target), to));
      }
    }
  }
  return longest;
}

/// Mean and longest cable between boxes, without the overhead, as shares of the floor's edge.
struct Lengths {
  double mean = 0, longest = 0;
  double longest_diagonal = 0;  ///< in a straight line instead of along rows and aisles
  std::string floor;            ///< how large it is, in words
};

Lengths global_lengths(const NetworkGraph& graph, std::int64_t blocks_per_row) {
  const Kim2008 model;
  FloorParameters floor;
  floor.blocks_per_row = blocks_per_row;
  const double edge = floor_edge(model, graph.terminals());
  const FloorPlan plan = plan_floor(graph, floor);
  Lengths lengths;
  lengths.floor =
      fmt::format("{:.1f} m wide and {:.1f} m deep, E is {:.1f} m", plan.width, plan.depth, edge);
  double cables = 0;
  for (const CableLengths& cable : plan.classes) {
    if (cable.name == "local" || cable.name == "dimension-1") continue;
    const double count = static_cast<double>(cable.channels - cable.in_cabinet);
    lengths.mean += count * (cable.mean - floor.cable_overhead) / edge;
    lengths.longest = std::max(lengths.longest, (cable.maximum - floor.cable_overhead) / edge);
    cables += count;
  }
  lengths.mean /= cables;
  const double row = floor.cabinet_depth * floor.depth_factor;
  for (const GraphChannel& channel : graph.channels) {
    const std::string& name = graph.classes[static_cast<std::size_t>(channel.channel_class)];
    if (name == "local" || name == "dimension-1") continue;
    const auto place = [&](int router) {
      const auto cabinet = plan.cabinet_of[static_cast<std::size_t>(router)];
      return plan.cabinets[static_cast<std::size_t>(cabinet)];
    };
    const CabinetPosition from = place(channel.from), to = place(channel.to);
    const double metres =
        std::hypot(static_cast<double>(from.column - to.column) * floor.cabinet_width,
                   static_cast<double>(from.row - to.row) * row);
    lengths.longest_diagonal = std::max(lengths.longest_diagonal, metres / edge);
  }
  return lengths;
}

}  // namespace

namespace {

/// The smallest radix with which routers that are all joined to each other have `terminals` in all,
/// over all concentrations.
std::int64_t least_one_hop_radix(std::int64_t terminals) {
  std::int64_t least = terminals;
  for (std::int64_t concentration = 1; concentration < least; ++concentration) {
    const std::int64_t routers = (terminals + concentration - 1) / concentration;
    least = std::min(least, concentration + routers - 1);
  }
  return least;
}

}  // namespace

Figure figure1(Runs&, Extent) {
  Figure figure{"One hop between any two routers, with a concentration of sqrt(N) (footnote 2)."};
  Curve curve{"", {}};
  // From 100 to 10^6, twenty sizes for each power of ten.
  for (int step = 0; step <= 80; ++step) {
    const auto terminals = static_cast<std::int64_t>(std::llround(100 * std::pow(10, step / 20.0)));
    curve.points.push_back(
        {static_cast<double>(terminals), static_cast<double>(one_hop_radix(terminals))});
  }
  figure.panels = {{"",
                    {.label = "network size (N)", .low = 100, .high = 1e6, .logarithmic = true},
                    {.label = "router radix (k)", .low = 0, .high = 800},
                    {curve}}};
  constexpr const char* kFails =
      "a smaller radix at another concentration than sqrt(N): all are tried";
  for (const int size : {1'000, 100'000, 1'000'000}) {
    figure.statements.push_back(between(
        {fmt::format("N = {}: least radix of all concentrations over 2 sqrt(N)",
                     shown(size, Unit::kCount)),
         "very high-radix routers, with a radix of ~2√N (where N is the size of the "
         "network) are required",
         kFails, Unit::kFactor},
        0.95, 1.05, static_cast<double>(least_one_hop_radix(size)) / (2 * std::sqrt(size))));
  }
  figure.statements.push_back(judged(
      {"least radix for N = 8K and 1M",
       "a radix of 128 is feasible, much higher radices are "
       "needed to build machines that scale to 8K - 1M nodes",
       kFails},
      "above 128", fmt::format("{}, {}", least_one_hop_radix(8192), least_one_hop_radix(1 << 20)),
      least_one_hop_radix(8192) > 128 && least_one_hop_radix(1 << 20) > 128));
  // 8,192 terminals at the concentration of footnote 2, wired: 91 routers of 91 terminals.
  const NetworkGraph wired =
      graph_of({"flattened-butterfly", {{"sizes", std::vector<int>{91}}, {"concentration", {91}}}});
  figure.statements.push_back(equal(
      {"N = 8K: ports of 91 routers with 91 terminals each, wired, and the radix of the curve",
       "where N is the size of the network",
       "ports counted on the wiring, or another formula behind the curve"},
      static_cast<double>(one_hop_radix(std::int64_t{91} * 91)),
      static_cast<double>(measure_size(wired).radix)));
  figure.statements.push_back(at_least(
      {"N at a radix of 800, where the axis of radices ends", "1,000,000 Network Size (N)",
       "nothing of ours: the printed axes against footnote 2", Unit::kCount, Source::kPaper,
       "by footnote 2 a network of a million needs a radix of 1,999; the curve leaves the "
       "axes before"},
      1e6, static_cast<double>(one_hop_terminals(800))));
  return figure;
}

Figure figure4(Runs&, Extent) {
  Figure figure{"Balanced dragonflies, a = 2p = 2h, of the largest size, g = ah + 1."};
  Curve curve{"", {}};
  for (const ScalabilityPoint& point : balanced_dragonfly_curve(80))
    curve.points.push_back(
        {static_cast<double>(point.radix), static_cast<double>(point.terminals)});
  figure.panels = {{"",
                    {.label = "router radix (k)", .low = 0, .high = 80},
                    {.label = "network size (N)", .low = 0, .high = 300'000},
                    {curve}}};
  const ScalabilityPoint largest = balanced_dragonfly(64);
  const NetworkGraph wired = graph_of(dragonfly_network(16, 32, 16));
  figure.statements.push_back(at_least(
      {fmt::format("terminals from {} of 64 ports", largest.radix),
       "with radix-64 routers, the topology scales to over 256k nodes",
       "terminals counted on the wiring of p = h = 16, a = 32", Unit::kCount, Source::kPaper},
      256 * 1024, static_cast<double>(wired.terminals())));
  figure.statements.push_back(equal(
      {"diameter of that network (p = h = 16, a = 32)",
       "with a network diameter of only three hops",
       "a channel of the wiring: distances are searched on it", Unit::kNumber, Source::kPaper},
      3, measure_distances(wired).diameter));
  const auto in_balance = [](int p, int a, int h) {
    const ChannelBalance load = uniform_balance(graph_of(dragonfly_network(p, a, h)));
    return load.global / load.local;
  };
  constexpr const char* kBalanced = "the network should be balanced so that a ≥ 2h, 2p ≥ 2h";
  constexpr const char* kBalanceFails =
      "loads of minimal routing under uniform traffic, or the wiring they are counted on";
  figure.statements.push_back(
      at_least({"UR, a = 2p = 2h = 8: busiest global channel over the busiest local one", kBalanced,
                kBalanceFails, Unit::kFactor},
               0.95, in_balance(4, 8, 4)));
  figure.statements.push_back(at_most(
      {"UR, a = h = 4, p = 4: the same, where a < 2h", kBalanced, kBalanceFails, Unit::kFactor},
      0.95, in_balance(4, 4, 4)));
  return figure;
}

Figure figure5(Runs&, Extent) {
  const TopologyConfig network = dragonfly_network(2, 4, 2);
  const TopologySummary summary = summary_of(network);
  Figure figure{"Dragonfly of p = h = 2, a = 4, g = 9; two terminals at each router."};
  figure.diagrams = {on_circle(graph_of(network), "N = 72: routers as group.router")};
  figure.statements = {
      equal({"terminals", "p = h = 2, a = 4 that scales to N = 72", "terminals of the wiring",
             Unit::kNumber, Source::kPaper},
            72, summary.terminals),
      equal({"ports of a router", "with k = 7 routers", kPortsFail, Unit::kNumber, Source::kPaper},
            7, summary.radix),
      equal({"ports of a group", "the effective radix is increased from k = 7 to k' = 16",
             kPortsFail, Unit::kNumber, Source::kPaper},
            16, static_cast<double>(summary.effective_radix))};
  return figure;
}

namespace {

/// A network of groups of 8 routers under load, for a length that is always the same.
Configuration in_groups(const std::vector<int>& sizes, const std::string& routing, Pattern pattern,
                        double load) {
  Configuration config;
  config.topology = dragonfly_network(2, 8, 2, sizes);
  config.routing.algorithm = routing;
  config.traffic.pattern = pattern;
  config.traffic.load = load;
  config.measurement.warmup_min = config.measurement.warmup_max = 4000;
  config.measurement.window = 3000;
  config.measurement.drain_max = 2000;
  return config;
}

/// The groups of Figure 6(b) beside complete ones, which the paper does not show under load.
DataTable groups_under_load(const SimulatedItem& item) {
  DataTable table{
      "groups of 8 routers, p = h = 2, 272 terminals: accepted under UR at 0.98 and WC at 0.5, and "
      "mean latency under WC",
      {"routing", "group", "UR at 0.98", "WC at 0.5", "latency at 0.1", "at 0.2", "at 0.3"},
      {}};
  const auto latency = [](const SeedRuns& runs) {
    return runs.saturated ? "saturated" : fmt::format("{:.1f}", runs.latency.mean());
  };
  for (const char* routing :
       {"min", "val", "ugal-l", "ugal-g", "ugal-l-vc", "ugal-l-vch", "ugal-l-cr"}) {
    for (const bool cube : {false, true}) {
      const std::vector<int> sizes = cube ? std::vector<int>{2, 2, 2} : std::vector<int>{};
      const auto accepted = [&](Pattern pattern, double load) {
        return fmt::format("{:.3f}", item.accepted(in_groups(sizes, routing, pattern, load)));
      };
      std::vector<std::string> row = {routing, cube ? "2 x 2 x 2" : "complete",
                                      accepted(Pattern::kUniform, 0.98),
                                      accepted(Pattern::kWorstCase, 0.5)};
      for (const double load : {0.1, 0.2, 0.3})
        row.push_back(latency(item(in_groups(sizes, routing, Pattern::kWorstCase, load))));
      table.rows.push_back(row);
    }
  }
  return table;
}

/// Delayed credits past saturation, where local channels are what is short.
DataTable delayed_credits(const SimulatedItem& item) {
  DataTable table{
      "groups of 2 x 2 x 2: accepted under UR", {"routing", "at 0.40", "at 0.45", "at 0.50"}, {}};
  const auto add = [&](const std::string& name, const char* routing, int round_trip) {
    std::vector<std::string> row = {name};
    for (const double load : {0.4, 0.45, 0.5}) {
      Configuration config = in_groups({2, 2, 2}, routing, Pattern::kUniform, load);
      config.router.credit_round_trip = round_trip;
      row.push_back(fmt::format("{:.3f}", item.accepted(config)));
    }
    table.rows.push_back(row);
  };
  add("ugal-l-vch", "ugal-l-vch", 0);
  add("ugal-l-cr", "ugal-l-cr", 0);
  add("ugal-l-cr, no credit delayed (--credit-round-trip 65535)", "ugal-l-cr", 65535);
  return table;
}

}  // namespace

Figure figure6(Runs& runs, Extent extent) {
  const SimulatedItem item(runs, extent);
  const TopologyConfig flat = dragonfly_network(2, 4, 2, {2, 2}, {2, 1});
  const TopologyConfig cube = dragonfly_network(2, 8, 2, {2, 2, 2});
  Figure figure{
      "One group of each network; every router has two terminals and two global channels. Under "
      "load: packets of one flit, buffers of 16 flits a VC, channels of latency 1."};
  figure.tables = {groups_under_load(item), delayed_credits(item)};
  figure.diagrams = {
      group_on_grid(graph_of(flat), 0, {2, 2}, "(a) 2-D flattened butterfly, k' = 16", ""),
      group_on_grid(graph_of(cube), 0, {2, 2, 2}, "(b) 3-D flattened butterfly, k' = 32", "")};
  const TopologySummary a = summary_of(flat), b = summary_of(cube);
  figure.statements = {
      equal({"(a): ports of a group",
             "a 2-D flattened butterfly is shown in Figure 6(a) which has the same k' as the group "
             "shown in Figure 5",
             kPortsFail, Unit::kNumber, Source::kPaper},
            16, static_cast<double>(a.effective_radix)),
      equal({"(b): ports of a group", "to increase the effective radix from k' = 16 to k' = 32",
             kPortsFail, Unit::kNumber, Source::kPaper},
            32, static_cast<double>(b.effective_radix)),
      equal({"(b): ports of a router", "using the same k = 7 router", kPortsFail, Unit::kNumber,
             Source::kPaper},
            7, b.radix),
      equal(
          {"(b): terminals", "allowing the topology to scale up to N = 1056",
           "terminals of the wiring", Unit::kCount, Source::kPaper,
           "p = h = 2 and 8 routers a group give ah + 1 = 17 groups of 16 terminals; 1,056 is the "
           "network of Section 4.2, p = h = 4, a = 8, whose routers have 15 ports"},
          1056, b.terminals)};
  return figure;
}

Figure figure7(Runs&, Extent) {
  const Dragonfly network(DragonflyParameters{2, 4, 2});
  const VcPolicy policy = vc_policy(network, Routing::kVal, 3);
  const auto vc = [](int number) { return fmt::format("VC{}", number); };
  const auto after = [&](int number) { return vc_by_figure7(PortClass::kGlobal, number); };
  const int min = policy.minimal_start, non = policy.nonminimal_start;
  Figure figure{
      "VCs that the routers assign in a network of p = h = 2, a = 4: those of a packet's "
      "start, and one up after each global hop."};
  figure.diagrams = {{"minimal and non-minimal route",
                      {{"Rs", 0, 0, "Gs"},
                       {"Ra", 1, 0, "Gs"},
                       {"Rx", 2, 1.6, "Gi"},
                       {"Ry", 3, 1.6, "Gi"},
                       {"Rb", 4, 0, "Gd"},
                       {"Rd", 5, 0, "Gd"},
                       {"Ra'", 0.5, 0.7, "Gs"},
                       {"Rb'", 4.5, 0.7, "Gd"}},
                      {{0, 1, "minimal", vc(min)},
                       {1, 4, "minimal", vc(min)},
                       {4, 5, "minimal", vc(after(min))},
                       {0, 6, "non-minimal", vc(non)},
                       {6, 2, "non-minimal", vc(non)},
                       {2, 3, "non-minimal", vc(after(non))},
                       {3, 7, "non-minimal", vc(after(non))},
                       {7, 5, "non-minimal", vc(after(after(non)))}},
                      true}};
  const auto fewest = [&](Routing routing) {
    for (int vcs = 1;; ++vcs) {
      try {
        if (check_deadlock(network, routing, vc_policy(network, routing, vcs), vcs).deadlock_free())
          return vcs;
      } catch (const InputError&) {
        continue;  // too few
      }
    }
  };
  figure.statements = {
      equal({"fewest VCs without a cycle of channel dependencies, minimal routing",
             "two VCs are needed for minimal routing", kCycleFails, Unit::kNumber, Source::kPaper},
            2, fewest(Routing::kMin)),
      equal({"the same, non-minimal routing", "three VCs are required for non-minimal routing",
             kCycleFails, Unit::kNumber, Source::kPaper},
            3, fewest(Routing::kVal))};
  return figure;
}

Figure figure18(Runs&, Extent) {
  const NetworkGraph butterfly = butterfly_64k(), groups = dragonfly_64k();
  const std::vector<int> boxes = boxes_64k();
  const double global_butterfly = static_cast<double>(between_boxes(butterfly, boxes));
  const double global_dragonfly = static_cast<double>(between_boxes(groups, boxes));
  Figure figure{
      "64K terminals, 16 at each router: a 16-ary 4-flat, and 256 groups of 16 routers with "
      "16 global channels each. A box has 16 routers, and 256 terminals; channels of the "
      "lower left box only."};
  figure.diagrams = {on_floor(butterfly, boxes, kSize, "(a) 3-D flattened butterfly"),
                     on_floor(groups, boxes, kSize, "(b) dragonfly")};
  figure.tables = {
      {"(c) ports of a router",
       {"topology", "terminals", "local", "global", "in all"},
       {{"flattened butterfly", "16", "15", "30", fmt::format("{}", measure_size(butterfly).radix)},
        {"dragonfly", "16", "15", "16", fmt::format("{}", measure_size(groups).radix)}}}};
  const auto share = [](double global, double ports) { return 2 * global / kRouters / ports; };
  figure.statements = {
      equal(
          {"terminals of both networks", "dragonfly and flattened butterfly networks of 64K nodes",
           "terminals of either wiring", Unit::kCount, Source::kPaper},
          static_cast<double>(butterfly.terminals()), static_cast<double>(groups.terminals())),
      between({"channels that halving the boxes cuts: dragonfly over flattened butterfly",
               "both topologies provide the same amount of global bisection bandwidth",
               "channels that are counted across the middle of the wiring", Unit::kFactor},
              0.95, 1.05,
              static_cast<double>(cut_in_half(groups, boxes)) /
                  static_cast<double>(cut_in_half(butterfly, boxes))),
      between({"global cables: dragonfly over flattened butterfly",
               "the dragonfly requires only half the number of global cables compared to the "
               "flattened butterfly",
               kPortsFail, Unit::kPercent},
              0.45, 0.55, global_dragonfly / global_butterfly),
      between({"global channels, of 64 ports: flattened butterfly",
               "the flattened butterfly uses 50% of the router ports for global channels",
               kPortsFail, Unit::kPercent},
              0.45, 0.55, share(global_butterfly, 64)),
      between({"global channels, of 64 ports: dragonfly",
               "while the dragonfly uses only 25% of the ports for global channels", kPortsFail,
               Unit::kPercent},
              0.225, 0.275, share(global_dragonfly, 64)),
      between({"global channels, of the 47 ports that are used: dragonfly",
               "while the dragonfly uses only 25% of the ports for global channels", kPortsFail,
               Unit::kPercent, Source::kOurs,
               "16 of 47 ports; the 25% are those of a router with 64 ports"},
              0.225, 0.275, share(global_dragonfly, measure_size(groups).radix))};
  return figure;
}

namespace {

/// What the means of the papers' cost models assume, beside cabinets on a floor.
DataTable floor_plans() {
  struct Placed {
    std::string name;
    TopologyConfig network;
    std::int64_t blocks_per_row = 0;
  };
  std::vector<Placed> all;
  for (const std::int64_t groups : {8, 32, 128}) {
    TopologyConfig network = dragonfly_network(16, 32, 16);
    network.parameters["g"] = {groups};
    all.push_back({fmt::format("dragonfly (p = 16, a = 32, h = 16, g = {})", groups), network});
  }
  all.push_back({"16-ary 3-flat", {"k-ary-n-flat", {{"k", {kSize}}, {"n", {3}}}}});
  all.push_back({"16-ary 4-flat", {"k-ary-n-flat", {{"k", {kSize}}, {"n", {4}}}}});
  all.push_back({"16-ary 4-flat, 16 x 16 blocks", all.back().network, kSize});

  DataTable table{"cabinets on a floor: lengths of cables in m, with an overhead of 2 m",
                  {"network", "class", "channels", "in cabinets", "assumed mean", "mean", "longest",
                   "floor (cabinets; m)"},
                  {}};
  Kim2008 model;
  model.neighbour_backplane = 0;  // cables between the cabinets of a group beside the real ones
  for (const Placed& placed : all) {
    FloorParameters floor;
    floor.blocks_per_row = placed.blocks_per_row;
    const FloorPlan plan = plan_floor(graph_of(placed.network), floor);
    const NetworkParts parts = parts_of(placed.network.family, placed.network.parameters, model);
    for (const CableLengths& lengths : plan.classes) {
      const auto links =
          std::find_if(parts.links.begin(), parts.links.end(),
                       [&](const LinkClass& some) { return same_class(some, lengths); });
      table.rows.push_back(
          {placed.name, lengths.name, fmt::format("{}", lengths.channels),
           fmt::format("{}", lengths.in_cabinet),
           links == parts.links.end() ? "" : fmt::format("{:.2f}", mean_cable_length(*links)),
           fmt::format("{:.2f}", lengths.mean), fmt::format("{:.2f}", lengths.maximum),
           fmt::format("{} x {}; {:.1f} x {:.1f}", plan.columns, plan.rows, plan.width,
                       plan.depth)});
    }
  }
  return table;
}

}  // namespace

Figure table2(Runs&, Extent) {
  const std::array<Hops, 2> flat = butterfly_diameters(4, 3);
  const std::array<Hops, 2> grouped = dragonfly_diameters(Dragonfly(DragonflyParameters{2, 4, 2}));
  const NetworkGraph butterfly = butterfly_64k(), groups = dragonfly_64k();
  const Lengths butterfly_cables = global_lengths(butterfly, kSize);
  const Lengths dragonfly_cables = global_lengths(groups, kSize);
  const auto edges = [](double share) { return fmt::format("{:.2f} E", share); };
  Figure figure{
      "Hops of the longest routes, counted over all routes of a 4-ary 4-flat and of a "
      "dragonfly of p = h = 2, a = 4. Cables without overhead between cabinets of 0.57 m x "
      "1.44 m in rows 2.88 m apart, for 64K terminals, 16 boxes of 16 routers in a row."};
  figure.tables = {{"",
                    {"topology", "minimal", "nonminimal", "cables: avg", "max"},
                    {{"flattened butterfly", flat[0].text(), flat[1].text(),
                      edges(butterfly_cables.mean), edges(butterfly_cables.longest)},
                     {"dragonfly", grouped[0].text(), grouped[1].text(),
                      edges(dragonfly_cables.mean), edges(dragonfly_cables.longest)}}},
                   floor_plans()};
  const auto hops = [](const std::string& about, const Hops& found, const Hops& printed) {
    return judged({about, printed.text(), "hops of the routes: all are walked on the wiring",
                   Unit::kNumber, Source::kPaper},
                  printed.text(), found.text(), found == printed);
  };
  const std::string rows =
      "the floor of these cabinets is no square: 16 x 16 boxes of two cabinets are " +
      butterfly_cables.floor;
  const auto length = [&](const std::string& about, const std::string& words, double printed,
                          double found) {
    return near({about, words, "where cabinets stand, or how cables run", Unit::kNumber,
                 Source::kOurs, rows},
                printed, 0.1 * printed, found);
  };
  figure.statements = {
      hops("flattened butterfly, minimal", flat[0], {1, 2}),
      hops("flattened butterfly, nonminimal", flat[1], {2, 4}),
      hops("dragonfly, minimal", grouped[0], {2, 1}),
      hops("dragonfly, nonminimal", grouped[1], {3, 2}),
      length("flattened butterfly, mean cable over E", "E/3", 1.0 / 3, butterfly_cables.mean),
      length("flattened butterfly, longest cable over E", "E", 1, butterfly_cables.longest),
      length("dragonfly, mean cable over E", "2E/3", 2.0 / 3, dragonfly_cables.mean),
      length("dragonfly, longest cable over E", "2E", 2, dragonfly_cables.longest),
      length("dragonfly, longest cable over E, connected diagonally",
             "The maximum length cable for dragonfly can be reduced to √2E if cables are connected "
             "diagonally",
             std::sqrt(2), dragonfly_cables.longest_diagonal)};
  return figure;
}

}  // namespace dragonfly::kim2008
