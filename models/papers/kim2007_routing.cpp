// SPDX-License-Identifier: Apache-2.0
// Figures 4, 5, 6 and 12, and Table 1: networks under load (Sections 3 and 5.1.1).
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "models/papers/judge.hpp"
#include "models/papers/kim2007.hpp"
#include "models/papers/simulated.hpp"

namespace dragonfly::kim2007 {
namespace {

constexpr int kSize = 32;  // of the 32-ary 2-flat: 1,024 terminals

constexpr const char* kSettings =
    "32-ary 2-flat, 1,024 terminals, packets of one flit, 32 flits a port over all VCs, channels "
    "of latency 1. UR is uniform random traffic; WC: all terminals of a router send to those of "
    "the next.";

constexpr const char* kBatchFails = "the allocator or the choice of an intermediate router";

constexpr const char* kBuffering =
    "how near to 100% a network comes depends on its buffers (the table of Figure 4)";

const std::vector<std::string>& routings() {
  static const std::vector<std::string> all = {"min-ad", "val", "ugal", "ugal-s", "clos-ad"};
  return all;
}

/// As the paper writes them.
std::string printed(const std::string& routing) {
  static const std::map<std::string, std::string> names = {{"min-ad", "MIN AD"},
                                                           {"val", "VAL"},
                                                           {"ugal", "UGAL"},
                                                           {"ugal-s", "UGAL-S"},
                                                           {"clos-ad", "CLOS AD"}};
  return names.at(routing);
}

/// VCs that a routing needs in so many dimensions (Section 3.1).
int vcs_of(const std::string& routing, int dimensions) {
  if (routing == "dor") return 1;
  if (routing == "min-ad") return dimensions;
  return routing == "val" ? 2 : dimensions + 1;
}

Configuration loaded(Configuration config, Pattern pattern, double load) {
  config.traffic.pattern = pattern;
  config.traffic.load = load;
  if (pattern == Pattern::kWorstCase) config.traffic.group_size = kSize;
  return config;
}

/// The k-ary n-flat with so many flits a port.
Configuration flat(const std::string& routing, int k = kSize, int n = 2, int flits = 32) {
  Configuration config;
  config.topology = {"k-ary-n-flat", {{"k", {k}}, {"n", {n}}}};
  config.routing.algorithm = routing;
  config.router.vcs = vcs_of(routing, n - 1);
  config.router.buffer_depth = flits / config.router.vcs;
  return config;
}

/// Past saturation, for a length that is always the same.
Configuration saturated(Configuration config) {
  config.measurement.warmup_min = config.measurement.warmup_max = 4000;
  config.measurement.window = 3000;
  config.measurement.drain_max = 500;
  return config;
}

std::vector<double> loads_of(const SimulatedItem& item, Pattern pattern) {
  if (pattern == Pattern::kUniform)
    return item.quick() ? std::vector<double>{0.1, 0.3, 0.5, 0.7, 0.9} : loads_from(0.1, 1, 0.1);
  return item.quick() ? std::vector<double>{0.1, 0.25, 0.4, 0.5} : loads_from(0.05, 0.5, 0.05);
}

std::vector<LoadCurve> curves(Pattern pattern) {
  std::vector<LoadCurve> all;
  all.reserve(routings().size());
  for (const std::string& routing : routings()) {
    all.push_back(
        {printed(routing), [=](double load) { return loaded(flat(routing), pattern, load); }});
  }
  return all;
}

/// One of the four topologies of equal bisection (Table 1). Channels of the folded Clos and of the
/// hypercube take a flit in two cycles.
struct Network {
  std::string name, routing;
  Configuration config;
};

Configuration network(const TopologyConfig& topology, const std::string& routing) {
  Configuration config;
  config.topology = topology;
  config.routing.algorithm = routing;
  config.router.vcs = 1;
  config.router.buffer_depth = 32;
  return config;
}

std::vector<Network> networks() {
  std::vector<Network> all = {
      {"flattened butterfly", "CLOS AD", flat("clos-ad")},
      {"butterfly", "destination-based",
       network({"butterfly", {{"k", {kSize}}, {"n", {2}}}}, "destination")},
      {"folded Clos", "adaptive sequential",
       network({"folded-clos", {{"radix", {64}}, {"levels", {2}}, {"terminals", {1024}}}},
               "adaptive")},
      {"hypercube", "e-cube", network({"hypercube", {{"dimensions", {10}}}}, "e-cube")}};
  all[2].config.channels.global_interval = 2;
  all[3].config.channels.local_interval = 2;
  return all;
}

const std::vector<int>& batches() {
  static const std::vector<int> all = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512};
  return all;
}

Configuration batch_of(const std::string& routing, int size) {
  Configuration config = loaded(flat(routing), Pattern::kWorstCase, 0.1);
  config.traffic.injection = Injection::kBatch;
  config.traffic.batch_size = size;
  return config;
}

/// Cycles a packet until the last packet of a batch has arrived.
double normalized(Runs& runs, const std::string& routing, int size) {
  return static_cast<double>(runs(batch_of(routing, size)).completion_cycles.value_or(0)) / size;
}

}  // namespace

