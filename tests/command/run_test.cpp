// SPDX-License-Identifier: Apache-2.0
// dragonfly run, topology and waves.
#include <signal.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/catch.hpp"
#include "tests/command/processes.hpp"

namespace dragonfly {
namespace {

using Json = nlohmann::json;

TEST_CASE("run prints a table and writes what is asked for") {
  const TemporaryDirectory directory;
  const Outcome outcome = run({"run", "--load", "0.3", "--json", directory / "x.json", "--csv",
                               directory / "x.csv", "--packet-trace", directory / "x.trace"});
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.errors.empty());  // no progress without a terminal
  CHECK_THAT(outcome.output, ContainsSubstring("1056 terminals"));
  CHECK_THAT(outcome.output, ContainsSubstring("0.3000"));
  CHECK_THAT(outcome.output, ContainsSubstring("by calculation, on minimal paths") &&
                                 ContainsSubstring("latency at zero load") &&
                                 ContainsSubstring("load at saturation, at most"));
  const Json json = Json::parse(content_of(directory / "x.json"));
  CHECK(json["offered_load"] == 0.3);
  CHECK(json["config"]["traffic"]["load"] == 0.3);
  const std::string csv = content_of(directory / "x.csv");
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 2);
  CHECK(directory.files() == std::vector<std::string>{"x.csv", "x.json", "x.trace"});
}

TEST_CASE("run takes the engine that is asked for, in any case") {
  const TemporaryDirectory directory;
  const auto engine = [&](const std::vector<std::string>& options) {
    std::vector<std::string> arguments = {"run", "--json", directory / "x.json"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    REQUIRE(run(arguments).exit_code == 0);
    return Json::parse(content_of(directory / "x.json"))["engine"].get<std::string>();
  };
  CHECK(engine({}) == "rtl");
  CHECK(engine({"--engine", "rtl"}) == "rtl");
  CHECK(engine({"--engine", "model"}) == "model");
  CHECK(engine({"--engine", "Model"}) == "model");
}

TEST_CASE("places that cannot be written are refused before the run") {
  const TemporaryDirectory directory;
  const std::string log = directory / "log";
  for (const char* option : {"--json", "--csv"}) {
    const Outcome outcome = run({"run", option, directory / "no/x"}, {"FAKE_LOG=" + log});
    CHECK(outcome.exit_code == 2);
    CHECK_THAT(outcome.errors, ContainsSubstring("cannot write " + (directory / "no/x")));
  }
  CHECK(run({"waves", "--out", "/dev/null/x"}, {"FAKE_LOG=" + log}).exit_code == 2);
  CHECK(run({"sweep", "--out", "/dev/null/x"}, {"FAKE_LOG=" + log}).exit_code == 2);
  CHECK(directory.files().empty());
}

TEST_CASE("two results in one file are refused before the run, however the file is named") {
  const TemporaryDirectory directory;
  for (const auto& [one, other] :
       {std::pair{"--json", "--csv"}, std::pair{"--json", "--packet-trace"},
        std::pair{"--csv", "--packet-trace"}}) {
    const Outcome outcome = run({"run", one, directory / "x", other, directory / "./x"},
                                {"FAKE_LOG=" + (directory / "log")});
    CHECK(outcome.exit_code == 2);
    CHECK_THAT(outcome.errors, ContainsSubstring(std::string(one) + " and " + other) &&
                                   ContainsSubstring("the same file, " + (directory / "./x")));
  }
  CHECK(directory.files().empty());
  CHECK(run({"run", "--json", "/dev/null", "--csv", "/dev/null"}).exit_code == 0);
}

TEST_CASE("errors end with their exit codes and leave nothing behind") {
  const TemporaryDirectory directory;
  for (const int code : {2, 3, 4, 5, 6}) {
    const Outcome outcome =
        run({"run", "--json", directory / "x.json"}, {"FAKE_FAIL=" + std::to_string(code)});
    CHECK(outcome.exit_code == code);
    CHECK(outcome.errors == "dragonfly: made to fail\n");
  }
  const Outcome defect = run({"run", "--json", directory / "x.json"}, {"FAKE_FAIL=exception"});
  CHECK(defect.exit_code == 1);
  CHECK_THAT(defect.errors, ContainsSubstring("defect of the program"));
  CHECK(directory.files().empty());
}

TEST_CASE("a run whose virtual channels can wait in a circle ends with exit code 6") {
  const Outcome outcome = run({"run", "--topology", "torus", "--sizes", "4,4"});
  CHECK(outcome.exit_code == 6);
  CHECK_THAT(outcome.errors,
             ContainsSubstring("deadlock possible") && ContainsSubstring("use router.vcs = 4"));
}

TEST_CASE("traffic of a butterfly is between the terminals of its routers") {
  for (const char* pattern : {"worst-case", "tornado"}) {
    const Outcome outcome = run({"run", "--topology", "butterfly", "--k", "4", "--n", "2",
                                 "--pattern", pattern, "--engine", "model"});
    INFO(outcome.errors);
    CHECK(outcome.exit_code == 0);
  }
}

TEST_CASE("Ctrl-C ends a run with exit code 130 and leaves nothing behind") {
  for (const int signal : {SIGINT, SIGTERM}) {
    const TemporaryDirectory directory;
    const std::string log = directory / "log";
    Process process({"run", "--load", "0.5", "--json", directory / "x.json"},
                    {"FAKE_LOG=" + log, "FAKE_SLOW=0.5"});
    wait_until([&] { return content_of(log).find("waiting") != std::string::npos; });
    process.send(signal);
    const Outcome outcome = process.wait();
    CHECK(outcome.exit_code == 130);
    CHECK(outcome.errors == "dragonfly: interrupted in cycle 0\n");
    CHECK(directory.files() == std::vector<std::string>{"log"});
  }
}

TEST_CASE("Ctrl-C ends what does not listen within seconds, and a second one at once") {
  const bool twice = GENERATE(false, true);
  const TemporaryDirectory directory;
  const std::string log = directory / "log";
  Process process({"run", "--json", directory / "x.json"}, {"FAKE_LOG=" + log, "FAKE_DEAF=1"});
  wait_until([&] { return content_of(log).find("waiting") != std::string::npos; });
  CHECK(process.has_file_open(directory));
  process.send(SIGINT);
  if (twice) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    process.send(SIGTERM);
  }
  const Outcome outcome = process.wait();
  CHECK(outcome.exit_code == 130);
  CHECK(outcome.errors == "dragonfly: interrupted\n");
  CHECK(directory.files() == std::vector<std::string>{"log"});
}

