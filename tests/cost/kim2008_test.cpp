// SPDX-License-Identifier: Apache-2.0
// The 2008 paper's cost lines, and its comparison of topologies by hand.
#include "models/cost/kim2008.hpp"

#include <cmath>
#include <stdexcept>

#include "models/common/error.hpp"
#include "models/cost/parts_by_size.hpp"
#include "tests/catch.hpp"

namespace dragonfly {
namespace {

const Kim2008 kModel;

CostResult cost(std::string_view topology, std::int64_t terminals, const Kim2008& model = kModel) {
  return evaluate(model, parts_for_terminals(topology, terminals, {}, model));
}

double saving(std::string_view topology, std::int64_t terminals, const Kim2008& model = kModel) {
  return 1 - cost("dragonfly", terminals, model).cost_per_terminal /
                 cost(topology, terminals, model).cost_per_terminal;
}

const CostItem& item(const CostResult& result, std::string_view name, std::size_t which = 0) {
  for (const CostItem& i : result.items) {
    if (i.name == name && which-- == 0) return i;
  }
  throw std::out_of_range("no such item");
}

TEST_CASE("Figure 2: the lines meet at 7.29 m, neither at 10 nor at 8 m") {
  // (9.7103 - 2.16) / (1.4 - 0.364)
  CHECK(equal_cost_length(kModel) == Approx(7.5503 / 1.036));
  CHECK(equal_cost_length(kModel) == Approx(7.288).margin(0.001));
  CHECK(electrical_cost(kModel, 10) == Approx(16.16));
  CHECK(optical_cost(kModel, 10) == Approx(13.3503));
  // At the threshold of Section 5 optics are cheaper already.
  CHECK(electrical_cost(kModel, 8) > optical_cost(kModel, 8));
  Kim2008 flat;
  flat.optical_cost_per_metre = 1.4;
  CHECK_THROWS_AS(equal_cost_length(flat), InputError);
}

TEST_CASE("16K dragonfly by hand") {
  // 1,024 routers in 32 groups of 496 pairs, on backplanes; global cables: 512 ends of 32 groups,
  // 2 E / 3 + 2 m, more than 8 m.
  const double edge = std::sqrt(16384.0 / 75);
  const double metres = 2 * edge / 3 + 2;
  REQUIRE(metres > 8);
  const double rate = 18.75;
  const double backplanes = 1024 * 390 + 16384 * rate * 1.95;
  const double global = 8192 * rate * (9.7103 + 0.364 * metres);
  const double expected = backplanes + 32 * 496 * rate * 1.95 + global;
  CHECK(cost("dragonfly", 16384).total_cost == Approx(expected));
  // 8 routers of 16 terminals in a cabinet: 4 x 28 pairs of a group are inside, if the others are
  // short cables.
  Kim2008 cables;
  cables.neighbour_backplane = 0;
  const double local = 32 * rate * (112 * 1.95 + 384 * (2.16 + 1.4 * 2));
  CHECK(cost("dragonfly", 16384, cables).total_cost == Approx(backplanes + local + global));
}

TEST_CASE("the others of 16K by hand, per terminal") {
  const double edge = std::sqrt(16384.0 / 75);
  const double rate = 18.75;
  const double terminal = rate * 1.95;
  // 16 x 16 x 4 routers of 16 terminals; dimension 3 has 4 channels a pair, 12 ends a router.
  const double third = edge / 3 + 2;
  REQUIRE(third < 8);
  CHECK(
      cost("flattened-butterfly", 16384).cost_per_terminal ==
      Approx(390.0 / 16 + terminal + rate * (7.5 * 1.95 + (7.5 + 6) * (2.16 + 1.4 * third)) / 16));
  const double quarter = edge / 4 + 2;
  CHECK(cost("folded-clos", 16384).cost_per_terminal ==
        Approx(2.5 * 390 / 32 + terminal + 2 * rate * (2.16 + 1.4 * quarter)));
  // 26 x 26 x 25 terminals, channels of width 26 / 8; cabinets hold 8 x 4 x 4 of them, and the
  // share of a ring's channels that leave a cabinet is 4, 7 and 7 of its length.
  const double width = 26 / 8.0;
  const auto ring = [&](double size, double leave) {
    return (leave * (2.16 + 1.4 * 2) + (size - leave) * 1.95) / size;
  };
  CHECK(cost("torus", 16384).cost_per_terminal ==
        Approx(390 * (1 + 6 * width) / 64 + terminal +
               rate * width * (ring(26, 4) + ring(26, 7) + ring(25, 7))));
}

TEST_CASE("Section 5: what is optical") {
  // At 8K the dragonfly needs optics, at 4K not, and the torus never does.
  CHECK(item(cost("dragonfly", 8192), "global").medium == Medium::kOptical);
  CHECK(item(cost("dragonfly", 4096), "global").medium == Medium::kElectrical);
  for (const CostItem& i : cost("torus", 262144).items) CHECK(i.medium != Medium::kOptical);
  Kim2008 later;
  later.optical_threshold = 10;
  CHECK(item(cost("dragonfly", 8192, later), "global").medium == Medium::kElectrical);
}

TEST_CASE("Section 5: up to 1K dragonfly and flattened butterfly are the same network") {
  // 32 routers, 1,024 terminals; both by hand: the cables' mean is E / 3 + 2.
  const double edge = std::sqrt(1024.0 / 75);
  const double expected =
      32 * 390 + 1024 * 18.75 * 1.95 + 496 * 18.75 * (2.16 + 1.4 * (edge / 3 + 2));
  CHECK(cost("dragonfly", 1024).total_cost == Approx(expected));
  for (const std::int64_t n : {2, 33, 100, 512, 1000, 1024}) {
    CHECK(cost("dragonfly", n).total_cost == cost("flattened-butterfly", n).total_cost);
  }
  CHECK(cost("flattened-butterfly", 1024).total_cost == Approx(expected));
}

TEST_CASE("Figure 19: who is cheaper, where the text's assumptions decide it") {
  for (const std::int64_t n : {8192, 16384, 32768, 65536}) {
    CAPTURE(n);
    CHECK(saving("folded-clos", n) > 0);
    CHECK(saving("torus", n) > 0);
    if (n > 8192) CHECK(saving("flattened-butterfly", n) > 0);
  }
  // The saving over the torus falls where optics set in, and grows again.
  CHECK(saving("torus", 1024) > saving("torus", 8192));
  CHECK(saving("torus", 65536) > saving("torus", 8192));
  // About 20% over the flattened butterfly from 32K (at 16K less), 52% over the folded Clos.
  CHECK(saving("flattened-butterfly", 32768) == Approx(0.20).margin(0.02));
  CHECK(saving("flattened-butterfly", 65536) == Approx(0.20).margin(0.02));
  CHECK(saving("flattened-butterfly", 16384) < 0.20);
  CHECK(saving("folded-clos", 16384) == Approx(0.52).margin(0.03));
  CHECK(saving("folded-clos", 32768) == Approx(0.52).margin(0.03));
  // Over the torus 62% at 1K, and more than 60% from 16K.
  CHECK(saving("torus", 1024) == Approx(0.62).margin(0.02));
  for (const std::int64_t n : {16384, 32768, 65536}) CHECK(saving("torus", n) > 0.60);
}

TEST_CASE("Figure 19 at 4K: the dragonfly has more links of both kinds, and longer ones") {
  // 256 routers each: 8 groups of 32 with 496 local pairs and 512 global ports; or 16 rows of 16
  // with 120 pairs in each of two dimensions. So no price makes the dragonfly the cheaper one.
  const NetworkParts dragonfly = parts_for_terminals("dragonfly", 4096, {}, kModel);
  const NetworkParts flat = parts_for_terminals("flattened-butterfly", 4096, {}, kModel);
  CHECK(dragonfly.router_count() == 256);
  CHECK(flat.router_count() == 256);
  CHECK(dragonfly.link_class("local").links == 8 * 496);
  CHECK(dragonfly.link_class("global").links == 8 * 512 / 2);
  CHECK(flat.link_class("dimension 1").links == 16 * 120);
  CHECK(flat.link_class("dimension 2").links == 16 * 120);
  CHECK(mean_cable_length(dragonfly.link_class("global")) >
        mean_cable_length(flat.link_class("dimension 2")));
  CHECK(saving("flattened-butterfly", 4096) < 0);
}

TEST_CASE("routers: whole for high radix, by their pins for the torus") {
  CHECK(item(cost("dragonfly", 16384), "router").unit_cost == 390);
  CHECK(item(cost("flattened-butterfly", 4096), "router").unit_cost == 390);
  // 16 x 16 x 16: 6 ports of width 16 / 8 and a terminal's.
  CHECK(item(cost("torus", 4096), "router").unit_cost == Approx(390 * 13.0 / 64));
}

}  // namespace
}  // namespace dragonfly
