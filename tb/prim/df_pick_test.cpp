// SPDX-License-Identifier: Apache-2.0
// Bench of df_pick: the word of the set bit, and 0 where none is.
#include "tb/variants/df_pick.hpp"

#include "tb/support/cell.hpp"
#include "tb/support/random.hpp"
#include "tb/support/signal_bits.hpp"
#include "tests/catch.hpp"

using namespace dragonfly::tb;

TEMPLATE_LIST_TEST_CASE("The word of the set bit is picked", "[df_pick]", Variants) {
  constexpr int kWidth = TestType::kParameters[0], kCount = TestType::kParameters[1];
  CellBench<TestType> bench;
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    for (int k = 0; k < kWidth * kCount; ++k) set_bit(bench->words_i, k, random.chance(50));
    clear(bench->mask_i);
    bench.settle();
    REQUIRE(bits(bench->word_o, 0, kWidth) == 0);
    for (int i = 0; i < kCount; ++i) {
      clear(bench->mask_i);
      set_bit(bench->mask_i, i, true);
      bench.settle();
      REQUIRE(bits(bench->word_o, 0, kWidth) == bits(bench->words_i, i * kWidth, kWidth));
    }
  }
}
