// SPDX-License-Identifier: Apache-2.0
// What says how far things are, where standard error is a file.
#include "sim/command/progress_line.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "models/common/long_work.hpp"
#include "tests/catch.hpp"

namespace dragonfly {
namespace {

/// What `write` writes to standard error.
template <typename Write>
std::string written(Write&& write) {
  const std::string path = (std::filesystem::temp_directory_path() /
                            ("dragonfly_progress_test_" + std::to_string(::getpid())))
                               .string();
  std::fflush(stderr);
  const int standard_error = ::dup(STDERR_FILENO);
  const int file = ::open(path.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600);
  ::dup2(file, STDERR_FILENO);
  write();
  std::fflush(stderr);
  ::dup2(standard_error, STDERR_FILENO);
  ::close(standard_error);
  ::close(file);
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  std::filesystem::remove(path);
  return text.str();
}

TEST_CASE("Without a terminal a line now and then shows progress") {
  CHECK(written([] {
          ProgressLine line(std::chrono::milliseconds(0));
          line.show("1 of 2");
          line.show("2 of 2");
          line.message("done");
        }) == "1 of 2\n2 of 2\ndone\n");
}

TEST_CASE("Without a terminal what is done soon shows no progress") {
  CHECK(written([] {
          ProgressLine line(std::chrono::hours(1));
          for (int i = 0; i < 100; ++i) line.show("working");
        }).empty());
}

TEST_CASE("Work below a command says how far it is after a second") {
  CHECK_THAT(written([] {
               show_long_work();
               const LongWork quick("quick work", 3), slow("slow work", 4);
               for (int part = 1; part <= 3; ++part) quick.done(part);
               for (int part = 1; part <= 4; ++part) {
                 std::this_thread::sleep_for(std::chrono::milliseconds(600));
                 slow.done(part);
               }
               listen_to_work({});
             }),
             ContainsSubstring("slow work: 75 % done, about") && !ContainsSubstring("quick"));
}

TEST_CASE("What is announced says how long it takes, until something else is said") {
  const std::string text = written([] {
    AnnouncedWork line(std::chrono::milliseconds(0));
    line.message("building a router (once)", "building a router");
    std::this_thread::sleep_for(std::chrono::milliseconds(2500));
    line.message("built in 2 s");
    std::this_thread::sleep_for(std::chrono::milliseconds(1200));
  });
  CHECK(text.starts_with("building a router (once)\nbuilding a router: 1 s so far\n"));
  CHECK(text.ends_with("built in 2 s\n"));
}

}  // namespace
}  // namespace dragonfly
