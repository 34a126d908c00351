// SPDX-License-Identifier: Apache-2.0
// Bench of df_queue_memory: lane s of what enters is in slot write_slot + s, for any set of lanes.
#include "tb/variants/df_queue_memory.hpp"

#include <cstdint>
#include <optional>
#include <vector>

#include "tb/support/cell.hpp"
#include "tb/support/random.hpp"
#include "tb/support/signal_bits.hpp"
#include "tests/catch.hpp"

using namespace dragonfly::tb;

// Checks: SE-3
TEMPLATE_LIST_TEST_CASE("Words enter at the slots of their lanes", "[df_queue_memory]", Variants) {
  constexpr int kWidth = TestType::kParameters[0], kSlots = TestType::kParameters[1],
                kLanes = TestType::kParameters[2];
  CellBench<TestType> bench;
  Random random(1);
  std::vector<std::optional<std::uint64_t>> words(kSlots);
  for (int cycle = 0; cycle < 5000; ++cycle) {
    const int first = random.below(kSlots);
    std::vector<std::optional<std::uint64_t>> lanes(kLanes);
    clear(bench->push_i);
    clear(bench->words_i);
    for (int s = 0; s < kLanes; ++s) {
      const std::uint64_t word = random.bits(kWidth);
      set_bits(bench->words_i, s * kWidth, kWidth, word);
      if (!random.chance(60)) continue;
      set_bit(bench->push_i, s, true);
      lanes[static_cast<std::size_t>(s)] = word;
    }
    bench->write_slot_i = static_cast<unsigned char>(first);
    const auto read = static_cast<std::size_t>(random.below(kSlots));
    bench->read_slot_i = static_cast<unsigned char>(read);
    bench.settle();
    if (words[read]) REQUIRE(bits(bench->word_o, 0, kWidth) == *words[read]);
    bench.edge();
    for (int s = 0; s < kLanes; ++s)
      if (lanes[static_cast<std::size_t>(s)])
        words[static_cast<std::size_t>((first + s) % kSlots)] = lanes[static_cast<std::size_t>(s)];
  }
}
