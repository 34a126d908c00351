// SPDX-License-Identifier: Apache-2.0
// dragonfly cost. The prices themselves are tested in tests/cost; here, that the command tells them
// and takes its options.
#include <algorithm>
#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/command/processes.hpp"
#include "tests/command/refusal.hpp"

namespace dragonfly {
namespace {

using Json = nlohmann::json;

std::vector<std::string> cost(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "cost");
  return arguments;
}

Json json_of(std::vector<std::string> arguments) {
  arguments.push_back("--json");
  const Outcome outcome = run(cost(std::move(arguments)));
  INFO(outcome.errors);
  REQUIRE(outcome.exit_code == 0);
  return Json::parse(outcome.output);
}

TEST_CASE("a design of Teh et al. is priced as Section 4 says") {
  // (13,077.2 + 40 x 80 / 2) / 20 for 60-port routers with 20 terminals and 40 links of $80.
  const Json json =
      json_of({"--model", "teh2017", "--p", "20", "--a", "21", "--h", "20", "--optical-cost", "80",
               "--electrical-cost", "80", "--offered-radices", "36,48,60,72"});
  CHECK(json["cost_per_terminal"].get<double>() == Approx(733.86).margin(0.005));
  CHECK(json["terminals"] == 20 * 21 * 421);
  CHECK(json["model"] == "teh2017");
  CHECK(json["model_parameters"]["optical-cost"] == 80);
  const Json& parts = json["breakdown"];
  CHECK(parts["routers"]["count"] == 21 * 421);
  double sum = 0;
  for (const Json& part : parts) sum += part["cost_per_terminal"].get<double>();
  CHECK(sum == Approx(json["cost_per_terminal"].get<double>()).epsilon(1e-12));
  CHECK(json["networks"].size() == 1);
}

TEST_CASE("families without a network of a size are left out of all, and refused by name") {
  const Outcome outcome = run(cost({"--topology", "all", "--terminals", "1000000", "--json"}));
  REQUIRE(outcome.exit_code == 0);
  CHECK_THAT(
      outcome.errors,
      ContainsSubstring("dragonfly with 1000000 terminals is left out: balanced dragonfly") &&
          ContainsSubstring("at most 262656 terminals"));
  const Json json = Json::parse(outcome.output);
  std::vector<std::string> found;
  for (const Json& network : json["networks"]) found.push_back(network["topology"]);
  CHECK(std::count(found.begin(), found.end(), "dragonfly") == 0);
  CHECK(std::count(found.begin(), found.end(), "torus") == 1);
  check_refused(cost({"--topology", "torus,dragonfly", "--terminals", "1000000"}),
                {"at most 262656 terminals"});
}

TEST_CASE("every model and topology has a cost, a breakdown that adds up, and assumptions") {
  for (const char* model : {"kim2007", "kim2008", "teh2017"}) {
    const Json json = json_of({"--model", model, "--topology", "all", "--terminals", "1024,4096"});
    REQUIRE(json["networks"].size() == 7 * 2);
    for (const Json& network : json["networks"]) {
      INFO(network.dump());
      CHECK(network["terminals"] >= 1024);
      double total = 0;
      for (const Json& part : network["breakdown"]) total += part["cost"].get<double>();
      CHECK(total > 0);
      CHECK(total == Approx(network["total_cost"].get<double>()).epsilon(1e-9));
      CHECK(network["cost_per_terminal"].get<double>() ==
            Approx(total / network["terminals"].get<double>()).epsilon(1e-9));
      CHECK(!network["assumptions"].empty());
      CHECK((network.count("watts") == 1) == (std::string(model) == "kim2007"));
    }
  }
}

TEST_CASE("a curve doubles its sizes, in order and each once; each topology once") {
  const Json json = json_of({"--topology", "torus,Torus", "--terminals", "512:4096,1024"});
  std::vector<int> sizes;
  for (const Json& network : json["networks"]) sizes.push_back(network["terminals"]);
  REQUIRE(sizes.size() == 4);
  CHECK(sizes[0] == 512);   // 8 x 8 x 8
  CHECK(sizes[3] == 4096);  // 16 x 16 x 16
  CHECK(std::is_sorted(sizes.begin(), sizes.end()));
}

TEST_CASE("prices follow their options") {
  const double usual = json_of({})["cost_per_terminal"];
  const Json dearer = json_of({"--electrical-cost", "100"});
  CHECK(dearer["model_parameters"]["electrical-cost"] == 100);
  CHECK(dearer["cost_per_terminal"].get<double>() > usual);
  CHECK(dearer["breakdown"]["routers"] == json_of({})["breakdown"]["routers"]);
  // A folded Clos by its parameters, with the terminals that it is to have.
  const Json clos = json_of(
      {"--topology", "folded-clos", "--radix", "64", "--levels", "3", "--terminals", "4096"});
  CHECK(clos["terminals"] == 4096);
}

TEST_CASE("--reading takes what a paper may be taken to say, and options win over it") {
  const auto line_cost = [](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"--model", "kim2007", "--reading", "4x-line"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return json_of(arguments)["model_parameters"]["line-cost"].get<double>();
  };
  CHECK(line_cost({}) == 5.8519);
  CHECK(line_cost({"--line-cost", "3"}) == 3);
  const Outcome refused = run(cost({"--model", "kim2007", "--reading", "5x-line"}));
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.errors, ContainsSubstring("'5x-line'"));
  CHECK_THAT(refused.errors, ContainsSubstring("4x-line"));
}