Figure figure4(Runs& runs, Extent extent) {
  const SimulatedItem item(runs, extent);
  Figure figure{kSettings};
  figure.panels = {latency_panel(item, "(a) uniform random", curves(Pattern::kUniform),
                                 loads_of(item, Pattern::kUniform), 30),
                   latency_panel(item, "(b) worst case", curves(Pattern::kWorstCase),
                                 loads_of(item, Pattern::kWorstCase), 30)};
  const auto accepted = [&](const std::string& routing, Pattern pattern, double load, int flits) {
    return item.accepted(saturated(loaded(flat(routing, kSize, 2, flits), pattern, load)));
  };
  DataTable table{"UR at 1.0: accepted, by flits a port over all VCs", {"flits"}, {}};
  for (const std::string& routing : routings()) table.columns.push_back(printed(routing));
  for (const int flits : {32, 64, 128}) {
    std::vector<std::string>& row = table.rows.emplace_back();
    row.push_back(fmt::format("{}", flits));
    for (const std::string& routing : routings())
      row.push_back(fmt::format("{:.3f}", accepted(routing, Pattern::kUniform, 1, flits)));
  }
  figure.tables = {table};
  for (const std::string& routing : routings()) {
    if (routing == "val") continue;
    figure.statements.push_back(
        near({fmt::format("UR at 1.0: accepted by {}", printed(routing)),
              "all of the routing algorithms except VAL achieve 100% throughput", kCarryFails,
              Unit::kPercent, Source::kOurs, kBuffering},
             1, 0.05, accepted(routing, Pattern::kUniform, 1, 32)));
  }
  figure.statements.push_back(at_least({"UR at 1.0, 128 flits a port: accepted by MIN AD",
                                        "achieve 100% throughput", kCarryFails, Unit::kPercent},
                                       0.97, accepted("min-ad", Pattern::kUniform, 1, 128)));
  for (const Pattern pattern : {Pattern::kUniform, Pattern::kWorstCase}) {
    const bool uniform = pattern == Pattern::kUniform;
    figure.statements.push_back(
        near({fmt::format("{}: accepted by VAL", uniform ? "UR at 1.0" : "WC at 0.55"),
              "VAL achieves only half of network capacity regardless of the traffic pattern",
              kCarryFails, Unit::kPercent},
             0.5, 0.05, accepted("val", pattern, uniform ? 1 : 0.55, 32)));
  }
  const auto latency = [&](const char* routing, Pattern pattern, double load) {
    return item.latency(loaded(flat(routing), pattern, load));
  };
  figure.statements.push_back(at_least(
      {"UR at 0.1: latency of VAL over MIN AD",
       "VAL adds additional zero-load latency with the extra hop count",
       "a VAL that often draws the source or destination router", Unit::kFactor},
      1.05, latency("val", Pattern::kUniform, 0.1) / latency("min-ad", Pattern::kUniform, 0.1)));
  figure.statements.push_back(between({"WC at 0.55: accepted by MIN AD, times 32",
                                       "MIN is limited to 1/32 or approximately 3% throughput",
                                       "a minimal route over another channel, or traffic that "
                                       "does not all go to the next router"},
                                      0.98, 1.02,
                                      kSize * accepted("min-ad", Pattern::kWorstCase, 0.55, 32)));
  for (const char* routing : {"ugal", "ugal-s", "clos-ad"}) {
    figure.statements.push_back(
        near({fmt::format("WC at 0.55: accepted by {}", printed(routing)),
              "while all of the non-minimal algorithms achieve 50% throughput", kCarryFails,
              Unit::kPercent},
             0.5, 0.025, accepted(routing, Pattern::kWorstCase, 0.55, 32)));
  }
  figure.statements.push_back(
      near({"WC at 0.45: latency of CLOS AD over UGAL-S",
            "CLOS AD provides much lower latency near saturation - nearly half the latency of "
            "UGAL-S at an offered load of 0.45",
            "an allocator that does not see what it has given, or another choice of the "
            "intermediate router",
            Unit::kFactor},
           0.5, 0.1,
           latency("clos-ad", Pattern::kWorstCase, 0.45) /
               latency("ugal-s", Pattern::kWorstCase, 0.45)));
  return figure;
}

