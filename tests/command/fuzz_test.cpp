// SPDX-License-Identifier: Apache-2.0
// dragonfly lockstep --fuzz and --battery.
#include <signal.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/command/processes.hpp"

namespace dragonfly {
namespace {

using Json = nlohmann::json;

class FuzzTest {
 protected:
  Outcome fuzz(std::vector<std::string> arguments,
               const std::vector<std::string>& environment = {}) {
    return run(arguments_of(std::move(arguments)), environment_of(environment));
  }
  std::vector<std::string> arguments_of(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "lockstep");
    arguments.insert(arguments.end(), {"--jobs", "2", "--out", out_, "--json", json_});
    return arguments;
  }
  std::vector<std::string> environment_of(std::vector<std::string> environment) {
    environment.push_back("FAKE_LOG=" + log_);
    return environment;
  }
  Json json() const { return Json::parse(content_of(json_)); }
  int logged(const std::string& beginning) const {
    std::istringstream lines(content_of(log_));
    int count = 0;
    for (std::string line; std::getline(lines, line);) count += line.starts_with(beginning) ? 1 : 0;
    return count;
  }

  TemporaryDirectory directory_;
  std::string out_ = directory_ / "out", log_ = directory_ / "log", json_ = directory_ / "json";
};

/// The words of the command after "again:  dragonfly ".
std::vector<std::string> repeated(const std::string& output) {
  const std::string mark = "again:  dragonfly ";
  const std::size_t begin = output.find(mark);
  REQUIRE(begin != std::string::npos);
  std::istringstream line(
      output.substr(begin + mark.size(), output.find('\n', begin) - begin - mark.size()));
  std::vector<std::string> words;
  for (std::string word; line >> word;) words.push_back(word);
  return words;
}

std::int64_t sum(const Json& classes) {
  std::int64_t runs = 0;
  for (const auto& [name, count] : classes.items()) runs += count.get<std::int64_t>();
  return runs;
}

TEST_CASE_METHOD(FuzzTest, "as many configurations as asked for are drawn, compared and counted") {
  const Outcome outcome = fuzz({"--fuzz", "20"});
  INFO(outcome.errors);
  CHECK(outcome.exit_code == 0);
  CHECK(logged("lockstep") == 20);
  CHECK(logged("prepare") == 3);  // batches of 8
  const Json report = json();
  CHECK(report["configurations"] == 20);
  CHECK(report["no_difference"] == 20);
  CHECK(report["differences"] == 0);
  CHECK(report["refused"] == 0);
  CHECK(report["variants"] == 3);
  CHECK(report["router_cycles"] == 20 * 1000);
  CHECK(report["state_compared"] == 20 * 500);
  CHECK(report["seed"] == 1);
  CHECK(sum(report["coverage"]["dimensions"]["algorithm"]) == 20);
  CHECK(report["coverage"]["pairs"] > 500);
  CHECK(report["coverage"]["possible_pairs"] > report["coverage"]["pairs"]);
  CHECK_THAT(outcome.output, ContainsSubstring("20 configurations on 3 variants"));
  CHECK_THAT(outcome.output, ContainsSubstring("20000 router-cycles compared"));
  CHECK_THAT(outcome.output, ContainsSubstring("virtual-cut-through: "));
  CHECK(directory_.files("out").empty());
}

TEST_CASE_METHOD(FuzzTest, "keys that are given stay, on the command line and in a file") {
  put(directory_ / "net.toml", "[router]\nbuffer_depth = 5\n[measurement]\nseed = 3\n");
  REQUIRE(fuzz({"--fuzz", "16", "--config", directory_ / "net.toml", "--algorithm", "ugal-l-cr"})
              .exit_code == 0);
  const Json report = json();
  const Json& dimensions = report["coverage"]["dimensions"];
  CHECK(report["seed"] == 3);
  CHECK(dimensions["algorithm"]["ugal-l-cr"] == 16);
  CHECK(dimensions["algorithm"]["min"] == 0);
  CHECK(dimensions["buffer_depth"]["3-7"] == 16);
  CHECK(dimensions["threshold"]["0"] < 16);
}

TEST_CASE_METHOD(FuzzTest, "a seed draws the same configurations") {
  const auto runs = [&](const std::string& seed) {
    std::filesystem::remove(log_);
    REQUIRE(fuzz({"--fuzz", "10", "--seed", seed}).exit_code == 0);
    std::multiset<std::string> lines;
    std::istringstream log(content_of(log_));
    for (std::string line; std::getline(log, line);) lines.insert(line);
    return lines;
  };
  const auto first = runs("5");
  CHECK(first.size() > 20);
  CHECK(first == runs("5"));
  CHECK(first != runs("6"));
}

TEST_CASE_METHOD(FuzzTest, "a corpus is read first, and goes with what is drawn only") {
  const std::string corpus = directory_ / "corpus";
  std::filesystem::create_directory(corpus);
  put(corpus + "/one.toml", "[routing]\nalgorithm = \"val\"\n");
  const Outcome outcome = fuzz({"--fuzz", "9", "--corpus", corpus});
  INFO(outcome.errors);
  CHECK(outcome.exit_code == 0);
  CHECK(json()["configurations"] == 10);
  CHECK(json()["variants"] == 3);
  // Nothing is simulated here, so nothing is reached.
  CHECK_THAT(outcome.output,
             ContainsSubstring("corpus: 1 configurations were there, 0 more are kept"));
  CHECK(directory_.files("corpus").size() == 1);

  CHECK_THAT(fuzz({"--battery", "short", "--corpus", corpus}).errors,
             ContainsSubstring("--corpus goes with --fuzz and --seconds"));
  CHECK_THAT(fuzz({"--corpus", corpus}).errors, ContainsSubstring("--corpus: say how many"));
}

TEST_CASE_METHOD(FuzzTest, "a difference is shrunk, and the command that is printed repeats it") {
  const Outcome outcome = fuzz({"--fuzz", "64", "--vcs", "5"}, {"FAKE_DIFFER=ugal-l-cr"});
  INFO(outcome.output << outcome.errors);
  CHECK(outcome.exit_code == 7);
  const Json report = json();
  CHECK(report["differences"] > 0);
  CHECK(report["differences"] < 64);
  REQUIRE(report["shrunk"].size() == 1);
  const Json& shrunk = report["shrunk"][0];
  const Json& config = shrunk["config"];
  CHECK(config["routing"]["algorithm"] == "ugal-l-cr");
  CHECK(config["traffic"]["packet_size"] == 2);
  CHECK(config["router"]["vcs"] == 5);  // given
  CHECK(config["topology"]["p"].get<int>() * config["topology"]["a"].get<int>() *
            config["topology"]["g"].get<int>() ==
        2);
  CHECK(config["measurement"]["window"] == 42);
  CHECK(shrunk["steps"].size() > 3);
  for (const char* file : {"config.toml", "difference.json", "report.txt", "difference.gtkw"})
    CHECK(std::filesystem::exists(out_ + "/" + file));
  const int number = shrunk["configuration"];
  CHECK(std::filesystem::exists(out_ + "/drawn-" + std::to_string(number) + ".toml"));
  CHECK_FALSE(std::filesystem::exists(out_ + "/work"));

  const std::vector<std::string> words = repeated(outcome.output);
  CHECK(words.front() == "lockstep");
  std::vector<std::string> again = words;
  again.insert(again.end(), {"--out", directory_ / "again"});
  CHECK(run(again, {"FAKE_DIFFER=ugal-l-cr"}).exit_code == 7);
  CHECK(run(again).exit_code == 0);
  CHECK(
      run({"lockstep", "--config", out_ + "/config.toml", "--no-report"}, {"FAKE_DIFFER=ugal-l-cr"})
          .exit_code == 7);
}

TEST_CASE_METHOD(FuzzTest, "options of lockstep go to every configuration and into the command") {
  const Outcome outcome = fuzz({"--fuzz", "8", "--p", "2", "--a", "3", "--h", "1", "--routers", "1",
                                "--state", "7", "--inject-fault", "1:a.b@9=flip"},
                               {"FAKE_FAIL=3"});
  CHECK(outcome.exit_code == 3);
  CHECK(logged("lockstep routers=1 state=7") > 8);
  CHECK_THAT(outcome.output,
             ContainsSubstring("--routers 1 --state 7 --inject-fault 1:a.b@9=flip"));
  CHECK(content_of(out_ + "/exit-3/message.txt").find("made to fail") != std::string::npos);
}

TEST_CASE_METHOD(FuzzTest, "a network that stops in both engines is no failure and no comparison") {
  const Outcome outcome = fuzz({"--fuzz", "8", "--algorithm", "val"}, {"FAKE_STOP=val"});
  CHECK(outcome.exit_code == 0);
  CHECK(json()["no_progress"] == 8);
  CHECK(json()["no_difference"] == 0);
  CHECK_THAT(outcome.output, ContainsSubstring("8 stopped moving, in both engines"));
}

TEST_CASE_METHOD(FuzzTest, "a network that stops in one engine only is a failure") {
  const Outcome outcome = fuzz({"--fuzz", "2", "--algorithm", "val"}, {"FAKE_STOP=val lockstep"});
  CHECK(outcome.exit_code == 5);
  CHECK(json()["no_progress"] == 0);
  CHECK(json()["failures"].size() == 2);
  CHECK_THAT(outcome.output, ContainsSubstring("the engine model ended with exit code 0"));
}

TEST_CASE_METHOD(FuzzTest, "a crash is a failure, and many of them end the search") {
  const Outcome outcome =
      fuzz({"--fuzz", "1000", "--topology", "dragonfly"}, {"FAKE_FAIL=exception"});
  CHECK(outcome.exit_code == 1);
  const Json report = json();
  CHECK(report["configurations"] < 40);
  CHECK(report["failures"].size() == report["configurations"]);
  CHECK(report["shrunk"][0]["config"]["topology"]["g"] == 1);
}

TEST_CASE_METHOD(FuzzTest, "--seconds ends the search, also alone") {
  const Outcome outcome = fuzz({"--seconds", "0.5"});
  CHECK(outcome.exit_code == 0);
  CHECK(json()["configurations"] > 0);
  CHECK(json()["no_difference"] == json()["configurations"]);
  CHECK(fuzz({"--fuzz", "100000", "--seconds", "0.5"}).exit_code == 0);
  CHECK(json()["configurations"] < 100000);
}

TEST_CASE_METHOD(FuzzTest, "however few seconds there are, something is compared") {
  CHECK(fuzz({"--seconds", "0.001"}).exit_code == 0);
  CHECK(json()["configurations"] > 0);
}

TEST_CASE_METHOD(FuzzTest, "Ctrl-C ends the search with a report of what there is") {
  Process process(arguments_of({"--fuzz", "100000", "--load", "0.2", "--pattern", "uniform"}),
                  environment_of({}));
  wait_until([&] { return logged("lockstep") > 10; });
  process.send(SIGINT);
  const Outcome outcome = process.wait();
  CHECK(outcome.exit_code == 130);
  CHECK(json()["interrupted"] == true);
  CHECK(json()["no_difference"] > 5);
  CHECK(json()["failures"].empty());
  CHECK_THAT(outcome.output, ContainsSubstring("router-cycles compared"));
}

TEST_CASE_METHOD(FuzzTest, "a search that is killed leaves no process behind") {
  Process process(arguments_of({"--fuzz", "8", "--load", "0.2", "--pattern", "uniform"}),
                  environment_of({"FAKE_SLOW=0.2"}));
  // The log's name is in the environment of the search and of all that it started.
  const auto running = [&] {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
      std::ifstream file(entry.path() / "environ", std::ios::binary);
      const std::string environment((std::istreambuf_iterator<char>(file)), {});
      count += environment.find(log_) != std::string::npos ? 1 : 0;
    }
    return count;
  };
  wait_until([&] { return logged("waiting") == 2; });
  CHECK(running() >= 3);
  process.send(SIGKILL);
  CHECK(process.wait().exit_code == 128 + SIGKILL);
  wait_until([&] { return running() == 0; });
}