TEST_CASE("a floor plan gives the lengths of all cables") {
  const Json json = json_of({"--p", "16", "--a", "32", "--h", "16", "--g", "9", "--floor-plan"});
  // 16 x 32 x 9 terminals in cabinets of 128.
  const Json& plan = json["floor_plan"];
  CHECK(plan["columns"].get<int>() * plan["rows"].get<int>() >= 36);
  std::int64_t channels = 0;
  for (const Json& lengths : plan["classes"]) {
    channels += lengths["channels"].get<std::int64_t>();
    CHECK(lengths["mean"] <= lengths["longest"]);
  }
  CHECK(channels == 9 * 32 * 31 / 2 + 9 * 32 * 16 / 2);
  CHECK_THAT(run(cost({"--floor-plan"})).output, ContainsSubstring("Manhattan"));
}

TEST_CASE("a folded Clos stands as 2007 draws it: eight cabinets of nodes, one of routers") {
  const Json plan = json_of({"--topology", "folded-clos", "--radix", "64", "--levels", "2",
                             "--terminals", "1024", "--floor-plan", "--routers-per-cabinet", "16",
                             "--blocks-per-row", "9"})["floor_plan"];
  CHECK(plan["columns"] == 9);
  CHECK(plan["rows"] == 1);
  CHECK(plan["classes"][0]["longest"] == Approx(2 + 4 * 0.57));
}

TEST_CASE("cost takes the network that topology takes for a number of terminals") {
  for (const char* family : {"dragonfly", "flattened-butterfly", "butterfly", "folded-clos",
                             "hypercube", "generalized-hypercube", "torus"}) {
    for (const char* terminals : {"48", "1000", "8192"}) {
      INFO(family << " " << terminals);
      const Json priced = json_of({"--topology", family, "--terminals", terminals});
      const Outcome outcome =
          run({"topology", "--topology", family, "--terminals", terminals, "--json"});
      const Json network = Json::parse(outcome.output);
      CHECK(priced["routers"] == network["routers"]);
      CHECK(priced["radix"] == network["radix"]);
    }
  }
  // The papers' flattened butterfly of 8192 has 21 terminals a router, the smallest 20 or so.
  const Json papers =
      json_of({"--topology", "flattened-butterfly", "--terminals", "8192", "--sizing", "papers"});
  CHECK(papers["parameters"]["concentration"] == 21);
  CHECK(papers["parameters"]["sizes"] == Json::parse("[21, 19]"));
}

