// SPDX-License-Identifier: Apache-2.0
#include "models/statistics/result_io.hpp"

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "models/common/atomic_file.hpp"
#include "models/common/error.hpp"
#include "models/common/version.hpp"
#include "models/config/configuration.hpp"
#include "models/keys/keys.hpp"
#include "tests/catch.hpp"

namespace dragonfly {
namespace {

using Json = nlohmann::ordered_json;

/// A result in which no two figures are alike.
RunResult example() {
  RunResult result;
  result.offered_load = 0.3;
  result.accepted_throughput = 0.2987654321;
  result.saturated = true;
  result.saturation_reason = "queues grow, \"steadily\"";
  result.packets_labelled = 140;
  result.packets_measured = 100;
  result.packet_latency = {100, 12.25, 1, 2, 3, 4, 5};
  result.network_latency = {100, 11.75, 6, 7, 8, 9, 10};
  result.minimal = {75, 11.5, 11, 12, 13, 14, 15};
  result.nonminimal = {25, 14.5, 16, 17, 18, 19, 20};
  result.mean_hops = 2.5;
  result.completion_cycles = 6900;
  result.accepted_standard_error = 0.00125;
  result.latency_standard_error = 0.375;
  result.precision_reached = true;
  result.packets_delivered = 200;
  result.cycles = 7000;
  result.warmup_cycles = 1500;
  result.window_cycles = 5150;
  result.drain_cycles = 350;
  result.wall_seconds = 1.5;
  result.cycles_per_second = 4666.5;
  result.engine = "rtl";
  result.rtl = "0123";
  Configuration config;
  config.topology.parameters["p"] = {2};
  config.measurement.seed = 77;
  result.config = std::make_shared<const Configuration>(config);
  result.latency_histogram = {{1, 2, 3}, {4, 5, 6}};
  result.global_channels = {{1, 2, 3, 4, 5, 0.125}};
  return result;
}

/// Fields of a CSV line, by the rules of RFC 4180.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted && c == '"' && line[i + 1] == '"') {
      fields.back() += line[++i];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else if (c != '\n' || quoted) {
      fields.back() += c;
    }
  }
  return fields;
}

TEST_CASE("the JSON of a result has the documented keys") {
  const Json json = to_json(example());
  CHECK(json["offered_load"] == 0.3);
  CHECK(json["accepted_throughput"] == 0.2987654321);
  CHECK(json["standard_error"] ==
        Json{{"accepted_throughput", 0.00125}, {"packet_latency", 0.375}});
  CHECK(json["saturated"] == true);
  CHECK(json["packet_latency"] ==
        Json::parse(R"({"mean":12.25,"min":1,"p50":2,"p90":3,"p99":4,"max":5})"));
  CHECK(json["network_latency"]["mean"] == 11.75);
  CHECK(json["network_latency"]["p99"] == 9);
  CHECK(json["minimal"]["packets"] == 75);
  CHECK(json["minimal"]["mean"] == 11.5);
  CHECK(json["nonminimal"]["packets"] == 25);
  CHECK(json["nonminimal"]["mean"] == 14.5);
  CHECK(json["nonminimal"]["max"] == 20);
  CHECK(json["nonminimal_share"] == 0.25);
  CHECK(json["mean_hops"] == 2.5);
  CHECK(json["packets_labelled"] == 140);
  CHECK(json["packets_measured"] == 100);
  CHECK(json["cycles"] == 7000);
  CHECK(json["completion_cycles"] == 6900);
  CHECK(json["warmup_cycles"] == 1500);
  CHECK(json["drain_cycles"] == 350);
  CHECK(json["window_cycles"] == 5150);
  CHECK(json["precision_reached"] == true);
  CHECK(json["wall_seconds"] == 1.5);
  CHECK(json["cycles_per_second"] == 4666.5);
  CHECK(json["seed"] == 77);
  CHECK(json["engine"] == "rtl");
  CHECK(json["rtl"] == "0123");
  CHECK(json["version"] == kVersion);
  CHECK(json["config"]["topology"]["p"] == 2);
  CHECK(json["latency_histogram"] == Json::parse(R"([{"latency":1,"minimal":2,"nonminimal":3},
                        {"latency":4,"minimal":5,"nonminimal":6}])"));
  CHECK(json["global_channels"] ==
        Json::parse(R"([{"source_group":1,"source_router":2,"source_port":3,
                         "destination_group":4,"destination_router":5,"utilisation":0.125}])"));
}