TEST_CASE_METHOD(FuzzTest, "the battery compares all its configurations and says how each ended") {
  const Outcome outcome = fuzz({"--battery", "short"});
  INFO(outcome.errors);
  CHECK(outcome.exit_code == 0);
  const Json report = json();
  const int configurations = report["configurations"];
  CHECK(configurations > 40);
  CHECK(logged("lockstep") == configurations);
  CHECK(logged("prepare") == report["variants"].get<int>());
  CHECK(report["left_out"] == 0);
  REQUIRE(report["battery"].size() == static_cast<std::size_t>(configurations));
  for (const Json& entry : report["battery"]) {
    CHECK(entry["ending"].get<std::string>().starts_with("no difference"));
    CHECK_THAT(outcome.output, ContainsSubstring(entry["stress"].get<std::string>()));
  }
  CHECK_THAT(outcome.output, !ContainsSubstring("pairs of classes"));
}

TEST_CASE_METHOD(FuzzTest, "the battery has other builds of the RTL, for some of it or all") {
  struct Build {
    std::string option, value, logged;
  };
  for (const Build& build : {Build{"--rtl-body", "synthesis", "synthesized"},
                             Build{"--built-depth", "run", "depth of run"}}) {
    INFO(build.option);
    const auto so_built = [&] {
      const std::string lines = content_of(log_);
      const std::regex one("^lockstep .* " + build.logged, std::regex::multiline);
      return std::distance(std::sregex_iterator(lines.begin(), lines.end(), one),
                           std::sregex_iterator());
    };
    std::filesystem::remove(log_);
    CHECK(fuzz({"--battery", "short", "--topology", "torus"}).exit_code == 0);
    const int some = logged("lockstep");
    CHECK(so_built() >= 1);
    CHECK(so_built() < some);
    std::filesystem::remove(log_);
    const Outcome all =
        fuzz({"--battery", "short", "--topology", "torus", build.option, build.value});
    INFO(all.errors);
    CHECK(all.exit_code == 0);
    CHECK(logged("lockstep") == some);
    CHECK(so_built() == some);
    const Outcome refused = fuzz({"--battery", "short", build.option, "most"});
    CHECK(refused.exit_code == 2);
    CHECK_THAT(refused.errors, ContainsSubstring(build.option + " most: "));
  }
}

