// SPDX-License-Identifier: Apache-2.0
// Packets of the packet engine on their way, beside a list of their hops.
#include "models/network/packet_flit.hpp"

#include <random>
#include <vector>

#include "tests/catch.hpp"

using namespace dragonfly;

namespace {

constexpr std::size_t kHopsOfAWord = 5;

/// The hops as a path has them: `bits` each, the next one lowest, 5 in a word.
void put(std::uint64_t& path, std::size_t hop, unsigned bits, std::uint64_t output) {
  path |= output << (hop * bits);
}
void put(std::array<std::uint64_t, 3>& path, std::size_t hop, unsigned bits, std::uint64_t output) {
  path.at(hop / kHopsOfAWord) |= output << (hop % kHopsOfAWord * bits);
}

template <class Flit>
void check_ways(std::size_t most_hops) {
  constexpr unsigned kBits = Flit::kHopBits;
  std::mt19937 random(kBits);
  for (std::size_t count = 0; count <= most_hops; ++count) {
    for (int each = 0; each < 50; ++each) {
      const auto handle = static_cast<std::uint32_t>(random() % Flit::kHandles);
      const std::uint32_t destination = random();
      const Flit waiting = Flit::undecided(handle, destination);
      REQUIRE(waiting.handle() == handle);
      REQUIRE(waiting.destination() == destination);

      std::vector<unsigned> outputs;
      decltype(Flit::Path::hops) path{};
      for (std::size_t hop = 0; hop < count; ++hop) {
        outputs.push_back(random() % (1U << kBits));
        put(path, hop, kBits, outputs.back());
      }
      Flit flit = Flit::decided(handle, path, static_cast<int>(count));
      for (const unsigned output : outputs) {
        REQUIRE(flit.next() == output);
        flit = flit.passed();
      }
      REQUIRE(flit.arrived_handle() == handle);
    }
  }
}

}  // namespace

TEST_CASE("a packet passes the hops of its path in order and arrives with its handle") {
  SECTION("in a word") { check_ways<PackedFlit>(kMostPathHops); }
  SECTION("in a word that can travel") { check_ways<PortableFlit>(kMostPathHops); }
  SECTION("with a word for the hops") { check_ways<WideFlit>(kMostPathHops); }
  SECTION("with three words for the hops") { check_ways<LongFlit>(kMostLongPathHops); }
}

TEMPLATE_TEST_CASE("a packet that gets another handle on its way keeps the rest of it", "",
                   PortableFlit, WideFlit) {
  constexpr unsigned kBits = TestType::kHopBits;
  const std::vector<unsigned> outputs = {7, 255, 0, 130, 254};
  std::uint64_t path = 0;
  for (std::size_t hop = 0; hop < outputs.size(); ++hop) put(path, hop, kBits, outputs[hop]);
  const auto last = static_cast<std::uint32_t>(TestType::kHandles - 1);
  TestType flit = TestType::decided(last, path, static_cast<int>(outputs.size()));
  std::uint32_t handle = last;
  for (const unsigned output : outputs) {
    REQUIRE(flit.handle() == handle);
    REQUIRE(flit.next() == output);
    handle = handle == last ? 5 : last - output;
    flit = flit.renumbered(handle).passed();
  }
  CHECK(flit.arrived_handle() == handle);
  CHECK(TestType::undecided(last, 77).renumbered(3).destination() == 77);
}
