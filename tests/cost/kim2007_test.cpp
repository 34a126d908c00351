// SPDX-License-Identifier: Apache-2.0
// The 2007 paper's cost and power, against sums done by hand from its Tables 2, 3 and 5.
#include "models/cost/kim2007.hpp"

#include <cmath>

#include "models/cost/part_lists.hpp"
#include "models/cost/parts_by_size.hpp"
#include "tests/catch.hpp"

namespace dragonfly {
namespace {

const Kim2007 kModel;

CostResult cost(std::string_view topology, std::int64_t terminals, const Kim2007& model = kModel,
                const Sizing& sizing = {}) {
  return evaluate(model, parts_for_terminals(topology, terminals, sizing, model));
}

/// Share by which the flattened butterfly is cheaper than the folded Clos.
double saving(std::int64_t terminals, const Kim2007& model = kModel) {
  return 1 - cost("flattened-butterfly", terminals, model).cost_per_terminal /
                 cost("folded-clos", terminals, model).cost_per_terminal;
}

double power_saving(std::int64_t terminals, const Kim2007& model = kModel) {
  return 1 - cost("flattened-butterfly", terminals, model).watts_per_terminal /
                 cost("folded-clos", terminals, model).watts_per_terminal;
}

TEST_CASE("Tables 2 and 3: what a signal and a router cost") {
  CHECK(kModel.router_chip_cost + kModel.router_development_cost == 390);
  CHECK(kModel.router_development_cost == 6e6 / 20e3);
  CHECK(kModel.backplane_cost == Approx(3000.0 / 1536).margin(0.005));
  // Section 4.1: nearby routers, within 2 m.
  CHECK(cable_cost_per_signal(kModel, 2) == Approx(5.34));
  CHECK(cable_cost_per_signal(kModel, 0) == Approx(3.72));
  // A repeater's step just after 6 m, and after each 6 m more.
  CHECK(cable_cost_per_signal(kModel, 6) == Approx(3.72 + 0.81 * 6));
  CHECK(cable_cost_per_signal(kModel, 6.001) == Approx(2 * 3.72 + 0.81 * 6.001));
  CHECK(cable_cost_per_signal(kModel, 12.001) == Approx(3 * 3.72 + 0.81 * 12.001));
  CHECK(router_price(kModel, {"", 1, 63, 63, false}) == 390);
  CHECK(router_price(kModel, {"", 1, 16, 16, true}) == Approx(390.0 / 4));
  CHECK(router_price(kModel, {"", 1, 127, 127, false}) == Approx(390.0 * 127 / 64));
}

TEST_CASE("a hypercube's router by the width of its channels, or by their number") {
  // 4K: 12 channels of half a terminal's width, and the terminal's port.
  Kim2007 model;
  CHECK(cost("hypercube", 4096, model).router_cost() == Approx(4096 * 390.0 * 7 / 64));
  model.pins_by_width = 0;
  CHECK(cost("hypercube", 4096, model).router_cost() == Approx(4096 * 390.0 * 13 / 64));
}

TEST_CASE("the fitted line runs through the middle of the steps") {
  // Mean of the stepped price over lengths from 0 to 18 m, in centimetres, against the line's.
  double steps = 0, line = 0;
  for (int cm = 1; cm <= 1800; ++cm) {
    steps += cable_cost_per_signal(kModel, cm / 100.0);
    line += mean_cable_cost_per_signal(kModel, cm / 100.0);
  }
  CHECK(line == Approx(steps).epsilon(0.02));
}

TEST_CASE("1K by hand: flattened butterfly and folded Clos") {
  const double edge = std::sqrt(1024.0 / 75);
  // 32 routers; 1,024 terminal links and 496 cables of 6 signals.
  const double flat = 32 * 390 + 1024 * 6 * 1.95 + 496 * 6 * (2.16 + 1.4 * (edge / 3 + 2));
  CHECK(cost("flattened-butterfly", 1024).total_cost == Approx(flat));
  // 32 + 16 routers, 1,024 cables.
  const double clos = 48 * 390 + 1024 * 6 * 1.95 + 1024 * 6 * (2.16 + 1.4 * (edge / 4 + 2));
  CHECK(cost("folded-clos", 1024).total_cost == Approx(clos));
  Kim2007 stepped;
  stepped.fitted_line = 0;
  const double steps = 32 * 390 + 1024 * 6 * 1.95 + 496 * 6 * (3.72 + 0.81 * (edge / 3 + 2));
  CHECK(cost("flattened-butterfly", 1024, stepped).total_cost == Approx(steps));
  // The same for a conventional butterfly: 2 x 16 routers, one-way channels of 3 signals.
  const double fly = 32 * 390 + 1024 * 6 * 1.95 + 1024 * 3 * (2.16 + 1.4 * (edge / 3 + 2));
  CHECK(cost("butterfly", 1024).total_cost == Approx(fly));
  // Hypercube: channels of half width, so 6 of 64 ports; dimensions 1-7 on backplanes, 8 at 2 m.
  const double cable = 2.16 + 1.4 * ((edge - 1) / std::log2(edge) + 2);
  const double cube =
      1024 * (390 * 6.0 / 64) + 1024 * 6 * 1.95 + 512 * 3 * (7 * 1.95 + 4.96 + 2 * cable);
  CHECK(cost("hypercube", 1024).total_cost == Approx(cube));
}

TEST_CASE("4K and 64K by hand, per terminal") {
  const auto dollars = [](std::string_view topology, std::int64_t n) {
    return cost(topology, n).cost_per_terminal;
  };
  // The line of Figure 7(b) for all cables (Section 4.1), also those of 2 m.
  const auto line = [](double metres) { return 2.16 + 1.4 * metres; };
  for (const std::int64_t n : {4096, 65536}) {
    CAPTURE(n);
    const double edge = std::sqrt(static_cast<double>(n) / 75);
    const double terminal = 6 * 1.95;
    const int global = n == 4096 ? 1 : 2;
    // 16-ary flats: 15 ends a dimension and router; 56 of the 120 pairs of dimension 1 in cabinets.
    const double ends = 15.0 / 16;
    const double near = (56 * 1.95 + 64 * line(2)) / 120;
    CHECK(dollars("flattened-butterfly", n) ==
          Approx(390.0 / 16 + terminal + ends * 3 * (near + global * line(edge / 3 + 2))));
    // Butterfly: 2 and 3 stages of 64-port routers. Folded Clos: 3 and 4 levels, half the routers
    // on the top one.
    const int stages = n == 4096 ? 2 : 3;
    CHECK(dollars("butterfly", n) ==
          Approx(stages * 390.0 / 64 + terminal + (stages - 1) * 3 * line(edge / 3 + 2)));
    const int levels = n == 4096 ? 3 : 4;
    CHECK(dollars("folded-clos", n) ==
          Approx((levels - 0.5) * 390.0 / 32 + terminal + (levels - 1) * 6 * line(edge / 4 + 2)));
    // Hypercube: half a port and half a link of half width for each dimension.
    const int cube = n == 4096 ? 12 : 16;
    const double floor = line((edge - 1) / std::log2(edge) + 2);
    CHECK(dollars("hypercube", n) == Approx(390.0 * (1 + cube / 2.0) / 64 + terminal +
                                            1.5 * (7 * 1.95 + line(2) + (cube - 8) * floor)));
  }
}

TEST_CASE("breakdown: items add up to the total") {
  for (const std::string& topology : cost_topologies()) {
    const CostResult r = cost(topology, 4096);
    double sum = 0, watts = 0;
    for (const CostItem& item : r.items) {
      sum += item.unit_cost * static_cast<double>(item.count);
      watts += item.watts;
    }
    CAPTURE(topology);
    CHECK(r.total_cost == Approx(sum));
    CHECK(r.total_watts == Approx(watts));
    CHECK(r.total_cost == Approx(r.router_cost() + r.link_cost(LinkRole::kTerminal) +
                                 r.link_cost(LinkRole::kLocal) + r.link_cost(LinkRole::kGlobal)));
    CHECK(r.assumptions.size() > 5);
  }
}

TEST_CASE("Section 4.3: savings of the flattened butterfly over the folded Clos") {
  // Below 1K: 35% to 38%.
  CHECK(saving(512) > 0.345);
  CHECK(saving(512) < 0.385);
  CHECK(saving(1024) > 0.345);
  CHECK(saving(1024) < 0.385);
  // Above 1K: more than 40%; the most at 4K.
  CHECK(saving(2048) > 0.40);
  CHECK(saving(4096) > 0.40);
  CHECK(saving(8192) > 0.40);
  CHECK(saving(4096) > saving(2048));
  CHECK(saving(4096) > saving(8192));
  CHECK(saving(4096) > saving(16384));
  // 53% at 4K comes out if routers are priced by the ports used, and not of whole ones.
  Kim2007 by_ports;
  by_ports.scale_all_routers = 1;
  CHECK(saving(4096) < 0.53);
  CHECK(saving(4096, by_ports) == Approx(0.53).margin(0.01));
}

TEST_CASE("Section 4.3: terminal links are about 40% of all links' cost in small networks") {
  for (const std::int64_t n : {512, 1024}) {
    const CostResult r = cost("flattened-butterfly", n);
    CHECK(r.link_cost(LinkRole::kTerminal) / (r.total_cost - r.router_cost()) ==
          Approx(0.40).margin(0.03));
  }
}

TEST_CASE("Section 4.3: order of the topologies") {
  for (const std::int64_t n : {1024, 2048, 4096, 8192, 16384, 32768}) {
    CAPTURE(n);
    const double flat = cost("flattened-butterfly", n).cost_per_terminal;
    const double fly = cost("butterfly", n).cost_per_terminal;
    const double clos = cost("folded-clos", n).cost_per_terminal;
    const double cube = cost("hypercube", n).cost_per_terminal;
    CHECK(flat < clos);
    CHECK(flat < cube);
    CHECK(fly < clos);
    CHECK(fly < cube);
    if (n > 1024 && n <= 4096) CHECK(fly < flat);
    // Above 4K both cost nearly the same.
    if (n > 4096) CHECK(std::abs(flat / fly - 1) < 0.2);
  }
  // The flattened butterfly costs no more than the butterfly at 1K.
  CHECK(cost("flattened-butterfly", 1024).cost_per_terminal <
        cost("butterfly", 1024).cost_per_terminal);
  // The step from 1K to 2K: about $60 a terminal for the folded Clos, less for the other.
  const double clos_step =
      cost("folded-clos", 2048).cost_per_terminal - cost("folded-clos", 1024).cost_per_terminal;
  const double flat_step = cost("flattened-butterfly", 2048).cost_per_terminal -
                           cost("flattened-butterfly", 1024).cost_per_terminal;
  CHECK(clos_step == Approx(60).margin(6));
  CHECK(flat_step < clos_step);
  CHECK(flat_step > 0);
}

TEST_CASE("Figure 13: more dimensions of a 4K flattened butterfly cost more") {
  const auto flat = [](std::int64_t k, std::size_t dimensions) {
    const std::vector<std::int64_t> sizes(dimensions, k);
    return evaluate(kModel, flattened_butterfly_parts(k, sizes, {}, kModel)).cost_per_terminal;
  };
  const double one = flat(64, 1);
  // 45% from one to two dimensions.
  CHECK(flat(16, 2) / one - 1 == Approx(0.45).margin(0.03));
  // "By 300%" to five: ours lies between three and four times the cost.
  CHECK(flat(4, 5) / one > 3);
  CHECK(flat(4, 5) / one < 4);
  CHECK(flat(8, 3) > flat(16, 2));
  CHECK(flat(4, 5) > flat(8, 3));
}

TEST_CASE("Table 5: power by hand") {
  CHECK(kModel.switch_power == 40);
  CHECK(kModel.local_link_power == Approx(0.8 * kModel.global_link_power));  // 20% less
  CHECK(kModel.global_link_power / kModel.backplane_link_power >= 5);
  // 1K flattened butterfly: 63 of 64 ports; terminals at 40 mW, 992 cable ends at 200 mW.
  const double flat = 32 * 40.0 * 63 / 64 + 1024 * 0.04 + 992 * 0.2;
  CHECK(cost("flattened-butterfly", 1024).total_watts == Approx(flat));
  // 1K folded Clos: one SerDes for all, at 160 mW to terminals.
  const double clos = 48 * 40.0 + 1024 * 0.16 + 2048 * 0.2;
  CHECK(cost("folded-clos", 1024).total_watts == Approx(clos));
  // 1K butterfly: two stages of 16 routers; a one-way channel needs half a SerDes at each end.
  const double fly = 32 * 40.0 + 1024 * 0.16 + 1024 * 2 * 0.5 * 0.2;
  CHECK(cost("butterfly", 1024).total_watts == Approx(fly));
  // Table 5 read for a signal, of which a port has three: SerDes of a radix-64 router then take
  // 38.4 W beside 40 W.
  Kim2007 by_signal;
  by_signal.serdes_per_port = 3;
  CHECK(cost("folded-clos", 1024, by_signal).total_watts ==
        Approx(48 * 40.0 + 3 * (1024 * 0.16 + 2048 * 0.2)));
  // 64K, W a terminal. Flattened butterfly: 61 ports for 16 terminals, 56 of 120 pairs of dimension
  // 1 in cabinets. Folded Clos: 4 levels. Hypercube: 9 ports, half a SerDes for each dimension.
  const double ends = 15.0 / 16;
  CHECK(cost("flattened-butterfly", 65536).watts_per_terminal ==
        Approx(40.0 * 61 / 64 / 16 + 0.04 + ends * ((56 * 0.04 + 64 * 0.16) / 120 + 2 * 0.2)));
  CHECK(cost("folded-clos", 65536).watts_per_terminal ==
        Approx(3.5 * 40 / 32 + 0.16 + 3 * 2 * 0.2));
  CHECK(cost("hypercube", 65536).watts_per_terminal ==
        Approx(40.0 * 9 / 64 + 0.04 + 0.5 * (7 * 0.04 + 0.16 + 8 * 0.2)));
}

TEST_CASE("Section 5.3: power of the topologies") {
  // At 1K less than the conventional butterfly's, because of the SerDes made for local links.
  CHECK(cost("flattened-butterfly", 1024).watts_per_terminal <
        cost("butterfly", 1024).watts_per_terminal);
  for (const std::int64_t n : {1024, 2048, 4096, 8192, 16384, 32768}) {
    CAPTURE(n);
    CHECK(power_saving(n) > 0.20);
    // The hypercube takes most, butterfly and flattened butterfly least.
    const double clos = cost("folded-clos", n).watts_per_terminal;
    CHECK(cost("hypercube", n).watts_per_terminal > clos);
    CHECK(cost("flattened-butterfly", n).watts_per_terminal < clos);
    CHECK(cost("butterfly", n).watts_per_terminal < clos);
  }
  // "About 48%" from 4K to 8K, where the flattened butterfly has 2 dimensions and the folded Clos 3
  // levels.
  CHECK(power_saving(4096) == Approx(0.48).margin(0.01));
  CHECK(power_saving(8192) == Approx(0.48).margin(0.01));
  // Three dimensions save less.
  CHECK(power_saving(16384) < power_saving(4096));
}

TEST_CASE("optics instead of repeaters") {
  Kim2007 model;
  model.optical_threshold = 6;
  const CostResult r = cost("dragonfly", 16384, model);
  for (const CostItem& item : r.items) {
    if (item.name != "global") continue;
    CHECK(item.medium == Medium::kOptical);
    CHECK(item.unit_cost == 6 * 220);
  }
}

}  // namespace
}  // namespace dragonfly