TEST_CASE("what is not known of a result without packets is null, an empty field or a hyphen") {
  RunResult result = example();
  result.packets_labelled = result.packets_measured = 0;
  result.packet_latency = result.network_latency = result.minimal = result.nonminimal = {};
  result.mean_hops.reset();
  result.latency_histogram.clear();
  result.rtl.clear();
  const Json json = to_json(result);
  for (const char* kind : {"packet_latency", "network_latency", "minimal", "nonminimal"})
    for (const char* figure : {"mean", "min", "p50", "p90", "p99", "max"})
      CHECK(json[kind][figure].is_null());
  CHECK(json["minimal"]["packets"] == 0);
  for (const char* key : {"nonminimal_share", "mean_hops", "rtl"}) CHECK(json[key].is_null());
  CHECK(json["latency_histogram"] == Json::array());
  CHECK(to_json(result_from_json(json, "x.json")) == json);

  const auto names = fields_of(csv_header(result)), values = fields_of(to_csv_row(result));
  REQUIRE(names.size() == values.size());
  int empty = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool latency = names[i].find(".p") == std::string::npos
                             ? names[i].ends_with(".mean") || names[i].ends_with(".min") ||
                                   names[i].ends_with(".max")
                             : names[i].ends_with(".p50") || names[i].ends_with(".p90") ||
                                   names[i].ends_with(".p99");
    if (!latency && names[i] != "nonminimal_share" && names[i] != "mean_hops") continue;
    INFO(names[i]);
    CHECK(values[i].empty());
    ++empty;
  }
  CHECK(empty == 4 * 6 + 2);

  const std::string table = to_table(result);
  for (const char* title : {"mean hops", "packet", "in the network", "packet, minimal path",
                            "packet, non-minimal path"}) {
    const std::size_t begin = table.find(std::string("\n") + title + "  ");
    REQUIRE(begin != std::string::npos);
    const std::string line = table.substr(begin + 1, table.find('\n', begin + 1) - begin - 1);
    CHECK(line.ends_with("  -"));
  }
}

TEST_CASE("JSON reads back to the same result") {
  const Json json = to_json(example());
  const Json again = Json::parse(dump(json));
  CHECK(again == json);
  CHECK(to_json(result_from_json(again, "x.json")) == json);
}

TEST_CASE("JSON without a key or with another type is refused by name") {
  const Json json = to_json(example());
  for (const auto& [key, value] : json.items()) {
    const bool derived = key == "version" || key == "seed" || key == "nonminimal_share";
    if (derived) continue;
    INFO(key);
    Json missing = json, wrong = json;
    missing.erase(key);
    wrong[key] = Json::array({Json::array()});
    CHECK_THROWS_AS(result_from_json(wrong, "x.json"), InputError);
    if (key == "standard_error") {  // older results have none
      CHECK_FALSE(result_from_json(missing, "x.json").latency_standard_error);
      continue;
    }
    if (key == "precision_reached") {
      CHECK_FALSE(result_from_json(missing, "x.json").precision_reached.has_value());
      continue;
    }
    if (key == "window_cycles") {  // of a batch in older results: until its last packet
      CHECK(result_from_json(missing, "x.json").window_cycles == 6900);
      continue;
    }
    CHECK_THROWS_WITH(result_from_json(missing, "x.json"), ContainsSubstring("x.json"));
    CHECK_THROWS_AS(result_from_json(missing, "x.json"), InputError);
  }
  CHECK_THROWS_AS(result_from_json(Json(3), "x.json"), InputError);
}

