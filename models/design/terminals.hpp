// SPDX-License-Identifier: Apache-2.0
// How many terminals a router gets (Teh et al. 2017, Section 3, Equations 6 to 8).
#pragma once

#include <cstdint>

#include "models/design/shape.hpp"

namespace dragonfly {

/// Ports of a router with p terminals: p + a - 1 + h_eff.
[[nodiscard]] std::int64_t needed_radix(const DragonflyShape& shape, std::int64_t p,
                                        int redundancy);

/// H of Equation 8: mean load of all channels between routers if all terminals send at full rate
/// under uniform traffic; p Delta / (a - 1 + h_eff), h_eff = redundancy * h. 0 for a single router.
[[nodiscard]] double utilisation(const DragonflyShape& shape, std::int64_t p, int redundancy,
                                 double average_distance);

/// The most terminals a router for which the utilisation does not exceed 1 (Equation 7):
/// floor((a - 1 + h_eff) / Delta). Throws InputError for a single router, which has no limit.
[[nodiscard]] std::int64_t terminals_by_utilisation(const DragonflyShape& shape, int redundancy,
                                                    double average_distance);

/// The most terminals a router for which no channel is loaded beyond its bandwidth, given
/// busiest_load() (end of Section 3). It can be 0. Throws InputError for a single router.
[[nodiscard]] std::int64_t terminals_by_bottleneck(double busiest_load);

/// Whether a utilisation is at most 1, but for the rounding of floating-point numbers.
[[nodiscard]] bool within_bandwidth(double utilisation);

}  // namespace dragonfly
