// The tables of docs/fidelity-cost.md against what the command prints now.
#include <algorithm>
#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/command/processes.hpp"

namespace dragonfly {
namespace {

using Json = nlohmann::json;

/// The cells of the table whose first heading and one other are these.
std::vector<std::vector<std::string>> table(const std::string& first, const std::string& other) {
  std::istringstream text(content_of(DRAGONFLY_DOCS "/fidelity-cost.md"));
  std::vector<std::vector<std::string>> rows;
  bool inside = false;
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("| " + first + " |") &&
        line.find("| " + other + " |") != std::string::npos)
      inside = true;
    if (inside && !line.starts_with("|")) break;
    if (!inside || line.starts_with("| ---")) continue;
    std::vector<std::string>& cells = rows.emplace_back();
    for (std::size_t at = 2; at < line.size();) {
      const std::size_t end = line.find(" |", at);
      cells.push_back(line.substr(at, end - at));
      at = end + 3;
    }
  }
  return rows;
}

std::string fixed(double value, int digits) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

Json cost(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "cost");
  arguments.push_back("--json");
  const Outcome outcome = run(arguments);
  INFO(outcome.errors);
  REQUIRE(outcome.exit_code == 0);
  return Json::parse(outcome.output);
}

TEST_CASE("the floor plans of the docs are those of dragonfly cost") {
  const std::map<std::string, std::vector<std::string>> networks{
      {"dragonfly (16, 32, 16, 8)", {"--p", "16", "--a", "32", "--h", "16", "--g", "8"}},
      {"dragonfly (16, 32, 16, 32)", {"--p", "16", "--a", "32", "--h", "16", "--g", "32"}},
      {"dragonfly (16, 32, 16, 128)", {"--p", "16", "--a", "32", "--h", "16", "--g", "128"}},
      {"16-ary 3-flat", {"--topology", "k-ary-n-flat", "--k", "16", "--n", "3"}},
      {"16-ary 4-flat", {"--topology", "k-ary-n-flat", "--k", "16", "--n", "4"}},
      {"16-ary 4-flat, 16 x 16 blocks",
       {"--topology", "k-ary-n-flat", "--k", "16", "--n", "4", "--blocks-per-row", "16"}}};
  const std::vector<std::vector<std::string>> rows = table("network", "assumed mean");
  REQUIRE(rows.size() == 1 + 14);
  std::map<std::string, Json> plans;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const std::vector<std::string>& row = rows[i];
    REQUIRE(networks.contains(row.at(0)));
    if (!plans.contains(row[0])) {
      std::vector<std::string> arguments = networks.at(row[0]);
      arguments.insert(arguments.end(), {"--floor-plan", "--neighbour-backplane", "0"});
      plans[row[0]] = cost(arguments)["floor_plan"];
    }
    const Json& plan = plans[row[0]];
    const auto cables =
        std::find_if(plan["classes"].begin(), plan["classes"].end(),
                     [&](const Json& entry) { return entry["class"] == row.at(1); });
    REQUIRE(cables != plan["classes"].end());
    INFO(row[0] << " " << row[1]);
    CHECK(row.at(2) == (*cables)["channels"].dump());
    CHECK(row.at(3) == (*cables)["on_backplanes"].dump());
    CHECK(row.at(4) == fixed((*cables)["mean_assumed"], 2));
    CHECK(row.at(5) == fixed((*cables)["mean"], 2));
    CHECK(row.at(6) == fixed((*cables)["longest"], 2));
    CHECK(row.at(7) == plan["columns"].dump() + " x " + plan["rows"].dump() + "; " +
                           fixed(plan["width"], 1) + " x " + fixed(plan["depth"], 1));
  }
}

TEST_CASE("the costs of the docs are those of dragonfly cost --sizing papers") {
  for (const bool with_power : {true, false}) {
    const auto rows = with_power ? table("topology", "64K") : table("topology", "256K");
    REQUIRE(rows.size() > 4);
    for (std::size_t i = 1; i < rows.size(); ++i) {
      const Json json =
          cost({"--model", with_power ? "kim2007" : "kim2008", "--sizing", "papers", "--topology",
                rows[i].at(0), "--terminals", with_power ? "512:65536" : "512:65536,262144"});
      REQUIRE(json["networks"].size() + 1 == rows[i].size());
      for (std::size_t n = 0; n < json["networks"].size(); ++n) {
        INFO(rows[i][0] << " " << rows[0][n + 1]);
        const std::string price = fixed(json["networks"][n]["cost_per_terminal"], 1);
        CHECK(rows[i][n + 1].substr(0, rows[i][n + 1].find(' ')) == price);
        if (!with_power) continue;
        const std::string watts = fixed(json["networks"][n]["watts_per_terminal"], 2);
        CHECK_THAT(rows[i][n + 1], ContainsSubstring(", " + watts + " W"));
      }
    }
  }
}

}  // namespace
}  // namespace dragonfly