TEST_CASE("figures that do not fit are refused by their path") {
  const auto refusal = [](const char* key, const Json& value) -> std::string {
    Json json = to_json(example());
    json[Json::json_pointer(key)] = value;
    try {
      static_cast<void>(result_from_json(json, "x.json"));
    } catch (const InputError& error) {
      return error.what();
    }
    return "taken";
  };
  CHECK_THAT(refusal("/packet_latency/min", 1e300),
             ContainsSubstring("x.json: packet_latency: min: "));
  CHECK_THAT(refusal("/packet_latency/min", 1.5),
             ContainsSubstring("x.json: packet_latency: min: "));
  CHECK_THAT(refusal("/packets_measured", 18446744073709551615U),
             ContainsSubstring("x.json: packets_measured: "));
  CHECK_THAT(refusal("/packets_measured", -1), ContainsSubstring("x.json: packets_measured: "));
  CHECK_THAT(refusal("/minimal/packets", INT64_MAX),
             ContainsSubstring("x.json: minimal: packets: "));
  CHECK_THAT(refusal("/global_channels/0/source_port", 1LL << 40),
             ContainsSubstring("x.json: global_channels[0]: source_port: "));
  CHECK_THAT(refusal("/config/traffic/load", "much"),
             ContainsSubstring("x.json: config: traffic.load: "));
}

TEST_CASE("JSON that no double can hold, or that is nested without end, is refused") {
  CHECK_THROWS_WITH(json_from_text("{\"a\": 1e999}", "x.json"),
                    ContainsSubstring("x.json: this is not JSON"));
  constexpr int kMany = 200'000;
  const std::string deep = std::string(kMany, '[') + std::string(kMany, ']');
  CHECK_THROWS_WITH(json_from_text(deep, "x.json"),
                    ContainsSubstring("nested more than 64 levels"));
  CHECK_THROWS_WITH(json_from_text(std::string(kMany, '['), "x.json"),
                    ContainsSubstring("nested more than 64 levels"));
}

TEST_CASE("the elements of lists stand on lines of their own") {
  CHECK(dump(Json::parse(R"({"a":1,"b":[{"c":[1,2]},3],"d":{"e":{"f":2}},"g":[],"h":"\"\n"})")) ==
        "{\n"
        "  \"a\": 1,\n"
        "  \"b\": [\n"
        "    {\"c\":[1,2]},\n"
        "    3\n"
        "  ],\n"
        "  \"d\": {\n"
        "    \"e\": {\"f\":2}\n"
        "  },\n"
        "  \"g\": [],\n"
        "  \"h\": \"\\\"\\n\"\n"
        "}\n");
  CHECK_NOTHROW(dump(Json{{"bytes", "\xff"}}));  // names of files need not be UTF-8
}

TEST_CASE("files that are not JSON are refused by name") {
  std::string name = (std::filesystem::temp_directory_path() / "dragonfly-XXXXXX").string();
  REQUIRE(mkdtemp(name.data()) != nullptr);
  const std::string path = name + "/x.json";
  write_file(path, "{\"a\": 1");
  CHECK_THROWS_WITH(read_json_file(path), ContainsSubstring(path + ": this is not JSON"));
  write_file(path, "{\"a\": 1}");
  CHECK(read_json_file(path)["a"] == 1);
  std::filesystem::remove_all(name);
}