TEST_CASE("cost says which ports it does not charge, and sums up lengths") {
  // Nine global ports: four links and a port left.
  const std::vector<std::string> odd = {"--p", "1", "--a", "3", "--h", "1", "--g", "3"};
  CHECK(json_of(odd)["unconnected_global_ports"] == 1);
  CHECK_THAT(run(cost(odd)).output, ContainsSubstring("no link is charged for them"));
  CHECK(json_of({})["unconnected_global_ports"] == 0);
  const Outcome plan = run(cost(
      {"--p", "16", "--a", "32", "--h", "16", "--g", "32", "--floor-plan", "--model", "kim2007"}));
  CHECK(plan.exit_code == 0);
  CHECK(plan.output.substr(0, plan.output.find("assumptions:")).size() < 1500);
}

TEST_CASE("cost writes files, and CSV with a line for each class") {
  const TemporaryDirectory directory;
  const std::string json = directory / "c.json", csv = directory / "c.csv";
  const Outcome outcome = run(cost({"--json", json, "--csv", csv}));
  CHECK(outcome.exit_code == 0);
  CHECK_THAT(outcome.output, ContainsSubstring("assumptions:"));
  CHECK(content_of(json) == run(cost({"--json"})).output);
  const std::string lines = content_of(csv);
  CHECK(lines.starts_with(
      "model,topology,parameters,terminals,routers,radix,class,medium,count,metres,unit_cost,cost,"
      "cost_per_terminal,watts\n"));
  CHECK(static_cast<std::size_t>(std::count(lines.begin(), lines.end(), '\n')) ==
        1 + Json::parse(content_of(json))["items"].size());
}

TEST_CASE("--list-parameters lists the model with what was changed") {
  const Json json =
      json_of({"--model", "teh2017", "--optical-cost", "123", "--list-parameters"})["parameters"];
  bool found = false;
  for (const Json& parameter : json) {
    if (parameter["name"] != "optical-cost") continue;
    found = true;
    CHECK(parameter["value"] == 123);
    CHECK(parameter["default"] == 400);
    CHECK(parameter["unit"] == "$");
  }
  CHECK(found);
  CHECK_THAT(run(cost({"--list-parameters"})).output, ContainsSubstring("optical-threshold"));
  CHECK(run(cost({"--list-parameters", "--csv"})).output.starts_with("name,value,default,"));
}

