// SPDX-License-Identifier: Apache-2.0
// dragonfly paper, with an engine that makes up its results.
#include <signal.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/command/processes.hpp"

namespace dragonfly {
namespace {

class PaperTest {
 protected:
  /// Without a Python that draws: the tests of the plotting script draw.
  Outcome paper(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "paper");
    arguments.insert(arguments.end(), {"--jobs", "2", "--out", out_});
    return run(arguments, environment());
  }
  std::vector<std::string> environment() const {
    return {"FAKE_LOG=" + log_, "DRAGONFLY_PYTHON=/nowhere"};
  }
  int runs() const {
    std::istringstream lines(content_of(log_));
    int count = 0;
    for (std::string line; std::getline(lines, line);) count += line.starts_with("run ") ? 1 : 0;
    return count;
  }

  TemporaryDirectory directory_;
  std::string out_ = directory_ / "out", log_ = directory_ / "log";
};

TEST_CASE_METHOD(PaperTest, "an item without simulations leaves data, a table and no runs") {
  const Outcome outcome = paper({"kim2008", "fig5", "Table 1"});
  CHECK(outcome.exit_code == 0);
  CHECK_THAT(outcome.output, ContainsSubstring("kim2008, Figure 5"));
  CHECK_THAT(outcome.output, ContainsSubstring("| terminals |"));
  CHECK_THAT(outcome.errors, ContainsSubstring("no plots are drawn"));
  CHECK(directory_.files("out/kim2008") ==
        std::vector<std::string>{"fig5.json", "fig5.md", "fig5.network.csv", "fig5.statements.csv",
                                 "table1.json", "table1.md", "table1.statements.csv",
                                 "table1.table.csv"});
  CHECK(nlohmann::json::parse(content_of(out_ + "/kim2008/fig5.json"))["engine"].is_null());
}

TEST_CASE_METHOD(PaperTest, "points are kept, and items share them") {
  REQUIRE(paper({"kim2008", "fig9", "--quick"}).exit_code == 0);
  const int first = runs();
  CHECK(first == 4);  // UGAL-L, UGAL-G, UGAL-L_VCH at 0.2, UGAL-L at 0.25
  REQUIRE(paper({"kim2008", "fig9", "fig12", "--quick"}).exit_code == 0);
  CHECK(runs() == first + 2);  // buffers of 256 flits
  const std::string csv = content_of(out_ + "/kim2008/fig9.csv");
  CHECK_THAT(csv, ContainsSubstring("panel,curve,x,y,error,saturated\n"));
  CHECK_THAT(content_of(out_ + "/kim2008/fig9.runs.csv"), ContainsSubstring("routing.algorithm"));
  const auto json = nlohmann::json::parse(content_of(out_ + "/kim2008/fig9.json"));
  CHECK(json["engine"] == "model");
  CHECK(json["quick"] == true);
}

TEST_CASE_METHOD(PaperTest, "--data-only draws nothing, and says nothing of it") {
  const Outcome outcome = paper({"kim2008", "fig5", "--data-only"});
  CHECK(outcome.exit_code == 0);
  CHECK_THAT(outcome.errors, !ContainsSubstring("no plots are drawn"));
  CHECK_FALSE(std::filesystem::exists(out_ + "/kim2008/fig5.svg"));
  CHECK(std::filesystem::exists(out_ + "/kim2008/fig5.network.csv"));
}

TEST_CASE_METHOD(PaperTest, "list tells what there is, and what has been made") {
  REQUIRE(paper({"kim2008", "fig5"}).exit_code == 0);
  const Outcome outcome = paper({"list", "kim2008"});
  CHECK(outcome.exit_code == 0);
  std::istringstream lines(outcome.output);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("fig5 ")) CHECK_THAT(line, ContainsSubstring("all points"));
    if (line.starts_with("fig6 ")) CHECK_THAT(line, ContainsSubstring("not yet"));
  }
}

TEST_CASE_METHOD(PaperTest, "Ctrl-C keeps finished points, and the same command goes on") {
  std::vector<std::string> environment = this->environment();
  environment.push_back("FAKE_SLOW=0.25");
  Process process({"paper", "kim2008", "fig9", "--quick", "--jobs", "2", "--out", out_},
                  environment);
  wait_until([&] { return content_of(log_).find("waiting") != std::string::npos; });
  wait_until([&] { return runs() == 4; });
  process.send(SIGINT);
  const Outcome outcome = process.wait();
  CHECK(outcome.exit_code == 130);
  CHECK_THAT(outcome.errors, ContainsSubstring("3 of 4 points are finished and kept"));
  CHECK(paper({"kim2008", "fig9", "--quick"}).exit_code == 0);
  CHECK(runs() == 5);
}

TEST_CASE_METHOD(PaperTest, "a figure whose points fail is not made, and the others are") {
  std::vector<std::string> environment = this->environment();
  environment.push_back("FAKE_FAIL=5");
  const Outcome outcome = run(
      {"paper", "kim2008", "fig5", "fig9", "--quick", "--jobs", "2", "--out", out_}, environment);
  CHECK(outcome.exit_code == 5);
  CHECK_THAT(outcome.errors, ContainsSubstring("4 of 4 points failed"));
  CHECK_THAT(outcome.output, ContainsSubstring("Figure 5"));
  CHECK_THAT(outcome.output, !ContainsSubstring("Figure 9"));
}

TEST_CASE_METHOD(PaperTest, "bad input is refused before anything runs") {
  const auto refused = [&](const std::vector<std::string>& arguments, const std::string& message) {
    const Outcome outcome = paper(arguments);
    CHECK(outcome.exit_code == 2);
    CHECK_THAT(outcome.errors, ContainsSubstring(message));
  };
  refused({}, "dragonfly paper list");
  refused({"kim2008"}, "dragonfly paper kim2008 all");
  refused({"kim2009", "fig8"}, "did you mean kim2008?");
  refused({"kim2008", "tabel2"}, "did you mean table2?");
  refused({"all", "fig8"}, "leave 'fig8' out");
  refused({"kim2008", "fig8", "--engine", "lockstep"}, "model or rtl");
  refused({"kim2008", "fig8", "--engine", "verilog"}, "no such engine");
  CHECK(runs() == 0);
}

}  // namespace
}  // namespace dragonfly
