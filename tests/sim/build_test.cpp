// SPDX-License-Identifier: Apache-2.0
// What becomes of the build of a variant when the command is stopped in it.
#include <csignal>
#include <filesystem>
#include <fstream>

#include "tests/catch.hpp"
#include "tests/command/processes.hpp"

using namespace dragonfly;

namespace {

namespace fs = std::filesystem;

/// Whether a process is there and has not ended.
bool alive(const std::string& process) {
  std::ifstream file("/proc/" + process + "/stat");
  std::string number, name, state;
  return static_cast<bool>(file >> number >> name >> state) && state != "Z" && state != "X";
}

}  // namespace

TEST_CASE("a build ends with the command, whatever ends that") {
  for (const int signal : {SIGINT, SIGTERM, SIGKILL}) {
    const TemporaryDirectory directory;
    // It says which process it is, and never ends by itself.
    put(directory / "compiler",
        "#!/bin/sh\n"
        "case \"$*\" in *--version*) echo compiler 1;; *) echo $$ >> " +
            (directory / "started") + "; sleep 1000; true;; esac\n");
    fs::permissions(directory / "compiler", fs::perms::owner_all);
    Process command(
        {"run", "--p", "1", "--a", "2", "--h", "1"},
        {"DRAGONFLY_RTL_DIR=" DRAGONFLY_TEST_ROOT "/tests/sim/tiny_rtl",
         "DRAGONFLY_CACHE=" + (directory / "cache"), "CXX=" + (directory / "compiler")});
    const auto compilers = [&] {
      std::vector<std::string> lines;
      std::ifstream file(directory / "started");
      for (std::string line; std::getline(file, line);) lines.push_back(line);
      return lines;
    };
    wait_until([&] { return compilers().size() == 2; });  // as many as run side by side
    command.send(signal);
    const Outcome outcome = command.wait();
    INFO(outcome.errors);
    const auto ended = [&] {
      for (const std::string& compiler : compilers())
        if (alive(compiler)) return false;
      return true;
    };
    if (signal == SIGKILL) {
      CHECK(outcome.exit_code == 128 + SIGKILL);
      wait_until(ended);
      continue;
    }
    CHECK(outcome.exit_code == 130);
    CHECK(ended());
    CHECK_THAT(outcome.errors,
               ContainsSubstring("\ndragonfly: interrupted while a router variant was built\n"));
    CHECK(outcome.errors.find("rror:") == std::string::npos);  // of tools
    for (const std::string& file : directory.files("cache")) CHECK(file.ends_with(".lock"));
  }
}
