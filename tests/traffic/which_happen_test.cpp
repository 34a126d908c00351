// SPDX-License-Identifier: Apache-2.0
// Draws of many sequences at once: all versions that this processor knows, beside single draws.
#include "models/traffic/which_happen.hpp"

#include <random>

#include "models/common/random.hpp"
#include "tests/catch.hpp"

using namespace dragonfly;

TEST_CASE("every version draws for many sequences what a single draw says") {
  std::mt19937_64 random(1);
  for (int round = 0; round < 400; ++round) {
    std::vector<std::uint64_t> keys(64);
    for (std::uint64_t& key : keys) key = random();
    const auto counter = round % 2 == 0 ? static_cast<std::uint64_t>(round) : random();
    const int count = 1 + static_cast<int>(random() % 64);
    // The last bit of a draw matters as well: limits at one of them and just above it.
    const std::uint64_t one = draw(keys[random() % static_cast<unsigned>(count)], counter) >> 1;
    for (const std::uint64_t threshold :
         {probability(0), probability(1e-3), probability(0.1), probability(0.5), probability(1),
          probability(1) - 1, one, one + 1}) {
      std::uint64_t expected = 0;
      for (int i = 0; i < count; ++i)
        if (happens(draw(keys[static_cast<std::size_t>(i)], counter), threshold))
          expected |= std::uint64_t{1} << i;
      CAPTURE(round, count, counter, threshold);
      for (const WhichHappen version : which_happen_versions())
        REQUIRE(version(keys.data(), count, counter, threshold) == expected);
    }
  }
}
