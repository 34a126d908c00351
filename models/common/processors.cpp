// SPDX-License-Identifier: Apache-2.0
#include "models/common/processors.hpp"

#include <sched.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <thread>

#include "models/common/control_groups.hpp"
#include "models/common/rounding.hpp"

namespace dragonfly {
namespace {

namespace fs = std::filesystem;

/// Of one group: microseconds that it may use in a period, and the period, of version 2
/// ("max 100000" for no limit) or 1 (-1).
int limit_of(const fs::path& group, int most) {
  std::int64_t quota = 0, period = 0;
  if (!(std::ifstream(group / "cpu.max") >> quota >> period)) {
    std::ifstream(group / "cpu.cfs_quota_us") >> quota;
    std::ifstream(group / "cpu.cfs_period_us") >> period;
  }
  if (quota <= 0 || period <= 0) return most;
  return static_cast<int>(std::min<std::int64_t>(most, rounded_up(quota, period)));
}

}  // namespace

int processors_of_groups(std::span<const fs::path> groups, int most) {
  int limit = most;
  for (const fs::path& group : groups) limit = limit_of(group, limit);
  return std::max(1, limit);
}

int processors() {
  cpu_set_t allowed;
  const bool known = sched_getaffinity(0, sizeof allowed, &allowed) == 0;  // not of huge machines
  const int present =
      known ? CPU_COUNT(&allowed) : static_cast<int>(std::thread::hardware_concurrency());
  return processors_of_groups(own_groups("cpu"), present);
}

}  // namespace dragonfly