TEST_CASE("bad input to cost is refused") {
  check_refused(cost({"--model", "kim2009"}), {"kim2009", "did you mean kim2007?", "teh2017"});
  check_refused(cost({"--optical-cost", "-1"}), {"optical-cost = -1", "use 0 to"});
  check_refused(cost({"--optical-cost", "nan"}), {"optical-cost", "use 0 to"});
  check_refused(cost({"--optical-cost", "x"}), {"optical-cost", "use a number"});
  check_refused(cost({"--optical-cst", "3"}), {"did you mean --optical-cost?"});
  check_refused(cost({"--router-chip-cost", "3"}),
                {"no parameter of the model kim2008", "kim2007"});
  check_refused(cost({"--offered-radices", "36"}), {"--offered-radices", "teh2017"});
  check_refused(cost({"--model", "teh2017", "--offered-radices", "8"}), {"15 ports", "8"});
  check_refused(cost({"--terminals", "0"}), {"--terminals 0", "2 to"});
  check_refused(cost({"--terminals", "x"}), {"--terminals x"});
  check_refused(cost({"--terminals", "64:32,16"}), {"--terminals 64:32", "use 32:64"});
  check_refused(cost({"--terminals", "1000000000000"}), {"at most 262656"});
  check_refused(cost({"--terminals", "1000000000000", "--sizing", "papers"}),
                {"at most 262656", "2832"});
  check_refused(cost({"--sizing", "papers"}), {"--sizing", "add --terminals"});
  check_refused(cost({"--sizing", "largest", "--terminals", "64"}), {"smallest or papers"});
  check_refused(cost({"--clos-full"}), {"--clos-full", "--terminals", "--sizing papers"});
  check_refused(cost({"--radix", "4"}), {"--radix 4", "15 ports"});
  check_refused(cost({"--topology", "hypercube", "--terminals", "4096", "--radix", "8", "--sizing",
                      "papers"}),
                {"--radix 8", "13 ports"});
  check_refused(cost({"--blocks-per-row", "4"}), {"--floor-plan"});
  check_refused(cost({"--routers-per-cabinet", "16"}), {"--routers-per-cabinet", "--floor-plan"});
  check_refused(cost({"--terminals", "64", "--p", "4"}), {"--terminals", "--p"});
  check_refused(cost({"--terminals", "64", "--floor-plan"}), {"--floor-plan"});
  check_refused(cost({"--terminals", "64", "--radix", "63", "--sizing", "papers"}), {"63", "even"});
  check_refused(cost({"--topology", "all"}), {"--topology all", "add --terminals"});
  check_refused(cost({"--topology", "torsu", "--terminals", "64"}), {"did you mean torus?"});
  check_refused(cost({"--g", "40"}), {"--g 40", "33", "greedy"});
  check_refused(cost({"--h", "0", "--g", "2"}), {"h = 0", "g = 1"});
  check_refused(cost({"--arrangement", "circulant", "--h", "3"}), {"--h 3", "2 or 4"});
  check_refused(cost({"--group-parallel", "2"}), {"--group-parallel"});
  check_refused(cost({"--p", "16777216", "--a", "16777216", "--h", "1"}), {"4.72e+21 terminals"});
  check_refused(cost({"--vcs", "3"}), {"unknown option --vcs"});
  check_refused(cost({"--json", "/no/such/directory/f"}), {"/no/such/directory"});
  check_refused(cost({"--list-parameters", "--plot", "x"}), {"--list-parameters", "--plot"});
}

TEST_CASE("--parameters takes a model's parameters from a file, and options win over it") {
  const TemporaryDirectory directory;
  const std::string path = directory / "prices.toml";
  const auto write = [&](const std::string& text) { std::ofstream(path) << text; };
  const std::vector<std::string> design = {"--model",      "teh2017", "--p",   "20",  "--a",
                                           "31",           "--h",     "10",    "--g", "20",
                                           "--parameters", path,      "--json"};
  const auto price = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments = design;
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = run(cost(arguments));
    INFO(outcome.errors);
    REQUIRE(outcome.exit_code == 0);
    return Json::parse(outcome.output)["cost_per_terminal"].get<double>();
  };
  // Routers of 60 ports, and 30 electrical and 10 optical ends a router at half their price.
  const double router = 0.0901 * 216000 - 9.7265625 * 3600 + 477.1875 * 60;
  write("optical_cost = 80\noffered-radices = [60]\n");
  CHECK(price({}) == Approx((router + 40 * 40) / 20));
  CHECK(price({"--optical-cost", "800"}) == Approx((router + 30 * 40 + 10 * 400) / 20));
  write("\noptical_coast = 80\n");
  check_refused(cost(design), {"prices.toml:2:1", "did you mean optical-cost?"});
  write("optical_cost = -80\n");
  check_refused(cost(design), {"prices.toml:1:1", "-80"});
  check_refused(cost({"--parameters", "/no/such/file"}), {"/no/such/file"});
}

TEST_CASE("cost --plot draws PNG and SVG") {
  const TemporaryDirectory directory;
  const Outcome outcome = run(cost(
      {"--topology", "dragonfly,torus", "--terminals", "512:4096", "--plot", directory / "curve"}));
  if (outcome.exit_code == 2) {
    CHECK_THAT(outcome.errors, ContainsSubstring("python3-matplotlib"));
    WARN("no Matplotlib here: the plot was not tried");
    return;
  }
  CHECK(outcome.exit_code == 0);
  CHECK(directory.files() == std::vector<std::string>{"curve.png", "curve.svg"});
  CHECK(content_of(directory / "curve.png").substr(1, 3) == "PNG");
}

}  // namespace
}  // namespace dragonfly