TEST_CASE_METHOD(FuzzTest, "a difference in the battery is named by what was under stress") {
  const Outcome outcome = fuzz({"--battery", "short", "--p", "2"}, {"FAKE_DIFFER=ugal-l-cr"});
  INFO(outcome.output << outcome.errors);
  CHECK(outcome.exit_code == 7);
  const Json report = json();
  CHECK(report["left_out"] > 0);
  CHECK(report["shrunk"].size() == 1);
  int failed = 0;
  for (const Json& entry : report["battery"]) {
    if (entry["ending"] != "FAILED") continue;
    ++failed;
    CHECK(std::filesystem::exists(out_ + "/battery-" +
                                  std::to_string(entry["configuration"].get<int>()) + ".toml"));
  }
  CHECK(failed > 2);
  CHECK_THAT(outcome.output, ContainsSubstring("do not go with the keys that are given"));
}

TEST_CASE("bad options of --fuzz and --battery are refused") {
  for (const auto& [arguments, part] :
       std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"--fuzz", "0"}, "--fuzz 0"},
           {{"--fuzz", "x"}, "--fuzz x"},
           {{"--seconds", "-1"}, "--seconds -1: allowed: a number above 0"},
           {{"--seconds", "1x"}, "--seconds 1x"},
           {{"--fuzz", "1", "--jobs", "0"}, "--jobs 0"},
           {{"--fuzz", "1", "--state", "never"}, "--state never"},
           {{"--fuzz", "1", "--packet-trace", "x"}, "--packet-trace"},
           {{"--fuzz", "1", "--record-ports", "x"}, "--record-ports"},
           {{"--battery", "short", "--record-router", "1"}, "--record-ports"},
           {{"--battery", "x"}, "--battery x: allowed: quick, short, long, list, or an entry"},
           {{"--battery", "short", "--fuzz", "1"}, "--fuzz draws configurations"},
           {{"--battery", "short", "--topology", "generalized-hypercube", "--sizes", "3,2"},
            "no network of the family generalized-hypercube"},
           {{"--battery", "short", "--threads", "2"}, "--threads"},
           {{"--fuzz", "1", "--inject-fault", "x"}, "--inject-fault x"}}) {
    std::vector<std::string> words = arguments;
    words.insert(words.begin(), "lockstep");
    const Outcome outcome = run(words);
    CHECK(outcome.exit_code == 2);
    CHECK_THAT(outcome.errors, ContainsSubstring(part));
  }
}

