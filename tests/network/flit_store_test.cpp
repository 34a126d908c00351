// SPDX-License-Identifier: Apache-2.0
// Flits by number, and credits that are far away, beside plain lists.
#include "models/network/flit_store.hpp"

#include <map>
#include <random>
#include <set>
#include <tuple>

#include "models/network/far_credits.hpp"
#include "tests/catch.hpp"

using namespace dragonfly;

TEST_CASE("a flit keeps its number and its words until it is given back") {
  constexpr std::size_t kCapacity = 50;
  FlitStore<2> store(kCapacity);
  std::map<std::uint32_t, std::pair<std::uint64_t, std::uint64_t>> stored;
  std::mt19937_64 random(1);
  std::size_t most = 0;
  for (int step = 0; step < 2000; ++step) {
    if (stored.size() < kCapacity && (stored.empty() || random() % 2 == 0)) {
      const std::uint64_t flit[2] = {random(), random()};
      const std::uint32_t number = store.put(flit);
      REQUIRE(stored.emplace(number, std::pair(flit[0], flit[1])).second);
      most = std::max(most, stored.size());
      // No more memory is used than for the most flits that there were at a time.
      REQUIRE(number < most);
    } else {
      const auto flit = std::next(stored.begin(), static_cast<int>(random() % stored.size()));
      store.give_back(flit->first);
      stored.erase(flit);
    }
    for (const auto& [number, words] : stored) {
      REQUIRE(store[number][0] == words.first);
      REQUIRE(store.data()[2 * number + 1] == words.second);
    }
  }
}

TEST_CASE("a far credit is taken once, when its arrival is near") {
  using Credit = std::tuple<std::int64_t, std::uint32_t, std::uint64_t>;
  FarCredits credits;
  std::multiset<Credit> waiting;
  std::mt19937_64 random(2);
  CHECK(credits.empty());
  for (std::int64_t now = 0; now < 200; now += 10) {
    for (int each = 0; each < 5; ++each) {
      const Credit credit(now + static_cast<std::int64_t>(random() % 60),
                          static_cast<std::uint32_t>(random() % 9), random());
      credits.add(std::get<0>(credit), std::get<1>(credit), std::get<2>(credit));
      waiting.insert(credit);
    }
    std::multiset<Credit> due, taken;
    for (const Credit& credit : waiting)
      if (std::get<0>(credit) < now + 20) due.insert(credit);
    for (const Credit& credit : due) waiting.erase(waiting.find(credit));
    credits.take(now + 20, [&](std::int64_t arrival, std::uint32_t word, std::uint64_t bit) {
      taken.emplace(arrival, word, bit);
    });
    REQUIRE(taken == due);
    REQUIRE(credits.empty() == waiting.empty());
  }
}
