// SPDX-License-Identifier: Apache-2.0
// Packet traces and results that are compared: two files.
#include "models/statistics/compare.hpp"

#include "tests/fuzz/fuzz.hpp"
#include "tests/fuzz/memory_file.hpp"

namespace dragonfly::fuzz {

void look_at(std::string_view input) {
  static const MemoryFile first, second;
  const std::vector<std::string> files = files_of(input, 2);
  first.write(files[0]);
  second.write(files[1]);
  const auto compared = [](const MemoryFile& a, const MemoryFile& b) {
    return accepted([&] { return compare_files(a.path(), b.path()).has_value(); }, "/proc/self/fd/",
                    Place::kName);
  };
  const auto there = compared(first, second), back = compared(second, first);
  require(there == back, "the other way round they compare otherwise", input);
  const auto same = compared(first, first);
  require(!same || !*same, "a file differs from itself", files[0]);
}

}  // namespace dragonfly::fuzz
