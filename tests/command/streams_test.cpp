// SPDX-License-Identifier: Apache-2.0
// The command where its streams and files cannot be written.
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/command/processes.hpp"

namespace dragonfly {
namespace {

using Json = nlohmann::json;

/// Of every subcommand: lines that succeed, and those that say something on standard error.
const std::vector<std::string> kPrints = {"--help",
                                          "--version",
                                          "run",
                                          "sweep --loads 0.1,0.2 --out $T/sweep",
                                          "topology --p 2 --a 4 --h 2",
                                          "cost --p 2 --a 4 --h 2",
                                          "explore --terminals 200 --step 0.5",
                                          "waves --out $T/waves",
                                          "lockstep",
                                          "compare $T/a.json $T/a.json",
                                          "config",
                                          "config --list"};
const std::vector<std::string> kFails = {"run --p 0",
                                         "sweep --load 2",
                                         "topology --p 0",
                                         "cost --p 0",
                                         "explore --terminals 0",
                                         "waves --p 0",
                                         "lockstep --p 0",
                                         "compare $T/no $T/no",
                                         "config --p 0",
                                         "nonsense",
                                         ""};

TEST_CASE("exit codes hold whatever becomes of standard error") {
  const TemporaryDirectory directory;
  put(directory / "a.json", "{}");
  for (const char* errors : {"2>/dev/full", "2>&-"}) {
    for (const std::string& line : kPrints) {
      INFO(line << " " << errors);
      CHECK(run_in_shell("$D " + line + " " + errors, directory).exit_code == 0);
    }
    for (const std::string& line : kFails) {
      INFO(line << " " << errors);
      CHECK(run_in_shell("$D " + line + " " + errors, directory).exit_code == 2);
    }
  }
  // Somebody stops reading messages.
  CHECK(run_in_shell("{ $D run --p 0; echo $? >$T/code; } 2>&1 | true; cat $T/code", directory)
            .output == "2\n");
}

TEST_CASE("a reader of standard output that goes away is no reason to complain") {
  const TemporaryDirectory directory;
  put(directory / "a.json", "{}");
  for (const std::string& line : kPrints) {
    INFO(line);
    // The pipe is closed before anything is written.
    const Outcome outcome = run_in_shell(
        "{ sleep 0.2; $D " + line + " 2>$T/errors; echo $? >$T/code; } | true; cat $T/code",
        directory);
    CHECK(outcome.output == "141\n");
    CHECK_THAT(content_of(directory / "errors"), !ContainsSubstring("cannot write"));
  }
}

TEST_CASE("standard output that cannot be written is told in the system's words, exit code 2") {
  const TemporaryDirectory directory;
  put(directory / "a.json", "{}");
  for (const auto& [output, reason] : {std::pair{">/dev/full", "No space left on device"},
                                       std::pair{">&-", "Bad file descriptor"}}) {
    for (const std::string& line : kPrints) {
      INFO(line << " " << output);
      const Outcome outcome = run_in_shell("$D " + line + " " + output, directory);
      CHECK(outcome.exit_code == 2);
      CHECK_THAT(outcome.errors,
                 ContainsSubstring(std::string("cannot write to standard output: ") + reason));
    }
  }
}

TEST_CASE("no file takes the place of a stream that is closed") {
  const TemporaryDirectory directory;
  const Outcome outcome = run_in_shell("$D run --json $T/x.json <&- >&- 2>&-", directory);
  CHECK(outcome.exit_code == 2);
  CHECK(Json::parse(content_of(directory / "x.json"))["offered_load"] == 0.1);
}

TEST_CASE("files that cannot be written to their end are told in the system's words") {
  const TemporaryDirectory directory;
  for (const char* option : {"--json", "--csv"}) {
    const Outcome outcome = run({"run", option, "/dev/full"});
    CHECK(outcome.exit_code == 2);
    CHECK_THAT(outcome.errors,
               ContainsSubstring("cannot write /dev/full: No space left on device"));
  }
  // A limit of the size of files is as good as a full disk.
  for (const char* line : {"run --json $T/x.json", "run --csv $T/x.json", "config --out $T/x.json",
                           "topology --json $T/x.json", "lockstep --json $T/x.json",
                           "sweep --loads 0.1 --out $T/sweep"}) {
    const Outcome outcome = run_in_shell(
        "( ulimit -f 0; exec $D " + std::string(line) + " ) 2>&1 | cat >&2", directory);
    INFO(line);
    CHECK_THAT(outcome.errors, ContainsSubstring("File too large"));
    CHECK_FALSE(std::filesystem::exists(directory / "x.json"));
  }
}

TEST_CASE("a point that cannot write its result says why in the output of the sweep") {
  const TemporaryDirectory directory;
  // The configuration of a point fits, its result and what it says do not.
  const Outcome outcome =
      run_in_shell("export FAKE_FULL=1\n$D sweep --loads 0.1 --jobs 1 --out $T/sweep", directory);
  CHECK(outcome.exit_code == 2);
  CHECK_THAT(outcome.errors,
             ContainsSubstring("failed with exit code 2") && ContainsSubstring("File too large"));
}

}  // namespace
}  // namespace dragonfly
