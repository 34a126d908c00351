// SPDX-License-Identifier: Apache-2.0
// Claims of points in a shared directory.
#include "sim/command/point_claims.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>

#include "models/common/error.hpp"
#include "tests/catch.hpp"
#include "tests/command/processes.hpp"

namespace dragonfly {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLong = std::chrono::hours(1), kShort(50);

TEST_CASE("a point has one claim at a time") {
  const TemporaryDirectory directory;
  const std::string stem = directory / "point";
  std::optional<PointClaims> first(kLong);
  PointClaims second(kLong);
  CHECK(first->take(stem));
  CHECK_FALSE(second.take(stem));
  CHECK(second.take(directory / "other"));
  first->release(stem);
  CHECK(second.take(stem));
  second.release(stem);
  CHECK(first->take(stem));
  first.reset();  // gives up what it has
  CHECK(directory.files() == std::vector<std::string>{"other.claim-0"});
}

TEST_CASE("a claim is lost when its count stands still for a lease") {
  const TemporaryDirectory directory;
  const std::string stem = directory / "point";
  put(stem + ".claim-0", "elsewhere boot 17 1234 00000000000000000003\n");
  PointClaims claims(kShort);
  CHECK_FALSE(claims.take(stem));  // seen for the first time
  std::this_thread::sleep_for(kShort + kShort);
  SECTION("taken over") {
    CHECK(claims.take(stem));
    CHECK(directory.files() == std::vector<std::string>{"point.claim-0", "point.claim-1"});
    // The one that seemed to be gone writes on in its own file, and another one looks at the last.
    PointClaims third(kLong);
    CHECK_FALSE(third.take(stem));
    claims.release(stem);
    CHECK(directory.files().empty());
    CHECK(third.take(stem));
  }
  SECTION("not if it has gone on meanwhile") {
    put(stem + ".claim-0", "elsewhere boot 17 1234 00000000000000000004\n");
    CHECK_FALSE(claims.take(stem));
  }
}

TEST_CASE("who keeps a claim has it for longer than a lease") {
  const TemporaryDirectory directory;
  const std::string stem = directory / "point";
  PointClaims owner(kShort), other(kShort);
  REQUIRE(owner.take(stem));
  // The shorter the time between two looks, the surer that none of them sees a lease go by.
  for (const auto end = std::chrono::steady_clock::now() + 6 * kShort;
       std::chrono::steady_clock::now() < end;) {
    owner.keep();
    CHECK_FALSE(other.take(stem));
  }
}

TEST_CASE("a claim of a process of this host that has ended is lost at once") {
  const TemporaryDirectory directory;
  const std::string stem = directory / "point";
  const pid_t child = ::fork();
  if (child == 0) {
    PointClaims claims(kLong);
    const bool taken = claims.take(stem);
    ::_exit(taken ? 0 : 1);  // without giving it up
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  REQUIRE(status == 0);
  REQUIRE(directory.files() == std::vector<std::string>{"point.claim-0"});
  PointClaims claims(kLong), other(kLong);
  CHECK(claims.take(stem));
  CHECK_FALSE(other.take(stem));
}

TEST_CASE("one that comes back leaves a point to the one that took it over") {
  const TemporaryDirectory directory;
  const std::string stem = directory / "point";
  PointClaims slow(kShort), quick(kShort), third(kLong);
  REQUIRE(slow.take(stem));
  CHECK_FALSE(quick.take(stem));
  std::this_thread::sleep_for(kShort + kShort);
  REQUIRE(quick.take(stem));
  slow.keep();
  slow.release(stem);
  CHECK_FALSE(third.take(stem));
  quick.release(stem);
  CHECK(directory.files().empty());
}

TEST_CASE("a directory that cannot be written into is named") {
  PointClaims claims(kLong);
  CHECK_THROWS_AS(claims.take("/nowhere/point"), InputError);
}

}  // namespace
}  // namespace dragonfly
