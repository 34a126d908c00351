// SPDX-License-Identifier: Apache-2.0
#include "models/common/random.hpp"

#include <cmath>
#include <set>
#include <vector>

#include "tests/catch.hpp"

namespace dragonfly {
namespace {

TEST_CASE("The numbers of a key are those of SplitMix64") {
  // Published test vector: the first outputs for the seed 1234567.
  const std::vector<std::uint64_t> expected = {6457827717110365317U, 3203168211198807973U,
                                               9817491932198370423U, 4593380528125082431U,
                                               16408922859458223821U};
  for (std::size_t i = 0; i < expected.size(); ++i) CHECK(draw(1234567, i + 1) == expected[i]);
}

TEST_CASE("Keys differ by seed, stream and index") {
  std::set<std::uint64_t> keys;
  int count = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    for (const Stream stream : {Stream::kCreation, Stream::kDestination, Stream::kRouter}) {
      for (std::uint64_t index = 0; index < 100; ++index, ++count) {
        keys.insert(stream_key(seed, stream, index));
      }
    }
  }
  CHECK(keys.size() == static_cast<std::size_t>(count));
}

TEST_CASE("below() takes each value equally often") {
  constexpr int kValues = 7, kExpected = 10000, kDraws = kValues * kExpected;
  std::vector<int> counts(kValues);
  for (int i = 0; i < kDraws; ++i) {
    const int value =
        below(draw(stream_key(1, Stream::kDestination, 0), static_cast<std::uint64_t>(i)), kValues);
    REQUIRE(value >= 0);
    REQUIRE(value < kValues);
    ++counts[static_cast<std::size_t>(value)];
  }
  double chi_square = 0;
  for (const int count : counts) chi_square += std::pow(count - kExpected, 2) / kExpected;
  CHECK(chi_square < 22.46);  // 6 degrees of freedom, 99.9%
}

TEST_CASE("A draw and its neighbours in counter and index are uncorrelated") {
  // The product of two independent bits-as-signs has mean 0 and standard deviation 1/sqrt(n).
  constexpr int kDraws = 100000;
  int by_counter = 0, by_index = 0;
  const auto sign = [](std::uint64_t x) { return (x >> 63) != 0 ? 1 : -1; };
  for (std::uint64_t i = 0; i < kDraws; ++i) {
    const int here = sign(draw(stream_key(3, Stream::kCreation, i), 100));
    by_counter += here * sign(draw(stream_key(3, Stream::kCreation, i), 101));
    by_index += here * sign(draw(stream_key(3, Stream::kCreation, i + 1), 100));
  }
  CHECK(std::abs(by_counter) < 4 * std::sqrt(kDraws));
  CHECK(std::abs(by_index) < 4 * std::sqrt(kDraws));
}

TEST_CASE("Probabilities 0 and 1 are exact") {
  CHECK_FALSE(happens(0, probability(0)));
  CHECK(happens(~std::uint64_t{0}, probability(1)));
  CHECK(probability(0.5) == std::uint64_t{1} << 62);
  CHECK(probability(-1) == 0);
  CHECK(probability(2) == probability(1));
}

}  // namespace
}  // namespace dragonfly
