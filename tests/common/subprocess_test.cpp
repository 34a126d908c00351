// SPDX-License-Identifier: Apache-2.0
#include "models/common/subprocess.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <system_error>
#include <thread>

#include "models/common/error.hpp"
#include "models/common/interrupt.hpp"
#include "tests/catch.hpp"

using namespace dragonfly;
using namespace std::chrono_literals;

namespace {

namespace fs = std::filesystem;

/// Fails the test after 30 s.
void wait_until(const std::function<bool()>& condition) {
  for (int i = 0; i < 6000 && !condition(); ++i) std::this_thread::sleep_for(5ms);
  REQUIRE(condition());
}

/// A directory that is removed at the end.
struct Scratch {
  fs::path path = fs::temp_directory_path() / ("dragonfly-subprocess-" + std::to_string(getpid()));
  Scratch() { fs::create_directories(path); }
  ~Scratch() { fs::remove_all(path); }
};

/// The process whose number is in a file; 0 as long as there is none.
pid_t process_in(const fs::path& file) {
  pid_t process = 0;
  std::ifstream(file) >> process;
  return process;
}

/// Whether it is there and has not ended. (Nobody may wait for what has lost its parent.)
bool alive(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string number, name, state;
  return static_cast<bool>(file >> number >> name >> state) && state != "Z" && state != "X";
}

/// Two processes, of which the outer does not look after the inner; both are written into files.
const std::vector<std::string> kTree = {
    "sh", "-c", "sh -c 'echo $$ > inner; sleep 1000; true' & echo $$ > outer; sleep 1000; true"};

void wait_for_tree(const Scratch& scratch) {
  wait_until([&] { return process_in(scratch.path / "inner") != 0; });
  wait_until([&] { return process_in(scratch.path / "outer") != 0; });
}

bool tree_alive(const Scratch& scratch) {
  return alive(process_in(scratch.path / "inner")) || alive(process_in(scratch.path / "outer"));
}

/// Runs `work` in a process of its own, which then ends with what it returns.
pid_t start_child(const std::function<int()>& work) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  int code = 99;
  try {
    code = work();
  } catch (const Error& error) {
    code = static_cast<int>(error.code());
  } catch (...) {
  }
  ::_exit(code);
}

