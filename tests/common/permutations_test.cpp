// SPDX-License-Identifier: Apache-2.0
#include "models/common/permutations.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "tests/catch.hpp"

namespace dragonfly {
namespace {

bool is_permutation_of_terminals(std::vector<int> destinations, int n) {
  std::sort(destinations.begin(), destinations.end());
  for (int i = 0; i < n; ++i) {
    if (destinations[static_cast<std::size_t>(i)] != i) return false;
  }
  return static_cast<int>(destinations.size()) == n;
}

/// The textbook definitions, on strings of binary digits.
std::string digits(int value, int bits) {
  std::string text;
  for (int bit = bits - 1; bit >= 0; --bit) text += (value >> bit & 1) != 0 ? '1' : '0';
  return text;
}
int number(const std::string& text) { return text.empty() ? 0 : std::stoi(text, nullptr, 2); }

TEST_CASE("The bit permutations are permutations for every number of terminals") {
  std::vector<int> sizes;
  for (int n = 1; n <= 300; ++n) sizes.push_back(n);
  for (const int n : {1023, 1024, 1025, 1056, 4160, 9999}) sizes.push_back(n);
  for (const int n : sizes) {
    INFO("n = " << n);
    REQUIRE(is_permutation_of_terminals(bit_complement(n), n));
    REQUIRE(is_permutation_of_terminals(bit_reverse(n), n));
    REQUIRE(is_permutation_of_terminals(transpose(n), n));
    REQUIRE(is_permutation_of_terminals(shuffle(n), n));
  }
}

TEST_CASE("For powers of two they are the usual permutations") {
  for (int bits = 0; bits <= 12; ++bits) {
    const int n = 1 << bits;
    const std::vector<int> complement = bit_complement(n), reverse = bit_reverse(n),
                           transposed = transpose(n), shuffled = shuffle(n);
    for (int source = 0; source < n; ++source) {
      const auto i = static_cast<std::size_t>(source);
      std::string text = digits(source, bits);
      REQUIRE(shuffled[i] == number(text.empty() ? text : text.substr(1) + text[0]));
      if (bits % 2 == 0) {
        const auto half = static_cast<std::size_t>(bits / 2);
        REQUIRE(transposed[i] == number(text.substr(half) + text.substr(0, half)));
      }
      std::reverse(text.begin(), text.end());
      REQUIRE(reverse[i] == number(text));
      REQUIRE(complement[i] == n - 1 - source);
    }
  }
}

TEST_CASE("The complement of any number of terminals mirrors them") {
  for (const int n : {3, 72, 1056}) {
    const std::vector<int> destinations = bit_complement(n);
    for (int source = 0; source < n; ++source) {
      REQUIRE(destinations[static_cast<std::size_t>(source)] == n - 1 - source);
    }
  }
}

TEST_CASE("Six terminals by hand") {
  // Three bits. Reversed: 000 100 010 110 001 101 = 0 4 2 6 1 5, ranks 0 3 2 5 1 4.
  CHECK(bit_reverse(6) == std::vector<int>{0, 3, 2, 5, 1, 4});
  // Rotated left: 0 2 4 6 1 3, ranks 0 2 4 5 1 3.
  CHECK(shuffle(6) == std::vector<int>{0, 2, 4, 5, 1, 3});
  // Four bits, halves exchanged: 0 4 8 12 1 5, ranks 0 2 4 5 1 3.
  CHECK(transpose(6) == std::vector<int>{0, 2, 4, 5, 1, 3});
}

TEST_CASE("The random permutation is one cycle through all terminals") {
  for (const int n : {2, 3, 72, 1056}) {
    const std::vector<int> destinations = random_cycle(n, 5);
    REQUIRE(is_permutation_of_terminals(destinations, n));
    int terminal = 0, length = 0;
    do {
      terminal = destinations[static_cast<std::size_t>(terminal)];
      ++length;
    } while (terminal != 0);
    CHECK(length == n);  // so there is no fixed point
  }
  CHECK(random_cycle(72, 1) == random_cycle(72, 1));
  CHECK(random_cycle(72, 1) != random_cycle(72, 2));
}

TEST_CASE("Each cycle is equally likely") {
  // Four terminals have 3! = 6 cycles.
  constexpr int kSeeds = 6000;
  std::map<std::vector<int>, int> counts;
  for (int seed = 0; seed < kSeeds; ++seed) {
    ++counts[random_cycle(4, static_cast<std::uint64_t>(seed))];
  }
  REQUIRE(counts.size() == 6);
  double chi_square = 0;
  for (const auto& [cycle, count] : counts) chi_square += std::pow(count - 1000, 2) / 1000;
  CHECK(chi_square < 20.52);  // 5 degrees of freedom, 99.9%
}

}  // namespace
}  // namespace dragonfly