Figure figure5(Runs& runs, Extent extent) {
  const SimulatedItem item(runs, extent);
  const bool quick = item.quick();
  Figure figure{std::string(kSettings) + " Every terminal sends a batch of packets at once, WC."};
  Panel panel{"",
              {.label = "batch size (packets per terminal)", .logarithmic = true},
              {.label = "latency normalized to batch size (cycles a packet)", .low = 0, .high = {}},
              {}};
  const std::vector<std::string> compared = {"val", "ugal", "ugal-s", "clos-ad"};
  for (const std::string& routing : compared) {
    Curve& curve = panel.curves.emplace_back(Curve{printed(routing), {}});
    for (const int size : batches()) {
      if (quick && size > 4 && size != 32 && size != 512) continue;
      curve.points.push_back({static_cast<double>(size), normalized(runs, routing, size)});
    }
  }
  figure.panels = {panel};
  for (const std::string& routing : compared) {
    const double inverse =
        1 / item.accepted(saturated(loaded(flat(routing), Pattern::kWorstCase, 0.55)));
    figure.statements.push_back(
        near({fmt::format("batch of 512: cycles a packet of {} over the inverse of its throughput",
                          printed(routing)),
              "As the batch size increases, the normalized latency approaches the inverse of the "
              "routing algorithm throughput",
              "packets that are late at the end of a batch, or an unfair arbiter", Unit::kFactor},
             1, 0.15, normalized(runs, routing, 512) / inverse));
  }
  for (const int size : {1, 4}) {
    figure.statements.push_back(at_least(
        {fmt::format("batch of {}: UGAL over UGAL-S", size),
         "On these small batches, UGAL performs very poorly because of the greedy nature of its "
         "allocator",
         kBatchFails, Unit::kFactor},
        2, normalized(runs, "ugal", size) / normalized(runs, "ugal-s", size)));
  }
  for (const char* routing : {"val", "ugal", "ugal-s"}) {
    figure.statements.push_back(at_least(
        {fmt::format("batch of 32: {} over CLOS AD", printed(routing)),
         "CLOS AD eliminates both sources of transient load imbalance", kBatchFails, Unit::kFactor},
        1, normalized(runs, routing, 32) / normalized(runs, "clos-ad", 32)));
  }
  return figure;
}