/// The line of the output that begins with "again:  ", as a shell has it.
std::string line_again(const std::string& output) {
  const std::string mark = "again:  ";
  const std::size_t begin = output.find(mark);
  REQUIRE(begin != std::string::npos);
  return output.substr(begin + mark.size(), output.find('\n', begin) - begin - mark.size());
}

TEST_CASE("lockstep takes ranges of routers") {
  const TemporaryDirectory directory;
  const std::string log = "FAKE_LOG=" + (directory / "log");
  REQUIRE(run({"lockstep", "--routers", "3,17-20", "--no-report"}, {log}).exit_code == 0);
  CHECK_THAT(content_of(directory / "log"), ContainsSubstring("routers=3,17,18,19,20 "));
}

TEST_CASE("the command of a difference names all that the difference depends on") {
  const TemporaryDirectory directory;
  const std::string out = directory / "it's here", rtl = directory / "my rtl";
  const Outcome outcome =
      run({"lockstep", "--routing", "val", "--packet-size", "2", "--out", out, "--state", "3",
           "--routers", "0-2", "--inject-fault", "1:a.b[2]@9=flip"},
          {"FAKE_DIFFER=val", "DRAGONFLY_RTL_DIR=" + rtl});
  INFO(outcome.output << outcome.errors);
  REQUIRE(outcome.exit_code == 7);
  const std::string quoted = directory / "it'\\''s here/config.toml";
  CHECK(line_again(outcome.output) == "DRAGONFLY_RTL_DIR='" + rtl +
                                          "' dragonfly lockstep --config '" + quoted +
                                          "' --routers 0-2 --state 3 --inject-fault "
                                          "'1:a.b[2]@9=flip'");
  CHECK_THAT(outcome.output, ContainsSubstring("RTL: "));
  const Json json = Json::parse(content_of(out + "/difference.json"));
  CHECK(json["command"] == line_again(outcome.output));
  CHECK(json["rtl"]["content"].is_string());
}

