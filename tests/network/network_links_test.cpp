// SPDX-License-Identifier: Apache-2.0
// Channels of the flit engine: bits in wheels, and places in rings.
#include "models/network/network_links.hpp"

#include <tuple>

#include "tests/catch.hpp"

using namespace dragonfly;

namespace {

constexpr int kWords = 2, kLongest = 5;
using Links = NetworkLinks<kWords, 1>;

/// Routers of 3 VCs with room for 3 flits in a buffer, and so rings of 4.
RouterParameters parameters() {
  RouterSizes sizes;
  sizes.design.ports = 2;
  sizes.vcs = 3;
  RouterRegisters registers;
  registers.buffer_depth = 3;
  return {sizes, registers, RoutingNeeds{}};
}

/// A region of two nodes; output VC 5 of the first leads to input VC 70 of the second, in 3 cycles.
/// Output VC 6 leads to the VC of the same number in a region that looks alike.
struct Channels : NetworkChannels<kWords, 1> {
  explicit Channels(Letters<Letter>& letters, unsigned region = 0)
      : NetworkChannels(region, letters, 2, kLongest, 40, 40) {
    std::fill_n(rings.get(), 40, 9999);
    const auto other = static_cast<std::uint8_t>(1 - region);
    links[5] = {20, Wheel<kWords>::kNodeWords + 1, 0, 3, 6, static_cast<std::uint8_t>(region)};
    links[6] = {20, Wheel<kWords>::kNodeWords + 1, 0, 3, 6, other};
  }

  RouterParameters at = parameters();
  std::vector<VcLink> links = std::vector<VcLink>(8);

  /// Word of the flits that arrive at VCs 64 .. 127 of the second node, and that of its credits.
  [[nodiscard]] std::uint64_t& flits_at(std::int64_t cycle) const {
    return wheel.slot(cycle)[Wheel<kWords>::kNodeWords + 1];
  }
  [[nodiscard]] std::uint64_t& credits_at(std::int64_t cycle) const {
    return wheel.slot(cycle)[Wheel<kWords>::kNodeWords + kWords + 1];
  }
};

constexpr std::uint64_t kBit = std::uint64_t{1} << 6;

}  // namespace

TEST_CASE("a wheel has a slot of its own for each cycle that something can arrive in") {
  for (const int longest : {1, 3, 4, 7, 8, 200}) {
    CAPTURE(longest);
    const Wheel<kWords> wheel(3, longest);
    REQUIRE(wheel.slot_words() == std::size_t{3} * 2 * kWords);
    REQUIRE(wheel.slots() > longest);
    CHECK(wheel.empty());
    for (std::int64_t now = 1000; now < 1020; ++now) {
      for (int ahead = 0; ahead <= longest; ++ahead) {
        std::uint64_t* const slot = wheel.slot(now + ahead);
        for (std::size_t word = 0; word < wheel.slot_words(); ++word) {
          REQUIRE(slot[word] == 0);
          slot[word] = 1;
        }
      }
      CHECK_FALSE(wheel.empty());
      for (int ahead = 0; ahead <= longest; ++ahead)
        std::fill_n(wheel.slot(now + ahead), wheel.slot_words(), 0);
      REQUIRE(wheel.empty());
    }
  }
}

// Checks: PT-4
TEST_CASE("a flit arrives as many cycles after its departure as the channel takes") {
  Letters<Channels::Letter> letters(2);
  Channels channels(letters);
  Links links(channels, channels.at, channels.links.data(), channels.links.data(), nullptr, 100);
  CHECK(links.latest() == -1);
  // Two flits are granted in a cycle: the second leaves a cycle later.
  links.send(5, 71, 100);
  links.send(5, 72, 101);
  CHECK(links.latest() == 101);
  for (std::int64_t cycle = 100; cycle < 106; ++cycle) {
    CAPTURE(cycle);
    CHECK(channels.flits_at(cycle) == (cycle == 103 || cycle == 104 ? kBit : 0));
    CHECK(channels.credits_at(cycle) == 0);
  }
}

TEST_CASE("flits of a channel lie in its ring one after the other, round and round") {
  Letters<Channels::Letter> letters(2);
  Channels channels(letters);
  Links links(channels, channels.at, channels.links.data(), channels.links.data(), nullptr, 0);
  for (std::uint32_t flit = 0; flit < 10; ++flit) {
    links.send(5, flit, 0);
    CHECK(channels.rings[20 + flit % 4] == flit);
  }
  CHECK(channels.rings[19] == 9999);
  CHECK(channels.rings[24] == 9999);
}

