// SPDX-License-Identifier: Apache-2.0
#include "models/common/memory.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <utility>

#include "models/common/control_groups.hpp"

namespace dragonfly {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

/// The number behind `name` in a file of names and numbers; `otherwise` if it is not there.
std::uint64_t number_behind(const fs::path& path, const std::string& name,
                            std::uint64_t otherwise) {
  std::ifstream file(path);
  std::string word;
  while (file >> word) {
    std::uint64_t number = 0;
    if (word == name && file >> number) return number;
    file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return otherwise;
}

/// The number that a file holds; `otherwise` if there is none, as in "max".
std::uint64_t number_in(const fs::path& path, std::uint64_t otherwise) {
  std::uint64_t number = 0;
  return std::ifstream(path) >> number ? number : otherwise;
}

/// What a group leaves whose limit, use and kind of memory that is free on demand stand in these
/// files.
std::uint64_t left_of(const fs::path& group, const char* limit, const char* use,
                      const char* files) {
  const std::uint64_t most = number_in(group / limit, kNoLimit);
  if (most == kNoLimit) return most;
  const std::uint64_t used = number_in(group / use, 0);
  const std::uint64_t given_up = std::min(used, number_behind(group / "memory.stat", files, 0));
  return most - std::min(most, used - given_up);
}

/// Of a limit of this process.
std::uint64_t left_of(__rlimit_resource limit, std::uint64_t used) {
  rlimit bytes{};
  if (getrlimit(limit, &bytes) != 0 || bytes.rlim_cur == RLIM_INFINITY) return kNoLimit;
  return bytes.rlim_cur - std::min<std::uint64_t>(bytes.rlim_cur, used);
}

/// Bytes of this process: of its addresses, in memory, and of its data.
struct OwnMemory {
  OwnMemory() {
    std::uint64_t shared = 0, text = 0, libraries = 0;
    std::ifstream("/proc/self/statm") >> addresses >> resident >> shared >> text >> libraries >>
        data;
    const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    for (std::uint64_t* each : {&addresses, &resident, &data}) *each *= page;
  }
  std::uint64_t addresses = 0, resident = 0, data = 0;
};

}  // namespace

std::uint64_t memory_in_use() { return OwnMemory().resident; }

std::uint64_t memory_left_in(std::span<const fs::path> groups, std::uint64_t most) {
  for (const fs::path& group : groups) {
    most = std::min(most, left_of(group, "memory.max", "memory.current", "inactive_file"));
    most = std::min(most, left_of(group, "memory.limit_in_bytes", "memory.usage_in_bytes",
                                  "total_inactive_file"));
  }
  return most;
}

std::uint64_t memory_left() {
  constexpr std::uint64_t kKibi = 1024;
  const std::uint64_t available = number_behind("/proc/meminfo", "MemAvailable:", kNoLimit / kKibi);
  return memory_left_in(own_groups("memory"), available * kKibi);
}

std::uint64_t addresses_left() {
  const OwnMemory own;
  return std::min(left_of(RLIMIT_AS, own.addresses), left_of(RLIMIT_DATA, own.data));
}

std::string memory_text(std::uint64_t bytes) {
  const double mebi = static_cast<double>(bytes) / (1 << 20);
  return mebi < 1000 ? fmt::format("{:.0f} MiB", mebi) : fmt::format("{:.1f} GiB", mebi / 1024);
}

}  // namespace dragonfly
