// SPDX-License-Identifier: Apache-2.0
// Random lockstep of the RTL, as users run it.
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/command/processes.hpp"

using namespace dragonfly;
using Json = nlohmann::json;

namespace {

/// One variant, of the smallest router that can do everything; the rest is drawn.
std::vector<std::string> fuzz(const std::string& directory, std::vector<std::string> more) {
  std::vector<std::string> words = {"lockstep",
                                    "--fuzz",
                                    "5",
                                    "--seconds",
                                    "600",
                                    "--p",
                                    "1",
                                    "--a",
                                    "2",
                                    "--h",
                                    "1",
                                    "--g",
                                    "3",
                                    "--vcs",
                                    "3",
                                    "--buffer-depth",
                                    "9",
                                    "--ctq-depth",
                                    "0",
                                    "--ctq-one-in",
                                    "1",
                                    "--speedup",
                                    "2",
                                    "--out",
                                    directory,
                                    "--json",
                                    directory + ".json"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

}  // namespace

TEST_CASE("random configurations show no difference") {
  const TemporaryDirectory directory;
  const Outcome outcome = run(fuzz(directory / "out", {}));
  INFO(outcome.output << outcome.errors);
  CHECK(outcome.exit_code == 0);
  const Json report = Json::parse(content_of(directory / "out.json"));
  CHECK(report["no_difference"].get<int>() + report["no_progress"].get<int>() == 5);
  CHECK(report["no_difference"] >= 4);
  CHECK(report["router_cycles"] > 2000);
  CHECK(report["state_compared"] == report["router_cycles"]);
  CHECK(report["variants"] == 1);
}

TEST_CASE("a fault is found and shrunk, and the command that is printed repeats it") {
  const TemporaryDirectory directory;
  const std::string fault = "0:df_switch_allocator.batch_q[0]@60=flip";
  const Outcome outcome = run(fuzz(directory / "out", {"--inject-fault", fault, "--no-report"}));
  INFO(outcome.output << outcome.errors);
  REQUIRE(outcome.exit_code == 7);
  const Json report = Json::parse(content_of(directory / "out.json"));
  CHECK(report["differences"] > 0);
  REQUIRE(report["shrunk"].size() == 1);
  const Json& shrunk = report["shrunk"][0];
  CHECK(shrunk["exit_code"] == 7);
  CHECK(shrunk["config"]["measurement"]["window"] == 62);
  CHECK(shrunk["config"]["routing"]["algorithm"] == "min");
  CHECK(shrunk["config"]["channels"]["global_latency"] == 1);

  std::istringstream line(shrunk["command"].get<std::string>());
  std::vector<std::string> again;
  for (std::string word; line >> word;) again.push_back(word);
  REQUIRE(again.front() == "dragonfly");
  again.erase(again.begin());
  // The shell would take the quotes away from the fault.
  CHECK(again.back() == "'" + fault + "'");
  again.back() = fault;
  again.emplace_back("--no-report");
  const Outcome repeated = run(again);
  CHECK(repeated.exit_code == 7);
  CHECK_THAT(repeated.errors, ContainsSubstring("router 0 and its model differ in cycle 60"));
}
