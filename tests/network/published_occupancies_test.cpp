// SPDX-License-Identifier: Apache-2.0
// The oracle of UGAL-G (docs/microarchitecture.md, "Queue estimates"): what a router publishes is
// seen by its group a cycle later.
#include "models/network/published_occupancies.hpp"

#include <vector>

#include "tests/catch.hpp"

using namespace dragonfly;

namespace {

constexpr int kFirst = 2, kPublished = 3;

/// Groups of 2, 1 and 4 routers that are not connected.
const std::vector<int> kGroups = {0, 0, 1, 2, 2, 2, 2};
const std::vector<int> kFirstOfGroup = {0, 2, 3, 7};

Wiring grouped_routers() {
  WiringBuilder builder("groups", std::vector<int>(kGroups.size(), kFirst + kPublished));
  builder.set_groups(kGroups);
  return builder.build();
}

RouterParameters parameters(bool oracle) {
  RouterSizes sizes;
  sizes.design.ports = kFirst + kPublished;
  sizes.design.published = {kFirst, kPublished};
  RoutingNeeds needs;
  needs.oracle = oracle;
  return {sizes, RouterRegisters{}, needs};
}

/// An occupancy that is another one for every router, port and cycle.
int occupancy(std::size_t router, unsigned port, std::int64_t cycle) {
  return static_cast<int>(cycle * 100 + static_cast<int>(router) * 10 + static_cast<int>(port));
}

}  // namespace

// Checks: DF-11, QE-12
TEST_CASE("routers see what the routers of their group published in the cycle before") {
  const Wiring wiring = grouped_routers();
  PublishedOccupancies occupancies(parameters(true), wiring);
  REQUIRE(occupancies.used());
  CHECK(occupancies.all_zero());
  for (std::int64_t cycle = 0; cycle < 5; ++cycle) {
    // Half of the routers publish before anybody looks, and half of them afterwards.
    for (std::size_t router = 0; router < kGroups.size(); router += 2)
      occupancies.publish(router, cycle,
                          [&](unsigned port) { return occupancy(router, port, cycle); });
    for (std::size_t router = 0; router < kGroups.size(); ++router) {
      const auto group = static_cast<std::size_t>(kGroups[router]);
      const std::uint16_t* const seen = occupancies.seen(router, cycle);
      REQUIRE(seen != nullptr);
      // Lane r x PUBLISHED + j is entry j of router r of the group.
      for (int other = kFirstOfGroup[group]; other < kFirstOfGroup[group + 1]; ++other) {
        for (unsigned j = 0; j < kPublished; ++j) {
          CAPTURE(cycle, router, other, j);
          const auto lane = static_cast<unsigned>(other - kFirstOfGroup[group]) * kPublished + j;
          CHECK(
              seen[lane] ==
              (cycle == 0 ? 0 : occupancy(static_cast<std::size_t>(other), kFirst + j, cycle - 1)));
        }
      }
    }
    for (std::size_t router = 1; router < kGroups.size(); router += 2)
      occupancies.publish(router, cycle,
                          [&](unsigned port) { return occupancy(router, port, cycle); });
    CHECK_FALSE(occupancies.all_zero());
  }
}

TEST_CASE("nothing is published where no candidate asks the oracle") {
  const Wiring wiring = grouped_routers();
  const PublishedOccupancies occupancies(parameters(false), wiring);
  CHECK_FALSE(occupancies.used());
  CHECK(occupancies.all_zero());
  CHECK(occupancies.seen(0, 1) == nullptr);
}
