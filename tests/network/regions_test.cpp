// SPDX-License-Identifier: Apache-2.0
// How networks are divided among threads.
#include "models/network/regions.hpp"

#include "models/config/configuration.hpp"
#include "models/families/dragonfly/dragonfly_parameters.hpp"
#include "models/families/fabric.hpp"
#include "tests/catch.hpp"
#include "tests/families/table/tables.hpp"
#include "tests/network/traces.hpp"

using namespace dragonfly;

TEST_CASE("regions are whole groups, of nearly equal numbers, as long as there are enough") {
  Configuration config = small_network();
  config.topology = topology_of({2, 4, 2, 9, Arrangement::kRelative});
  const Wiring wiring = make_fabric(config).wiring;
  CHECK(divide_into_regions(wiring, 1) == std::vector<int>{0, 36});
  CHECK(divide_into_regions(wiring, 2) == std::vector<int>{0, 16, 36});
  CHECK(divide_into_regions(wiring, 4) == std::vector<int>{0, 8, 16, 24, 36});
  CHECK(divide_into_regions(wiring, 9) == std::vector<int>{0, 4, 8, 12, 16, 20, 24, 28, 32, 36});
  // Then routers are divided.
  CHECK(divide_into_regions(wiring, 12) ==
        std::vector<int>{0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36});
  CHECK(divide_into_regions(wiring, 200).size() == 37);
}

TEST_CASE("regions of networks without groups are equal numbers of routers") {
  const Wiring ring = directed_ring(10, 1);
  CHECK(divide_into_regions(ring, 3) == std::vector<int>{0, 3, 6, 10});
  CHECK(divide_into_regions(ring, 0) == std::vector<int>{0, 10});
}

TEST_CASE("each router is in the region that begins last before it") {
  const std::vector<int> firsts = {0, 3, 6, 10};
  const std::vector<std::size_t> expected = {0, 0, 0, 1, 1, 1, 2, 2, 2, 2};
  for (int router = 0; router < 10; ++router)
    CHECK(region_of(firsts, router) == expected[static_cast<std::size_t>(router)]);
}
