// SPDX-License-Identifier: Apache-2.0
// Letters between regions.
#include "models/network/letters.hpp"

#include <set>
#include <utility>

#include "tests/catch.hpp"

using namespace dragonfly;

TEST_CASE("a letter is read once, by whom it is for, after the exchange that follows") {
  constexpr std::size_t kRegions = 3;
  Letters<int> letters(kRegions);
  CHECK(letters.regions() == kRegions);
  const auto read = [&](std::size_t region) {
    std::multiset<int> found;
    letters.read(region, [&](int letter) { found.insert(letter); });
    return found;
  };
  int next = 0;
  std::vector<std::multiset<int>> sent(kRegions);
  for (int cycle = 0; cycle < 20; ++cycle) {
    // Some read before others post, some after: it makes no difference.
    std::vector<std::multiset<int>> posted(kRegions);
    for (std::size_t from = 0; from < kRegions; ++from) {
      CHECK(read(from) == sent[from]);
      CHECK(read(from).empty());
      for (std::size_t to = 0; to < kRegions; ++to) {
        for (int count = (cycle + static_cast<int>(from + to)) % 4; count > 0; --count) {
          letters.post(from, to, next);
          posted[to].insert(next++);
        }
      }
    }
    letters.exchange();
    CHECK_FALSE(letters.empty());
    sent = std::move(posted);
  }
  for (std::size_t region = 0; region < kRegions; ++region) CHECK(read(region) == sent[region]);
  CHECK(letters.empty());
}