int exit_code_of(pid_t child) {
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

TEST_CASE("a tool's exit code and its output, errors included, are collected") {
  const auto result = run_tool({"sh", "-c", "echo out; echo err >&2; exit 3"}, ".");
  CHECK(result.exit_code == 3);
  CHECK(result.output == "out\nerr\n");
}

TEST_CASE("a tool runs in the given directory, with nothing at its input") {
  const auto directory = fs::canonical(fs::temp_directory_path());
  CHECK(run_tool({"pwd", "-P"}, directory).output == directory.string() + "\n");
  CHECK(run_tool({"cat"}, ".").exit_code == 0);
}

TEST_CASE("output larger than a pipe does not block") {
  const auto result = run_tool(
      {"sh", "-c", "i=0; while [ $i -lt 20000 ]; do echo 12345678; i=$((i+1)); done"}, ".");
  CHECK(result.output.size() == 20000 * 9);
}

TEST_CASE("a tool that a signal ends has an exit code above 128") {
  CHECK(run_tool({"sh", "-c", "kill -TERM $$"}, ".").exit_code == 128 + SIGTERM);
  CHECK(run_tool({"sh", "-c", "kill -KILL $$"}, ".").exit_code == 128 + SIGKILL);
}

TEST_CASE("a tool that is not there is reported by name") {
  CHECK_THROWS_AS(run_tool({"no-such-tool-here"}, "."), InputError);
  CHECK_THROWS_WITH(run_tool({"no-such-tool-here"}, "."),
                    ContainsSubstring("no-such-tool-here") && ContainsSubstring("PATH"));
  CHECK_THROWS_AS(Subprocess({"/no/such/program"}, {}), std::system_error);
}

TEST_CASE("a failure is one also where SIGCHLD is ignored") {
  // Then the system keeps no exit codes, and waitpid finds nobody.
  const pid_t child = start_child([] {
    ::signal(SIGCHLD, SIG_IGN);
    return run_tool({"sh", "-c", "exit 3"}, ".").exit_code;
  });
  CHECK(exit_code_of(child) == 3);
}

TEST_CASE("a tool that has left something in the background is not waited for any longer") {
  const auto before = std::chrono::steady_clock::now();
  const auto result = run_tool({"sh", "-c", "sleep 20 & echo $!"}, ".");
  CHECK(std::chrono::steady_clock::now() - before < 15s);
  ::kill(std::stoi(result.output), SIGKILL);
}

TEST_CASE("the standard streams of this process may be closed") {
  const pid_t child = start_child([] {
    for (const int stream : {0, 1, 2}) ::close(stream);
    return run_tool({"sh", "-c", "echo out; echo err >&2"}, ".").output == "out\nerr\n" ? 0 : 1;
  });
  CHECK(exit_code_of(child) == 0);
}

TEST_CASE("an interruption ends a tool and all that it has started") {
  for (const int signal : {SIGINT, SIGTERM}) {
    const Scratch scratch;
    const pid_t child = start_child([&] {
      catch_interrupts();
      return run_tool(kTree, scratch.path).exit_code;
    });
    wait_for_tree(scratch);
    ::kill(child, signal);
    CHECK(exit_code_of(child) == static_cast<int>(ExitCode::kInterrupted));
    wait_until([&] { return !tree_alive(scratch); });
  }
}

TEST_CASE("a process that is killed leaves nothing behind of its tools") {
  const Scratch scratch;
  const pid_t child = start_child([&] { return run_tool(kTree, scratch.path).exit_code; });
  wait_for_tree(scratch);
  ::kill(child, SIGKILL);
  CHECK(exit_code_of(child) == 128 + SIGKILL);
  wait_until([&] { return !tree_alive(scratch); });
}

TEST_CASE("an interruption that was ignored from the start stays ignored") {
  const pid_t child = start_child([] {
    ::signal(SIGHUP, SIG_IGN);  // as nohup has it
    catch_interrupts();
    ::raise(SIGHUP);
    return 0;
  });
  CHECK(exit_code_of(child) == 0);
}

TEST_CASE("a tool goes on when the process that looks after it has been suspended") {
  const auto result = run_tool(
      {"sh", "-c", "sleep 0.1; kill -STOP $PPID; kill -CONT $PPID; sleep 0.1; exit 6"}, ".");
  CHECK(result.exit_code == 6);
}

TEST_CASE("the terminal's Ctrl-C does not reach a tool by itself") {
  CHECK(run_tool({"sh", "-c", "ps -o pgid= -p $$ | tr -d ' '"}, ".").output !=
        std::to_string(::getpgrp()) + "\n");
}

TEST_CASE("a process that is asked to end can end in its own way") {
  const Scratch scratch;
  const std::string log = (scratch.path / "log").string();
  Subprocess process(
      {"sh", "-c",
       "trap 'echo ended >&2; exit 5' TERM; echo started >&2; while :; do sleep 0.01; done"},
      {.log = log});
  wait_until([&] { return fs::file_size(log) > 0; });
  CHECK(!process.wait(0ms));
  process.stop();
  CHECK(process.wait(30s) == 5);
  CHECK(process.wait(0ms) == 5);
  CHECK(run_tool({"cat", log}, ".").output == "started\nended\n");
}

TEST_CASE("a process can be ended at once") {
  Subprocess process({"sh", "-c", "trap '' TERM; while :; do sleep 0.01; done"}, {});
  process.kill();
  CHECK(process.wait(30s) == 128 + SIGKILL);
}

TEST_CASE("of several processes the one that has ended is known") {
  Subprocess slow({"sleep", "1000"}, {}), quick({"sh", "-c", "exit 4"}, {});
  CHECK(first_ended({&slow}, 0ms) == std::nullopt);
  CHECK(first_ended({&slow, &quick}, 30s) == 1U);
  CHECK(quick.wait(0ms) == 4);
}
