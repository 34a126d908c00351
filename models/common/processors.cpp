#include "models/common/processors.hpp"

#include <sched.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <thread>

#include "models/common/rounding.hpp"

namespace dragonfly {
namespace {

namespace fs = std::filesystem;

/// The control group of this process, version 2: the line "0::/a/b". Empty if there is none.
std::string own_group() {
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("0::")) return line.substr(3);
  return {};
}

/// Of one group: its file holds "max 100000", or the microseconds that it may use in a period, and
/// the period.
int limit_of(const fs::path& group, int most) {
  std::ifstream file(group / "cpu.max");
  std::int64_t quota = 0, period = 0;
  if (!(file >> quota >> period) || quota <= 0 || period <= 0) return most;
  return static_cast<int>(std::min<std::int64_t>(most, rounded_up(quota, period)));
}

}  // namespace

int processors_of_group(const fs::path& root, const std::string& group, int most) {
  fs::path place = root;
  int limit = limit_of(place, most);
  for (const fs::path& part : fs::path(group).relative_path()) {
    place /= part;
    limit = limit_of(place, limit);
  }
  return std::max(1, limit);
}

int processors() {
  cpu_set_t allowed;
  const bool known = sched_getaffinity(0, sizeof allowed, &allowed) == 0;  // not of huge machines
  const int present =
      known ? CPU_COUNT(&allowed) : static_cast<int>(std::thread::hardware_concurrency());
  return processors_of_group("/sys/fs/cgroup", own_group(), present);
}

}  // namespace dragonfly
