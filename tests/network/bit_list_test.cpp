// SPDX-License-Identifier: Apache-2.0
// Lists of bits: all ways to write one that this processor knows, beside a plain loop.
#include "models/network/bit_list.hpp"

#include <random>

#include "tests/catch.hpp"

using namespace dragonfly;

namespace {

std::vector<std::uint32_t> plain_list(const std::vector<std::uint64_t>& words, std::size_t first,
                                      std::size_t last) {
  std::vector<std::uint32_t> numbers;
  for (std::size_t w = first; w < last; ++w)
    for (unsigned bit = 0; bit < 64; ++bit)
      if ((words[w] >> bit & 1) != 0) numbers.push_back(static_cast<std::uint32_t>(64 * w + bit));
  return numbers;
}

}  // namespace

TEST_CASE("every way to write a list of bits writes the same") {
  std::mt19937_64 random(1);
  // Bits set with a probability of 2^-rarity: from every second one to hardly any, and all or none.
  for (int rarity = 0; rarity < 10; ++rarity) {
    for (const std::size_t count : {1, 7, 8, 63, 64, 65, 200}) {
      std::vector<std::uint64_t> words(count);
      for (std::uint64_t& word : words) {
        word = ~std::uint64_t{0};
        for (int i = 0; i < rarity; ++i) word &= random();
        if (rarity == 9) word = (random() & 1) != 0 ? ~std::uint64_t{0} : 0;
      }
      const std::size_t first = random() % count;
      const std::size_t last = first + random() % (count - first + 1);
      const auto expected = plain_list(words, first, last);
      CAPTURE(rarity, count, first, last);
      for (const BitList::Write write : BitList::ways()) {
        std::vector<std::uint32_t> numbers(expected.size() + BitList::kReserve + 1, 4711);
        REQUIRE(write(words.data(), first, last, numbers.data()) == expected.size());
        CHECK(std::equal(expected.begin(), expected.end(), numbers.begin()));
        CHECK(numbers.back() == 4711);  // it must not write farther than it says
      }
    }
  }
}