Figure figure6(Runs& runs, Extent extent) {
  const SimulatedItem item(runs, extent);
  Figure figure{
      "1,024 terminals, 32 flits a port over all VCs, packets of one flit, channels of "
      "latency 1. Equal bisection: each channel of the folded Clos (32 up from each router) "
      "and of the hypercube takes a flit in two cycles. WC: terminals 32i to 32i + 31 send "
      "to random ones of the next 32."};
  std::map<std::string, Configuration> by_name;
  for (const Pattern pattern : {Pattern::kUniform, Pattern::kWorstCase}) {
    std::vector<LoadCurve> curves;
    for (const Network& each : networks()) {
      by_name[each.name] = each.config;
      curves.push_back(
          {each.name, [=](double load) { return loaded(each.config, pattern, load); }});
    }
    figure.panels.push_back(
        latency_panel(item, pattern == Pattern::kUniform ? "(a) uniform random" : "(b) worst case",
                      curves, loads_of(item, pattern), 30));
  }
  const auto accepted = [&](const std::string& name, Pattern pattern) {
    const double load = pattern == Pattern::kUniform ? 1 : 0.55;
    return item.accepted(saturated(loaded(by_name.at(name), pattern, load)));
  };
  const auto latency = [&](const std::string& name) {
    return item.latency(loaded(by_name.at(name), Pattern::kUniform, 0.1));
  };
  for (const char* name : {"butterfly", "flattened butterfly", "hypercube"}) {
    figure.statements.push_back(
        near({fmt::format("UR at 1.0: accepted by the {}", name),
              "all of the topologies providing 100% throughput except for the folded-Clos",
              kCarryFails, Unit::kPercent, Source::kOurs, kBuffering},
             1, 0.05, accepted(name, Pattern::kUniform)));
  }
  figure.statements.push_back(
      near({"UR at 1.0: accepted by the folded Clos", "thus, only achieves 50% throughput",
            "channels that are not half as fast, or an uneven choice of "
            "the way up",
            Unit::kPercent},
           0.5, 0.025, accepted("folded Clos", Pattern::kUniform)));
  figure.statements.push_back(
      between({"UR at 0.1: latency of the folded Clos over the flattened butterfly",
               "the folded Clos has slightly higher latency because of the extra middle stage",
               kWaitFails, Unit::kFactor},
              1.05, 1.5, latency("folded Clos") / latency("flattened butterfly")));
  figure.statements.push_back(
      at_least({"UR at 0.1: latency of the hypercube over the flattened butterfly",
                "the hypercube also has much higher latency because of its higher diameter",
                kWaitFails, Unit::kFactor},
               1.5, latency("hypercube") / latency("flattened butterfly")));
  figure.statements.push_back(near(
      {"WC at 0.55: butterfly over a flattened butterfly under MIN AD",
       "the conventional butterfly throughput is severely limited and performs identically to a "
       "flattened butterfly with minimal routing",
       "a route of either network that leaves the one channel, or another traffic", Unit::kFactor},
      1, 0.02,
      accepted("butterfly", Pattern::kWorstCase) /
          item.accepted(saturated(loaded(flat("min-ad"), Pattern::kWorstCase, 0.55)))));
  figure.statements.push_back(at_least(
      {"WC at 0.55: flattened butterfly over butterfly",
       "leading to an order of magnitude difference in throughput", kCarryFails, Unit::kFactor},
      10,
      accepted("flattened butterfly", Pattern::kWorstCase) /
          accepted("butterfly", Pattern::kWorstCase)));
  for (const char* name : {"flattened butterfly", "folded Clos", "hypercube"}) {
    figure.statements.push_back(
        near({fmt::format("WC at 0.55: accepted by the {}", name),
              "the other topologies perform similarly as they result in a throughput of 50%",
              kCarryFails, Unit::kPercent},
             0.5, 0.025, accepted(name, Pattern::kWorstCase)));
  }
  return figure;
}

namespace {

/// The 8-ary 4-flat under uniform and adverse traffic, which the paper does not show.
DataTable three_dimensions(const SimulatedItem& item) {
  DataTable table{"8-ary 4-flat, 32 flits a port over all VCs: accepted at 1.0",
                  {"routing", "uniform", "all of a router to the next in dimension 1",
                   "in dimension 3", "in all dimensions"},
                  {}};
  std::vector<std::string> all = routings();
  all.insert(all.begin(), "dor");
  for (const std::string& routing : all) {
    std::vector<std::string>& row = table.rows.emplace_back();
    row.push_back(routing);
    const auto add = [&](Pattern pattern, int dimension) {
      Configuration config = flat(routing, 8, 4);
      config.traffic.pattern = pattern;
      config.traffic.load = 1;
      config.traffic.pattern_dimensions = {dimension};
      row.push_back(fmt::format("{:.3f}", item.accepted(saturated(config))));
    };
    add(Pattern::kUniform, 0);
    for (const int dimension : {1, 3, 0}) add(Pattern::kNeighbor, dimension);
  }
  return table;
}

}  // namespace

