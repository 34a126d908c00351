// SPDX-License-Identifier: Apache-2.0
// dragonfly sweep.
#include <signal.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <sstream>
#include <tuple>

#include "models/config/configuration.hpp"
#include "sim/command/point_store.hpp"
#include "tests/catch.hpp"
#include "tests/command/processes.hpp"

namespace dragonfly {
namespace {

using Json = nlohmann::json;

class SweepTest {
 protected:
  Outcome sweep(std::vector<std::string> arguments,
                const std::vector<std::string>& environment = {}) {
    return run(arguments_of(std::move(arguments)), environment_of(environment));
  }
  std::vector<std::string> arguments_of(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "sweep");
    arguments.insert(arguments.end(), {"--jobs", "2", "--out", out_});
    return arguments;
  }
  std::vector<std::string> environment_of(std::vector<std::string> environment) {
    environment.push_back("FAKE_LOG=" + log_);
    return environment;
  }
  /// How often a line that starts with `beginning` stands in the engine's log.
  int logged(const std::string& beginning) const {
    std::istringstream lines(content_of(log_));
    int count = 0;
    for (std::string line; std::getline(lines, line);) count += line.starts_with(beginning) ? 1 : 0;
    return count;
  }
  Json points() const { return Json::parse(content_of(out_ + "/sweep.json"))["points"]; }
  std::size_t stored(const std::string& extension) const {
    std::size_t count = 0;
    for (const std::string& file : directory_.files("out/points")) {
      count += file.ends_with(extension) ? 1 : 0;
    }
    return count;
  }

  TemporaryDirectory directory_;
  std::string out_ = directory_ / "out", log_ = directory_ / "log";
};

TEST_CASE_METHOD(SweepTest, "a sweep runs all combinations and writes JSON, CSV and a table") {
  const Outcome outcome = sweep({"--loads", "0.1,0.3,0.5", "--routings", "min,val"});
  CHECK(outcome.exit_code == 0);
  CHECK(logged("run ") == 6);
  CHECK(logged("prepare") == 1);
  const Json all = points();
  REQUIRE(all.size() == 6);
  std::set<std::pair<std::string, double>> seen;
  for (const Json& point : all) {
    seen.emplace(point["curve"], point["offered_load"]);
    CHECK(point["config"]["routing"]["algorithm"] == point["curve"]);
    CHECK(point["saturated"] == (point["curve"] == "val" && point["offered_load"] == 0.5));
    CHECK(point.count("latency_histogram") == 0);
    const Json whole = Json::parse(content_of(out_ + "/" + point["file"].get<std::string>()));
    CHECK(whole["latency_histogram"].size() == 1);
    CHECK(whole["offered_load"] == point["offered_load"]);
  }
  CHECK(seen.size() == 6);
  const std::string csv = content_of(out_ + "/sweep.csv");
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 7);
  // 0.5 under VAL: latency 10 + 10 x 0.5 + seed 1 = 16, accepted 0.45, saturated.
  CHECK_THAT(outcome.output, ContainsSubstring("16.0*"));
  CHECK_THAT(outcome.output, ContainsSubstring("0.4500*"));
  CHECK(stored(".json") == 6);
  CHECK(stored(".toml") == 6);
  CHECK(stored(".log") == 0);
}

TEST_CASE_METHOD(SweepTest, "a sweep of the model builds no variants, and keeps its own points") {
  REQUIRE(sweep({"--loads", "0.1,0.2", "--engine", "model"}).exit_code == 0);
  CHECK(logged("run ") == 2);
  CHECK(logged("prepare") == 0);
  for (const Json& point : points()) CHECK(point["engine"] == "model");
  REQUIRE(sweep({"--loads", "0.1,0.2"}).exit_code == 0);
  CHECK(logged("run ") == 4);
  CHECK(logged("prepare") == 1);
}

TEST_CASE_METHOD(SweepTest, "points that do not reach the precision asked for are counted") {
  const Outcome outcome = sweep({"--loads", "0.1,0.3,0.5", "--until-precision", "0.02"});
  CHECK(outcome.exit_code == 0);
  CHECK_THAT(outcome.output, ContainsSubstring("1 of 3 points did not reach"));
  for (const Json& point : points()) {
    CHECK(point["config"]["measurement"]["until_precision"] == 0.02);
    CHECK(point["precision_reached"] == (point["offered_load"] < 0.4));
  }
  CHECK_THAT(sweep({"--loads", "0.1,0.3"}).output, !ContainsSubstring("did not reach"));
  const Outcome refused = sweep({"--loads", "0.1", "--until-precision", "2"});
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.errors, ContainsSubstring("--until-precision 2: out of range"));
}

