// SPDX-License-Identifier: Apache-2.0
#include "models/statistics/compare.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/statistics/result_io.hpp"
#include "tests/catch.hpp"

using namespace dragonfly;

namespace {

constexpr const char* kHeader = "id source destination size created injected ejected path hops\n";

/// Two files with these contents, and what differs between them.
std::optional<std::string> compared(const std::string& a, const std::string& b) {
  const auto directory =
      std::filesystem::temp_directory_path() / ("dragonfly_compare_" + std::to_string(::getpid()));
  std::filesystem::create_directory(directory);
  std::ofstream(directory / "a") << a;
  std::ofstream(directory / "b") << b;
  std::optional<std::string> difference;
  try {
    difference = compare_files((directory / "a").string(), (directory / "b").string());
  } catch (...) {
    std::filesystem::remove_all(directory);
    throw;
  }
  std::filesystem::remove_all(directory);
  return difference;
}

bool tells(const std::optional<std::string>& difference, const std::string& part) {
  INFO(difference.value_or("no difference"));
  const bool told = difference && difference->find(part) != std::string::npos;
  CHECK(told);
  return told;
}

}  // namespace

TEST_CASE("Equal traces do not differ, whatever their comments") {
  const std::string packets = "1 1 2 1 0 0 5 minimal 2\n2 2 3 1 0 0 6 minimal 2\n";
  CHECK_FALSE(compared(kHeader + packets, packets));
  // As traces began until the header lost its comment sign.
  CHECK_FALSE(compared(kHeader + packets, std::string("# ") + kHeader + packets));
}

TEST_CASE("The columns of a packet that differ are named") {
  const auto difference = compared("1 1 2 1 0 0 5 minimal 2\n2 2 3 1 0 0 6 minimal 2\n",
                                   "1 1 2 1 0 0 5 minimal 2\n2 2 3 1 0 1 7 nonminimal 2\n");
  tells(difference, "line 2 of");
  tells(difference, "packet 2 (terminal 2 to terminal 3)");
  tells(difference, "injected: 0 in");
  tells(difference, "ejected: 6 in");
  tells(difference, "path: minimal in");
  CHECK(difference->find("hops") == std::string::npos);
}

TEST_CASE("Packets that come in another order are looked for") {
  const auto difference = compared("1 1 2 1 0 0 5 minimal 2\n2 2 3 1 0 0 6 minimal 2\n",
                                   "2 2 3 1 0 0 6 minimal 2\n1 1 2 1 0 0 9 minimal 2\n");
  tells(difference, "packet 1 (terminal 1 to terminal 2)");
  tells(difference, "ejected: 5 in");
}

TEST_CASE("A trace that ends early, or lacks a packet, is told") {
  tells(compared("1 1 2 1 0 0 5 minimal 2\n", ""), "ends, and the other goes on with packet 1");
  tells(compared("1 1 2 1 0 0 5 minimal 2\n3 3 2 1 0 0 6 minimal 2\n", "3 3 2 1 0 0 6 minimal 2\n"),
        "not any more");
}

TEST_CASE("Results are compared without what only tells about the run") {
  const std::string a = R"({"seed": 1, "engine": "rtl", "wall_seconds": 2.0, "x": {"mean": 5}})";
  CHECK_FALSE(
      compared(a, R"({"seed": 1, "engine": "model", "wall_seconds": 1.0, "x": {"mean": 5}})"));
  tells(compared(a, R"({"seed": 1, "engine": "rtl", "x": {"mean": 6}})"), "x.mean: 5 in");
  tells(compared(a, R"({"seed": 1, "x": {}})"), "x.mean: 5 in");
  tells(compared(a, R"({"seed": 1, "more": [1], "x": {"mean": 5}})"), "more: nothing in");
}

TEST_CASE("Results that name no family are of dragonflies") {
  const std::string old = R"({"config": {"topology": {"p": 2}}})";
  CHECK_FALSE(compared(old, R"({"config": {"topology": {"family": "dragonfly", "p": 2}}})"));
  tells(compared(old, R"({"config": {"topology": {"family": "torus", "p": 2}}})"),
        "config.topology.family: \"dragonfly\" in");
  const std::string points = R"({"points": [{"config": {"topology": {"p": 2}}}]})";
  CHECK_FALSE(compared(R"({"points": [{"config": {"topology": {"p": 2, "family": "dragonfly"}}}]})",
                       points));
}

TEST_CASE("Results in CSV are compared with each other, and with those in JSON") {
  RunResult result;
  result.accepted_throughput = 0.25;
  result.saturated = true;
  result.saturation_reason = "queues, \"all\" of them, grow";
  result.packets_measured = 100;
  result.packet_latency = result.network_latency = {100, 12.25, 1, 2, 3, 4, 5};
  result.engine = "rtl";
  result.config = std::make_shared<const Configuration>();
  const std::string csv = csv_header(result) + to_csv_row(result), json = dump(to_json(result));
  CHECK_FALSE(compared(csv, csv));
  CHECK_FALSE(compared(csv, json));
  CHECK_FALSE(compared(json, csv));
  RunResult other = result;
  other.engine = "model";
  other.wall_seconds = 7;
  CHECK_FALSE(compared(csv_header(other) + to_csv_row(other), json));
  other.packet_latency.mean = 12.5;
  const std::string other_csv = csv_header(other) + to_csv_row(other);
  tells(compared(csv, other_csv), "packet_latency.mean: 12.25 in");
  tells(compared(json, other_csv), "packet_latency.mean: 12.25 in");
  tells(compared(other_csv, json), "packet_latency.mean: 12.5 in");
  // Of a sweep: points, and the names of their curves.
  const std::string sweep = R"({"points": [)" + json + "," + dump(to_json(other)) + "]}";
  const std::string lines =
      "curve," + csv_header(result) + "min," + to_csv_row(result) + "min," + to_csv_row(other);
  CHECK_FALSE(compared(sweep, lines));
  tells(compared(sweep, lines + "min," + to_csv_row(other)), "2 entries in");
  CHECK_THROWS_WITH(compared(csv + "1,2\n", json), ContainsSubstring("line 3 has 2 fields"));
  CHECK_THROWS_AS(compared(csv, "{}"), InputError);
  CHECK_THROWS_AS(compared(csv, "1 1 2 1 0 0 5 minimal 2\n"), InputError);
}

TEST_CASE("What cannot be compared is refused") {
  CHECK_THROWS_AS(compared("{}", "1 1 2 1 0 0 5 minimal 2\n"), InputError);
  CHECK_THROWS_AS(compared("1 2 3\n", "1 2 3\n"), InputError);
  CHECK_THROWS_AS(compared("{\"a\": 1e999}", "{}"), InputError);
  const std::string deep(200'000, '[');  // to compare lists is to call oneself for each
  CHECK_THROWS_AS(
      compared(deep + std::string(200'000, ']'), deep + "1" + std::string(200'000, ']')),
      InputError);
  CHECK_THROWS_AS(compare_files("/nowhere/a", "/nowhere/b"), InputError);
}
