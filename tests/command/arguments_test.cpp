// SPDX-License-Identifier: Apache-2.0
// Arguments, and what is said about bad ones.
#include "models/common/version.hpp"
#include "models/config/configuration.hpp"
#include "models/families/dragonfly/dragonfly_parameters.hpp"
#include "models/keys/keys.hpp"
#include "models/keys/toml.hpp"
#include "sim/command/key_options.hpp"
#include "tests/catch.hpp"
#include "tests/command/processes.hpp"
#include "tests/command/refusal.hpp"

namespace dragonfly {
namespace {

TEST_CASE("version and help") {
  CHECK(run({"--version"}).output == std::string("dragonfly ") + kVersion + "\n");
  const Outcome help = run({"--help"});
  CHECK(help.exit_code == 0);
  for (const char* name :
       {"run", "sweep", "topology", "cost", "explore", "waves", "config", "130 interrupted"}) {
    CHECK_THAT(help.output, ContainsSubstring(name));
  }
  for (const char* subcommand : {"run", "sweep", "topology", "waves", "config"}) {
    const Outcome outcome = run({subcommand, "--help"});
    INFO(subcommand);
    CHECK(outcome.exit_code == 0);
    CHECK(run({subcommand, "-h"}).output == outcome.output);
    for (const Key& key : keys()) {
      CHECK_THAT(outcome.output, ContainsSubstring("--" + key.options.front()));
    }
  }
}

TEST_CASE("unknown subcommands and options are met with a suggestion") {
  check_refused({}, {"a subcommand is missing: run, sweep"});
  check_refused({"rnu"}, {"unknown subcommand 'rnu'", "did you mean run?"});
  check_refused({"--verison"}, {"unknown option --verison", "did you mean --version?"});
  check_refused({"run", "--bufer-depth", "4"}, {"--bufer-depth", "did you mean --buffer-depth?"});
  check_refused({"run", "--buffer_depth=4"}, {"did you mean --buffer-depth?"});
  check_refused({"run", "-p", "4"}, {"unknown option -p", "did you mean --p?"});
  check_refused({"run", "--zebra"}, {"unknown option --zebra; `dragonfly run --help`"});
  check_refused({"run", "fast"}, {"'fast' is no option"});
}

TEST_CASE("bad values are refused with the option and what is allowed") {
  check_refused({"run", "--routing", "ugla-l"}, {"--routing ugla-l", "did you mean ugal-l?"});
  check_refused({"run", "--load", "2"}, {"--load 2: out of range", "from 0 to 1"});
  check_refused({"run", "--p", "two"}, {"--p two: this is not an integer", "from 1 to"});
  check_refused({"run", "--load"}, {"--load: its value is missing; give it once, with one value"});
  check_refused({"run", "--load", "0.1", "--load", "0.2"}, {"--load: it was given more than once"});
  check_refused({"run", "--window", "100", "--window", "100"},
                {"--window: it was given more than once"});
  check_refused({"run", "--routing", "min", "--algorithm", "val"},
                {"--routing: it was given more than once"});
  check_refused({"run", "--engine", "abacus"}, {"--engine abacus", "allowed: rtl, model"});
  check_refused({"run", "--assertions", "maybe"}, {"--assertions maybe", "auto, on, off"});
  check_refused({"run", "--engine", "model", "--assertions", "on"}, {"--assertions on", "no RTL"});
  check_refused({"sweep", "--engine", "lockstep", "--assertions", "off"},
                {"--assertions off", "lockstep always evaluates them"});
  check_refused({"run", "--threads", "-1"}, {"--threads -1", "0"});
  check_refused({"lockstep", "--threads", "257"}, {"--threads 257", "256"});
  check_refused({"lockstep", "--fuzz", "1", "--threads", "2"},
                {"--threads", "leave --threads out"});
  check_refused({"lockstep", "--record-router", "3"}, {"--record-router 3", "--record-ports"});
  check_refused({"lockstep", "--record-ports", "p", "--record-router", "264"},
                {"--record-router 264", "from 0 to 263"});
  check_refused({"lockstep", "--record-ports", "p", "--routers", "2,4-6", "--record-router", "3"},
                {"--record-router 3", "not among those that are compared", "--routers 2,4-6"});
  check_refused({"lockstep", "--record-ports", "/nowhere/p"}, {"/nowhere/p"});
  check_refused({"sweep", "--engine", "abacus"}, {"--engine abacus", "allowed: rtl, model"});
  check_refused({"waves", "--engine", "model"}, {"--engine model", "use --engine rtl"});
  check_refused({"sweep", "--jobs", "0"}, {"--jobs 0", "from 1 to"});
  check_refused({"sweep", "--loads", "0.1:0.2"}, {"--loads 0.1:0.2"});
  check_refused({"sweep", "--routings", "min,vla"}, {"--routings vla", "did you mean val?"});
  check_refused({"sweep", "--buffer-depths", "16,0"},
                {"--buffer-depths 16,0: '0'", "from 1 to 1024"});
  check_refused({"sweep", "--seeds", "1,,2"}, {"--seeds"});
  check_refused({"waves", "--routers", "264"}, {"no router '264'", "0 to 263"});
  check_refused({"waves", "--cycles", "5"}, {"--cycles 5", "first:last"});
}

TEST_CASE("a router of the user's needs its files and its top module, and has no state") {
  check_refused({"lockstep", "--replay", DRAGONFLY_SOURCE_ROOT "/README.md"},
                {"README.md: this is not JSON"});
  check_refused({"lockstep", "--router-files", "x.f"}, {"--router-top is missing"});
  check_refused({"lockstep", "--router-top", "x"}, {"--router-files is missing"});
  check_refused({"lockstep", "--router-files", "x.f", "--router-top", "x", "--state", "every"},
                {"--state every", "only its outputs are compared"});
}

TEST_CASE("keys that contradict each other are refused") {
  check_refused({"run", "--g", "34"}, {"topology.g = 34"});
  check_refused({"topology", "--g", "34"}, {"topology.g = 34"});
  check_refused({"waves", "--g", "34"}, {"topology.g = 34"});
  check_refused({"config", "--g", "34"}, {"topology.g = 34"});
  check_refused({"sweep", "--vcs", "2", "--routings", "min,val"}, {"router.vcs = 2"});
  check_refused({"run", "--packet-size", "16", "--buffer-depth", "8"}, {"packet_size = 16"});
}

TEST_CASE("every key is an option, and a negative number is a value") {
  for (const Key& key : keys()) {
    for (const std::string& option : key.options) {
      const Value standard = key.get(Configuration{});
      INFO(option);
      if (option == "group-sizes" || option == "group-parallel") {
        CHECK(run({"config", "--" + option, option == "group-sizes" ? "4,2" : "2"}).exit_code == 0);
        continue;
      }
      if (is_none(standard)) {  // nothing that a dragonfly can have
        check_refused({"config", "--" + option, "1"}, {"topology", key.name});
        continue;
      }
      const std::string value = key.type == ValueType::kText ? "" : to_text(standard);
      CHECK(run({"config", "--" + option, value}).exit_code == 0);
    }
  }
  CHECK_THAT(run({"config", "--threshold", "-5"}).output, ContainsSubstring("threshold = -5\n"));
  CHECK_THAT(run({"config", "--threshold=-5"}).output, ContainsSubstring("threshold = -5\n"));
}

TEST_CASE("the options that repeat a configuration name what differs from its family") {
  using Words = std::vector<std::string>;
  CHECK(option_arguments({}).empty());
  Configuration config;
  config.topology = topology_of({.p = 2, .a = 8, .h = 4, .g = 9});
  CHECK(option_arguments(config) == Words{"--p", "2", "--g", "9"});
  config.topology = {"torus", {{"sizes", {4, 3}}, {"concentration", {1}}}};
  config.routing.algorithm = "val";
  CHECK(option_arguments(config) ==
        Words{"--topology", "torus", "--sizes", "4,3", "--routing", "val"});
}

TEST_CASE("a routing that the family does not have is refused with those it has") {
  check_refused(
      {"run", "--topology", "torus", "--sizes", "4,4", "--routing", "ugal-l"},
      {"routing.algorithm = ugal-l: networks of the family torus have min, val, adaptive, dor"});
  check_refused({"run", "--topology", "hypercube", "--dimensions", "3", "--routing", "dor"},
                {"hypercube have min-ad, e-cube, val, ugal, ugal-s, clos-ad"});
  check_refused({"run", "--topology", "torus"}, {"topology.sizes is missing", "--sizes"});
  check_refused({"run", "--group-sizes", "4,3"}, {"a = 8", "a = 12"});
}

TEST_CASE("too few VCs for a flattened butterfly are refused, and a routing that is another") {
  const auto refused = [](std::vector<std::string> options, const std::vector<std::string>& words) {
    options.insert(options.begin(), {"run", "--topology", "k-ary-n-flat", "--k", "3", "--n", "4"});
    check_refused(options, words);
  };
  refused({"--routing", "clos-ad"}, {"router.vcs = 3", "clos-ad needs 4", "Use 4"});
  refused({"--vcs", "2"}, {"min-ad needs 3", "one for each number of hops that remain"});
  refused({"--routing", "ugal-s", "--vcs", "4", "--allocator", "greedy"},
          {"routing.allocator = greedy", "by-routing"});
}

TEST_CASE("options win over the file, the file over defaults") {
  const TemporaryDirectory directory;
  const std::string file = directory / "net.toml";
  put(file, "[topology]\np = 2\na = 4\nh = 2\n[traffic]\nload = 0.4\n");
  const Outcome outcome = run({"config", "--config", file, "--load", "0.7"});
  CHECK(outcome.exit_code == 0);
  Configuration config;
  apply_toml(outcome.output, "output", config);
  CHECK(dragonfly_parameters(config.topology).a == 4);
  CHECK(config.traffic.load == 0.7);
  CHECK(config.router.buffer_depth == 16);

  put(file, "[router]\nvcs = 9\n");
  check_refused({"run", "--config", file}, {file + ":2:7: router.vcs = 9", "from 1 to 8"});
  check_refused({"run", "--config", directory / "none.toml"}, {"none.toml", "No such file"});
}

TEST_CASE("config writes a file that reads back to itself") {
  const TemporaryDirectory directory;
  const std::string file = directory / "all.toml";
  CHECK(run({"config", "--routing", "val", "--out", file}).exit_code == 0);
  CHECK(run({"config", "--config", file}).output == content_of(file));
  CHECK_THAT(run({"config", "--list"}).output, ContainsSubstring("## [topology]"));
}

}  // namespace
}  // namespace dragonfly
