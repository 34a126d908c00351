// SPDX-License-Identifier: Apache-2.0
#include "models/design/prices.hpp"

#include <fmt/format.h>

#include <cmath>

#include "models/common/error.hpp"
#include "models/design/design_metrics.hpp"
#include "models/design/terminals.hpp"

namespace dragonfly {
namespace {

void check_price(const char* what, double price) {
  if (!(price >= 0) || !std::isfinite(price)) {
    throw InputError(fmt::format("the price of {} is {}; it must be 0 or more", what, price));
  }
}

}  // namespace

int offered_radix(std::int64_t needed, const std::vector<int>& radices) {
  if (radices.empty()) return static_cast<int>(needed);
  int best = 0;
  for (const int radix : radices) {
    if (radix >= needed && (best == 0 || radix < best)) best = radix;
  }
  return best;
}

double DesignLinks::electrical_share() const {
  const std::int64_t all = electrical + optical;
  return all == 0 ? 1 : static_cast<double>(electrical) / static_cast<double>(all);
}

DesignLinks design_links(const DragonflyShape& shape, int redundancy) {
  const std::int64_t optical = optical_channels(shape);
  const std::int64_t ports = shape.g > 1 ? shape.routers() * shape.h : 0;
  return {shape.routers() * (shape.a - 1) / 2, optical * redundancy,
          (ports - 2 * optical) * redundancy};
}

DesignCost design_cost(const DragonflyShape& shape, std::int64_t p, int redundancy, int radix,
                       const DesignPrices& prices) {
  if (!prices.router) throw InputError("no price of routers is given");
  if (p < 1) throw InputError(fmt::format("p = {} terminals a router: at least 1 is needed", p));
  const std::int64_t needed = needed_radix(shape, p, redundancy);
  if (radix < needed) {
    throw InputError(
        fmt::format("routers with {} ports cannot take p = {} terminals, a - 1 = {} local and {} "
                    "global channels; {} ports are needed",
                    radix, p, shape.a - 1, shape.h * redundancy, needed));
  }
  const double router = prices.router(radix);
  check_price("a router", router);
  check_price("an electrical link", prices.electrical);
  check_price("an optical link", prices.optical);
  const DesignLinks links = design_links(shape, redundancy);
  const auto routers = static_cast<double>(shape.routers());
  DesignCost cost;
  cost.routers = routers * router;
  cost.electrical = static_cast<double>(links.electrical) * prices.electrical;
  cost.optical = static_cast<double>(links.optical) * prices.optical;
  cost.per_terminal =
      (cost.routers + cost.electrical + cost.optical) / (routers * static_cast<double>(p));
  return cost;
}

}  // namespace dragonfly