TEST_CASE("a flit for a port that leads nowhere is refused by the number of the port") {
  Letters<Channels::Letter> letters(2);
  Channels channels(letters);
  Links links(channels, channels.at, channels.links.data(), channels.links.data(), nullptr, 0);
  // A port has 4 numbers of VCs.
  CHECK_THROWS_WITH(links.send(7, 1, 0), "a packet is routed to port 1, which is not connected");
  CHECK_THROWS_AS(links.send(2, 1, 0), RouterFailure);
  CHECK(channels.wheel.empty());
}

// Checks: PT-4
TEST_CASE("a credit goes back in as many cycles as the channel takes") {
  Letters<Channels::Letter> letters(2);
  Channels channels(letters);
  Links links(channels, channels.at, channels.links.data(), channels.links.data(), nullptr, 200);
  links.return_credit(5);
  for (std::int64_t cycle = 200; cycle < 206; ++cycle) {
    CAPTURE(cycle);
    CHECK(channels.credits_at(cycle) == (cycle == 203 ? kBit : 0));
    CHECK(channels.flits_at(cycle) == 0);
  }
}

// Checks: CT-13
TEST_CASE("delayed credits of an input VC return in order, one a cycle") {
  Letters<Channels::Letter> letters(2);
  Channels channels(letters);
  std::vector<std::int64_t> last_returns(8, -1);
  const std::int64_t slots = channels.wheel.slots();
  // Released after 4 cycles; at the same time, so a cycle later; at once, yet after the two.
  const auto delay = [&](std::int64_t now, unsigned cycles) {
    Links(channels, channels.at, channels.links.data(), channels.links.data(), last_returns.data(),
          now)
        .delay_credit(5, cycles);
  };
  delay(50, 4);
  delay(51, 3);
  delay(52, 0);
  REQUIRE(slots == 8);  // cycles 50 .. 57 when the first was granted, and so on
  // They leave in cycles 54, 55 and 56 and take 3 more.
  for (std::int64_t cycle = 52; cycle < 60; ++cycle) {
    CAPTURE(cycle);
    CHECK(channels.credits_at(cycle) == (cycle == 57 || cycle == 58 || cycle == 59 ? kBit : 0));
  }
  CHECK(channels.far_credits.empty());
  // Not the last one's business: it was long ago.
  delay(90, 0);
  CHECK(last_returns[5] == 90);
  CHECK(channels.credits_at(93) == kBit);
}

TEST_CASE("a credit that is delayed beyond the wheel is kept for its cycle") {
  Letters<Channels::Letter> letters(2);
  Channels channels(letters);
  std::vector<std::int64_t> last_returns(8, -1);
  Links(channels, channels.at, channels.links.data(), channels.links.data(), last_returns.data(),
        50)
      .delay_credit(5, 5);
  CHECK(channels.wheel.empty());
  REQUIRE_FALSE(channels.far_credits.empty());
  int taken = 0;
  const auto take = [&](std::int64_t arrival, std::uint32_t word, std::uint64_t bit) {
    ++taken;
    CHECK(arrival == 58);
    CHECK(word == Wheel<kWords>::kNodeWords + kWords + 1);
    CHECK(bit == kBit);
  };
  channels.far_credits.take(58, take);
  CHECK(taken == 0);
  channels.far_credits.take(59, take);
  CHECK(taken == 1);
}

TEST_CASE("what leaves for another region arrives there in its cycle, under a number of its own") {
  Letters<Channels::Letter> letters(2);
  Channels here(letters), there(letters, 1);
  std::vector<std::int64_t> last_returns(8, -1);
  const std::uint64_t others = 5, mine = 77;
  REQUIRE(there.flits.put(&others) == 0);
  REQUIRE(here.flits.put(&mine) == 0);
  Links links(here, here.at, here.links.data(), here.links.data(), last_returns.data(), 50);
  links.send(6, 0, 51);
  links.return_credit(6);
  links.delay_credit(6, 6);
  CHECK(links.latest() == 51);
  CHECK(here.empty());
  CHECK(here.flits.put(&mine) == 0);  // it was given back
  CHECK(there.empty());
  letters.exchange();
  there.begin(51);
  CHECK(letters.empty());
  CHECK(there.rings[20] == 1);
  CHECK(*there.flits[1] == 77);
  for (std::int64_t cycle = 51; cycle < 59; ++cycle) {
    CAPTURE(cycle);
    CHECK(there.flits_at(cycle) == (cycle == 54 ? kBit : 0));
    CHECK(there.credits_at(cycle) == (cycle == 53 ? kBit : 0));
  }
  // Cycle 59 has no slot yet.
  REQUIRE(there.wheel.slots() == 8);
  REQUIRE_FALSE(there.far_credits.empty());
  there.begin(52);
  CHECK(there.far_credits.empty());
  CHECK(there.credits_at(59) == kBit);
  // The next flit has the next place.
  links.send(6, 0, 52);
  letters.exchange();
  there.begin(53);
  CHECK(there.rings[21] == 2);
}
