// SPDX-License-Identifier: Apache-2.0
#include "models/common/processors.hpp"

#include <sched.h>
#include <stdlib.h>

#include <fstream>
#include <vector>

#include "tests/catch.hpp"

namespace dragonfly {
namespace {

namespace fs = std::filesystem;

TEST_CASE("Processors are those of the affinity") {
  cpu_set_t before;
  REQUIRE(sched_getaffinity(0, sizeof before, &before) == 0);
  CHECK(processors() <= CPU_COUNT(&before));
  int first = 0;
  while (!CPU_ISSET(first, &before)) ++first;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
  CHECK(processors() == 1);
  REQUIRE(sched_setaffinity(0, sizeof before, &before) == 0);
}

TEST_CASE("Processors are not more than the control group and those above it allow") {
  std::string name = (fs::temp_directory_path() / "dragonfly-groups-XXXXXX").string();
  REQUIRE(mkdtemp(name.data()) != nullptr);
  const fs::path root = name;
  fs::create_directories(root / "a/b");
  const std::vector<fs::path> groups{root, root / "a", root / "a/b"};
  const auto of_groups = [&](int most) { return processors_of_groups(groups, most); };
  CHECK(of_groups(64) == 64);
  SECTION("version 2") {
    std::ofstream(root / "a/b/cpu.max") << "max 100000\n";
    CHECK(of_groups(64) == 64);
    std::ofstream(root / "a/cpu.max") << "250000 100000\n";
    CHECK(of_groups(64) == 3);
    CHECK(of_groups(2) == 2);
    std::ofstream(root / "cpu.max") << "50000 100000\n";
    CHECK(of_groups(64) == 1);
  }
  SECTION("version 1") {
    std::ofstream(root / "a/b/cpu.cfs_quota_us") << "-1\n";
    std::ofstream(root / "a/b/cpu.cfs_period_us") << "100000\n";
    CHECK(of_groups(64) == 64);
    std::ofstream(root / "a/b/cpu.cfs_quota_us") << "350000\n";
    CHECK(of_groups(64) == 4);
  }
  fs::remove_all(root);
}

}  // namespace
}  // namespace dragonfly
