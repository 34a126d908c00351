// SPDX-License-Identifier: Apache-2.0
// Cost of Kim, Dally, Scott, Abts: Technology-Driven, Highly-Scalable Dragonfly Topology, ISCA 2008
// (Sections 2 and 5).
#pragma once

#include <vector>

#include "models/cost/cost_result.hpp"
#include "models/cost/network_parts.hpp"
#include "models/cost/packaging.hpp"
#include "models/cost/parameter_table.hpp"

namespace dragonfly {

/// Parameters; what each means, its unit, range and source stand in kim2008_parameters().
struct Kim2008 : Packaging {
  Kim2008() {
    neighbour_cabinets = 4;  // a group of 512 nodes in cabinets of 128 (Section 5)
    // Inter-cabinet cables and global ones are the same in Sections 1 and 2, so local channels are
    // none.
    neighbour_backplane = 1;
  }

  double radix = 64;
  double router_cost = 390;
  double scale_all_routers = 0;
  double link_rate = 18.75;
  double backplane_cost = 1.95;
  double electrical_cost = 2.16;
  double electrical_cost_per_metre = 1.4;
  double optical_cost = 9.7103;
  double optical_cost_per_metre = 0.364;
  double optical_threshold = 8;
};

[[nodiscard]] const std::vector<ModelParameter<Kim2008>>& kim2008_parameters();

/// $/(Gb/s) of an electrical and of an active optical cable of this length (Figure 2).
[[nodiscard]] double electrical_cost(const Kim2008& model, double metres);
[[nodiscard]] double optical_cost(const Kim2008& model, double metres);

/// Length in metres at which both cables cost the same. Throws InputError if the lines do not meet
/// at a length > 0.
[[nodiscard]] double equal_cost_length(const Kim2008& model);

[[nodiscard]] CostResult evaluate(const Kim2008& model, const NetworkParts& parts);

}  // namespace dragonfly
