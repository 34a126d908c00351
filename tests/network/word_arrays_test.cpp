// SPDX-License-Identifier: Apache-2.0
// Arrays of words that loops go through side by side.
#include "models/network/word_arrays.hpp"

#include "tests/catch.hpp"

using namespace dragonfly;

TEST_CASE(
    "arrays of words are zero, apart from each other, and not at the same place in the cache") {
  constexpr std::size_t kArrays = 5, kLine = 64;
  for (const std::size_t words : {1, 7, 8, 9, 16, 64, 128, 1000}) {
    CAPTURE(words);
    const WordArrays arrays(kArrays, words);
    for (std::size_t array = 0; array < kArrays; ++array) {
      // Vector instructions load whole lines.
      REQUIRE(reinterpret_cast<std::uintptr_t>(arrays[array]) % kLine == 0);
      for (std::size_t word = 0; word < words; ++word) {
        REQUIRE(arrays[array][word] == 0);
        arrays[array][word] = array * words + word + 1;
      }
    }
    for (std::size_t array = 0; array < kArrays; ++array)
      for (std::size_t word = 0; word < words; ++word)
        REQUIRE(arrays[array][word] == array * words + word + 1);
    // A cache has a power of two of sets, each for one of so many successive lines: an odd distance
    // in lines puts as many arrays as there are sets into different ones.
    const auto bytes = static_cast<std::size_t>(arrays[1] - arrays[0]) * sizeof(std::uint64_t);
    CHECK(bytes % kLine == 0);
    CHECK(bytes / kLine % 2 == 1);
  }
}