TEST_CASE("lockstep refuses places that cannot be written before the run") {
  const TemporaryDirectory directory;
  const std::string log = directory / "log";
  for (const auto& [option, place] :
       {std::pair{"--json", directory / "no/x"}, std::pair{"--out", std::string("/dev/null/x")}}) {
    const Outcome outcome = run({"lockstep", option, place}, {"FAKE_LOG=" + log});
    CHECK(outcome.exit_code == 2);
    CHECK_THAT(outcome.errors, ContainsSubstring(place));
  }
  CHECK(directory.files().empty());
  // And leaves no trace of having looked.
  REQUIRE(run({"lockstep", "--out", directory / "a/b"}).exit_code == 0);
  CHECK(directory.files().empty());
}

TEST_CASE("a result that cannot be written does not hide a difference") {
  const TemporaryDirectory directory;
  const std::string out = directory / "out";
  const std::vector<std::string> words = {"lockstep", "--routing", "val",    "--packet-size", "2",
                                          "--out",    out,         "--json", "/dev/full"};
  Outcome outcome = run(words, {"FAKE_DIFFER=val"});
  CHECK(outcome.exit_code == 7);
  CHECK_THAT(outcome.errors, ContainsSubstring("cannot write /dev/full"));
  CHECK(std::filesystem::exists(out + "/report.txt"));
  // A directory that has become useless meanwhile.
  std::filesystem::remove_all(out);
  std::filesystem::create_directories(out + "/config.toml");
  outcome = run(words, {"FAKE_DIFFER=val", "TMPDIR=" + (directory / ".")});
  CHECK(outcome.exit_code == 7);
  CHECK_THAT(outcome.errors, ContainsSubstring("config.toml"));
  CHECK_THAT(outcome.output, ContainsSubstring("report: " + (directory / "./dragonfly-lockstep-")));
  CHECK_THAT(outcome.output, ContainsSubstring("differ in cycle 40"));
}

TEST_CASE("lockstep saves what it compared, or the difference") {
  const TemporaryDirectory directory;
  const std::vector<std::string> words = {"lockstep",  "--json",     directory / "x",
                                          "--routing", "val",        "--packet-size",
                                          "2",         "--no-report"};
  REQUIRE(run(words).exit_code == 0);
  const Json compared = Json::parse(content_of(directory / "x"));
  CHECK(compared["router_cycles"] == 1000);
  CHECK(compared["state_compared"] == 500);
  CHECK(compared["saturated"] == false);
  REQUIRE(run(words, {"FAKE_DIFFER=val"}).exit_code == 7);
  CHECK(Json::parse(content_of(directory / "x"))["difference"]["cycle"] == 40);
}

}  // namespace
}  // namespace dragonfly
