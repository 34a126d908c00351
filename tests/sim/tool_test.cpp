#include "sim/rtl/tool.hpp"

#include <csignal>
#include <filesystem>

#include "models/common/error.hpp"
#include "tests/catch.hpp"

using namespace dragonfly;

TEST_CASE("a tool's exit code and its output, errors included, are collected") {
  const auto result = run_tool({"sh", "-c", "echo out; echo err >&2; exit 3"}, ".");
  CHECK(result.exit_code == 3);
  CHECK(result.output == "out\nerr\n");
}

TEST_CASE("a tool runs in the given directory") {
  const auto directory = std::filesystem::canonical(std::filesystem::temp_directory_path());
  CHECK(run_tool({"pwd", "-P"}, directory).output == directory.string() + "\n");
}

TEST_CASE("output larger than a pipe does not block") {
  const auto result = run_tool(
      {"sh", "-c", "i=0; while [ $i -lt 20000 ]; do echo 12345678; i=$((i+1)); done"}, ".");
  CHECK(result.output.size() == 20000 * 9);
}

TEST_CASE("a tool that a signal ends has an exit code above 128") {
  CHECK(run_tool({"sh", "-c", "kill -TERM $$"}, ".").exit_code == 128 + SIGTERM);
}

TEST_CASE("Ctrl-C in a tool is an interruption") {
  try {
    static_cast<void>(run_tool({"sh", "-c", "kill -INT $$"}, "."));
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kInterrupted);
  }
}

TEST_CASE("a tool that is not there is reported by name") {
  CHECK_THROWS_AS(run_tool({"no-such-tool-here"}, "."), InputError);
  CHECK_THROWS_WITH(run_tool({"no-such-tool-here"}, "."), ContainsSubstring("no-such-tool-here"));
}
