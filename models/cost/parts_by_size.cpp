// SPDX-License-Identifier: Apache-2.0
#include "models/cost/parts_by_size.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "models/common/error.hpp"
#include "models/common/rounding.hpp"
#include "models/common/spelling.hpp"
#include "models/cost/checked.hpp"
#include "models/cost/part_lists.hpp"
#include "models/wiring/graph_size.hpp"

namespace dragonfly {
namespace {

NetworkParts flattened_butterfly_of(std::int64_t n, const Sizing& sizing,
                                    const Packaging& packaging) {
  const std::int64_t radix = sizing.radix;
  std::int64_t most = 0;
  for (int dimensions = 1; radix / (dimensions + 1) >= 2; ++dimensions) {
    const std::int64_t largest = radix / (dimensions + 1);
    most = std::max(most, power(largest, dimensions + 1));
    if (power(largest, dimensions + 1) < n) continue;
    const auto power_of_two =
        static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(largest)));
    const bool even = power(power_of_two, dimensions + 1) >= n;
    const std::int64_t c = even ? power_of_two : largest;
    // Fewer dimensions did not suffice, so this product is less than n.
    const std::int64_t last = rounded_up(n, power(c, dimensions));
    std::vector<std::int64_t> sizes(static_cast<std::size_t>(dimensions - 1), c);
    sizes.push_back(last);
    std::vector<std::int64_t> parallel(sizes.size(), 1);
    if (packaging.constant_bisection != 0 && last > 1) {
      const std::int64_t left = radix - c - (dimensions - 1) * (c - 1);
      parallel.back() = std::min(rounded_up(c, last), left / (last - 1));
    }
    return flattened_butterfly_parts(c, sizes, parallel, packaging);
  }
  throw InputError(fmt::format(
      "{} terminals: a flattened butterfly of radix-{} routers has at most {}; use fewer terminals "
      "or a larger radix",
      n, radix, most));
}

NetworkParts dragonfly_of(std::int64_t n, const Sizing& sizing, const Packaging& packaging) {
  const std::int64_t single = sizing.radix / 2;
  if (n <= single * single) {
    NetworkParts parts = flattened_butterfly_of(n, sizing, packaging);
    parts.topology = "dragonfly";
    parts.parameters = "one group, a flattened butterfly: " + parts.parameters;
    parts.links[1].name = "local";
    parts.links[1].role = LinkRole::kLocal;
    return parts;
  }
  const std::int64_t p = (sizing.radix + 1) / 4;
  const std::int64_t group = 2 * p * p;
  const std::int64_t most = group * (group + 1);
  if (n > most) {
    std::int64_t enough = p;
    while (2 * enough * enough * (2 * enough * enough + 1) < n) ++enough;
    throw InputError(fmt::format(
        "{} terminals: a dragonfly of radix-{} routers has at most {}; use {} or less, or a radix "
        "of {} or more",
        n, sizing.radix, most, most, 4 * enough));
  }
  return dragonfly_parts(p, 2 * p, p, rounded_up(n, group), packaging);
}

NetworkParts butterfly_of(std::int64_t n, const Sizing& sizing, const Packaging& packaging) {
  std::int64_t stages = 1;
  for (std::int64_t most = sizing.radix; most < n; most *= sizing.radix) ++stages;
  return butterfly_parts(sizing.radix, stages, n, packaging);
}

NetworkParts folded_clos_of(std::int64_t n, const Sizing& sizing, const Packaging& packaging) {
  const std::int64_t half = sizing.radix / 2;
  std::int64_t most = sizing.clos_full ? 2 * half : half;
  for (std::int64_t levels = 2; levels <= 4; ++levels) {
    most = checked_product(most, half, "terminals");
    if (n <= most) return folded_clos_parts(sizing.radix, levels, n, packaging);
  }
  throw InputError(fmt::format(
      "{} terminals: a folded Clos of 4 levels of radix-{} routers has at most {}; use {} or less, "
      "or a larger radix",
      n, sizing.radix, most, most));
}

NetworkParts hypercube_of(std::int64_t n, const Packaging& packaging) {
  const auto dimensions = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(n - 1)));
  return hypercube_parts(dimensions, packaging);
}

NetworkParts generalized_hypercube_of(std::int64_t n, const Sizing& sizing,
                                      const Packaging& packaging) {
  const auto bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(n - 1)));
  for (int dimensions = 3; dimensions <= std::max(3, bits); ++dimensions) {
    std::vector<std::int64_t> sizes;
    std::int64_t radix = 1;
    for (int d = 0; d < dimensions; ++d) {
      const int share = bits / dimensions + (d >= dimensions - bits % dimensions ? 1 : 0);
      sizes.push_back(std::int64_t{1} << share);
      radix += sizes.back() - 1;
    }
    if (radix <= sizing.radix) return generalized_hypercube_parts(sizes, packaging);
  }
  throw InputError(
      fmt::format("{} terminals: a generalized hypercube has routers of at least {} ports, not {}; "
                  "use a radix of {} or more",
                  n, bits + 1, sizing.radix, bits + 1));
}

NetworkParts torus_of(std::int64_t n, const Packaging& packaging) {
  auto k = static_cast<std::int64_t>(std::cbrt(static_cast<double>(n)));
  while (k * k * k < n) ++k;
  return torus_parts({k, k, rounded_up(rounded_up(n, k), k)}, packaging);
}

}  // namespace

const std::vector<std::string>& cost_topologies() {
  static const std::vector<std::string> names{
      "dragonfly", "flattened-butterfly",   "butterfly", "folded-clos",
      "hypercube", "generalized-hypercube", "torus"};
  return names;
}

NetworkParts parts_for_terminals(std::string_view topology, std::int64_t terminals,
                                 const Sizing& sizing, const Packaging& packaging) {
  if (terminals < 2 || terminals > kMaxTerminals) {
    throw InputError(fmt::format("terminals = {}: use 2 to {}", terminals, kMaxTerminals));
  }
  if (sizing.radix < 8 || sizing.radix > 4096 || sizing.radix % 2 != 0) {
    throw InputError(
        fmt::format("radix = {}: networks are sized for routers of 8 to 4096 ports, an even number",
                    sizing.radix));
  }
  const std::string name = folded(topology);
  if (name == "dragonfly") return dragonfly_of(terminals, sizing, packaging);
  if (name == "flattened-butterfly") return flattened_butterfly_of(terminals, sizing, packaging);
  if (name == "butterfly") return butterfly_of(terminals, sizing, packaging);
  if (name == "folded-clos") return folded_clos_of(terminals, sizing, packaging);
  if (name == "hypercube") return hypercube_of(terminals, packaging);
  if (name == "generalized-hypercube") {
    return generalized_hypercube_of(terminals, sizing, packaging);
  }
  if (name == "torus") return torus_of(terminals, packaging);
  throw InputError(fmt::format("topology \"{}\" has no cost model{}; known: {}", topology,
                               did_you_mean(topology, cost_topologies()),
                               fmt::join(cost_topologies(), ", ")));
}

}  // namespace dragonfly
