// SPDX-License-Identifier: Apache-2.0
// What routers do with words of VCs: all versions that this processor knows, beside single bits.
#include "models/network/router_words.hpp"

#include <random>

#include "tests/catch.hpp"

using namespace dragonfly;

namespace {

/// 3 VCs a port, 4 numbers each.
constexpr std::uint64_t kOutputs = 0x7777777777777777U & ((std::uint64_t{1} << 60) - 1);
constexpr std::uint64_t kBases = 0x1111111111111111U & ((std::uint64_t{1} << 60) - 1);
constexpr std::uint64_t kNetwork = kOutputs & ~std::uint64_t{0xffff};

bool bit(const std::uint64_t* words, std::size_t i) { return (words[i / 64] >> (i % 64) & 1) != 0; }

}  // namespace

TEST_CASE("the end of a cycle counts credits and removes what was granted") {
  const int depth = GENERATE(1, 3, 16, 31, 32, 500), speedup = GENERATE(1, 4, 8);
  const auto versions = RouterWords::versions();
  REQUIRE(!versions.empty());
  for (const RouterWords::Version version : versions) {
    constexpr std::size_t kWords = 75, kVcs = 64 * kWords;
    std::mt19937_64 random(static_cast<std::uint64_t>(depth * 10 + speedup));
    RouterWords words(kWords, 2, depth, speedup, true, version);
    for (std::size_t w = 0; w < kWords; ++w) words.set_up(w, kOutputs, kBases, kNetwork);
    std::vector<int> credits(kVcs, depth), claims(kVcs);
    std::vector<std::uint64_t> credited(kWords);

    for (int cycle = 0; cycle < 40; ++cycle) {
      const std::size_t begin = random() % 5, end = kWords - random() % 5;
      std::vector<bool> front(kVcs), batch(kVcs), fresh(kVcs);
      bool any = false;
      for (std::size_t w = 0; w < kWords; ++w) {
        words.front[w] = random();
        words.granted[w] = cycle % 4 == 0 ? 0 : words.front[w] & random();
        words.queued[w] = words.front[w] & random();
        words.batch[w] = random();
        words.fresh[w] = random();
        credited[w] = 0;
      }
      for (std::size_t i = 0; i < kVcs; ++i) {
        const bool in = i / 64 >= begin && i / 64 < end;
        const bool granted = in && bit(words.granted, i);
        any = any || granted;
        front[i] = bit(words.front, i) && !(granted && !bit(words.queued, i));
        batch[i] = bit(words.batch, i) && !granted;
        fresh[i] = in ? granted && bit(words.queued, i) : bit(words.fresh, i);
        if (!in || (kOutputs >> (i % 64) & 1) == 0) continue;
        const int most = std::min(speedup, credits[i]);
        const int taken = static_cast<int>(random() % static_cast<unsigned>(most + 1));
        for (int k = 0; k < taken || random() % 2 == 0; ++k) {
          words.claim(i);
          ++claims[i];
        }
        for (int k = 0; k < taken; ++k) words.take(i);
        claims[i] -= taken;
        // Both count at once.
        REQUIRE(words.credits(i) == credits[i] - taken);
        const bool returned = credits[i] < depth && random() % 2 == 0;
        if (returned) credited[i / 64] |= std::uint64_t{1} << (i % 64);
        credits[i] += (returned ? 1 : 0) - taken;
      }

      REQUIRE(words.settle(begin, end, credited.data()) == any);
      CAPTURE(cycle, begin, end);
      for (std::size_t i = 0; i < kVcs; ++i) {
        CAPTURE(i);
        REQUIRE(bit(words.front, i) == front[i]);
        REQUIRE(bit(words.batch, i) == batch[i]);
        REQUIRE(bit(words.fresh, i) == fresh[i]);
        if ((kOutputs >> (i % 64) & 1) != 0) REQUIRE(words.credits(i) == credits[i]);
        REQUIRE(words.claims(i) == claims[i]);
      }
      // An output is poor if a VC has not enough for all that a cycle may take.
      for (std::size_t w = begin; w < end; ++w) {
        REQUIRE(credited[w] == 0);
        for (std::size_t i = 64 * w; i < 64 * w + 60; i += 4)
          REQUIRE(bit(words.poor, i) ==
                  (credits[i] < speedup || credits[i + 1] < speedup || credits[i + 2] < speedup));
        REQUIRE((words.poor[w] & ~kBases) == 0);
      }
    }
  }
}

TEST_CASE("arriving flits are sorted by what is to be done with them") {
  for (const RouterWords::Version version : RouterWords::versions()) {
    constexpr std::size_t kWords = 37;
    std::mt19937_64 random(3);
    RouterWords words(kWords, 2, 16, 4, false, version);
    std::vector<std::uint64_t> arriving(kWords), front(kWords), hard(kWords);
    for (std::size_t w = 0; w < kWords; ++w) {
      words.set_up(w, kOutputs, kBases, kNetwork);
      arriving[w] = random();
      front[w] = words.front[w] = random();
      words.fresh[w] = front[w] & random();
      words.poor[w] = kBases & random();
      words.waiting[w] = kBases & random();
      hard[w] = words.poor[w] | words.waiting[w];
    }
    const auto valid = arriving;
    words.sort_arrivals(2, kWords, arriving.data());
    CHECK(arriving[1] == valid[1]);
    CHECK(words.front[1] == front[1]);
    for (std::size_t i = 128; i < 64 * kWords; ++i) {
      const bool arrives = bit(valid.data(), i), had = bit(front.data(), i);
      const bool from_router = (kNetwork >> (i % 64) & 1) != 0;
      REQUIRE(bit(words.front, i) == (arrives || had));
      REQUIRE(bit(words.joining, i) == (arrives && had));
      REQUIRE(bit(words.heads, i) == (arrives && !had && from_router));
      REQUIRE(bit(words.undecided, i) ==
              (((arrives && !had) || bit(words.fresh, i)) && !from_router));
      REQUIRE(bit(words.hard, i) == bit(hard.data(), i));
      REQUIRE(!bit(arriving.data(), i));
      REQUIRE(!bit(words.waiting, i));
    }
  }
}