TEST_CASE_METHOD(SweepTest, "a second run takes finished points and runs the others") {
  REQUIRE(sweep({"--loads", "0.1,0.2"}).exit_code == 0);
  const Outcome again = sweep({"--loads", "0.1,0.2,0.3"});
  CHECK(again.exit_code == 0);
  CHECK_THAT(again.errors, ContainsSubstring("2 of 3 points are there"));
  CHECK(logged("run ") == 3);
  CHECK(points().size() == 3);
  SECTION("nothing is prepared when nothing is to be run") {
    CHECK(sweep({"--loads", "0.1,0.2,0.3"}).exit_code == 0);
    CHECK(logged("run ") == 3);
    CHECK(logged("prepare") == 2);
  }
  SECTION("--fresh runs all") {
    CHECK(sweep({"--loads", "0.1,0.2", "--fresh"}).exit_code == 0);
    CHECK(logged("run ") == 5);
  }
  SECTION("another configuration is another point") {
    CHECK(sweep({"--loads", "0.1", "--window", "6000"}).exit_code == 0);
    CHECK(logged("run ") == 4);
  }
  SECTION("a damaged result is none") {
    const std::string file = points()[0]["file"].get<std::string>();
    put(out_ + "/" + file, content_of(out_ + "/" + file).substr(0, 100));
    CHECK(sweep({"--loads", "0.1,0.2"}).exit_code == 0);
    CHECK(logged("run ") == 4);
  }
}

TEST_CASE_METHOD(SweepTest, "a trace that has changed makes another point") {
  const std::string trace = directory_ / "trace";
  const std::vector<std::string> arguments = {"--loads", "0.1",          "--pattern",
                                              "trace",   "--trace-file", trace};
  put(trace, "0 1 2\n");
  REQUIRE(sweep(arguments).exit_code == 0);
  put(trace, "0 1 3\n");
  REQUIRE(sweep(arguments).exit_code == 0);
  CHECK(logged("run ") == 2);
  put(trace, "0 1 9999\n");
  CHECK(sweep(arguments).exit_code == 2);
}

TEST_CASE_METHOD(SweepTest, "the RTL is part of what a point depends on, where it runs") {
  const std::string rtl = directory_ / "rtl";
  std::filesystem::copy(DRAGONFLY_SOURCE_ROOT "/rtl", rtl,
                        std::filesystem::copy_options::recursive);
  const std::vector<std::string> environment = {"DRAGONFLY_RTL_DIR=" + rtl};
  const std::string engine = GENERATE("rtl", "lockstep", "model");
  const std::vector<std::string> arguments = {"--loads", "0.1", "--engine", engine};
  REQUIRE(sweep(arguments, environment).exit_code == 0);
  REQUIRE(sweep(arguments, environment).exit_code == 0);
  CHECK(logged("run ") == 1);
  std::ofstream(rtl + "/df_pkg.sv", std::ios::app) << "// changed\n";
  REQUIRE(sweep(arguments, environment).exit_code == 0);
  CHECK(logged("run ") == (engine == "model" ? 1 : 2));
}

TEST_CASE("the program is part of what a point depends on") {
  const TemporaryDirectory directory;
  const Configuration config;
  const PointStore store(directory / "points", "model", "0.1.0+aaaaaaaaaaaa");
  CHECK(store.stem(config) ==
        PointStore(directory / "points", "model", "0.1.0+aaaaaaaaaaaa").stem(config));
  CHECK(store.stem(config) !=
        PointStore(directory / "points", "model", "0.1.0+bbbbbbbbbbbb").stem(config));
}

TEST_CASE_METHOD(SweepTest, "a trace from a pipe is read once, and kept for the points") {
  const Outcome outcome = run_in_shell(
      "mkfifo $T/pipe; echo '0 1 2' >$T/pipe & $D sweep --pattern trace --trace-file $T/pipe "
      "--seeds 1,2 --jobs 1 --out $T/out",
      directory_);
  INFO(outcome.errors);
  CHECK(outcome.exit_code == 0);
  CHECK(points().size() == 2);
  for (const Json& point : points())
    CHECK(content_of(point["config"]["traffic"]["trace_file"]) == "0 1 2\n");
}

