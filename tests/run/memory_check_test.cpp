// SPDX-License-Identifier: Apache-2.0
// The memory of a run, before it is taken.
#include "models/run/memory_check.hpp"

#include "models/common/error.hpp"
#include "tests/catch.hpp"

namespace dragonfly {
namespace {

constexpr std::uint64_t kMebi = std::uint64_t{1} << 20, kGibi = std::uint64_t{1} << 30;

TEST_CASE("Little memory is not worth a word") {
  CHECK(memory_remark({{"one", 20 * kMebi, {200 * kMebi, 900 * kMebi}, 8 * kGibi}}, 1056).empty());
}

TEST_CASE("What a large run takes is told, by terminal too") {
  CHECK(memory_remark({{"one", kGibi, {2 * kGibi, 4 * kGibi}, 16 * kGibi}}, 1 << 20) ==
        "the run takes about 3.0 GiB of memory, 3.0 KiB a terminal, and 7.0 GiB if all buffers are "
        "full");
}

TEST_CASE("Memory that is scarce once buffers are full is told") {
  CHECK(memory_remark({{"one", 0, {100 * kMebi, 400 * kMebi}, 300 * kMebi}}, 1024) ==
        "the run takes about 100 MiB of memory, 100.0 KiB a terminal, and 500 MiB if all buffers "
        "are full; 300 MiB are left: it may not be enough when much waits in buffers");
}

TEST_CASE("A run that needs more than there is is refused, with the figures") {
  CHECK_THROWS_WITH(
      memory_remark({{"one", kGibi, {4 * kGibi, 0}, 3 * kGibi}}, 1056),
      "the network takes about 4.0 GiB of memory besides the 1.0 GiB in use, and 3.0 GiB are left; "
      "use a smaller network or fewer VCs, or divide it among several hosts (docs/mpirun.md)");
  CHECK_THROWS_AS(memory_remark({{"one", 0, {4 * kGibi, 0}, 3 * kGibi}}, 1056), InputError);
}

TEST_CASE("A run whose buffers need more addresses than there are is refused") {
  const ProcessMemory process{"one", 0, {kGibi, 3 * kGibi}, 8 * kGibi, 2 * kGibi};
  CHECK_THROWS_WITH(memory_remark({process}, 1056),
                    ContainsSubstring("addresses for 4.0 GiB") &&
                        ContainsSubstring("leave 2.0 GiB (ulimit -v, ulimit -d)"));
}

TEST_CASE("Processes on one host share its memory, and those of others have their own") {
  const ProcessMemory process{"one", kGibi, {2 * kGibi, 0}, 3 * kGibi};
  ProcessMemory elsewhere = process;
  elsewhere.host = "two";
  CHECK_THROWS_WITH(memory_remark({process, process}, 1056), ContainsSubstring("about 4.0 GiB"));
  CHECK_THROWS_WITH(memory_remark({elsewhere, process, process}, 1056),
                    ContainsSubstring("on host one"));
  CHECK(memory_remark({process, elsewhere}, 1 << 20) ==
        "the run takes about 6.0 GiB of memory, 6.0 KiB a terminal, and 6.0 GiB if all buffers are "
        "full");
}

}  // namespace
}  // namespace dragonfly
