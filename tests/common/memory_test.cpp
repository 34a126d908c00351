// SPDX-License-Identifier: Apache-2.0
#include "models/common/memory.hpp"

#include <stdlib.h>
#include <sys/resource.h>

#include <fstream>
#include <vector>

#include "tests/catch.hpp"

namespace dragonfly {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMebi = std::uint64_t{1} << 20;

// Addresses of this process that count against a limit. A sanitizer reserves terabytes of them.
std::uint64_t addresses_in_use(int resource) {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word && word != (resource == RLIMIT_AS ? "VmSize:" : "VmData:")) {
  }
  std::uint64_t kibibytes = 0;
  status >> kibibytes;
  return kibibytes << 10;
}

TEST_CASE("Memory of this process is what it has touched") {
  const std::uint64_t before = memory_in_use();
  CHECK(before > kMebi);
  std::vector<char> block(64 * kMebi, 1);
  CHECK(memory_in_use() >= before + 60 * kMebi);
  CHECK(block.back() == 1);
}

TEST_CASE("Memory that is left is less than that of the machine") {
  std::uint64_t kibibytes = 0;
  std::string name;
  std::ifstream("/proc/meminfo") >> name >> kibibytes;
  REQUIRE(name == "MemTotal:");
  CHECK(memory_left() > 0);
  CHECK(memory_left() < kibibytes * 1024);
}

TEST_CASE("Addresses that are left are those of the limits of the process") {
  const int resource = GENERATE(RLIMIT_AS, RLIMIT_DATA);
  rlimit before{};
  REQUIRE(getrlimit(static_cast<__rlimit_resource>(resource), &before) == 0);
  rlimit limit = before;
  constexpr std::uint64_t kLeft = 20480 * kMebi;
  constexpr std::uint64_t kOwn = 512 * kMebi;  // what the process may take or give back meanwhile
  limit.rlim_cur = addresses_in_use(resource) + kLeft;
  REQUIRE(setrlimit(static_cast<__rlimit_resource>(resource), &limit) == 0);
  const std::uint64_t left = addresses_left();
  REQUIRE(setrlimit(static_cast<__rlimit_resource>(resource), &before) == 0);
  CHECK(left < kLeft + kOwn);
  CHECK(left > kLeft - kOwn);
}

TEST_CASE("Memory that is left is not more than the control groups leave") {
  std::string name = (fs::temp_directory_path() / "dragonfly-groups-XXXXXX").string();
  REQUIRE(mkdtemp(name.data()) != nullptr);
  const fs::path root = name;
  fs::create_directories(root / "job");
  const std::vector<fs::path> groups{root, root / "job"};
  const auto write = [](const fs::path& path, const std::string& text) {
    std::ofstream(path) << text;
  };
  SECTION("version 2") {
    write(root / "memory.max", "max\n");
    write(root / "memory.current", "900\n");
    CHECK(memory_left_in(groups, 5000) == 5000);
    write(root / "job/memory.max", "1000\n");
    write(root / "job/memory.current", "700\n");
    CHECK(memory_left_in(groups, 5000) == 300);
    // What is kept of files, of late or not.
    write(root / "job/memory.stat", "anon 100\nactive_file 50\ninactive_file 200\n");
    CHECK(memory_left_in(groups, 5000) == 500);
    CHECK(memory_left_in(groups, 400) == 400);
    write(root / "memory.max", "950\n");
    CHECK(memory_left_in(groups, 5000) == 50);
  }
  SECTION("version 1") {
    write(root / "memory.limit_in_bytes", "9223372036854771712\n");
    write(root / "job/memory.limit_in_bytes", "1000\n");
    write(root / "job/memory.usage_in_bytes", "1100\n");
    CHECK(memory_left_in(groups, 5000) == 0);
    write(root / "job/memory.stat", "cache 700\ninactive_file 1\ntotal_inactive_file 600\n");
    CHECK(memory_left_in(groups, 5000) == 500);
  }
  SECTION("none") { CHECK(memory_left_in(groups, 5000) == 5000); }
  fs::remove_all(root);
}

TEST_CASE("Memory in words") {
  CHECK(memory_text(40 * kMebi) == "40 MiB");
  CHECK(memory_text(3584 * kMebi) == "3.5 GiB");
  CHECK(memory_text(1000 * kMebi) == "1.0 GiB");
}

}  // namespace
}  // namespace dragonfly