TEST_CASE_METHOD(SweepTest, "--load is a list of one, and does not stand beside --loads") {
  REQUIRE(sweep({"--load", "0.3"}).exit_code == 0);
  REQUIRE(points().size() == 1);
  CHECK(points()[0]["offered_load"] == 0.3);
  const Outcome both = sweep({"--load", "0.3", "--loads", "0.1,0.2"});
  CHECK(both.exit_code == 2);
  CHECK_THAT(both.errors, ContainsSubstring("--load and --loads: give one"));
  CHECK(sweep({"--routing", "min", "--routings", "min,val"}).exit_code == 2);
}

TEST_CASE_METHOD(SweepTest, "a batch and a trace have one point, and no list of loads") {
  put(directory_ / "trace", "0 1 2\n");
  for (const std::vector<std::string>& traffic :
       {std::vector<std::string>{"--injection", "batch"},
        {"--pattern", "trace", "--trace-file", directory_ / "trace"}}) {
    REQUIRE(sweep(traffic).exit_code == 0);
    CHECK(points().size() == 1);
    std::vector<std::string> with_loads = traffic;
    with_loads.insert(with_loads.end(), {"--loads", "0.1,0.2"});
    const Outcome refused = sweep(with_loads);
    CHECK(refused.exit_code == 2);
    CHECK_THAT(refused.errors, ContainsSubstring("has no load"));
  }
}

TEST_CASE_METHOD(SweepTest, "a value that is twice in a list is refused") {
  for (const auto& [list, values, value] : {std::tuple{"--seeds", "1,2,1", "1"},
                                            {"--routings", "min,val,MIN", "min"},
                                            {"--buffer-depths", "16,016", "16"}}) {
    const Outcome outcome = sweep({list, values});
    CHECK(outcome.exit_code == 2);
    CHECK_THAT(outcome.errors, ContainsSubstring(list) &&
                                   ContainsSubstring(std::string(value) + " is there twice"));
  }
  CHECK(logged("run ") == 0);
}

TEST_CASE_METHOD(SweepTest, "seeds are points of one curve, with mean and confidence") {
  const Outcome outcome = sweep({"--loads", "0.2", "--seeds", "1,4"});
  CHECK(points().size() == 2);
  CHECK(points()[0]["curve"] == "min");
  CHECK(points()[1]["curve"] == "min");
  // 10 + 10 x 0.2 + (1 + 4) / 2; of two values d apart the deviation is d / sqrt 2, and the
  // confidence 12.706 x d / 2.
  CHECK_THAT(outcome.output, ContainsSubstring("14.5±19.1 "));
  const Json means = Json::parse(content_of(out_ + "/sweep.json"))["means"];
  REQUIRE(means.size() == 1);
  CHECK(means[0]["curve"] == "min");
  CHECK(means[0]["offered_load"] == 0.2);
  CHECK(means[0]["runs"] == 2);
  CHECK(means[0]["packet_latency"]["mean"] == 14.5);
  CHECK(means[0]["packet_latency"]["standard_deviation"].get<double>() == Approx(3 / std::sqrt(2)));
  CHECK(means[0]["packet_latency"]["confidence_95"].get<double>() == Approx(12.706 * 1.5));
  CHECK(means[0]["accepted_throughput"]["standard_deviation"] == 0);
  // By hand: 12.706 is Student's t of one degree of freedom, 1.5 half the difference of the two.
  const std::string csv = content_of(out_ + "/sweep.means.csv");
  CHECK(csv.starts_with("curve,offered_load,runs,saturated,packet_latency.mean,"));
  const std::size_t line = csv.find("\nmin,0.2,2,false,14.5,");
  REQUIRE(line != std::string::npos);
  CHECK(std::stod(csv.substr(line + 22)) == Approx(12.706 * 1.5));
  CHECK(csv.ends_with(",0\n"));
  CHECK(content_of(out_ + "/sweep.csv").starts_with("curve,offered_load,"));
  CHECK_THAT(content_of(out_ + "/sweep.csv"), ContainsSubstring("\nmin,0.2,"));
}

