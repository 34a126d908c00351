// SPDX-License-Identifier: Apache-2.0
// dragonfly explore. The search itself is tested in tests/design.
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/catch.hpp"
#include "tests/command/processes.hpp"
#include "tests/command/refusal.hpp"

namespace dragonfly {
namespace {

using Json = nlohmann::json;

std::vector<std::string> explore(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "explore");
  return arguments;
}

const std::vector<std::string> kSmall = {"--terminals", "1000", "--step", "0.25"};

Json json_of(std::vector<std::string> arguments) {
  arguments.push_back("--json");
  const Outcome outcome = run(explore(std::move(arguments)));
  INFO(outcome.errors);
  REQUIRE(outcome.exit_code == 0);
  return Json::parse(outcome.output);
}

std::vector<std::string> with(std::vector<std::string> more) {
  more.insert(more.begin(), kSmall.begin(), kSmall.end());
  return more;
}

constexpr double kRounding = 1e-14;

/// Nowhere worse and somewhere better.
bool surpasses(const Json& x, const Json& y) {
  bool better = false;
  for (const char* quality : {"cost_per_terminal", "average_distance", "diameter"}) {
    const double mine = x[quality], other = y[quality];
    if (mine > other) return false;
    better = better || mine < other;
  }
  return better;
}

TEST_CASE("designs have all that is promised, and agree with themselves") {
  const Json json = json_of(kSmall);
  CHECK(json["terminals"] == 1000);
  CHECK(json["designs"].size() + json["infeasible"].size() == 9 * 5);
  REQUIRE(!json["designs"].empty());
  for (const Json& d : json["designs"]) {
    INFO(d.dump());
    for (const char* key : {"b", "d", "average_distance", "utilisation", "electrical_share"})
      CHECK(d[key].is_number());
    const double a = d["a"], g = d["g"], h = d["h"], p = d["p"];
    CHECK(d["routers"] == a * g);
    CHECK(d["terminals"] == a * g * p);
    CHECK(d["terminals"] >= 1000);
    CHECK(d["utilisation"] <= 1 + 1e-9);
    // The smallest router on offer that has the ports.
    const double ports = p + a - 1 + h;
    CHECK(d["router_radix"] >= ports);
    for (const int radix : {36, 48, 60, 72})
      if (radix >= ports) CHECK(d["router_radix"] <= radix);
    // One global port stays unconnected where all ports together are odd in number.
    const double electrical = a * g * (a - 1) / 2, optical = std::floor(a * g * h / 2);
    CHECK(d["electrical_links"] == electrical);
    CHECK(d["optical_links"] == optical);
    const double links = electrical + optical;
    CHECK(d["electrical_share"].get<double>() ==
          Approx(links > 0 ? electrical / links : 1).epsilon(kRounding));
    // Section 4: all routers and links, shared by all terminals.
    const double r = d["router_radix"];
    const double router = 0.0901 * r * r * r - 9.7265625 * r * r + 477.1875 * r;
    const double price = (a * g * router + electrical * 80 + optical * 400) / (a * g * p);
    CHECK(d["cost_per_terminal"].get<double>() == Approx(price).epsilon(kRounding));
  }
}

TEST_CASE("the cheapest design costs least, and the Pareto front is that of brute force") {
  const Json json = json_of(kSmall);
  double least = json["designs"][0]["cost_per_terminal"];
  for (const Json& d : json["designs"]) least = std::min<double>(least, d["cost_per_terminal"]);
  CHECK(json["cheapest"]["cost_per_terminal"] == Approx(least).epsilon(1e-9));
  Json front = Json::array();
  for (const Json& d : json["designs"]) {
    if (std::none_of(json["designs"].begin(), json["designs"].end(),
                     [&](const Json& other) { return surpasses(other, d); }))
      front.push_back(d);
  }
  CHECK(front.size() > 1);
  CHECK(json["pareto"] == front);
}

TEST_CASE("the result does not depend on the number of threads") {
  CHECK(run(explore(with({"--json", "--threads", "1"}))).output ==
        run(explore(with({"--json", "--threads", "2"}))).output);
}

TEST_CASE("prices, radices and redundancy are taken") {
  const Json same = json_of(with({"--router-cost", "3000", "--electrical-cost", "0",
                                  "--optical-cost", "0", "--radices", "64,64,32"}));
  CHECK(same["radices"] == Json::parse("[32, 64]"));
  for (const Json& d : same["designs"])
    CHECK(d["cost_per_terminal"].get<double>() == Approx(3000 / d["p"].get<double>()));
  const Json twice = json_of(with({"--redundancy", "2"}));
  CHECK(twice["redundancy"] == 2);
  for (const Json& d : twice["designs"])
    CHECK(d["radix"].get<int>() ==
          d["p"].get<int>() + d["a"].get<int>() - 1 + 2 * d["h"].get<int>());
  const Json busy = json_of(with({"--bottleneck"}));
  for (const Json& d : busy["designs"])
    if (d.count("busiest_channel") == 1) CHECK(d["busiest_channel"] <= 1 + 1e-9);
}

TEST_CASE("the exponent of the imbalance and spare terminals are taken") {
  const Json plain = json_of(with({}));
  CHECK(plain["imbalance_exponent"] == 1);
  CHECK(plain["spare_terminals"] == 0);
  const Json read = json_of(with({"--imbalance-exponent", "0.55", "--spare-terminals", "0.5"}));
  CHECK(read["imbalance_exponent"] == 0.55);
  CHECK(read["spare_terminals"] == 0.5);
  CHECK(read["designs"] != plain["designs"]);
  check_refused(explore({"--spare-terminals", "1"}), {"--spare-terminals"});
  check_refused(explore({"--imbalance-exponent", "0"}), {"--imbalance-exponent"});
}

TEST_CASE("a design space without a design says so and why, and leaves no files") {
  const TemporaryDirectory directory;
  check_refused(explore(with({"--radices", "4", "--json", directory / "f"})),
                {"no design", "none of 45 designs for 1000 terminals", "ports"});
  CHECK(directory.files().empty());
}

TEST_CASE("--routers explores the designs of a number of routers, of any radix") {
  // Teh et al. 2017, Section 2.4: 167 groups at b = 0.8, where d = 0.5 makes h = 83.
  const Json json = json_of({"--routers", "1500", "--step", "0.1"});
  CHECK(json["routers"] == 1500);
  CHECK(!json.contains("terminals"));
  CHECK(json["radices"].empty());
  int found = 0;
  for (const Json& d : json["designs"]) {
    CHECK(d["routers"] >= 1500);
    CHECK(d["router_radix"] == d["radix"]);
    if (d["b"] != 0.8 || d["d"] != 0.5) continue;
    ++found;
    CHECK(d["g"] == 167);
    CHECK(d["h"] == 83);
  }
  CHECK(found == 1);
  check_refused(explore({"--routers", "1500", "--terminals", "1000"}),
                {"--routers", "--terminals"});
  check_refused(explore({"--routers", "0"}), {"--routers 0", "1 to 20000"});
}

TEST_CASE("explore tells networks too large to be measured, and ports that are not charged") {
  const TemporaryDirectory directory;
  const std::string file = directory / "f.json";
  const Outcome outcome = run(explore({"--routers", "5900", "--step", "0.5", "--json", file}));
  REQUIRE(outcome.exit_code == 0);
  const Json json = Json::parse(content_of(file));
  // b = 1, d = 0.5: 5900 groups of one router with 2950 global ports each, 17 million.
  const auto found =
      std::find_if(json["infeasible"].begin(), json["infeasible"].end(),
                   [](const Json& point) { return point["b"] == 1 && point["d"] == 0.5; });
  REQUIRE(found != json["infeasible"].end());
  CHECK((*found)["reason"] == "too-large");
  CHECK_THAT(outcome.output, ContainsSubstring("too-large: 1"));
  // b = d = 0: 77 groups of 77 routers with one port each.
  int odd = 0;
  for (const Json& d : json["designs"]) {
    const int ports = d["routers"].get<int>() * d["h"].get<int>();
    CHECK(d["unconnected_global_ports"] == ports - 2 * d["optical_links"].get<int>());
    odd += d["unconnected_global_ports"].get<int>();
  }
  CHECK(odd > 0);
  CHECK_THAT(outcome.output, ContainsSubstring("no link is charged for it"));
}

TEST_CASE("explore writes a table, and a CSV line for each point") {
  const TemporaryDirectory directory;
  const std::string csv = directory / "e.csv";
  const Outcome outcome = run(explore(with({"--csv", csv})));
  CHECK(outcome.exit_code == 0);
  CHECK_THAT(outcome.output, ContainsSubstring("cheapest:"));
  CHECK_THAT(outcome.output, ContainsSubstring("45 points for at least 1000 terminals"));
  const std::string lines = content_of(csv);
  CHECK(lines.starts_with("b,d,a,g,h,p,routers,terminals,radix,router_radix,"));
  CHECK(std::count(lines.begin(), lines.end(), '\n') == 46);
}

TEST_CASE("Ctrl-C ends explore with exit code 130, and leaves no files") {
  const TemporaryDirectory directory;
  const std::string file = directory / "f";
  Process process(explore({"--terminals", "10000", "--step", "0.02", "--json", file}));
  // The file is opened before the search.
  wait_until([&] { return process.has_file_open(directory); });
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  process.send(SIGINT);
  const Outcome outcome = process.wait();
  CHECK(outcome.exit_code == 130);
  CHECK(outcome.errors == "dragonfly: interrupted\n");
  CHECK(outcome.output.empty());
  CHECK(directory.files().empty());
}

TEST_CASE("bad input to explore is refused") {
  check_refused(explore({"--terminals", "0"}), {"--terminals 0", "from 1 to 200000"});
  check_refused(explore({"--terminals", "1e4"}), {"--terminals 1e4", "an integer"});
  check_refused(explore({"--terminals", "99999999999999999999"}), {"from 1 to 200000"});
  check_refused(explore({"--step", "0"}), {"--step 0", "from 0.005 to 1"});
  check_refused(explore({"--step", "0.3"}), {"step 0.3", "0.25 or 0.3333"});
  check_refused(explore({"--step", "nan"}), {"--step nan", "from 0.005 to 1"});
  check_refused(explore({"--radices", "36,x"}), {"--radices 36,x: 'x'", "from 1 to 4096"});
  check_refused(explore({"--radices", ""}), {"--radices"});
  check_refused(explore({"--redundancy", "-1"}), {"--redundancy -1", "from 1 to"});
  check_refused(explore({"--threads", "-1"}), {"--threads -1", "from 0 to"});
  check_refused(explore({"--optical-cost", "nan"}), {"--optical-cost nan", "from 0"});
  check_refused(explore({"--router-cubic", "-1"}), {"price curve", "r = 36 ports"});
  check_refused(explore({"--json", "--csv"}), {"--json and --csv"});
  check_refused(explore({"--plot", ""}), {"--plot"});
  check_refused(explore({"--topology", "torus"}), {"unknown option --topology"});
}

TEST_CASE("explore --plot draws PNG and SVG") {
  const TemporaryDirectory directory;
  const Outcome outcome =
      run(explore({"--terminals", "200", "--step", "0.5", "--plot", directory / "map"}));
  if (outcome.exit_code == 2) {
    CHECK_THAT(outcome.errors, ContainsSubstring("python3-matplotlib"));
    WARN("no Matplotlib here: the plot was not tried");
    return;
  }
  CHECK(outcome.exit_code == 0);
  CHECK(directory.files() == std::vector<std::string>{"map.png", "map.svg"});
  CHECK(content_of(directory / "map.png").substr(1, 3) == "PNG");
}

}  // namespace
}  // namespace dragonfly
