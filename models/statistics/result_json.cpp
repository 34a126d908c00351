#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "models/common/error.hpp"
#include "models/common/input_file.hpp"
#include "models/common/version.hpp"
#include "models/config/configuration.hpp"
#include "models/keys/json.hpp"
#include "models/statistics/result_io.hpp"

namespace dragonfly {
namespace {

using Json = nlohmann::ordered_json;

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

LatencySummary latency_from(const Json& json, std::int64_t packets) {
  LatencySummary summary;
  summary.packets = packets;
  if (packets == 0) return summary;
  summary.mean = json.at("mean").get<double>();
  summary.min = json.at("min").get<std::int64_t>();
  summary.p50 = json.at("p50").get<std::int64_t>();
  summary.p90 = json.at("p90").get<std::int64_t>();
  summary.p99 = json.at("p99").get<std::int64_t>();
  summary.max = json.at("max").get<std::int64_t>();
  return summary;
}

LatencySummary kind_from(const Json& json) {
  return latency_from(json, json.at("packets").get<std::int64_t>());
}

Json json_of(const HistogramBin& bin) {
  return {{"latency", bin.latency}, {"minimal", bin.minimal}, {"nonminimal", bin.nonminimal}};
}

HistogramBin bin_from(const Json& json) {
  return {json.at("latency").get<std::int64_t>(), json.at("minimal").get<std::int64_t>(),
          json.at("nonminimal").get<std::int64_t>()};
}

Json json_of(const ChannelUtilisation& channel) {
  return {{"source_group", channel.source_group},
          {"source_router", channel.source_router},
          {"source_port", channel.source_port},
          {"destination_group", channel.destination_group},
          {"destination_router", channel.destination_router},
          {"utilisation", channel.utilisation}};
}

ChannelUtilisation channel_from(const Json& json) {
  ChannelUtilisation channel;
  channel.source_group = json.at("source_group").get<int>();
  channel.source_router = json.at("source_router").get<int>();
  channel.source_port = json.at("source_port").get<int>();
  channel.destination_group = json.at("destination_group").get<int>();
  channel.destination_router = json.at("destination_router").get<int>();
  channel.utilisation = json.at("utilisation").get<double>();
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

RunResult result_from(const Json& json, const std::string& name) {
  RunResult result;
  result.offered_load = json.at("offered_load").get<double>();
  result.accepted_throughput = json.at("accepted_throughput").get<double>();
  result.saturated = json.at("saturated").get<bool>();
  result.saturation_reason = json.at("saturation_reason").get<std::string>();
  result.packets_measured = json.at("packets_measured").get<std::int64_t>();
  result.packet_latency = latency_from(json.at("packet_latency"), result.packets_measured);
  result.network_latency = latency_from(json.at("network_latency"), result.packets_measured);
  result.minimal = kind_from(json.at("minimal"));
  result.nonminimal = kind_from(json.at("nonminimal"));
  const Json& hops = json.at("mean_hops");
  if (!hops.is_null()) result.mean_hops = hops.get<double>();
  const Json& completion = json.at("completion_cycles");
  if (!completion.is_null()) result.completion_cycles = completion.get<std::int64_t>();
  result.packets_labelled = json.at("packets_labelled").get<std::int64_t>();
  result.packets_delivered = json.at("packets_delivered").get<std::int64_t>();
  result.cycles = json.at("cycles").get<std::int64_t>();
  result.warmup_cycles = json.at("warmup_cycles").get<std::int64_t>();
  result.drain_cycles = json.at("drain_cycles").get<std::int64_t>();
  result.wall_seconds = json.at("wall_seconds").get<double>();
  result.cycles_per_second = json.at("cycles_per_second").get<double>();
  result.engine = json.at("engine").get<std::string>();
  if (!json.at("rtl").is_null()) result.rtl = json.at("rtl").get<std::string>();
  result.config =
      std::make_shared<const Configuration>(configuration_from_json(json.at("config"), name));
  for (const Json& bin : json.at("latency_histogram")) {
    result.latency_histogram.push_back(bin_from(bin));
  }
  for (const Json& channel : json.at("global_channels")) {
    result.global_channels.push_back(channel_from(channel));
  }
  return result;
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
  json["packets_labelled"] = result.packets_labelled;
  json["packets_measured"] = result.packets_measured;
  json["packets_delivered"] = result.packets_delivered;
  json["cycles"] = result.cycles;
  json["warmup_cycles"] = result.warmup_cycles;
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

RunResult result_from_json(const Json& json, const std::string& name) {
  try {
    return result_from(json, name);
  } catch (const Json::exception& error) {
    throw InputError(fmt::format("{}: this is not the result of a run: {}", name, error.what()));
  }
}

std::string dump(const Json& json) { return laid_out(json, 2, "") + "\n"; }

Json read_json_file(const std::string& path) {
  const std::string text = read_text_file(path);
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    throw InputError(fmt::format("{}: this is not JSON: {}", path, error.what()));
  }
}

}  // namespace dragonfly
