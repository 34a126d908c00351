// SPDX-License-Identifier: Apache-2.0
// Bench of df_memory: a word is what was written last, and is read before what the same edge
// writes.
#include "tb/variants/df_memory.hpp"

#include <type_traits>
#include <vector>

#include "tb/support/cell.hpp"
#include "tb/support/random.hpp"
#include "tb/support/signal_bits.hpp"
#include "tests/catch.hpp"

using namespace dragonfly::tb;

namespace {

/// A word of any width, as bits.
std::vector<bool> random_word(Random& random, int width) {
  std::vector<bool> word(static_cast<std::size_t>(width));
  for (std::size_t k = 0; k < word.size(); ++k) word[k] = random.chance(50);
  return word;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("A memory keeps what is written", "[df_memory]", Variants) {
  constexpr int kWidth = TestType::kParameters[0], kSlots = TestType::kParameters[1];
  CellBench<TestType> bench;
  using Slot = std::decay_t<decltype(bench->read_slot_i)>;
  Random random(1);
  std::vector<std::vector<bool>> words(kSlots);
  for (int cycle = 0; cycle < 2000; ++cycle) {
    const auto slot = static_cast<std::size_t>(cycle < kSlots ? cycle : random.below(kSlots));
    const bool write = cycle < kSlots || random.chance(50);
    const std::vector<bool> word = random_word(random, kWidth);
    bench->write_i = write ? 1 : 0;
    bench->write_slot_i = static_cast<Slot>(slot);
    clear(bench->word_i);
    for (int k = 0; k < kWidth; ++k) set_bit(bench->word_i, k, word[static_cast<std::size_t>(k)]);
    // Half of the time the slot that is written.
    const auto read = random.chance(50) ? slot : static_cast<std::size_t>(random.below(kSlots));
    bench->read_slot_i = static_cast<Slot>(read);
    bench.settle();
    for (int k = 0; k < kWidth && !words[read].empty(); ++k)
      REQUIRE(bit(bench->word_o, k) == words[read][static_cast<std::size_t>(k)]);
    bench.edge();
    if (write) words[slot] = word;
  }
}