Figure figure12(Runs& runs, Extent extent) {
  constexpr int kLimiting = 9;  // latency of channels with which five VCs of 12 flits are too short
  // Networks of 4,096 terminals take long: one seed.
  const bool quick = extent == Extent::kQuick;
  const SimulatedItem item(runs, Extent::kQuick);
  Figure figure{
      "4,096 terminals (Table 4), 64 flits a port over all VCs, packets of one flit, UR, one "
      "seed. Channels between routers have a latency of 1 unless noted; the paper does not "
      "say theirs. MIN AD in 11 dimensions needs 11 VCs, and routers have 8 at most."};
  const auto name = [](const Shape& shape) { return fmt::format("n' = {}", shape.n - 1); };
  std::vector<LoadCurve> val, min_ad;
  for (const Shape& shape : kShapes) {
    val.push_back({name(shape), [=](double load) {
                     return loaded(flat("val", shape.k, shape.n, 64), Pattern::kUniform, load);
                   }});
    if (shape.n - 1 > 8) continue;
    min_ad.push_back({name(shape), [=](double load) {
                        return loaded(flat("min-ad", shape.k, shape.n, 64), Pattern::kUniform,
                                      load);
                      }});
  }
  const std::vector<double> half =
      quick ? std::vector<double>{0.2, 0.45} : std::vector<double>{0.1, 0.2, 0.3, 0.4, 0.45, 0.5};
  const std::vector<double> full = quick ? std::vector<double>{0.2, 0.6, 0.9}
                                         : std::vector<double>{0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95};
  figure.panels = {latency_panel(item, "(a) VAL", val, half, 50),
                   latency_panel(item, "(b) MIN AD", min_ad, full, 50)};
  const auto accepted = [&](const std::string& routing, const Shape& shape, int latency) {
    Configuration config = flat(routing, shape.k, shape.n, 64);
    config.channels.local_latency = latency;
    return item.accepted(saturated(loaded(config, Pattern::kUniform, 1)));
  };
  DataTable table{"UR at 1.0: accepted under MIN AD, by the latency of channels between routers",
                  {"latency", "n' = 1", "n' = 2", "n' = 3", "n' = 5", "n' = 5 below n' = 1"},
                  {}};
  for (const int latency : quick ? std::vector<int>{1, kLimiting}
                                 : std::vector<int>{1, 4, 8, kLimiting, 12, 16, 19, 24}) {
    std::vector<std::string>& row = table.rows.emplace_back();
    row.push_back(fmt::format("{}", latency));
    for (std::size_t i = 0; i < 4; ++i)
      row.push_back(fmt::format("{:.3f}", accepted("min-ad", kShapes[i], latency)));
    row.push_back(
        shown(1 - accepted("min-ad", kShapes[3], latency) / accepted("min-ad", kShapes[0], latency),
              Unit::kPercent));
  }
  figure.tables = {table};
  if (!quick) figure.tables.push_back(three_dimensions(item));
  std::vector<double> latencies;
  for (const Shape& shape : kShapes) {
    latencies.push_back(
        item.latency(loaded(flat("val", shape.k, shape.n, 64), Pattern::kUniform, 0.2)));
    figure.statements.push_back(
        near({fmt::format("UR at 1.0: accepted by VAL for {}", name(shape)),
              "Because the bisection bandwidth is constant across configurations, throughput "
              "remains constant at 50% of capacity",
              kCarryFails, Unit::kPercent},
             0.5, 0.05, accepted("val", shape, 1)));
  }
  figure.statements.push_back(
      judged({"UR at 0.2: latency of VAL for n' = 1, 2, 3, 5, 11",
              "As k' decreases, the diameter of the network and hence latency increases",
              "routes of another length, or queues of small routers"},
             "ascending", shown(latencies, Unit::kNumber),
             std::is_sorted(latencies.begin(), latencies.end())));
  const auto degraded = [&](int latency, const std::string& cause) {
    return near(
        {"UR at 1.0: MIN AD for n' = 5 below n' = 1",
         "The figure shows that throughput degrades about 20% as n' is increased from 1 to 5",
         "the division of buffers among VCs, or the time that a credit takes", Unit::kPercent,
         Source::kOurs, cause},
        0.2, 0.05,
        1 - accepted("min-ad", kShapes[3], latency) / accepted("min-ad", kShapes[0], latency));
  };
  figure.statements.push_back(degraded(
      1,
      "64 flits are divided among n' VCs, 12 for each with n' = 5, which are limiting where a "
      "credit takes longer than 12 cycles to come back; so the fall is that of a latency (the "
      "table above), which the paper does not name"));
  Statement longer =
      with_choice(fmt::format("--local-latency {}", kLimiting), degraded(kLimiting, ""));
  longer.cause =
      "every zero-load latency of Figure 12 then grows by eight cycles a hop; the other rows of "
      "this page have channels of latency 1";
  figure.statements.push_back(longer);
  return figure;
}

Figure table1(Runs&, Extent) {
  Figure figure{"What Figure 6 is simulated with."};
  DataTable table{"", {"topology", "routing", "num of VCs"}, {}};
  const std::map<std::string, int> printed_vcs = {
      {"flattened butterfly", 2}, {"butterfly", 1}, {"folded Clos", 1}, {"hypercube", 1}};
  for (const Network& each : networks()) {
    table.rows.push_back({each.name, each.routing, fmt::format("{}", each.config.router.vcs)});
    figure.statements.push_back(
        equal({fmt::format("VCs of the {}", each.name),
               fmt::format("{} {}", each.routing, printed_vcs.at(each.name)),
               "a configuration of Figure 6 with other VCs; it is set, not found", Unit::kNumber,
               Source::kPaper},
              printed_vcs.at(each.name), each.config.router.vcs));
  }
  figure.tables = {table};
  return figure;
}

}  // namespace dragonfly::kim2007
