// SPDX-License-Identifier: Apache-2.0
// The order in which an output visits its requests, beside the words that define it
// (docs/microarchitecture.md, "Switch allocation").
#include "models/router/request_order.hpp"

#include <random>
#include <set>
#include <vector>

#include "models/router/router_registers.hpp"
#include "tests/catch.hpp"

using namespace dragonfly;

namespace {

RouterSizes sizes_of(int terminals, int speedup) {
  RouterSizes sizes;
  sizes.design.ports = terminals;
  sizes.design.set_terminal_ports(terminals);
  sizes.vcs = 1;
  sizes.speedup = speedup;
  return sizes;
}

/// All input VCs in the order in which they are visited: those with a batch bit from the pointer on
/// and around, then the others likewise.
std::vector<unsigned> order(const std::set<unsigned>& batch, unsigned pointer, unsigned vectors) {
  std::vector<unsigned> first, then;
  for (unsigned k = 0; k < vectors; ++k) {
    const unsigned i = (pointer + k) % vectors;
    (batch.count(i) != 0 ? first : then).push_back(i);
  }
  first.insert(first.end(), then.begin(), then.end());
  return first;
}

/// Random requests of an output of a router with `vectors` input VCs.
template <int kWords>
void compare_with_order(unsigned vectors) {
  std::mt19937 random(vectors);
  for (int round = 0; round < 3000; ++round) {
    const int speedup = 1 + static_cast<int>(random() % 8);
    const RouterParameters parameters(sizes_of(static_cast<int>(vectors), speedup), {}, {});
    REQUIRE(parameters.vectors == static_cast<int>(vectors));
    const unsigned rarity = 1 + random() % 8;
    Bits<kWords> eligible{}, batch_bits{};
    std::set<unsigned> wanted, batch, refused;
    for (unsigned i = 0; i < vectors; ++i) {
      if (random() % rarity == 0) eligible.set(i), wanted.insert(i);
      if (random() % 2 == 0) batch_bits.set(i), batch.insert(i);
      if (random() % 3 == 0) refused.insert(i);
    }
    if (wanted.size() < 2) continue;
    refused.erase(*wanted.begin());  // at least one is granted
    const auto pointer = static_cast<std::uint16_t>(random() % vectors);

    std::set<unsigned> expected;
    std::vector<unsigned> expected_visits;
    unsigned last = 0;
    for (const unsigned i : order(batch, pointer, vectors)) {
      if (expected.size() == static_cast<std::size_t>(speedup)) break;
      if (wanted.count(i) == 0) continue;
      expected_visits.push_back(i);
      if (refused.count(i) == 0) expected.insert(last = i);
    }

    std::uint16_t moved = pointer;
    std::vector<unsigned> visits;
    const Bits<kWords> granted =
        grant_in_order(parameters, eligible, batch_bits, moved, [&](unsigned i) {
          visits.push_back(i);
          return refused.count(i) == 0;
        });
    std::set<unsigned> found;
    granted.each([&](unsigned i) { found.insert(i); });
    INFO(vectors << " input VCs, round " << round);
    REQUIRE(found == expected);
    REQUIRE(visits == expected_visits);
    REQUIRE(moved == (last + 1) % vectors);
  }
}

}  // namespace

// Checks: SA-6, SA-7, SA-11
TEST_CASE("requests are visited batch first, each class from the pointer on, until S are granted") {
  compare_with_order<1>(2);
  compare_with_order<1>(12);
  compare_with_order<1>(64);
  compare_with_order<2>(65);
  compare_with_order<3>(190);
}
