// SPDX-License-Identifier: Apache-2.0
#include "models/statistics/watchdog.hpp"

#include "tests/catch.hpp"

namespace dragonfly {
namespace {

TEST_CASE("The watchdog barks after so many cycles without movement") {
  Watchdog watchdog(100);
  std::int64_t cycle = 0;
  for (; cycle < 500; ++cycle) {
    CHECK_FALSE(watchdog.stuck(cycle, static_cast<std::uint64_t>(cycle + 1), true));
  }
  for (; cycle < 599; ++cycle) CHECK_FALSE(watchdog.stuck(cycle, 500, true));
  CHECK(watchdog.last_movement() == 499);
  CHECK(watchdog.stuck(599, 500, true));
}

TEST_CASE("An empty network may stand still") {
  Watchdog watchdog(100);
  for (std::int64_t cycle = 0; cycle < 1000; ++cycle) CHECK_FALSE(watchdog.stuck(cycle, 7, false));
  // A packet that comes in then has its own time.
  CHECK_FALSE(watchdog.stuck(1000, 7, true));
  CHECK_FALSE(watchdog.stuck(1098, 7, true));
  CHECK(watchdog.stuck(1099, 7, true));
}

TEST_CASE("Movement now and then is enough") {
  Watchdog watchdog(100);
  for (std::int64_t cycle = 0; cycle < 5000; ++cycle) {
    CHECK_FALSE(watchdog.stuck(cycle, static_cast<std::uint64_t>(cycle / 99), true));
  }
}

}  // namespace
}  // namespace dragonfly