TEST_CASE("a result goes to standard output in the place of the table") {
  const TemporaryDirectory directory;
  for (const std::string option : {"--json -", "--json", "--json /dev/stdout"}) {
    const Outcome outcome = run_in_shell("cd $T && $D run " + option, directory);
    CHECK(outcome.exit_code == 0);
    if (option != "--json /dev/stdout") CHECK(Json::parse(outcome.output)["offered_load"] == 0.1);
  }
  CHECK(run({"run", "--csv", "-"}).output.starts_with("offered_load,"));
  CHECK(run({"run", "--packet-trace", "-"}).exit_code == 0);
  CHECK(run({"config", "--out", "-"}).output == run({"config"}).output);
  const Outcome both = run({"run", "--json", "-", "--csv", "-"});
  CHECK(both.exit_code == 2);
  CHECK_THAT(both.errors, ContainsSubstring("--json and --csv: only one of them"));
  for (const std::string& file : directory.files()) CHECK(file != "-");
}

TEST_CASE("an output that is an input is refused, however it is named, and the input stays") {
  const TemporaryDirectory directory;
  put(directory / "c.toml", "[traffic]\nload = 0.3\n");
  put(directory / "trace", "0 1 2\n");
  std::filesystem::create_symlink("c.toml", directory / "link");
  std::filesystem::create_hard_link(directory / "c.toml", directory / "hard");
  for (const char* line :
       {"run --config $T/c.toml --json $T/c.toml", "run --config $T/c.toml --csv $T/./c.toml",
        "run --config $T/c.toml --packet-trace $T/link", "run --config $T/link --json $T/hard",
        "run --pattern trace --trace-file $T/trace --packet-trace $T/trace",
        "config --config $T/c.toml --out $T/c.toml", "topology --config $T/c.toml --json $T/c.toml",
        "topology --config $T/c.toml --emit-config $T/c.toml",
        "topology --config $T/c.toml --export dot --out $T/link",
        "cost --config $T/c.toml --json $T/c.toml",
        "lockstep --config $T/c.toml --json $T/c.toml"}) {
    const Outcome outcome =
        run_in_shell(std::string("export FAKE_LOG=$T/log\n$D ") + line, directory);
    INFO(line);
    CHECK(outcome.exit_code == 2);
    CHECK_THAT(outcome.errors, ContainsSubstring("would write over"));
  }
  CHECK(content_of(directory / "c.toml") == "[traffic]\nload = 0.3\n");
  CHECK(content_of(directory / "trace") == "0 1 2\n");
  CHECK_FALSE(std::filesystem::exists(directory / "log"));
}

TEST_CASE("--threads beyond the processors that there are is said, and does not happen") {
  const TemporaryDirectory directory;
  const Outcome outcome = run_in_shell(
      "taskset -c $(taskset -cp $$ | sed 's/.*[ ,-]//') $D run --threads 8", directory);
  INFO(outcome.errors);
  CHECK(outcome.exit_code == 0);
  CHECK_THAT(outcome.errors, ContainsSubstring("--threads 8: this process may use 1 processor,"));
}

