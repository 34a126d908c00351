#include "sim/command/topology_report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <utility>

#include "models/common/csv.hpp"
#include "models/common/version.hpp"
#include "models/metrics/traffic_matrix.hpp"

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

std::string metric_lines(const NetworkReport& report) {
  const LongMetrics& m = *report.metrics;
  std::string text = "\nshortest paths between two routers\n";
  text += line("  least", m.diversity.least) + line("  most", m.diversity.most) +
          line("  mean", fmt::format("{:.4f}", m.diversity.mean));
  if (m.bisection)
    text += line(fmt::format("bisection{}, channels", m.bisection->exact ? "" : ", at most"),
                 m.bisection->channels);
  for (const TrafficReport& traffic : m.traffic) {
    text += fmt::format("\nminimal routing, {} traffic at full load\n", traffic.name);
    for (std::size_t c = 0; c < report.size.classes.size(); ++c)
      text += line(fmt::format("  {} channels, load: mean, most", report.size.classes[c].name),
                   fmt::format("{:.4f} {:.4f}", traffic.loads.mean[c], traffic.loads.most[c]));
    text +=
        line("  throughput at most, flits/cycle", fmt::format("{:.5f}", traffic.loads.throughput));
  }
  return text;
}

/// Searches from routers, which symmetry may save.
double searches(const NetworkGraph& graph) {
  return static_cast<double>(graph.orbits.empty() ? static_cast<std::size_t>(graph.routers)
                                                  : graph.orbits.size());
}

// Times a search and channel, in seconds, as the functions that measure state them.
constexpr double kDistanceTime = 2e-11, kPathsTime = 4e-9, kLoadTime = 1e-8;

LongMetrics measure_long(const NamedNetwork& network, const NetworkGraph& graph,
                         const std::optional<TopologySummary>& dragonfly,
                         const AnnounceWork& announce) {
  LongMetrics metrics;
  const auto channels = static_cast<double>(graph.channels.size());
  announce("path diversity", kPathsTime * channels * searches(graph));
  metrics.diversity = measure_path_diversity(graph);
  announce("bisection", 0);
  if (!graph.directed)
    metrics.bisection =
        graph.routers <= kMaxExactBisection ? exact_bisection(graph) : bisection_upper_bound(graph);
  const auto add = [&](const char* name, const TrafficMatrix& traffic) {
    metrics.traffic.push_back({name, summarize(graph, hierarchical_minimal_loads(graph, traffic))});
  };
  const double loads_from =
      network.is_dragonfly() || graph.channels_alike ? searches(graph) : graph.routers;
  announce("channel loads", kLoadTime * channels * loads_from);
  if (!network.is_dragonfly()) {
    metrics.traffic.push_back({"uniform", uniform_load_summary(graph)});
    metrics.traffic.push_back(
        {"worst-case", summarize(graph, shortest_path_loads(graph, next_router_traffic(graph)))});
  } else if (dragonfly->min_channels_per_group_pair > 0) {
    add("uniform", uniform_traffic(graph));
    add("worst-case", next_group_traffic(graph));
  } else if (dragonfly->groups == 1) {
    add("uniform", uniform_traffic(graph));
  }
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

void add_metrics(Json& json, const NetworkReport& report) {
  const LongMetrics& m = *report.metrics;
  json["path_diversity"] = {
      {"least", m.diversity.least}, {"most", m.diversity.most}, {"mean", m.diversity.mean}};
  if (m.bisection)
    json["bisection"] = {{"channels", m.bisection->channels},
                         {"exact", m.bisection->exact},
                         {"imbalance", m.bisection->imbalance}};
  for (const TrafficReport& traffic : m.traffic) {
    Json loads = Json::object();
    for (std::size_t c = 0; c < report.size.classes.size(); ++c)
      loads[report.size.classes[c].name] = {{"mean", traffic.loads.mean[c]},
                                            {"most", traffic.loads.most[c]}};
    json["channel_load"][traffic.name] = loads;
    json["throughput_bound"][traffic.name] = traffic.loads.throughput;
  }
}

void flatten(const Json& json, const std::string& prefix, std::string& header, std::string& row) {
  for (const auto& [key, value] : json.items()) {
    if (value.is_object()) {
      flatten(value, prefix + key + ".", header, row);
      continue;
    }
    if (value.is_array()) continue;
    const char* const comma = header.empty() ? "" : ",";
    header += comma + prefix + key;
    row += comma;
    if (value.is_null()) continue;
    row += csv_field(value.is_string() ? value.get<std::string>() : value.dump());
  }
}

}  // namespace

NetworkReport measure(const NamedNetwork& network, const BuiltNetwork& built, bool long_metrics,
                      const AnnounceWork& announce) {
  const NetworkGraph& graph = built.graph;
  NetworkReport report;
  report.family = network.family;
  report.parameters = parameters_of(network);
  report.size = measure_size(graph);
  announce("distances",
           kDistanceTime * static_cast<double>(graph.channels.size()) * searches(graph));
  report.distances = measure_distances(graph);
  if (built.wiring) report.dragonfly = count_channels(*built.wiring);
  if (long_metrics) report.metrics = measure_long(network, graph, report.dragonfly, announce);
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
    text += line(channels.name + " channels", channels.channels);
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
  if (report.dragonfly) {
    for (const auto& [name, value] : report.parameters)
      json[name] = value.find_first_not_of("0123456789") == std::string::npos ? Json::parse(value)
                                                                              : Json(value);
  } else {
    for (const auto& [name, value] : report.parameters) json["parameters"][name] = value;
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
