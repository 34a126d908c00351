// SPDX-License-Identifier: Apache-2.0
// Prices of Teh, Wilke, Bergman, Rumley: Design space exploration of the Dragonfly topology, 2017
// (Section 4).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "models/cost/cost_result.hpp"
#include "models/cost/network_parts.hpp"
#include "models/cost/parameter_table.hpp"

namespace dragonfly {

/// Price of a router by its ports: cubic r^3 + quadratic r^2 + linear r (equation 9). The printed
/// coefficients are rounded; these meet the four prices that the section quotes.
struct RouterPriceCurve {
  double cubic = 0.0901;
  double quadratic = -9.7265625;
  double linear = 477.1875;
};

/// $ of a router with r ports.
[[nodiscard]] double price_at(const RouterPriceCurve& curve, double ports);

/// The curve through two prices whose marginal price of a port is a parabola with its minimum at
/// `minimum` ports: cost'(r) = c1 (r - minimum)^2 + c2, cost(0) = 0. Throws InputError if the two
/// points do not determine it.
[[nodiscard]] RouterPriceCurve curve_through(double ports1, double price1, double ports2,
                                             double price2, double minimum);

/// Parameters; what each means, its unit, range and source stand in teh2017_parameters().
struct Teh2017 {
  double router_cubic = RouterPriceCurve{}.cubic;
  double router_quadratic = RouterPriceCurve{}.quadratic;
  double router_linear = RouterPriceCurve{}.linear;
  double router_cost = 0;
  double electrical_cost = 80;
  double optical_cost = 400;
  double terminal_cost = 0;
  /// Radices that routers are offered in, ascending (Section 4: 36, 48, 60, 72 for 10,000
  /// terminals; 48, 64, 80 for 25,000). Empty: any.
  std::vector<std::int64_t> offered_radices{36, 48, 60, 72};
};

[[nodiscard]] const std::vector<ModelParameter<Teh2017>>& teh2017_parameters();

/// The radices in a list as "36,48,60,72", ascending and each once; empty text: any radix. Throws
/// InputError if it is none.
[[nodiscard]] std::vector<std::int64_t> parse_radices(std::string_view text);

/// The smallest offered radix of at least `ports`. Throws InputError with what is offered if none
/// is.
[[nodiscard]] std::int64_t offered_radix(const Teh2017& model, std::int64_t ports);

/// $ of a router of an offered radix.
[[nodiscard]] double router_price(const Teh2017& model, std::int64_t radix);

/// Prices the parts: links within groups, cabinets and dimensions that are local are electrical,
/// others optical. Half of a link's price falls to each of its ends, so that a design's links cost
/// S ((a-1) electrical + h optical) / 2; terminal links cost terminal_cost, 0 in the paper.
[[nodiscard]] CostResult evaluate(const Teh2017& model, const NetworkParts& parts);

}  // namespace dragonfly