TEST_CASE("CSV has a column for every figure and key") {
  RunResult result = example();
  Configuration config = *result.config;
  config.traffic.hotspots = {3, 4};
  result.config = std::make_shared<const Configuration>(config);
  const auto names = fields_of(csv_header(result));
  const auto values = fields_of(to_csv_row(result));
  REQUIRE(names.size() == values.size());
  const auto value = [&](const std::string& name) {
    const auto found = std::find(names.begin(), names.end(), name);
    REQUIRE(found != names.end());
    return values[static_cast<std::size_t>(found - names.begin())];
  };
  CHECK(value("offered_load") == "0.3");
  CHECK(value("accepted_throughput") == "0.2987654321");
  CHECK(value("saturated") == "true");
  CHECK(value("saturation_reason") == "queues grow, \"steadily\"");
  CHECK(value("packet_latency.mean") == "12.25");
  CHECK(value("network_latency.p90") == "8");
  CHECK(value("minimal.packets") == "75");
  CHECK(value("nonminimal_share") == "0.25");
  CHECK(value("packets_labelled") == "140");
  CHECK(value("drain_cycles") == "350");
  CHECK(value("rtl") == "0123");
  CHECK(value("nonminimal.max") == "20");
  CHECK(value("traffic.hotspots") == "3,4");
  for (const Key& key : keys()) {
    const Value expected = key.get(config);
    if (!is_none(expected)) CHECK(value(full_name(key)) == to_text(expected));
  }
  CHECK(value("topology.family") == "dragonfly");
  CHECK(std::find(names.begin(), names.end(), "topology.sizes") == names.end());

  config.topology = {"torus", {{"sizes", {4, 4}}}};
  result.config = std::make_shared<const Configuration>(config);
  const auto of_torus = fields_of(csv_header(result));
  CHECK(fields_of(to_csv_row(result)).size() == of_torus.size());
  CHECK(std::count(of_torus.begin(), of_torus.end(), "topology.sizes") == 1);
  CHECK(std::count(of_torus.begin(), of_torus.end(), "topology.p") == 0);
}

TEST_CASE("columns of the CSV keep their names") {
  // What people's scripts go by (docs/results.md): names may be added, and none may go.
  std::vector<std::string> kept = {"offered_load",
                                   "accepted_throughput",
                                   "saturated",
                                   "saturation_reason",
                                   "nonminimal_share",
                                   "mean_hops",
                                   "completion_cycles",
                                   "standard_error.accepted_throughput",
                                   "standard_error.packet_latency",
                                   "precision_reached",
                                   "packets_labelled",
                                   "packets_measured",
                                   "packets_delivered",
                                   "cycles",
                                   "warmup_cycles",
                                   "window_cycles",
                                   "drain_cycles",
                                   "wall_seconds",
                                   "cycles_per_second",
                                   "engine",
                                   "rtl",
                                   "version",
                                   "topology.family",
                                   "routing.algorithm",
                                   "router.buffer_depth",
                                   "traffic.pattern",
                                   "traffic.load",
                                   "measurement.seed"};
  for (const std::string latency : {"packet_latency", "network_latency", "minimal", "nonminimal"})
    for (const char* figure : {"packets", "mean", "min", "p50", "p90", "p99", "max"})
      kept.push_back(latency + "." + figure);
  const std::vector<std::string> names = fields_of(csv_header(example()));
  for (const std::string& name : kept) {
    INFO(name);
    CHECK(std::count(names.begin(), names.end(), name) == 1);
  }
}

TEST_CASE("the table shows the figures") {
  const std::string table = to_table(example());
  for (const char* part : {"100 of 140 packets created in the window", "350 cycles after", "0.3000",
                           "0.2988", "yes: queues grow", "75.0%", "25.0%", "12.2", "11.8", "2.500",
                           "7000 cycles", "p=2 a=8 h=4 g=33", "528 terminals"}) {
    CHECK_THAT(table, ContainsSubstring(part));
  }
  CHECK_NOTHROW(to_table(RunResult{}));
}

TEST_CASE("the table says whether a precision was reached") {
  RunResult result = example();
  Configuration config = *result.config;
  config.measurement.until_precision = 0.02;
  config.measurement.window_max = 5200;
  result.config = std::make_shared<const Configuration>(config);
  CHECK_THAT(to_table(result), ContainsSubstring("2% of the throughput, by a window of 5150"));
  result.saturated = false;
  result.precision_reached = false;
  const std::string table = to_table(result);
  CHECK_THAT(table, ContainsSubstring("2% of throughput and mean latency were not reached"));
  CHECK_THAT(table, ContainsSubstring("measurement.window_max = 5200"));
  result.precision_reached.reset();
  CHECK_THAT(to_table(result), !ContainsSubstring("were not reached"));
}

}  // namespace
}  // namespace dragonfly
