// SPDX-License-Identifier: Apache-2.0
// Shapes of dragonflies: groups, routers and global ports as functions of the imbalance b and the
// density d (Teh et al. 2017, Section 2.4, Equations 1 to 5).
#pragma once

#include <cstdint>

namespace dragonfly {

/// g groups of a routers, each router with h global ports (h is 0 if there is one group).
struct DragonflyShape {
  std::int64_t a = 1;
  std::int64_t g = 1;
  std::int64_t h = 0;
  bool operator==(const DragonflyShape&) const = default;
  [[nodiscard]] std::int64_t routers() const { return a * g; }
  /// Channels of a router to other routers, each of the global ones doubled `redundancy` times.
  [[nodiscard]] std::int64_t channels(std::int64_t redundancy = 1) const {
    return a - 1 + redundancy * h;
  }
};

/// A point of the design space.
struct DesignPoint {
  double b = 0;  ///< imbalance, -1 (one group) to 1 (groups of one router)
  double d = 0;  ///< density, 0 (one global port a router) to 1 (one to each other group)
  bool operator==(const DesignPoint&) const = default;
};

/// The largest number of routers for which the equations are evaluated.
inline constexpr std::int64_t kMaxShapeRouters = 1'000'000'000;

/// Size of a group, and number of groups, of a canonical dragonfly (g = a + 1, h = 1) with exactly
/// `routers` routers; not whole numbers in general.
[[nodiscard]] double canonical_group_size(std::int64_t routers);
[[nodiscard]] double canonical_groups(std::int64_t routers);

/// The shape at a point for at least `routers` routers: Equation 4 where b < 0, 5 where b >= 0, and
/// 1 for h, with h = 0 where g = 1 (printed, it gives 1 there at
/// d = 0). There are never more groups than routers are asked for (one router; Equation 4 alone
/// gives two groups). What is rounded up or down counts as whole within 1e-12 of itself, so that a
/// value that is whole on paper is not moved by the rounding of floating-point numbers. Throws
/// InputError unless -1 <= b <= 1, 0 <= d <= 1 and 1 <= routers <= kMaxShapeRouters.
///
/// `exponent`: of 1 + b in Equation 4 and of 1 - b in Equation 5, which have none: with one near
/// 0.55 the equations lead to the designs that the paper quotes in its Section 4.
[[nodiscard]] DragonflyShape dragonfly_shape(const DesignPoint& point, std::int64_t routers,
                                             double exponent = 1);

/// The point of a shape: dragonfly_shape(point_of(shape), shape.routers()) is the shape again. Of
/// the densities that lead to a value of h the lowest, 0 where all do (one or two groups). Throws
/// InputError for shapes that have no point: h = 0 with several groups, h > 0 with one, h >= g.
[[nodiscard]] DesignPoint point_of(const DragonflyShape& shape);

}  // namespace dragonfly
