// SPDX-License-Identifier: Apache-2.0
// Terminals a router and prices of designs, against figures of Teh et al. 2017 and sums worked out
// by hand.
#include <cmath>
#include <limits>

#include "models/common/error.hpp"
#include "models/design/design_metrics.hpp"
#include "models/design/prices.hpp"
#include "models/design/terminals.hpp"
#include "tests/catch.hpp"
#include "tests/design/router_price.hpp"

namespace dragonfly {

TEST_CASE("The router prices of Section 4") {
  CHECK(router_price(24) == Approx(7095).epsilon(1e-4));
  CHECK(router_price(48) == Approx(10460).epsilon(1e-4));
  CHECK(router_price(64) == Approx(14320).epsilon(1e-4));
  CHECK(router_price(96) == Approx(35884).epsilon(1e-4));
}

TEST_CASE("The designs quoted in Section 4 are priced") {
  // 60 ports: 13,077.225. p = 20 and 40 channels at $80, half at each end: 1,600.
  const DesignPrices equal{router_price, 80, 80};
  const DesignCost cheapest = design_cost({21, 24, 20}, 20, 1, 60, equal);
  CHECK(cheapest.per_terminal == Approx(733.86125).epsilon(1e-12));
  CHECK(std::round(cheapest.per_terminal * 100) == 73386);
  // (13,077.225 + 31 * 40 + 10 * 200) / 19
  const DesignPrices usual{router_price, 80, 400};
  CHECK(needed_radix({32, 17, 10}, 19, 1) == 60);
  CHECK(design_cost({32, 17, 10}, 19, 1, 60, usual).per_terminal == Approx(16317.225 / 19));
  CHECK(std::round(100 * design_links({32, 17, 10}, 1).electrical_share()) == 76);
  // 72 ports: 17,564.6448. (17,564.6448 + 44 * 40 + 5 * 400) / 23, optical links at $800
  const DesignPrices optics{router_price, 80, 800};
  CHECK(needed_radix({45, 10, 5}, 23, 1) == 72);
  CHECK(design_cost({45, 10, 5}, 23, 1, 72, optics).per_terminal == Approx(21324.6448 / 23));
  // 64 ports: 14,319.1744. (14,319.1744 + 33 * 40 + 13 * 200) / 18
  CHECK(needed_radix({34, 43, 13}, 18, 1) == 64);
  CHECK(design_cost({34, 43, 13}, 18, 1, 64, usual).per_terminal == Approx(18239.1744 / 18));
  CHECK(std::round(100 * design_links({34, 43, 13}, 1).electrical_share()) == 72);
}

TEST_CASE("A price consists of routers and links") {
  // 5 groups of 3 routers, h = 3: 15 electrical links, 22 optical ones as one port is left over.
  const DesignPrices prices{[](int radix) { return 10.0 * radix; }, 7, 11};
  const DesignCost cost = design_cost({3, 5, 3}, 2, 2, 12, prices);
  CHECK(cost.routers == 15 * 120);
  CHECK(cost.electrical == 15 * 7);
  CHECK(cost.optical == 2 * 22 * 11);
  CHECK(cost.per_terminal == Approx((1800.0 + 105 + 484) / 30));
  CHECK(design_links({3, 5, 3}, 2).electrical_share() == Approx(15.0 / 59));
  CHECK(design_links({1, 1, 0}, 1).electrical_share() == 1);
}

TEST_CASE("The smallest router that has enough ports is bought") {
  CHECK(offered_radix(48, {36, 48, 60}) == 48);
  CHECK(offered_radix(49, {60, 36, 48}) == 60);
  CHECK(offered_radix(1, {60, 36, 48}) == 36);
  CHECK(offered_radix(61, {36, 48, 60}) == 0);
}

TEST_CASE("Designs that cannot be priced are refused") {
  const DesignPrices usual{router_price, 80, 400};
  CHECK_THROWS_WITH(design_cost({32, 17, 10}, 20, 1, 60, usual),
                    ContainsSubstring("61 ports are needed"));
  CHECK_THROWS_AS(design_cost({32, 17, 10}, 0, 1, 60, usual), InputError);
  CHECK_THROWS_AS(design_cost({1, 1, 0}, 1, 1, 8, {nullptr, 80, 400}), InputError);
  CHECK_THROWS_AS(design_cost({1, 1, 0}, 1, 1, 8, {router_price, -1, 400}), InputError);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_AS(design_cost({1, 1, 0}, 1, 1, 8, {router_price, 80, nan}), InputError);
}

TEST_CASE("Terminals fill the bandwidth of the channels") {
  // A full mesh of 9 routers, Delta = 1: 8 terminals use 8 channels fully.
  CHECK(terminals_by_utilisation({9, 1, 0}, 1, 1) == 8);
  CHECK(utilisation({9, 1, 0}, 8, 1, 1) == 1);
  // A flattened butterfly of 4 x 4: 6 neighbours, 9 others at 2, Delta = 24 / 15.
  const double distance = measure_design({4, 4, 3}).average_distance;
  CHECK(distance == Approx(1.6));
  CHECK(terminals_by_utilisation({4, 4, 3}, 1, distance) == 3);  // 3.75
  CHECK(terminals_by_utilisation({4, 4, 3}, 3, distance) == 7);  // 7.5, h_eff = 9
  CHECK(terminals_by_utilisation({5, 5, 4}, 1, 1.6) == 5);       // exactly 5 on paper
  CHECK(utilisation({4, 4, 3}, 3, 1, distance) == Approx(0.8));
  // All its channels are loaded alike: 4 / 15 by each router's one terminal.
  CHECK(terminals_by_bottleneck(busiest_load({4, 4, 3}, 1)) == 3);
  // The example of the end of Section 3, two large groups and a single link each way: the 16 pairs
  // of routers on either side share it, so not even one terminal a router.
  CHECK(terminals_by_bottleneck(16.0 / 7) == 0);
  CHECK(utilisation({1, 1, 0}, 5, 1, 0) == 0);
  CHECK_THROWS_AS(terminals_by_utilisation({1, 1, 0}, 1, 0), InputError);
  CHECK_THROWS_AS(terminals_by_bottleneck(0), InputError);
}

}  // namespace dragonfly
