// SPDX-License-Identifier: Apache-2.0
#include "models/design/shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/common/error.hpp"
#include "models/common/rounding.hpp"

namespace dragonfly {
namespace {

constexpr double kWhole = 1e-12;  ///< relative distance at which a value counts as whole

double noise(double value) { return kWhole * std::max(1.0, std::abs(value)); }
std::int64_t round_up(double value) { return std::llround(std::ceil(value - noise(value))); }
std::int64_t round_down(double value) { return std::llround(std::floor(value + noise(value))); }

void check(const DesignPoint& point, std::int64_t routers) {
  if (!(point.b >= -1 && point.b <= 1)) {
    throw InputError(fmt::format("imbalance b = {} is not between -1 and 1", point.b));
  }
  if (!(point.d >= 0 && point.d <= 1)) {
    throw InputError(fmt::format("density d = {} is not between 0 and 1", point.d));
  }
  if (routers < 1 || routers > kMaxShapeRouters) {
    throw InputError(
        fmt::format("a dragonfly of {} routers: 1 to {} are possible", routers, kMaxShapeRouters));
  }
}

}  // namespace

double canonical_group_size(std::int64_t routers) {
  return (std::sqrt(1 + 4 * static_cast<double>(routers)) - 1) / 2;
}

double canonical_groups(std::int64_t routers) { return canonical_group_size(routers) + 1; }

DragonflyShape dragonfly_shape(const DesignPoint& point, std::int64_t routers, double exponent) {
  check(point, routers);
  DragonflyShape shape;
  if (point.b < 0) {
    const double share = std::pow(point.b + 1, exponent);
    shape.g = std::min(round_up(1 + share * (canonical_groups(routers) - 1)), routers);
    shape.a = rounded_up(routers, shape.g);
  } else {
    const double share = std::pow(1 - point.b, exponent);
    shape.a = round_up(1 + share * (canonical_group_size(routers) - 1));
    shape.g = rounded_up(routers, shape.a);
  }
  if (shape.g > 1) shape.h = round_down(1 + point.d * static_cast<double>(shape.g - 2));
  return shape;
}

DesignPoint point_of(const DragonflyShape& shape) {
  if (shape.a < 1 || shape.g < 1 || shape.a > kMaxShapeRouters / shape.g) {
    throw InputError(fmt::format(
        "{} groups of {} routers: both numbers must be at least 1, their product at most {}",
        shape.g, shape.a, kMaxShapeRouters));
  }
  const std::int64_t least = shape.g > 1 ? 1 : 0;
  const std::int64_t most = shape.g - 1;
  if (shape.h < least || shape.h > most) {
    throw InputError(fmt::format(
        "h = {} global ports a router with {} groups is outside the space of b and d, which has h "
        "from {} to {} there",
        shape.h, shape.g, least, most));
  }
  DesignPoint point;
  const auto a = static_cast<double>(shape.a);
  const auto g = static_cast<double>(shape.g);
  const double canonical = canonical_group_size(shape.routers());
  if (shape.a >= shape.g) {  // g < canonical_groups
    point.b = (g - 1) / canonical - 1;
  } else if (a < canonical) {
    point.b = (canonical - a) / (canonical - 1);
  }
  if (shape.g > 2) point.d = static_cast<double>(shape.h - 1) / (g - 2);
  return point;
}

}  // namespace dragonfly
