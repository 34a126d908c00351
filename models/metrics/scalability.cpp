// SPDX-License-Identifier: Apache-2.0
#include "models/metrics/scalability.hpp"

#include <fmt/format.h>

#include <limits>

#include "models/common/error.hpp"
#include "models/common/rounding.hpp"
#include "models/families/flattened_butterfly/flattened_butterfly_design.hpp"
#include "models/families/size_search.hpp"
#include "models/wiring/graph_size.hpp"

namespace dragonfly {

std::int64_t one_hop_terminals(int radix) {
  const std::int64_t routers = (std::int64_t{radix} + 1) / 2;
  return routers * (std::int64_t{radix} + 1 - routers);
}

int one_hop_radix(std::int64_t terminals) {
  // Beyond it, N = (k + 1)^2 / 4 would need a radix that is no int.
  const std::int64_t most = one_hop_terminals(std::numeric_limits<int>::max());
  if (terminals < 1 || terminals > most) {
    throw InputError(
        fmt::format("fully connected network of {} terminals: use 1 to {}", terminals, most));
  }
  // p = ceil(sqrt(N)) terminals a router, and as many routers as are needed.
  const std::int64_t p = smallest_root(terminals, 2);
  const std::int64_t routers = rounded_up(terminals, p);
  return static_cast<int>(p + routers - 1);
}

std::vector<ScalabilityPoint> one_hop_curve(const std::vector<std::int64_t>& terminals) {
  std::vector<ScalabilityPoint> points;
  points.reserve(terminals.size());
  for (const std::int64_t count : terminals) points.push_back({one_hop_radix(count), count});
  return points;
}

ScalabilityPoint balanced_dragonfly(int radix) {
  if (radix < 3) {
    throw InputError(fmt::format(
        "balanced dragonfly of routers with {} ports: the smallest, p = h = 1, a = 2, needs 3",
        radix));
  }
  const std::int64_t h = (std::int64_t{radix} + 1) / 4;
  const std::int64_t group = 2 * h * h;  // terminals, and global channels
  const std::int64_t terminals = product(group, group + 1);
  if (terminals == kTooMany) {
    throw InputError(
        fmt::format("balanced dragonfly of routers with {} ports: too large to count", radix));
  }
  return {static_cast<int>(4 * h - 1), terminals};
}

std::vector<ScalabilityPoint> balanced_dragonfly_curve(int most_radix) {
  std::vector<ScalabilityPoint> points;
  for (std::int64_t radix = 3; radix <= most_radix; radix += 4) {
    points.push_back(balanced_dragonfly(static_cast<int>(radix)));
  }
  return points;
}

ScalabilityPoint flattened_butterfly_size(int radix, int dimensions) {
  if (dimensions < 1 || radix < dimensions + 2) {
    throw InputError(fmt::format(
        "flattened butterfly of {} dimensions with k' = {}: it needs 1 dimension or more, and k' = "
        "{} or more",
        dimensions, radix, dimensions < 1 ? 3 : dimensions + 2LL));
  }
  const FlatDesign design = flat_design(largest_k(radix, dimensions), dimensions + 1);
  return {design.radix, design.terminals};
}

std::vector<ScalabilityPoint> flattened_butterfly_curve(int dimensions, int most_radix) {
  std::vector<ScalabilityPoint> points;
  for (std::int64_t radix = dimensions + 2LL; radix <= most_radix; radix += dimensions + 1LL) {
    points.push_back(flattened_butterfly_size(static_cast<int>(radix), dimensions));
  }
  return points;
}

}  // namespace dragonfly