TEST_CASE_METHOD(SweepTest, "lists of integers take ranges, lists of names do not") {
  REQUIRE(sweep({"--loads", "0.2", "--seeds", "1,4-6", "--buffer-depths", "16-17"}).exit_code == 0);
  CHECK(points().size() == 8);
  const Outcome descending = sweep({"--seeds", "6-4"});
  CHECK(descending.exit_code == 2);
  CHECK_THAT(descending.errors, ContainsSubstring("--seeds 6-4"));
  CHECK_THAT(sweep({"--routings", "min-val"}).errors, ContainsSubstring("one of min, val"));
  CHECK_THAT(sweep({"--loads", "0.1-0.5"}).errors, ContainsSubstring("first:last:step"));
}

TEST_CASE_METHOD(SweepTest,
                 "each combination of allocator and depth is a curve; depths are built") {
  REQUIRE(sweep({"--loads", "0.2", "--allocators", "greedy,sequential", "--buffer-depths", "16,64"})
              .exit_code == 0);
  std::set<std::string> curves;
  for (const Json& point : points()) curves.insert(point["curve"]);
  CHECK(curves == std::set<std::string>{"min greedy, depth 16", "min greedy, depth 64",
                                        "min sequential, depth 16", "min sequential, depth 64"});
  CHECK(logged("prepare 16") == 1);
  CHECK(logged("prepare 64") == 1);
}

TEST_CASE_METHOD(SweepTest, "--stop-at-saturation leaves out what lies above") {
  const std::vector<std::string> arguments = {"--loads", "0.4:0.8:0.1", "--routings", "min,val",
                                              "--stop-at-saturation"};
  REQUIRE(sweep(arguments).exit_code == 0);
  const auto loads = [&](const std::string& curve) {
    std::vector<double> list;
    for (const Json& point : points()) {
      if (point["curve"] == curve) list.push_back(point["offered_load"]);
    }
    return list;
  };
  CHECK(loads("val") == std::vector<double>{0.4, 0.5});  // VAL saturates above 0.45
  CHECK(loads("min") == std::vector<double>{0.4, 0.5, 0.6, 0.7, 0.8});
  // The same points when they are all there.
  REQUIRE(sweep({"--loads", "0.4:0.8:0.1", "--routings", "min,val"}).exit_code == 0);
  CHECK(points().size() == 10);
  REQUIRE(sweep(arguments).exit_code == 0);
  CHECK(points().size() == 7);
}

TEST_CASE_METHOD(SweepTest, "a point that fails does not take the others with it") {
  const Outcome failed = sweep({"--loads", "0.1,0.2"}, {"FAKE_FAIL=3"});
  CHECK(failed.exit_code == 3);
  CHECK_THAT(failed.errors, ContainsSubstring("the point min at load 0.1 failed with exit code 3"));
  CHECK_THAT(failed.errors, ContainsSubstring("dragonfly: made to fail"));
  CHECK_THAT(failed.errors, ContainsSubstring("2 of 2 points failed"));
  CHECK(failed.output.empty());
  CHECK(directory_.files("out") == std::vector<std::string>{"points"});
  CHECK(sweep({"--loads", "0.1,0.2"}).exit_code == 0);
  CHECK(points().size() == 2);
  CHECK(stored(".log") == 0);
}

TEST_CASE_METHOD(SweepTest, "Ctrl-C keeps finished points, and the next run goes on from them") {
  const std::vector<std::string> arguments = {"--loads", "0.1,0.2,0.3,0.4"};
  Process process(arguments_of(arguments), environment_of({"FAKE_SLOW=0.2"}));
  // The point at 0.2 hangs; the other place takes the rest.
  wait_until([&] { return std::filesystem::exists(out_ + "/points") && stored(".json") == 3; });
  process.send(SIGINT);
  const Outcome outcome = process.wait();
  CHECK(outcome.exit_code == 130);
  CHECK_THAT(outcome.errors, ContainsSubstring("of 4 points are finished and kept"));
  CHECK(stored(".json") == 3);
  CHECK(stored(".log") == 0);
  CHECK(directory_.files("out") == std::vector<std::string>{"points"});

  REQUIRE(sweep(arguments).exit_code == 0);
  CHECK(logged("run ") == 5);  // of 0.2 twice
  CHECK(points().size() == 4);
}

