// SPDX-License-Identifier: Apache-2.0
#include "models/common/team.hpp"

#include <atomic>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "tests/catch.hpp"

namespace dragonfly {
namespace {

TEST_CASE("Every member does every step once, and no step begins before the last has ended") {
  const int size = GENERATE(1, 2, 5);
  Team team(size);
  std::vector<int> done(static_cast<std::size_t>(size));
  for (int step = 1; step <= 2000; ++step) {
    std::atomic<int> at_work{0};
    team.run([&](int member) {
      ++at_work;
      ++done[static_cast<std::size_t>(member)];
    });
    REQUIRE(at_work == size);
    for (const int times : done) REQUIRE(times == step);
  }
}

TEST_CASE("What members throw is thrown, that of the lowest number, and the team works on") {
  Team team(4);
  const auto failing = [](int member) {
    if (member >= 2) throw std::runtime_error("member " + std::to_string(member));
  };
  for (int round = 0; round < 100; ++round) {
    CHECK_THROWS_WITH(team.run(failing), "member 2");
    std::atomic<int> at_work{0};
    team.run([&](int) { ++at_work; });
    CHECK(at_work == 4);
  }
}

TEST_CASE("A thread that cannot be started is an error with the system's words") {
  int started = 0;
  const ThreadStarter start = [&](std::function<void()> work) {
    if (++started == 3)
      throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
    return start_thread(std::move(work));
  };
  CHECK_THROWS_WITH(Team(5, start),
                    ContainsSubstring("thread 4 of 5: Resource temporarily unavailable"));
}

}  // namespace
}  // namespace dragonfly
