// SPDX-License-Identifier: Apache-2.0
// Figures 8 to 16: routing on a dragonfly of 1,056 terminals (Section 4).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "models/papers/judge.hpp"
#include "models/papers/kim2008.hpp"
#include "models/papers/simulated.hpp"

namespace dragonfly::kim2008 {
namespace {

constexpr int kP = 4, kA = 8;           // p = h = 4, a = 8 (Section 4.2)
constexpr int kChannels = kA * kP;      // global ones of a group
constexpr int kGroups = kChannels + 1;  // ah + 1
constexpr double kMostLatency = 100;    // where the axes end
constexpr int kThreshold = 4;  // of UGAL-L_VCH's decision, with which it carries UR traffic

constexpr const char* kSettings =
    "Dragonfly of 1,056 terminals (p = h = 4, a = 8, g = 33), packets of one flit, buffers of 16 "
    "flits a VC unless noted, channels of latency 1. UR is uniform random traffic, WC the worst "
    "case, each group to the next.";

Configuration network(const std::string& routing, Pattern pattern, double load, int depth = 16) {
  Configuration config;
  config.routing.algorithm = routing;
  config.traffic.pattern = pattern;
  config.traffic.load = load;
  config.router.buffer_depth = depth;
  return config;
}

Configuration ur(const std::string& routing, double load, int depth = 16) {
  return network(routing, Pattern::kUniform, load, depth);
}

Configuration wc(const std::string& routing, double load, int depth = 16) {
  return network(routing, Pattern::kWorstCase, load, depth);
}

/// UGAL-L_VCH is on the edge of saturation at 0.8, and its latency grows with the length of the
/// run; so these lengths are fixed: cycles of warm-up.
constexpr int kRunLengths[] = {4000, 20000};

constexpr const char* kCreditFails =
    "the credit round trip that is measured, or the delay of the credits";
constexpr const char* kQueueFails = "where flits wait for the minimal global channel, and how many";
constexpr const char* kDecisionFails =
    "the queues, VCs or hops that the decision of a routing compares";

constexpr const char* kEdge =
    "UGAL-L_VCH carries no more than 0.8 here, so that its latency at 0.8 grows with the length of "
    "the run: short runs give the 2x of Figure 10, long ones the 50% of Figure 16, and none both";

Configuration ur_at_08(const std::string& routing, int cycles = kRunLengths[0]) {
  Configuration config = ur(routing, 0.8);
  config.measurement.warmup_min = config.measurement.warmup_max = cycles;
  if (cycles > config.measurement.window) config.measurement.window = cycles;
  return config;
}

std::string length_of(int cycles) {
  return fmt::format("warm-up {} cycles, window {}", cycles,
                     ur_at_08("min", cycles).measurement.window);
}

/// As the paper writes them.
std::string printed(const std::string& routing) {
  static const std::map<std::string, std::string> names = {{"min", "MIN"},
                                                           {"val", "VAL"},
                                                           {"ugal-l", "UGAL-L"},
                                                           {"ugal-g", "UGAL-G"},
                                                           {"ugal-l-vc", "UGAL-L_VC"},
                                                           {"ugal-l-vch", "UGAL-L_VCH"},
                                                           {"ugal-l-cr", "UGAL-L_CR"}};
  return names.at(routing);
}

std::vector<LoadCurve> curves(const std::vector<std::string>& routings, Pattern pattern,
                              int depth = 16) {
  std::vector<LoadCurve> all;
  all.reserve(routings.size());
  for (const std::string& routing : routings)
    all.push_back(
        {printed(routing), [=](double load) { return network(routing, pattern, load, depth); }});
  return all;
}

std::vector<double> ur_loads(const SimulatedItem& item) {
  if (item.quick()) return {0.1, 0.3, 0.5, 0.7, 0.8, 0.9};
  return loads_from(0.05, 0.95, 0.05);
}

std::vector<double> wc_loads(const SimulatedItem& item) {
  if (item.quick()) return {0.05, 0.1, 0.2, 0.3, 0.4, 0.5};
  return loads_from(0.025, 0.5, 0.025);
}

/// Mean utilisation of the global channels of a group by their place, over all groups: first the
/// minimal one, then the others of its router, then those of the other routers, as Figure 9 orders
/// them.
std::vector<double> channels_by_place(const RunResult& run) {
  std::map<int, std::vector<double>> groups;  // [source group]: by place
  std::map<int, int> gates;                   // [source group]: router of the minimal channel
  const auto is_minimal = [](const ChannelUtilisation& channel) {
    return channel.destination_group == (channel.source_group + 1) % kGroups;
  };
  for (const ChannelUtilisation& channel : run.global_channels)
    if (is_minimal(channel)) gates[channel.source_group] = channel.source_router;
  for (const int kind : {0, 1, 2}) {
    for (const ChannelUtilisation& channel : run.global_channels) {
      const bool shares = channel.source_router == gates[channel.source_group];
      const int place = is_minimal(channel) ? 0 : shares ? 1 : 2;
      if (place == kind) groups[channel.source_group].push_back(channel.utilisation);
    }
  }
  std::vector<double> means(static_cast<std::size_t>(kChannels));
  for (const auto& [group, channels] : groups)
    for (std::size_t i = 0; i < std::min(channels.size(), means.size()); ++i)
      means[i] += channels[i] / static_cast<double>(groups.size());
  return means;
}

double mean_of(const std::vector<double>& values, std::size_t first, std::size_t last) {
  double sum = 0;
  for (std::size_t i = first; i < last; ++i) sum += values[i];
  return sum / static_cast<double>(last - first);
}

bool ascending(const std::vector<double>& values) {
  return std::is_sorted(values.begin(), values.end());
}

double largest_step(const std::vector<double>& values) {
  return *std::max_element(values.begin(), values.end()) /
             *std::min_element(values.begin(), values.end()) -
         1;
}

/// Mean utilisation of the global channels by the groups that they span, one way or the other.
DataTable by_span(const RunResult& run) {
  DataTable table{
      "UR at 0.98, UGAL-L_VCH: mean utilisation of global channels by the groups that "
      "they span",
      {"1", "2", "3", "4", "5 to 16"},
      {}};
  std::vector<Sample> spans(table.columns.size());
  for (const ChannelUtilisation& channel : run.global_channels) {
    const int ahead = (channel.destination_group - channel.source_group + kGroups) % kGroups;
    const auto span = static_cast<std::size_t>(std::min(ahead, kGroups - ahead));
    spans[std::min(span, spans.size()) - 1].add(channel.utilisation);
  }
  std::vector<std::string>& row = table.rows.emplace_back();
  for (const Sample& span : spans)
    row.push_back(span.size() == 0 ? "" : fmt::format("{:.3f}", span.mean()));
  return table;
}

/// Near the saturation of UGAL-L_VCH a mean latency is that of a length of the run.
DataTable by_length(const SimulatedItem& item) {
  DataTable table{"UR at 0.8: mean latency (cycles) by the length of the run",
                  {"routing", length_of(kRunLengths[0]), length_of(kRunLengths[1])},
                  {}};
  const auto add = [&](const std::string& name, const char* routing, Allocator allocator) {
    std::vector<std::string>& row = table.rows.emplace_back();
    row.push_back(name);
    for (const int cycles : kRunLengths) {
      Configuration config = ur_at_08(routing, cycles);
      config.routing.allocator = allocator;
      row.push_back(fmt::format("{:.1f}", item.latency(config)));
    }
  };
  for (const char* routing : {"ugal-g", "ugal-l-vch", "ugal-l-cr"})
    add(printed(routing), routing, Configuration{}.routing.allocator);
  add("UGAL-L_VCH, sequential allocation", "ugal-l-vch", Allocator::kSequential);
  return table;
}

/// Past saturation, for a length that is always the same.
Configuration saturated(Configuration config) {
  config.measurement.warmup_min = config.measurement.warmup_max = 4000;
  config.measurement.window = 3000;
  config.measurement.drain_max = 2000;
  return config;
}

/// What UGAL-L_VCH carries by the arrangement of the global channels and by the threshold of its
/// decision.
DataTable hybrid_choices(const SimulatedItem& item) {
  DataTable table{
      "UGAL-L_VCH by arrangement and threshold; warm-up 4000 cycles, window 3000, one seed",
      {"arrangement", "threshold", "UR at 0.98", "over UGAL-G", "UR at 0.8: latency",
       "WC at 0.2: latency", "WC at 0.5"},
      {}};
  const auto add = [&](const std::string& arrangement, int threshold) {
    const auto with = [&](Configuration config, bool hybrid) {
      config.topology.parameters["arrangement"] = arrangement;
      if (hybrid) config.routing.threshold = threshold;
      return saturated(config);
    };
    const double accepted = item.accepted(with(ur("ugal-l-vch", 0.98), true));
    const double global = item.accepted(with(ur("ugal-g", 0.98), false));
    table.rows.push_back({arrangement, fmt::format("{}", threshold),
                          fmt::format("{:.3f}", accepted), shown(accepted / global, Unit::kPercent),
                          fmt::format("{:.1f}", item.latency(with(ur("ugal-l-vch", 0.8), true))),
                          fmt::format("{:.1f}", item.latency(with(wc("ugal-l-vch", 0.2), true))),
                          fmt::format("{:.3f}", item.accepted(with(wc("ugal-l-vch", 0.5), true)))});
  };
  for (const char* arrangement : {"relative", "absolute", "circulant", "helix", "nautilus"})
    add(arrangement, 0);
  for (const int threshold : {2, kThreshold, 8}) add("relative", threshold);
  return table;
}

/// Latencies with packets of four flits.
std::vector<double> of_four_flits(const SimulatedItem& item, Pattern pattern, double load,
                                  const std::vector<std::string>& routings) {
  std::vector<double> latencies;
  for (const std::string& routing : routings) {
    Configuration config = network(routing, pattern, load);
    config.traffic.packet_size = 4;
    latencies.push_back(item.latency(config));
  }
  return latencies;
}

constexpr double kKnee = 0.4;  // of UGAL-L_CR under WC: it carries 0.45

/// The latencies of channels that are not 1, as options.
std::string name_of(const ChannelConfig& channels) {
  std::string text;
  for (const auto& [name, latency] : {std::pair{"--terminal-latency", channels.terminal_latency},
                                      {"--local-latency", channels.local_latency},
                                      {"--global-latency", channels.global_latency}})
    if (latency != 1) text += fmt::format("{}{} {}", text.empty() ? "" : " ", name, latency);
  return text;
}

/// UGAL-L_CR before the saturation of UGAL-L: at loads of 0.05, 0.1, 0.15 and 0.2 under WC.
struct Intermediate {
  std::vector<double> gains;  ///< [load]: that it is below UGAL-L, buffers of 16 flits
  double factor = 0;          ///< most that UGAL-L is above it, buffers of 256 flits
  double spread = 0;          ///< most between buffers of 16 and of 256 flits
  double over_global = 0;     ///< most over UGAL-G, buffers of 16 flits
};

Intermediate intermediate(const SimulatedItem& item, const ChannelConfig& channels) {
  Intermediate found;
  const auto latency = [&](const char* routing, double load, int depth) {
    Configuration config = wc(routing, load, depth);
    config.channels = channels;
    return item.latency(config);
  };
  for (const double load : {0.05, 0.1, 0.15, 0.2}) {
    const double timed = latency("ugal-l-cr", load, 16), deep = latency("ugal-l-cr", load, 256);
    found.gains.push_back(1 - timed / latency("ugal-l", load, 16));
    found.factor = std::max(found.factor, latency("ugal-l", load, 256) / deep);
    found.spread = std::max(found.spread, largest_step({timed, deep}));
    found.over_global = std::max(found.over_global, timed / latency("ugal-g", load, 16));
  }
  return found;
}

/// The same by the latencies of channels, which the paper does not give.
DataTable by_latency(const SimulatedItem& item) {
  DataTable table{
      "WC at 0.05 to 0.2 by the latencies of channels, one seed: how far UGAL-L_CR is below UGAL-L "
      "with buffers of 16 flits, and the most at these loads",
      {"channels", "at 0.05", "at 0.1", "at 0.15", "at 0.2", "UGAL-L over UGAL-L_CR, 256 flits",
       "UGAL-L_CR, 16 and 256 flits", "UGAL-L_CR over UGAL-G"},
      {}};
  for (const ChannelConfig& channels :
       {ChannelConfig{}, ChannelConfig{.global_latency = 2}, ChannelConfig{.local_latency = 2},
        ChannelConfig{.terminal_latency = 2}, ChannelConfig{.terminal_latency = 3}}) {
    const Intermediate found = intermediate(item, channels);
    std::vector<std::string>& row = table.rows.emplace_back();
    row.push_back(name_of(channels).empty() ? "all of latency 1" : name_of(channels));
    for (const double gain : found.gains) row.push_back(shown(gain, Unit::kPercent));
    row.push_back(shown(found.factor, Unit::kFactor));
    row.push_back(shown(found.spread, Unit::kPercent));
    row.push_back(shown(found.over_global, Unit::kFactor));
  }
  return table;
}

/// Beside the mean latency, those of one kind of path.
Panel by_kind_of_path(const SimulatedItem& item, const std::string& title, int depth,
                      const std::vector<double>& loads, double most) {
  Panel panel = latency_panel(item, title, {}, loads, most);
  panel.curves = {{"UGAL-L, minimal packets", {}},
                  {"UGAL-L, non-minimal packets", {}},
                  {"UGAL-L, average", {}},
                  {"UGAL-G", {}}};
  for (const double load : loads) {
    const SeedRuns local = item(wc("ugal-l", load, depth));
    const SeedRuns global = item(wc("ugal-g", load, depth));
    panel.curves[0].points.push_back(point_of(load, local.minimal, local.saturated));
    panel.curves[1].points.push_back(point_of(load, local.nonminimal, local.saturated));
    panel.curves[2].points.push_back(point_of(load, local.latency, local.saturated));
    panel.curves[3].points.push_back(point_of(load, global.latency, global.saturated));
  }
  return panel;
}

/// Shares of packets by latency, up to `most` cycles.
Panel histogram(const RunResult& run, const std::string& title, int most) {
  Panel panel{title,
              {.label = "latency (cycles)", .low = 0, .high = most},
              {.label = "share of packets", .low = 0, .high = 0.3},
              {{"minimal", {}}, {"non-minimal", {}}},
              Panel::Kind::kSteps};
  const auto packets = static_cast<double>(run.minimal.packets + run.nonminimal.packets);
  std::map<std::int64_t, HistogramBin> bins;
  for (const HistogramBin& bin : run.latency_histogram) bins[bin.latency] = bin;
  for (int latency = 0; latency <= most; ++latency) {
    const HistogramBin bin = bins[latency];
    const auto share = [&](std::int64_t count) { return static_cast<double>(count) / packets; };
    panel.curves[0].points.push_back({static_cast<double>(latency), share(bin.minimal)});
    panel.curves[1].points.push_back({static_cast<double>(latency), share(bin.nonminimal)});
  }
  return panel;
}

/// Modes of the two kinds of packets: latencies of their highest bins.
struct Modes {
  double minimal = 0, nonminimal = 0;
};

Modes modes_of(const RunResult& run) {
  Modes modes;
  std::int64_t minimal = 0, nonminimal = 0;
  for (const HistogramBin& bin : run.latency_histogram) {
    if (bin.minimal > minimal) minimal = bin.minimal, modes.minimal = double(bin.latency);
    if (bin.nonminimal > nonminimal)
      nonminimal = bin.nonminimal, modes.nonminimal = double(bin.latency);
  }
  return modes;
}

}  // namespace

Figure figure8(Runs& runs, Extent extent) {
  const SimulatedItem item(runs, extent);
  const std::vector<std::string> routings = {"min", "val", "ugal-g", "ugal-l"};
  Figure figure{kSettings};
  figure.panels = {
      latency_panel(item, "(a) uniform random", curves(routings, Pattern::kUniform), ur_loads(item),
                    kMostLatency),
      latency_panel(item, "(b) worst case", curves(routings, Pattern::kWorstCase), wc_loads(item),
                    kMostLatency),
      latency_panel(item, "(b) worst case, buffers of 256 flits",
                    curves({"ugal-g", "ugal-l"}, Pattern::kWorstCase, 256), wc_loads(item), 500)};

  const double min = item.accepted(ur("min", 0.98));
  figure.statements.push_back(
      at_least({"UR at 0.98: accepted by MIN",
                "MIN is sufficient to provide low latency and high throughput", kCarryFails},
               0.9, min));
  figure.statements.push_back(between({"UR at 0.98: accepted by VAL",
                                       "VAL achieves approximately half of the network "
                                       "capacity because its load-balancing doubles the "
                                       "load on the global channels",
                                       kCarryFails},
                                      0.45, 0.55, item.accepted(ur("val", 0.98))));
  for (const char* routing : {"ugal-g", "ugal-l"}) {
    figure.statements.push_back(at_least(
        {fmt::format("UR at 0.98: {} over MIN", printed(routing)),
         "Both UGAL-G and UGAL-L approach the throughput of MIN", kCarryFails, Unit::kPercent},
        0.95, item.accepted(ur(routing, 0.98)) / min));
  }
  for (const char* routing : {"ugal-g", "ugal-l"}) {
    figure.statements.push_back(
        between({fmt::format("UR at 0.8: latency of {} over MIN", printed(routing)),
                 "but with slightly higher latency near saturation", kWaitFails, Unit::kFactor},
                1, 1.5, item.latency(ur(routing, 0.8)) / item.latency(ur("min", 0.8))));
  }
  for (const char* routing : {"ugal-g", "ugal-l"}) {
    Configuration sequential = ur_at_08(routing);
    sequential.routing.allocator = Allocator::kSequential;
    figure.statements.push_back(at_most(
        {fmt::format("UR at 0.8: latency with sequential allocation over greedy, {}",
                     printed(routing)),
         "The use of sequential allocation [13] will reduce the latency",
         "an allocator that does not see what it has given in the same cycle", Unit::kFactor},
        1, item.latency(sequential) / item.latency(ur_at_08(routing))));
  }
  figure.statements.push_back(
      between({"WC at 0.5: accepted by MIN, times ah = 32", "its throughput is limited to 1/(ah)",
               "a minimal route over another channel, or traffic that does not all go to the next "
               "group"},
              0.98, 1.02, kA * kP * item.accepted(wc("min", 0.5))));
  const double val = item.accepted(wc("val", 0.5));
  figure.statements.push_back(between({"WC at 0.5: accepted by VAL",
                                       "VAL achieves slightly under 50% throughput which is "
                                       "the maximum possible throughput with this traffic",
                                       kCarryFails},
                                      0.47, 0.5, val));
  figure.statements.push_back(
      at_least({"WC at 0.5, buffers of 256 flits: accepted by VAL",
                "If additional buffering is provided, the theoretically expect throughput of 50% "
                "is achieved",
                kCarryFails},
               0.4975, item.accepted(wc("val", 0.5, 256))));
  const double deep = item.accepted(wc("ugal-g", 0.5, 256));
  figure.statements.push_back(
      near({"WC at 0.5: UGAL-G over VAL", "UGAL-G achieves similar throughput as VAL", kCarryFails,
            Unit::kPercent, Source::kOurs,
            fmt::format("buffers of 16 flits limit it: with 256 flits it accepts {:.3f}", deep)},
           1, 0.05, item.accepted(wc("ugal-g", 0.5)) / val));
  figure.statements.push_back(
      at_most({"WC at 0.5: UGAL-L over VAL", "UGAL-L leads to both limited throughput",
               "a UGAL-L that tells the VCs of a shared local channel apart", Unit::kPercent},
              0.7, item.accepted(wc("ugal-l", 0.5)) / val));
  figure.statements.push_back(
      at_least({"WC at 0.1: latency of UGAL-L over UGAL-G",
                "as well as high average packet latency at intermediate load",
                "a decision that sees global queues, or queues that do not fill", Unit::kFactor},
               1.5, item.latency(wc("ugal-l", 0.1)) / item.latency(wc("ugal-g", 0.1))));
  return figure;
}

Figure figure9(Runs& runs, Extent extent) {
  const SimulatedItem item(runs, extent);
  Figure figure{std::string(kSettings) +
                " The last three channels mirror the three behind the first: a non-minimal packet "
                "that leaves by the channel to the k-th group from its own ends by that to the "
                "(34-k)-th."};
  Panel panel{"worst case at 0.2",
              {.label = "global channel of the group: minimal, 3 on its router, 28 others"},
              {.label = "utilisation (flits per cycle)", .low = 0, .high = 1},
              {},
              Panel::Kind::kBars};
  std::map<std::string, std::vector<double>> places;
  for (const char* routing : {"ugal-l", "ugal-g", "ugal-l-vch"}) {
    places[routing] = channels_by_place(*item(wc(routing, 0.2)).runs.front());
    if (routing == std::string("ugal-l-vch")) continue;  // not drawn in the paper
    Curve& curve = panel.curves.emplace_back(Curve{printed(routing), {}});
    for (std::size_t i = 0; i < places[routing].size(); ++i)
      curve.points.push_back({static_cast<double>(i), places[routing][i]});
  }
  figure.panels = {panel};
  const auto beside_others = [&](const char* routing) {
    return mean_of(places[routing], 1, kP) / mean_of(places[routing], kP, kChannels);
  };
  figure.statements.push_back(
      at_least({"UGAL-G: load of the minimal channel over the mean of the others",
                "With UGAL-G, the minimal channel is preferred", kDecisionFails, Unit::kFactor},
               1.5, places["ugal-g"][0] / mean_of(places["ugal-g"], 1, kChannels)));
  figure.statements.push_back(between(
      {"UGAL-G: load of the channels on the minimal channel's router over that of the other "
       "routers",
       "and the load is uniformly balanced across all other global channels", kDecisionFails,
       Unit::kFactor},
      0.95, 1.05, beside_others("ugal-g")));
  figure.statements.push_back(
      at_most({"UGAL-L: the same",
               "the non-minimal channels on the router that contains the minimal "
               "global channel are under utilized",
               kDecisionFails, Unit::kFactor},
              0.7, beside_others("ugal-l")));
  figure.statements.push_back(between(
      {"UGAL-L_VCH: the same",
       "Adding selective virtual-channel discrimination to UGAL (UGAL_VCH) eliminates bandwidth "
       "degradation due to local channel sharing between minimal and non-minimal paths",
       kDecisionFails, Unit::kFactor},
      0.9, 1.1, beside_others("ugal-l-vch")));
  figure.statements.push_back(
      judged({"WC, UGAL-L: saturated at 0.2, at 0.25",
              "an offered load of 0.2, just prior to the saturation of UGAL-L", kCarryFails},
             "no, yes",
             fmt::format("{}, {}", item(wc("ugal-l", 0.2)).saturated ? "yes" : "no",
                         item(wc("ugal-l", 0.25)).saturated ? "yes" : "no"),
             !item(wc("ugal-l", 0.2)).saturated && item(wc("ugal-l", 0.25)).saturated));
  return figure;
}

Figure figure10(Runs& runs, Extent extent) {
  const SimulatedItem item(runs, extent);
  const std::vector<std::string> routings = {"ugal-g", "ugal-l", "ugal-l-vc", "ugal-l-vch"};
  Figure figure{kSettings};
  figure.panels = {latency_panel(item, "(a) uniform random", curves(routings, Pattern::kUniform),
                                 ur_loads(item), kMostLatency),
                   latency_panel(item, "(b) worst case", curves(routings, Pattern::kWorstCase),
                                 wc_loads(item), kMostLatency)};
  figure.tables = {by_span(*item(ur("ugal-l-vch", 0.98)).runs.front()),
                   hybrid_choices(SimulatedItem(runs, Extent::kQuick))};
  const double global_wc = item.accepted(wc("ugal-g", 0.5));
  const double global_ur = item.accepted(ur("ugal-g", 0.98));
  figure.statements.push_back(
      at_least({"WC at 0.5: UGAL-L_VC over UGAL-G",
                "UGAL-L_VC matches the throughput of UGAL-G on WC traffic pattern", kDecisionFails,
                Unit::kPercent},
               0.95, item.accepted(wc("ugal-l-vc", 0.5)) / global_wc));
  const double own_vcs = item.accepted(ur("ugal-l-vc", 0.98));
  figure.statements.push_back(
      near({"UR at 0.98: accepted by UGAL-L_VC below UGAL-G",
            "for UR traffic, the throughput is limited, with approximately 30% reduction in "
            "throughput",
            kDecisionFails, Unit::kPercent, Source::kOurs,
            fmt::format("UGAL-L_VC accepts {:.3f} and UGAL-G {:.3f}; against a capacity of 1 the "
                        "reduction is {:.1f}%",
                        own_vcs, global_ur, 100 * (1 - own_vcs))},
           0.3, 0.05, 1 - own_vcs / global_ur));
  const auto hybrid_over_own = [&](int depth) {
    return item.accepted(wc("ugal-l-vch", 0.5, depth)) / item.accepted(wc("ugal-l-vc", 0.5, depth));
  };
  figure.statements.push_back(
      near({"WC at 0.5: UGAL-L_VCH over UGAL-L_VC",
            "Compared to UGAL-L_VC, UGAL-L_VCH provides the same throughput on WC traffic pattern",
            kDecisionFails, Unit::kPercent, Source::kOurs,
            fmt::format("buffers of 16 flits limit it: with 256 flits it is {}",
                        shown(hybrid_over_own(256), Unit::kPercent))},
           1, 0.05, hybrid_over_own(16)));
  const auto hybrid_over_global = [&](int threshold, const std::string& cause) {
    Configuration config = ur("ugal-l-vch", 0.98);
    config.routing.threshold = threshold;
    return near(
        {"UR at 0.98: UGAL-L_VCH over UGAL-G", "but matches the throughput of UGAL-G on UR traffic",
         kDecisionFails, Unit::kPercent, Source::kOurs, cause},
        1, 0.05, item.accepted(config) / global_ur);
  };
  figure.statements.push_back(hybrid_over_global(
      0,
      "the decision: where the two paths share a local channel, the VC of the non-minimal one is "
      "mostly empty, and few minimal flits in the other send a packet the long way. Every "
      "arrangement of the global channels has the same fall (the table above)"));
  const std::string allowed = fmt::format("--threshold {}", kThreshold);
  Statement with_threshold = with_choice(allowed, hybrid_over_global(kThreshold, ""));
  with_threshold.cause =
      "it costs latency under WC at 0.2 and throughput under WC at 0.5, where UGAL-L_VCH then "
      "decides later against the minimal path (the table above)";
  figure.statements.push_back(with_threshold);
  for (const int cycles : kRunLengths) {
    figure.statements.push_back(near(
        {fmt::format("UR at 0.8, {}: latency of UGAL-L_VCH over UGAL-G", length_of(cycles)),
         "resulting in nearly 2x higher latency at an offered load of 0.8, near saturation",
         "the decision, or the length of the run at the edge of saturation", Unit::kFactor,
         Source::kOurs, kEdge},
        2, 0.3,
        item.latency(ur_at_08("ugal-l-vch", cycles)) / item.latency(ur_at_08("ugal-g", cycles))));
  }
  figure.statements.push_back(
      at_least({"WC at 0.2: latency of UGAL-L_VCH over UGAL-G",
                "UGAL-L_VCH also results in higher intermediate latency compared to UGAL-G",
                kDecisionFails, Unit::kFactor},
               1.2, item.latency(wc("ugal-l-vch", 0.2)) / item.latency(wc("ugal-g", 0.2))));
  return figure;
}

Figure figure11(Runs& runs, Extent extent) {
  const SimulatedItem item(runs, extent);
  const std::vector<double> loads =
      item.quick() ? std::vector<double>{0.05, 0.1, 0.15, 0.2} : loads_from(0.025, 0.25, 0.025);
  Figure figure{kSettings};
  figure.panels = {by_kind_of_path(item, "(a) buffers of 16 flits", 16, loads, kMostLatency),
                   by_kind_of_path(item, "(b) buffers of 256 flits", 256, loads, 500)};
  std::vector<double> minimal, nonminimal;
  for (const int depth : {16, 64, 256}) {
    const SeedRuns at_depth = item(wc("ugal-l", 0.1, depth));
    minimal.push_back(at_depth.minimal.mean());
    nonminimal.push_back(at_depth.nonminimal.mean());
  }
  const double global = item.latency(wc("ugal-g", 0.1));
  figure.statements.push_back(
      between({"WC at 0.1: latency of non-minimal packets over UGAL-G's",
               "non-minimally routed packets have a latency curve comparable to UGAL-G", kWaitFails,
               Unit::kFactor},
              0.8, 1.25, nonminimal[0] / global));
  figure.statements.push_back(
      at_least({"WC at 0.1: latency of minimal packets over UGAL-G's",
                "while minimally-routed packets see significantly higher latency", kQueueFails,
                Unit::kFactor},
               2, minimal[0] / global));
  const double slopes =
      ((minimal[2] - minimal[1]) / (256 - 64)) / ((minimal[1] - minimal[0]) / (64 - 16));
  figure.statements.push_back(
      judged({"WC at 0.1: latency of minimal packets, buffers of 16, 64, 256 flits",
              "as input buffers are increased, the latency of minimally-routed packets increases "
              "and is proportional to the depth of the buffers",
              kQueueFails},
             "equal slopes, +-10%",
             fmt::format("{}; slopes {:.2f} x", shown(minimal, Unit::kNumber), slopes),
             std::abs(slopes - 1) <= 0.1));
  for (const int depth : {16, 256}) {
    std::vector<double> latencies;
    for (const double load : {0.1, 0.15, 0.2})
      latencies.push_back(item.latency(wc("ugal-l", load, depth)));
    figure.statements.push_back(judged(
        {fmt::format("WC at 0.1, 0.15, 0.2, buffers of {} flits: mean latency of UGAL-L", depth),
         "As the load increases, although minimally routed packets continue to increase in "
         "latency, more packets are sent non-minimally and results in a decrease in average "
         "latency until saturation",
         kQueueFails, Unit::kNumber, Source::kOurs,
         "a full buffer of 16 flits costs a minimal packet about 30 cycles, and the growing "
         "latency of all packets near saturation outweighs that fewer are minimal"},
        "descending", shown(latencies, Unit::kNumber),
        std::is_sorted(latencies.rbegin(), latencies.rend())));
  }
  return figure;
}

Figure figure12(Runs& runs, Extent extent) {
  const SimulatedItem item(runs, extent);
  Figure figure{std::string(kSettings) +
                " Our network is saturated at 0.25, so that the latency of minimal packets grows "
                "with the run; 0.2 is beside it."};
  for (const double load : {0.25, 0.2}) {
    for (const int depth : {16, 256}) {
      const std::string title = fmt::format("({}) UGAL-L at {}, buffers of {} flits",
                                            depth == 16 ? "a" : "b", load, depth);
      figure.panels.push_back(
          histogram(*item(wc("ugal-l", load, depth)).runs.front(), title, depth == 16 ? 150 : 450));
    }
  }
  for (const double load : {0.25, 0.2}) {
    for (const int depth : {16, 256}) {
      const RunResult& run = *item(wc("ugal-l", load, depth)).runs.front();
      const Modes modes = modes_of(run);
      figure.statements.push_back(judged(
          {fmt::format("WC at {}, buffers of {} flits: most frequent latency of non-minimal and "
                       "minimal packets",
                       load, depth),
           "two clear distributions - one large distribution with low latency for the non-minimal "
           "packets and another distribution with a limited number of packets but with much higher "
           "latency for the minimal packets",
           kQueueFails},
          "the second 3 times the first, of fewer packets",
          fmt::format("{} and {} cycles; {:.0f}% non-minimal", modes.nonminimal, modes.minimal,
                      100 * run.nonminimal_share().value_or(0)),
          modes.minimal >= 3 * modes.nonminimal && run.nonminimal_share().value_or(0) > 0.5));
    }
  }
  return figure;
}

Figure figure14(Runs& runs, Extent extent) {
  const SimulatedItem item(runs, extent);
  const std::vector<int> depths = {4, 8, 16, 32, 64};
  const std::vector<double> loads =
      item.quick() ? std::vector<double>{0.05, 0.1, 0.15, 0.2} : loads_from(0.025, 0.25, 0.025);
  std::vector<LoadCurve> by_depth;
  std::vector<double> latencies, accepted;
  for (const int depth : depths) {
    by_depth.push_back({fmt::format("{} flits", depth),
                        [depth](double load) { return wc("ugal-l", load, depth); }});
    latencies.push_back(item.latency(wc("ugal-l", 0.1, depth)));
    accepted.push_back(item.accepted(wc("ugal-l", 0.5, depth)));
  }
  Figure figure{std::string(kSettings) + " The text does not name the depths; these are ours."};
  figure.panels = {latency_panel(item, "UGAL-L, worst case", by_depth, loads, kMostLatency)};
  figure.statements.push_back(judged(
      {"WC at 0.1, UGAL-L: latency with buffers of 4, 8, 16, 32, 64 flits",
       "As the buffer size decreases, the latency at intermediate load is decreased", kQueueFails},
      "ascending", shown(latencies, Unit::kNumber), ascending(latencies)));
  figure.statements.push_back(judged(
      {"WC at 0.5, UGAL-L: accepted with the same",
       "using smaller buffers comes at the cost of reduced network throughput", kCarryFails},
      "4 and 8 flits below 16, deeper ones no less than 16, +-0.5%", shown(accepted, Unit::kNumber),
      accepted[0] < accepted[1] && accepted[1] < accepted[2] && accepted[3] > 0.995 * accepted[2] &&
          accepted[4] > 0.995 * accepted[2]));
  return figure;
}

Figure figure16(Runs& runs, Extent extent) {
  const SimulatedItem item(runs, extent);
  const std::vector<std::string> worst = {"ugal-g", "ugal-l", "ugal-l-vch", "ugal-l-cr"};
  Figure figure{kSettings};
  for (const int depth : {16, 256}) {
    figure.panels.push_back(latency_panel(
        item, fmt::format("({}) worst case, buffers of {} flits", depth == 16 ? "a" : "b", depth),
        curves(worst, Pattern::kWorstCase, depth), wc_loads(item), depth == 16 ? 100 : 500));
  }
  for (const int depth : {16, 256}) {
    figure.panels.push_back(latency_panel(
        item,
        fmt::format("({}) uniform random, buffers of {} flits", depth == 16 ? "c" : "d", depth),
        curves(worst, Pattern::kUniform, depth), ur_loads(item), kMostLatency));
  }

  figure.tables = {by_length(item)};

  figure.tables.push_back(by_latency(SimulatedItem(runs, Extent::kQuick)));

  const Intermediate found = intermediate(item, {});
  double over_global = 0, worst_load = 0;
  for (const double load : loads_from(0.05, kKnee, 0.05)) {
    const double factor = item.latency(wc("ugal-l-cr", load)) / item.latency(wc("ugal-g", load));
    if (factor > over_global) over_global = factor, worst_load = load;
  }
  figure.statements.push_back(at_most(
      {fmt::format("WC at 0.05 to {}: UGAL-L_CR over UGAL-G at the worst load", kKnee),
       "UGAL-L_CR leads to significant reduction in latency compared to UGAL-L and "
       "approaches the latency of UGAL-G",
       kCreditFails, Unit::kFactor, Source::kOurs,
       fmt::format("the worst load is {}, near the saturation of UGAL-L_CR; up to 0.2, just "
                   "before that of UGAL-L, it is {} at most",
                   worst_load, shown(found.over_global, Unit::kFactor))},
      1.5, over_global));
  const auto reduced = [](const Intermediate& measured, const std::string& cause) {
    return near({"WC at 0.05 to 0.2, buffers of 16 flits: most that UGAL-L_CR is below UGAL-L",
                 "For WC traffic, UGAL-L_CR reduces latency by up to 35% with 16 buffers",
                 kCreditFails, Unit::kPercent, Source::kOurs, cause},
                0.35, 0.05, *std::max_element(measured.gains.begin(), measured.gains.end()));
  };
  figure.statements.push_back(
      reduced(found,
              "the paper does not give the latency of its channels: a cycle more to the terminals "
              "adds the same to both latencies, and one more between groups adds to the credit "
              "round trip (the table above)"));
  const ChannelConfig terminal{.terminal_latency = 3};
  const Intermediate longer = intermediate(item, terminal);
  Statement met = with_choice(name_of(terminal), reduced(longer, ""));
  met.cause = fmt::format(
      "with 256 flits UGAL-L is then {} times UGAL-L_CR at most, where the paper has over 20",
      shown(longer.factor, Unit::kNumber));
  figure.statements.push_back(met);
  figure.statements.push_back(
      at_least({"WC at 0.05 to 0.2, buffers of 256 flits: most that UGAL-L is above UGAL-L_CR",
                "up to over 20x reduction in intermediate latency with 256 buffers compared to "
                "UGAL-L",
                kCreditFails, Unit::kFactor, Source::kPaper},
               20, found.factor));
  figure.statements.push_back(
      at_most({"WC at 0.05 to 0.2: UGAL-L_CR with buffers of 16 and 256 flits",
               "the intermediate latency with UGAL-L_CR is independent of buffer size",
               kCreditFails, Unit::kPercent},
              0.05, found.spread));
  for (const int cycles : kRunLengths) {
    figure.statements.push_back(
        near({fmt::format("UR at 0.8, {}: UGAL-L_CR below UGAL-L_VCH", length_of(cycles)),
              "For UR traffic, UGAL-L_CR provides up to 50% latency reduction near saturation "
              "compared to UGAL-L_VCH",
              "the decision, or the length of the run at the edge of saturation", Unit::kPercent,
              Source::kOurs, kEdge},
             0.5, 0.1,
             1 - item.latency(ur_at_08("ugal-l-cr", cycles)) /
                     item.latency(ur_at_08("ugal-l-vch", cycles))));
  }
  const double global = item.accepted(ur("ugal-g", 0.98));
  for (const char* routing : {"ugal-l-cr", "ugal-l-vch"}) {
    figure.statements.push_back(at_most(
        {fmt::format("UR at 0.98: {} over UGAL-G", printed(routing)),
         "both UGAL-L_CR and UGAL-L_VCH fall short of the throughput of UGAL-G with UR traffic",
         kCarryFails, Unit::kPercent},
        0.99, item.accepted(ur(routing, 0.98)) / global));
  }
  constexpr const char* kLarger =
      "larger packets with sufficient buffering to provide virtual cut-through do not change the "
      "result trends presented in the paper";
  const auto four = [&](const std::string& about, const std::vector<double>& latencies) {
    figure.statements.push_back(judged({about, kLarger, kWaitFails}, "ascending",
                                       shown(latencies, Unit::kNumber), ascending(latencies)));
  };
  four("WC at 0.15, packets of 4 flits: latency under UGAL-G, UGAL-L_CR, UGAL-L_VCH, UGAL-L",
       of_four_flits(item, Pattern::kWorstCase, 0.15,
                     {"ugal-g", "ugal-l-cr", "ugal-l-vch", "ugal-l"}));
  four("UR at 0.6, packets of 4 flits: latency under MIN, UGAL-L, UGAL-L_VCH, UGAL-L_VC",
       of_four_flits(item, Pattern::kUniform, 0.6, {"min", "ugal-l", "ugal-l-vch", "ugal-l-vc"}));
  return figure;
}

}  // namespace dragonfly::kim2008