TEST_CASE_METHOD(SweepTest, "processes end with a sweep that is killed") {
  Process process(arguments_of({"--loads", "0.2"}), environment_of({"FAKE_SLOW=0.2"}));
  wait_until([&] { return logged("waiting") == 1; });
  process.send(SIGKILL);
  CHECK(process.wait().exit_code == 128 + SIGKILL);
  wait_until([&] { return logged("interrupted") == 1; });
}

/// Sweeps with one directory, as several hosts have them.
class SharedSweepTest : public SweepTest {
 protected:
  Process start(const std::vector<std::string>& environment = {}, const char* jobs = "1") {
    return Process(
        {"sweep", "--loads", "0.1:0.5:0.1", "--routings", "min,val", "--jobs", jobs, "--out", out_},
        environment_of(environment));
  }
  static std::vector<Outcome> ends(std::span<Process> processes) {
    std::vector<Outcome> outcomes;
    for (Process& process : processes) outcomes.push_back(process.wait());
    return outcomes;
  }
};

TEST_CASE_METHOD(SharedSweepTest, "processes with one directory divide the points") {
  Process processes[] = {start(), start(), start()};
  const std::vector<Outcome> outcomes = ends(processes);
  for (const Outcome& outcome : outcomes) {
    CHECK(outcome.exit_code == 0);
    CHECK(outcome.output == outcomes[0].output);
  }
  CHECK(logged("run ") == 10);
  CHECK(points().size() == 10);
  CHECK(stored(".claim-0") == 0);
}

TEST_CASE_METHOD(SharedSweepTest, "points of a process that is killed go to another one") {
  Process killed = start({"FAKE_SLOW=0.2"}, "2");
  wait_until([&] { return logged("waiting") == 2; });  // it has the points of both curves
  Process processes[] = {start(), start()};
  wait_until([&] { return stored(".json") == 8; });
  killed.send(SIGKILL);
  CHECK(killed.wait().exit_code == 128 + SIGKILL);
  for (const Outcome& outcome : ends(processes)) CHECK(outcome.exit_code == 0);
  CHECK(logged("run ") == 12);  // of the two points twice
  CHECK(points().size() == 10);
  CHECK(stored(".claim-0") + stored(".claim-1") == 0);
}

TEST_CASE_METHOD(SharedSweepTest, "a point that fails in one process has failed in all") {
  const std::string gate = directory_ / "gate";
  Process first = start({"FAKE_WAIT=" + gate});
  wait_until([&] { return logged("run ") == 1; });
  Process second = start({"FAKE_FAIL=5"});
  wait_until([&] { return stored(".log") == 9; });
  put(gate, "open");
  for (const Outcome& outcome : {first.wait(), second.wait()}) {
    CHECK(outcome.exit_code == 5);
    CHECK_THAT(outcome.errors, ContainsSubstring("9 of 10 points failed"));
    CHECK_THAT(outcome.errors, ContainsSubstring("load 0.5 failed with exit code 5"));
    CHECK_THAT(outcome.errors, ContainsSubstring("dragonfly: made to fail"));
  }
  CHECK(logged("run ") == 10);
  CHECK(points().size() == 1);
}

TEST_CASE_METHOD(SweepTest, "--plot draws PNG and SVG") {
  const Outcome outcome = sweep({"--loads", "0.1:0.9:0.2", "--routings", "min,val", "--plot"});
  if (outcome.exit_code == 2) {
    CHECK_THAT(outcome.errors, ContainsSubstring("python3-matplotlib"));
    WARN("no Matplotlib here: the plot was not tried");
    return;
  }
  CHECK(outcome.exit_code == 0);
  CHECK(directory_.files("out") == std::vector<std::string>{"points", "sweep.csv", "sweep.json",
                                                            "sweep.means.csv", "sweep.png",
                                                            "sweep.svg"});
  CHECK(content_of(out_ + "/sweep.png").substr(1, 3) == "PNG");
  CHECK_THAT(content_of(out_ + "/sweep.svg"), ContainsSubstring("</svg>"));
}

TEST_CASE_METHOD(SweepTest, "--plot without Matplotlib is refused before the sweep") {
  const Outcome outcome = sweep({"--loads", "0.1", "--plot"}, {"DRAGONFLY_PYTHON=/no/such/python"});
  CHECK(outcome.exit_code == 2);
  CHECK_THAT(outcome.errors, ContainsSubstring("apt install python3-matplotlib"));
  CHECK(logged("run ") == 0);
}

}  // namespace
}  // namespace dragonfly
