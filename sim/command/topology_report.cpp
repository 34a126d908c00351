// SPDX-License-Identifier: Apache-2.0
#include "sim/command/topology_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <utility>

#include "models/common/counted.hpp"
#include "models/common/csv.hpp"
#include "models/common/version.hpp"
#include "models/families/family_registry.hpp"
#include "models/metrics/minimal_routing.hpp"
#include "models/metrics/traffic_matrix.hpp"
#include "models/wiring/wiring_graph.hpp"
#include "sim/command/progress_line.hpp"

namespace dragonfly {
namespace {

using Json = nlohmann::ordered_json;

std::string line(const std::string& title, const std::string& value) {
  return fmt::format("{:<38}{:>14}\n", title, value);
}

template <class Number>
std::string line(const std::string& title, Number value) {
  return line(title, fmt::format("{}", value));
}

std::string channels_per_pair(const TopologySummary& s) {
  if (s.min_channels_per_group_pair == s.max_channels_per_group_pair)
    return fmt::format("{}", s.min_channels_per_group_pair);
  return fmt::format("{} to {}", s.min_channels_per_group_pair, s.max_channels_per_group_pair);
}

/// Fairness has no value where routers do not reach each other.
std::string percent(double value) {
  return std::isnan(value) ? "not connected" : fmt::format("{:.4f} %", value);
}

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

std::string dragonfly_lines(const TopologySummary& s) {
  return line("groups", s.groups) + line("ports of a group (effective radix)", s.effective_radix) +
         line("global channels between two groups", channels_per_pair(s)) +
         line("unconnected global ports", s.unconnected_global_ports);
}

/// A number, the list of a parameter that is one, or a text.
Json parameter_value(const std::string& family_name, const std::string& name,
                     const std::string& value) {
  for (const FamilyParameter& parameter : family(family_name).parameters) {
    if (parameter.name != name) continue;
    if (parameter.kind == ParameterKind::kNumber) return Json::parse(value);
    if (parameter.kind == ParameterKind::kList) return Json::parse("[" + value + "]");
  }
  return value;
}

std::string bisection_line(const BisectionBounds& bisection) {
  if (bisection.cut.exact) return line("bisection, channels", bisection.cut.channels);
  return line("bisection, channels",
              fmt::format("{} to {}", bisection.lower, bisection.cut.channels));
}

std::string throughput_line(double throughput) {
  return line("  throughput at most, flits/cycle", fmt::format("{:.5f}", throughput));
}

std::string uniform_lines(const std::vector<ClassCount>& classes, const LoadSummary& loads) {
  std::string text = "\nminimal routing, uniform traffic at full load\n";
  for (std::size_t c = 0; c < classes.size(); ++c) {
    text += line(fmt::format("  {}s, mean load", channel_of_class(classes[c].name)),
                 fmt::format("{:.4f}", loads.mean[c]));
    text += line(fmt::format("  {}s, highest load", channel_of_class(classes[c].name)),
                 fmt::format("{:.4f}", loads.most[c]));
  }
  return text + throughput_line(loads.throughput);
}

std::string worst_lines(const std::vector<ClassCount>& classes, const WorstCase& worst) {
  std::string text =
      fmt::format("\nminimal routing, worst-case traffic at full load: {}\n",
                  !worst.exact && worst.pattern == kWorstPermutation
                      ? std::string("a permutation for the busiest channel, the worst tried")
                  : !worst.exact ? fmt::format("{}, the worst of the patterns tried", worst.pattern)
                  : worst.pattern == kWorstPermutation
                      ? std::string("the worst of all permutations")
                      : fmt::format("{}, as bad as any permutation", worst.pattern));
  for (std::size_t c = 0; c < classes.size(); ++c)
    text += line(fmt::format("  {}s, highest load", channel_of_class(classes[c].name)),
                 fmt::format("{:.4f}", worst.most[c]));
  if (worst.channel_class >= 0)
    text += line("  busiest channel, routers", fmt::format("{} -> {}", worst.from, worst.to));
  return text + throughput_line(worst.throughput);
}

std::string metric_lines(const NetworkReport& report) {
  const LongMetrics& m = *report.metrics;
  std::string text = "\nshortest paths between two routers\n";
  text += line("  least", m.diversity.least) + line("  most", m.diversity.most) +
          line("  mean", fmt::format("{:.4f}", m.diversity.mean));
  if (m.bisection) text += bisection_line(*m.bisection);
  if (m.uniform) text += uniform_lines(report.size.classes, *m.uniform);
  if (m.worst) text += worst_lines(report.size.classes, *m.worst);
  return text;
}

/// Searches from routers, which symmetry may save.
double searches(const NetworkGraph& graph) {
  return static_cast<double>(graph.orbits.empty() ? static_cast<std::size_t>(graph.routers)
                                                  : graph.orbits.size());
}

// Times a search and channel, in seconds, as the functions that measure state them.
constexpr double kPathsTime = 4e-9, kLoadTime = 1e-8;

LongMetrics measure_long(const NetworkReport& report, const NetworkGraph& graph,
                         const AnnounceWork& announce) {
  LongMetrics metrics;
  const auto channels = static_cast<double>(graph.channels.size());
  announce("path diversity", kPathsTime * channels * searches(graph));
  metrics.diversity = measure_path_diversity(graph);
  const std::optional<MinimalRouting> routing = minimal_routing(graph);
  const bool hierarchical = routing == MinimalRouting::kHierarchical;
  double largest_load = 0;
  if (routing && (hierarchical || report.distances.connected)) {
    announce("channel loads",
             kLoadTime * channels *
                 (hierarchical || graph.channels_alike ? searches(graph) : graph.routers));
    std::optional<ChannelLoads> loads;
    if (hierarchical)
      loads = hierarchical_minimal_loads(graph, uniform_traffic(graph));
    else if (!graph.channels_alike)
      loads = shortest_path_loads(graph, uniform_traffic(graph));
    metrics.uniform = loads ? summarize(graph, *loads) : uniform_load_summary(graph);
    largest_load = metrics.uniform->largest;
    announce("worst-case traffic", worst_case_seconds(graph, *routing));
    metrics.worst = worst_case(graph, *routing, loads ? &*loads : nullptr);
  } else if (report.distances.connected) {
    announce("channel loads", kLoadTime * channels * graph.routers);
    largest_load = uniform_load_summary(graph).largest;
  }
  announce("bisection", 0);
  if (!graph.directed) metrics.bisection = measure_bisection(graph, largest_load);
  return metrics;
}

void add_dragonfly(Json& json, const TopologySummary& s) {
  json["groups"] = s.groups;
  json["effective_radix"] = s.effective_radix;
  json["local_channels"] = s.local_channels;
  json["global_channels"] = s.global_channels;
  json["min_channels_per_group_pair"] = s.min_channels_per_group_pair;
  json["max_channels_per_group_pair"] = s.max_channels_per_group_pair;
  json["unconnected_global_ports"] = s.unconnected_global_ports;
}

Json to_json(const WorstCase& worst, const std::vector<ClassCount>& classes) {
  Json json = {{"pattern", worst.pattern}, {"exact", worst.exact}};
  if (worst.channel_class >= 0) {
    json["channel"] = {{"from", worst.from},
                       {"to", worst.to},
                       {"class", classes[static_cast<std::size_t>(worst.channel_class)].name}};
  }
  return json;
}

void add_metrics(Json& json, const NetworkReport& report) {
  const LongMetrics& m = *report.metrics;
  json["path_diversity"] = {
      {"least", m.diversity.least}, {"most", m.diversity.most}, {"mean", m.diversity.mean}};
  if (m.bisection) {
    json["bisection"] = {{"channels", m.bisection->cut.channels},
                         {"lower_bound", m.bisection->lower},
                         {"exact", m.bisection->cut.exact},
                         {"imbalance", m.bisection->cut.imbalance}};
  }
  const std::vector<ClassCount>& classes = report.size.classes;
  if (m.uniform) {
    Json& loads = json["channel_load"]["uniform"] = Json::object();
    for (std::size_t c = 0; c < classes.size(); ++c)
      loads[classes[c].name] = {{"mean", m.uniform->mean[c]}, {"most", m.uniform->most[c]}};
    json["throughput_bound"]["uniform"] = m.uniform->throughput;
  }
  if (m.worst) {
    Json& loads = json["channel_load"]["worst-case"] = Json::object();
    for (std::size_t c = 0; c < classes.size(); ++c)
      loads[classes[c].name] = {{"most", m.worst->most[c]}};
    json["throughput_bound"]["worst-case"] = m.worst->throughput;
    json["worst_case"] = to_json(*m.worst, classes);
  }
}

void flatten(const Json& json, const std::string& prefix, std::string& header, std::string& row) {
  for (const auto& [key, value] : json.items()) {
    if (value.is_object()) {
      flatten(value, prefix + key + ".", header, row);
      continue;
    }
    if (value.is_array() && (value.empty() || !value.front().is_number())) continue;
    const char* const comma = header.empty() ? "" : ",";
    header += fmt::format("{}{}{}", comma, prefix, key);
    row += comma;
    if (value.is_null()) continue;
    std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    if (value.is_array()) text = text.substr(1, text.size() - 2);  // 4,4
    row += csv_field(text);
  }
}

}  // namespace

SeenNetwork::SeenNetwork(const Wiring& wiring) : graph(graph_of(wiring)) {
  if (graph.family == "dragonfly" && wiring.groups() > 0 && !wiring.directed())
    dragonfly = count_channels(wiring);
}

NetworkReport measure(const TopologyConfig& network, const SeenNetwork& seen, bool long_metrics,
                      const AnnounceWork& announce) {
  NetworkReport report;
  report.family = network.family;
  report.parameters = shown_parameters(network);
  report.size = measure_size(seen.graph);
  WorkLine line("distances");
  report.distances = measure_distances(
      seen.graph, [&](std::int64_t done, std::int64_t all) { line.show(done, all); });
  report.dragonfly = seen.dragonfly;
  if (long_metrics) report.metrics = measure_long(report, seen.graph, announce);
  return report;
}

std::string to_table(const NetworkReport& report) {
  std::string text = report.family;
  for (const auto& [name, value] : report.parameters) text += fmt::format(" {}={}", name, value);
  text += "\n\n" + line("terminals", report.size.terminals) + line("routers", report.size.routers) +
          line("ports of a router (radix)",
               report.dragonfly ? report.dragonfly->radix : report.size.radix);
  if (report.dragonfly) text += dragonfly_lines(*report.dragonfly);
  for (const ClassCount& channels : report.size.classes)
    text += line(channel_of_class(channels.name) + "s", channels.channels);
  if (!report.distances.connected) text += line("connected", "no");
  return text + line("diameter, router to router", report.distances.diameter) +
         line("average distance", fmt::format("{:.4f}", report.distances.average)) +
         line("fairness: largest difference", percent(report.distances.max_difference_percent)) +
         line("fairness: squared variation", std::isnan(report.distances.cv2)
                                                 ? "not connected"
                                                 : fmt::format("{:.3e}", report.distances.cv2)) +
         (report.metrics ? metric_lines(report) : "");
}

Json to_json(const NetworkReport& report) {
  Json json = {{"version", kVersion}, {"topology", report.family}};
  for (const auto& [name, value] : report.parameters) {
    if (report.family == "dragonfly")
      json[name] = parameter_value(report.family, name, value);
    else
      json["parameters"][name] = parameter_value(report.family, name, value);
  }
  json["terminals"] = report.size.terminals;
  json["routers"] = report.size.routers;
  json["radix"] = report.dragonfly ? report.dragonfly->radix : report.size.radix;
  if (report.dragonfly) add_dragonfly(json, *report.dragonfly);
  json["channels"] = Json::object();
  for (const ClassCount& channels : report.size.classes)
    json["channels"][channels.name] = channels.channels;
  json["connected"] = report.distances.connected;
  json["diameter"] = report.distances.diameter;
  json["average_distance"] = report.distances.average;
  json["fairness"] = {{"max_difference_percent", number(report.distances.max_difference_percent)},
                      {"cv2", number(report.distances.cv2)}};
  if (report.metrics) add_metrics(json, report);
  return json;
}

std::string to_csv(const Json& report) {
  std::string header, row;
  flatten(report, "", header, row);
  return header + "\n" + row + "\n";
}

}  // namespace dragonfly