TEST_CASE("control characters of a trace do not reach the terminal") {
  const TemporaryDirectory directory;
  put(directory / "trace", "0 1 2 \x1b]0;title\a\x1b[2J\n");
  const Outcome outcome = run({"run", "--pattern", "trace", "--trace-file", directory / "trace"});
  CHECK(outcome.exit_code == 2);
  CHECK(outcome.errors.find('\x1b') == std::string::npos);
  CHECK(outcome.errors.find('\a') == std::string::npos);
  CHECK_THAT(outcome.errors, ContainsSubstring("\\x1b]0;title\\x07\\x1b[2J"));
}

TEST_CASE("sizes that cannot be simulated are refused by every command that would simulate them") {
  const TemporaryDirectory directory;
  for (const char* size : {"--p 65", "--a 129 --h 1", "--h 65 --a 2"}) {
    for (const std::string command :
         {"run", "run --engine model", "sweep --loads 0.1 --out $T/sweep", "config", "lockstep",
          "waves --out $T/waves", "topology --emit-config $T/c.toml"}) {
      const Outcome outcome = run_in_shell("$D " + command + " " + size, directory);
      INFO(command << " " << size);
      CHECK(outcome.exit_code == 2);
      CHECK_THAT(outcome.errors, ContainsSubstring("as its flits have no room"));
    }
  }
  CHECK(run({"topology", "--p", "65"}).exit_code == 0);
}

TEST_CASE("topology tells what the network is") {
  const TemporaryDirectory directory;
  const Outcome outcome = run({"topology", "--p", "2", "--a", "4", "--h", "2", "--routing", "val",
                               "--check-deadlock", "--json", directory / "x.json"});
  CHECK(outcome.exit_code == 0);
  CHECK_THAT(outcome.output, ContainsSubstring("free of deadlock"));
  // g = ah + 1 = 9 groups, 36 routers of radix p + a - 1 + h = 7, 72 terminals; 6 local channels a
  // group; one global channel for each of 36 pairs of groups.
  const Json json = Json::parse(content_of(directory / "x.json"));
  CHECK(json["terminals"] == 72);
  CHECK(json["routers"] == 36);
  CHECK(json["radix"] == 7);
  CHECK(json["local_channels"] == 54);
  CHECK(json["global_channels"] == 36);
  CHECK(json["deadlock_free"] == true);
  for (const char* part : {"72", "36", "54"}) CHECK_THAT(outcome.output, ContainsSubstring(part));
  const Outcome few = run({"topology", "--vcs", "2", "--routing", "val", "--check-deadlock"});
  CHECK(few.exit_code == 2);
}

TEST_CASE("lockstep takes a router of the user's, and says what was compared") {
  const TemporaryDirectory directory;
  const std::vector<std::string> arguments = {"lockstep",     "--routers",  "3",
                                              "--router-top", "his_router", "--router-files",
                                              "his.f",        "--state",    "off"};
  const Outcome outcome = run(arguments, {"FAKE_LOG=" + (directory / "log")});
  CHECK(outcome.exit_code == 0);
  CHECK_THAT(content_of(directory / "log"),
             ContainsSubstring("lockstep routers=3 state=0 user=his_router of his.f"));
  CHECK_THAT(outcome.output, ContainsSubstring("1 router (his_router)"));
  CHECK_THAT(outcome.output, ContainsSubstring("at the output ports only, as its state is not"));
  // What the fake engine claims to have compared.
  CHECK_THAT(run({"lockstep"}).output,
             ContainsSubstring("264 routers, 1000 router-cycles compared, the state in 500"));
}

TEST_CASE("waves writes a wave and a view, and says how to open them") {
  const TemporaryDirectory directory;
  const std::string out = directory / "w w";
  const Outcome outcome = run({"waves", "--routers", "0,263", "--cycles", "5:9", "--out", out});
  CHECK(outcome.exit_code == 0);
  CHECK_THAT(outcome.output, ContainsSubstring("2 routers, cycles 5 to 9"));
  CHECK_THAT(outcome.output, ContainsSubstring("gtkwave '" + out + "/dragonfly.gtkw'"));
  CHECK(directory.files("w w") == std::vector<std::string>{"dragonfly.fst", "dragonfly.gtkw"});
}

TEST_CASE("waves of a run that failed before them do not show those of an earlier one") {
  const TemporaryDirectory directory;
  const std::string out = directory / "w";
  REQUIRE(run({"waves", "--out", out}).exit_code == 0);
  const Outcome outcome = run({"waves", "--out", out}, {"FAKE_FAIL=5"});
  CHECK(outcome.exit_code == 5);
  CHECK(outcome.output.empty());
}

}  // namespace
}  // namespace dragonfly
