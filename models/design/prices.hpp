// SPDX-License-Identifier: Apache-2.0
// What a design costs (Teh et al. 2017, Section 4).
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "models/design/shape.hpp"

namespace dragonfly {

/// Prices in dollars.
struct DesignPrices {
  std::function<double(int radix)> router;  ///< of a router with that many ports
  double electrical = 80;                   ///< of a link in a group
  double optical = 400;                     ///< of a link between groups
};

/// The smallest of the radices on offer that is at least `needed`; 0 if there is none. `needed`
/// itself if the list is empty: any radix.
[[nodiscard]] int offered_radix(std::int64_t needed, const std::vector<int>& radices);

/// Links of a design.
struct DesignLinks {
  std::int64_t electrical = 0;  ///< g a (a-1) / 2
  std::int64_t optical = 0;     ///< all redundant ones counted
  /// Global ports without a partner, as their number is odd; no link is paid for them.
  std::int64_t unconnected_ports = 0;
  /// Electrical links among all; 1 if there are none at all.
  [[nodiscard]] double electrical_share() const;
};

[[nodiscard]] DesignLinks design_links(const DragonflyShape& shape, int redundancy);

/// The price of a design, by what it is paid for, in dollars for the whole network. Links to
/// terminals are not charged.
struct DesignCost {
  double routers = 0;
  double electrical = 0;
  double optical = 0;
  double per_terminal = 0;  ///< the sum of the three for each of the S p terminals
};

/// Prices a design of routers with `radix` ports. A link is paid once, half of it for either end.
/// Throws InputError if p < 1, the ports do not suffice, or a price is missing, negative or not
/// finite.
[[nodiscard]] DesignCost design_cost(const DragonflyShape& shape, std::int64_t p, int redundancy,
                                     int radix, const DesignPrices& prices);

}  // namespace dragonfly
