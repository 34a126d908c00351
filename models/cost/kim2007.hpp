// SPDX-License-Identifier: Apache-2.0
// Cost and power of Kim, Dally, Abts: Flattened Butterfly, ISCA 2007 (Sections 4 and 5.3).
#pragma once

#include <vector>

#include "models/cost/cost_result.hpp"
#include "models/cost/network_parts.hpp"
#include "models/cost/packaging.hpp"
#include "models/cost/parameter_table.hpp"

namespace dragonfly {

/// Parameters; what each means, its unit, range and source stand in kim2007_parameters().
struct Kim2007 : Packaging {
  double radix = 64;
  double pairs_per_port = 3;
  double router_chip_cost = 90;
  double router_development_cost = 300;
  double router_cost = 0;
  double scale_all_routers = 0;
  double pins_by_width = 1;
  double backplane_cost = 1.95;
  double electrical_cost = 3.72;
  double electrical_cost_per_metre = 0.81;
  double fitted_line = 1;
  double line_cost = 2.16;
  double line_cost_per_metre = 1.4;
  double repeater_distance = 6;
  double repeater_cost = 3.72;
  double optical_cost = 220;
  double optical_threshold = 1e6;
  double switch_power = 40;
  double scale_switch_power = 1;
  double global_link_power = 0.2;
  double local_link_power = 0.16;
  double backplane_link_power = 0.04;
  double dedicated_serdes = 1;
  double serdes_per_port = 1;
};

[[nodiscard]] const std::vector<ModelParameter<Kim2007>>& kim2007_parameters();

/// $ of one differential signal over a cable of exactly this length: wire and overhead, with a
/// repeater after each full repeater_distance that is not the end (Table 2, Figure 7).
[[nodiscard]] double cable_cost_per_signal(const Kim2007& model, double metres);

/// $ of one differential signal over cables of this mean length: the line fitted to the prices with
/// repeaters (Figure 7(b); its equation as the 2008 paper quotes it). Section 4.1 takes it for all
/// cables of its comparison, short ones too.
[[nodiscard]] double mean_cable_cost_per_signal(const Kim2007& model, double mean_metres);

/// $ of a router: a whole one's price by router_share(), of its ports' widths or of their number.
[[nodiscard]] double router_price(const Kim2007& model, const RouterClass& router);

[[nodiscard]] CostResult evaluate(const Kim2007& model, const NetworkParts& parts);

}  // namespace dragonfly
