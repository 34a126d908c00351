// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <type_traits>

#include "models/common/error.hpp"
#include "models/common/input_file.hpp"
#include "models/common/version.hpp"
#include "models/config/configuration.hpp"
#include "models/keys/json.hpp"
#include "models/keys/json_object.hpp"
#include "models/statistics/result_io.hpp"

namespace dragonfly {
namespace {

using Json = nlohmann::ordered_json;

/// So that the packets of a few kinds can be added.
constexpr std::int64_t kMostPackets = std::numeric_limits<std::int64_t>::max() / 4;

Json figures_of(const LatencySummary& s) {
  if (s.packets == 0)
    return {{"mean", nullptr}, {"min", nullptr}, {"p50", nullptr},
            {"p90", nullptr},  {"p99", nullptr}, {"max", nullptr}};
  return {{"mean", s.mean}, {"min", s.min}, {"p50", s.p50},
          {"p90", s.p90},   {"p99", s.p99}, {"max", s.max}};
}

/// Of the packets of one kind. For all measured packets their number stands elsewhere.
Json kind_of(const LatencySummary& summary) {
  Json json{{"packets", summary.packets}};
  json.update(figures_of(summary));
  return json;
}

LatencySummary latency_from(const JsonObject& json, std::int64_t packets) {
  LatencySummary summary;
  summary.packets = packets;
  if (packets == 0) return summary;
  summary.mean = json.real("mean");
  summary.min = json.integer("min");
  summary.p50 = json.integer("p50");
  summary.p90 = json.integer("p90");
  summary.p99 = json.integer("p99");
  summary.max = json.integer("max");
  return summary;
}

/// Of the key of a result, with the number of its packets.
LatencySummary kind_from(const JsonObject& result, const char* key, const std::string& name) {
  const std::string place = fmt::format("{}: {}", name, key);
  const JsonObject json(result.at(key), place);
  return latency_from(json, json.integer("packets", 0, kMostPackets));
}

LatencySummary summary_from(const JsonObject& result, const char* key, const std::string& name) {
  const std::string place = fmt::format("{}: {}", name, key);
  return latency_from({result.at(key), place}, result.integer("packets_measured", 0));
}

Json json_of(const HistogramBin& bin) {
  return {{"latency", bin.latency}, {"minimal", bin.minimal}, {"nonminimal", bin.nonminimal}};
}

HistogramBin bin_from(const JsonObject& json) {
  return {json.integer("latency"), json.integer("minimal", 0, kMostPackets),
          json.integer("nonminimal", 0, kMostPackets)};
}

Json json_of(const ChannelUtilisation& channel) {
  return {{"source_group", channel.source_group},
          {"source_router", channel.source_router},
          {"source_port", channel.source_port},
          {"destination_group", channel.destination_group},
          {"destination_router", channel.destination_router},
          {"utilisation", channel.utilisation}};
}

ChannelUtilisation channel_from(const JsonObject& json) {
  ChannelUtilisation channel;
  channel.source_group = json.small_integer("source_group");
  channel.source_router = json.small_integer("source_router");
  channel.source_port = json.small_integer("source_port");
  channel.destination_group = json.small_integer("destination_group");
  channel.destination_router = json.small_integer("destination_router");
  channel.utilisation = json.real("utilisation");
  return channel;
}

template <class Element>
Json list_of(const std::vector<Element>& elements) {
  Json list = Json::array();
  for (const Element& element : elements) list.push_back(json_of(element));
  return list;
}

/// null if it is not known.
template <class Figure>
Json known(const std::optional<Figure>& figure) {
  return figure ? Json(*figure) : Json();
}

/// A number, or null if it is not known.
std::optional<double> known_real(const JsonObject& json, const char* key) {
  if (json.at(key).is_null()) return std::nullopt;
  return json.real(key);
}

/// Older results have none.
void read_standard_errors(const Json& object, const std::string& name, RunResult& result) {
  const auto place = object.find("standard_error");
  if (place == object.end()) return;
  const JsonObject json(*place, name + ": standard_error");
  result.accepted_standard_error = known_real(json, "accepted_throughput");
  result.latency_standard_error = known_real(json, "packet_latency");
}

/// Older results do not say; their windows are those of their configurations, or the whole run.
void read_window(const Json& object, const JsonObject& json, RunResult& result) {
  if (object.contains("precision_reached") && !json.at("precision_reached").is_null())
    result.precision_reached = json.truth("precision_reached");
  result.window_cycles = object.contains("window_cycles")
                             ? json.integer("window_cycles")
                             : result.completion_cycles.value_or(result.config->measurement.window);
}

/// The elements of a list, each by `element`.
template <class Element>
auto elements_from(const JsonObject& result, const char* key, const std::string& name,
                   Element&& element) {
  std::vector<std::decay_t<decltype(element(result))>> list;
  for (const Json& json : result.list(key)) {
    const std::string place = fmt::format("{}: {}[{}]", name, key, list.size());
    list.push_back(element(JsonObject(json, place)));
  }
  return list;
}

std::string compact(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Breaks lines down to `levels` levels.
std::string laid_out(const Json& json, int levels, const std::string& indent) {
  if (levels == 0 || !json.is_structured() || json.empty()) return compact(json);
  const std::string inner = indent + "  ";
  std::vector<std::string> parts;
  for (const auto& [key, value] : json.items()) {
    const std::string name = json.is_object() ? compact(Json(key)) + ": " : "";
    parts.push_back(inner + name + laid_out(value, levels - 1, inner));
  }
  const char* brackets = json.is_object() ? "{}" : "[]";
  return fmt::format("{}\n{}\n{}{}", brackets[0], fmt::join(parts, ",\n"), indent, brackets[1]);
}

}  // namespace

Json to_json(const RunResult& result) {
  Json json;
  json["offered_load"] = result.offered_load;
  json["accepted_throughput"] = result.accepted_throughput;
  json["saturated"] = result.saturated;
  json["saturation_reason"] = result.saturation_reason;
  json["packet_latency"] = figures_of(result.packet_latency);
  json["network_latency"] = figures_of(result.network_latency);
  json["minimal"] = kind_of(result.minimal);
  json["nonminimal"] = kind_of(result.nonminimal);
  json["nonminimal_share"] = known(result.nonminimal_share());
  json["mean_hops"] = known(result.mean_hops);
  json["completion_cycles"] = known(result.completion_cycles);
  json["standard_error"] = {{"accepted_throughput", known(result.accepted_standard_error)},
                            {"packet_latency", known(result.latency_standard_error)}};
  json["precision_reached"] = known(result.precision_reached);
  json["packets_labelled"] = result.packets_labelled;
  json["packets_measured"] = result.packets_measured;
  json["packets_delivered"] = result.packets_delivered;
  json["cycles"] = result.cycles;
  json["warmup_cycles"] = result.warmup_cycles;
  json["window_cycles"] = result.window_cycles;
  json["drain_cycles"] = result.drain_cycles;
  json["wall_seconds"] = result.wall_seconds;
  json["cycles_per_second"] = result.cycles_per_second;
  json["seed"] = result.config->measurement.seed;
  json["engine"] = result.engine;
  json["rtl"] = result.rtl.empty() ? Json() : Json(result.rtl);
  json["version"] = kVersion;
  json["config"] = to_json(*result.config);
  json["latency_histogram"] = list_of(result.latency_histogram);
  json["global_channels"] = list_of(result.global_channels);
  return json;
}

RunResult result_from_json(const Json& object, const std::string& name) {
  const JsonObject json(object, name);
  RunResult result;
  result.offered_load = json.real("offered_load");
  result.accepted_throughput = json.real("accepted_throughput");
  result.saturated = json.truth("saturated");
  result.saturation_reason = json.text("saturation_reason");
  result.packets_measured = json.integer("packets_measured", 0);
  result.packet_latency = summary_from(json, "packet_latency", name);
  result.network_latency = summary_from(json, "network_latency", name);
  result.minimal = kind_from(json, "minimal", name);
  result.nonminimal = kind_from(json, "nonminimal", name);
  result.mean_hops = known_real(json, "mean_hops");
  if (!json.at("completion_cycles").is_null())
    result.completion_cycles = json.integer("completion_cycles");
  read_standard_errors(object, name, result);
  result.packets_labelled = json.integer("packets_labelled", 0);
  result.packets_delivered = json.integer("packets_delivered", 0);
  result.cycles = json.integer("cycles");
  result.warmup_cycles = json.integer("warmup_cycles");
  result.drain_cycles = json.integer("drain_cycles");
  result.wall_seconds = json.real("wall_seconds");
  result.cycles_per_second = json.real("cycles_per_second");
  result.engine = json.text("engine");
  if (!json.at("rtl").is_null()) result.rtl = json.text("rtl");
  result.config = std::make_shared<const Configuration>(
      configuration_from_json(json.at("config"), name + ": config"));
  read_window(object, json, result);
  result.latency_histogram = elements_from(json, "latency_histogram", name, bin_from);
  result.global_channels = elements_from(json, "global_channels", name, channel_from);
  return result;
}

std::string dump(const Json& json) { return laid_out(json, 2, "") + "\n"; }

Json json_from_text(std::string_view text, const std::string& name) {
  constexpr int kDeepest = 64;  // what compares and writes JSON calls itself for each level
  const auto look = [&](int depth, Json::parse_event_t, const Json&) {
    if (depth <= kDeepest) return true;
    throw InputError(
        fmt::format("{}: objects and lists are nested more than {} levels deep", name, kDeepest));
  };
  try {
    return Json::parse(text.begin(), text.end(), look);
  } catch (const Json::exception& error) {
    throw InputError(fmt::format("{}: this is not JSON: {}", name, error.what()));
  }
}

Json read_json_file(const std::string& path) { return json_from_text(read_text_file(path), path); }

}  // namespace dragonfly
