// SPDX-License-Identifier: Apache-2.0
// Prices of the 2017 paper's Section 4.
#include "models/cost/teh2017.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "models/common/error.hpp"
#include "models/cost/part_lists.hpp"
#include "tests/catch.hpp"

namespace dragonfly {
namespace {

CostResult price(const Teh2017& model, std::int64_t p, std::int64_t a, std::int64_t h,
                 std::int64_t g) {
  return evaluate(model, dragonfly_parts(p, a, h, g, {}));
}

TEST_CASE("router prices of the section") {
  const RouterPriceCurve curve;
  CHECK(price_at(curve, 24) == Approx(7095).margin(1));
  CHECK(price_at(curve, 48) == Approx(10460).margin(1));
  CHECK(price_at(curve, 64) == Approx(14320).margin(1));
  CHECK(price_at(curve, 96) == Approx(35884).margin(1));
  // The printed coefficients, rounded to three digits, miss by up to 0.19%: at 64 ports they give
  // 23,619.2 - 39,854.1 + 30,528 = 14,293.1.
  const RouterPriceCurve printed{0.0901, -9.73, 477};
  double worst = 0;
  for (const auto& [ports, dollars] :
       {std::pair{24, 7095}, {48, 10460}, {64, 14320}, {96, 35884}}) {
    worst = std::max(worst, std::abs(price_at(printed, ports) / dollars - 1));
  }
  CHECK(worst == Approx((14320 - 14293.1) / 14320).epsilon(0.01));
}

TEST_CASE("the curve follows from two prices and the minimum at 36 ports") {
  const RouterPriceCurve curve = curve_through(24, 7095, 48, 10455, 36);
  CHECK(price_at(curve, 24) == Approx(7095));
  CHECK(price_at(curve, 48) == Approx(10455));
  // By hand: c1 = 3735 / 13824, -36 c1, 1296 c1 + (7095 - 14976 c1) / 24.
  CHECK(curve.cubic == Approx(3735.0 / 13824 / 3));
  CHECK(curve.quadratic == Approx(-9.7265625));
  CHECK(curve.linear == Approx(477.1875));
  // The paper rounds the first coefficient to 0.0901.
  CHECK(curve.cubic == Approx(0.0901).margin(0.00005));
  // The price of one more port is lowest at 36.
  const auto step = [&](double r) { return price_at(curve, r + 0.5) - price_at(curve, r - 0.5); };
  CHECK(step(36) < step(35));
  CHECK(step(36) < step(37));
  CHECK_THROWS_AS(curve_through(24, 7095, 24, 7095, 36), InputError);
  CHECK_THROWS_AS(curve_through(0, 0, 24, 7095, 36), InputError);
}

TEST_CASE("$733.86 for p = 20, 60-port routers and 40 equally priced links a router") {
  Teh2017 model;
  model.optical_cost = 80;
  // (13,077.2 + 40 x 80 / 2) / 20, in whatever way 40 splits into local and global.
  for (const std::int64_t h : {5, 10, 20}) {
    const CostResult r = price(model, 20, 41 - h, h, 20);
    CHECK(r.cost_per_terminal == Approx(733.86).margin(0.005));
  }
}

TEST_CASE("cost per terminal of the designs that the section quotes") {
  // S (cost(R) + ((a-1) electrical + h optical) / 2) / (S p), done here by itself.
  const auto by_hand = [](double p, double a, double h, double radix, double optical) {
    const double router =
        0.0901 * radix * radix * radix - 9.7265625 * radix * radix + 477.1875 * radix;
    return (router + ((a - 1) * 80 + h * optical) / 2) / p;
  };
  Teh2017 model;
  // N = 10,000 at $400: 17 groups of 32, p = 19, h = 10: 60 ports.
  CHECK(price(model, 19, 32, 10, 17).cost_per_terminal == Approx(by_hand(19, 32, 10, 60, 400)));
  CHECK(price(model, 19, 32, 10, 17).routers == 544);
  // N = 25,000 with radices 48, 64, 80: 43 groups of 34, p = 18, h = 13: 64 ports.
  model.offered_radices = parse_radices("48,64,80");
  const CostResult large = price(model, 18, 34, 13, 43);
  CHECK(large.radix == 64);
  CHECK(large.cost_per_terminal == Approx(by_hand(18, 34, 13, 64, 400)));
  // An odd number of global ports leaves one out: 3 groups of 1 router with 3 ports, 4 links.
  CHECK(price(model, 1, 1, 3, 3).link_cost(LinkRole::kGlobal) == 4 * 400);
}

TEST_CASE("offered radices") {
  const Teh2017 model;
  CHECK(offered_radix(model, 1) == 36);
  CHECK(offered_radix(model, 36) == 36);
  CHECK(offered_radix(model, 37) == 48);
  CHECK(offered_radix(model, 72) == 72);
  CHECK_THROWS_WITH(offered_radix(model, 73), ContainsSubstring("36, 48, 60, 72"));
  CHECK_THROWS_AS(price(model, 40, 40, 10, 2), InputError);
  Teh2017 any = model;
  any.offered_radices.clear();
  CHECK(offered_radix(any, 73) == 73);
  CHECK(parse_radices("60, 36,60") == std::vector<std::int64_t>{36, 60});
  CHECK(parse_radices("60, 36-38") == std::vector<std::int64_t>{36, 37, 38, 60});
  CHECK(parse_radices("").empty());
  for (const char* text : {"a", "36,,48", "36;48", "-3", "0", "36 48", "99999999999999999999"}) {
    CHECK_THROWS_AS(parse_radices(text), InputError);
  }
}

TEST_CASE("terminal links, and a router price that is no price") {
  Teh2017 model;
  CHECK(price(model, 4, 8, 4, 33).link_cost(LinkRole::kTerminal) == 0);
  model.terminal_cost = 50;
  CHECK(price(model, 4, 8, 4, 33).link_cost(LinkRole::kTerminal) == 50 * 1056);
  model.router_cost = 1000;
  CHECK(price(model, 4, 8, 4, 33).router_cost() == 264'000);
  model.router_cost = 0;
  model.router_linear = -1000;
  CHECK_THROWS_WITH(price(model, 4, 8, 4, 33), ContainsSubstring("router-linear"));
}

}  // namespace
}  // namespace dragonfly
