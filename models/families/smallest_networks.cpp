// SPDX-License-Identifier: Apache-2.0
#include "models/families/smallest_networks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>

#include "models/common/error.hpp"
#include "models/common/rounding.hpp"
#include "models/families/flattened_butterfly/flattened_butterfly_design.hpp"
#include "models/families/size_search.hpp"
#include "models/wiring/graph_size.hpp"

namespace dragonfly {
namespace {

constexpr int kMaxInt = std::numeric_limits<int>::max();

void check_terminals(std::int64_t terminals) {
  if (terminals < 1) {
    throw InputError(fmt::format("a network of {} terminals: use 1 or more", terminals));
  }
}

void check_radix(const std::string& family, int radix, int least) {
  if (radix < least) {
    throw InputError(
        fmt::format("{} from routers with {} ports: it needs {} or more", family, radix, least));
  }
}

[[noreturn]] void too_large(const std::string& family, std::int64_t terminals, int radix,
                            std::int64_t most) {
  throw InputError(fmt::format(
      "{} of {} terminals from routers with {} ports: at most {} terminals are possible; use more "
      "ports or fewer terminals",
      family, terminals, radix, most));
}

}  // namespace

DragonflyParameters smallest_dragonfly(std::int64_t terminals, int radix) {
  check_terminals(terminals);
  check_radix("balanced dragonfly", radix, 3);
  const std::int64_t p = (std::int64_t{radix} + 1) / 4;
  const std::int64_t in_group = product(p, 2 * p);
  const std::int64_t most = product(in_group, sum(in_group, 1));
  if (terminals > most) too_large("balanced dragonfly", terminals, radix, most);
  DragonflyParameters config;
  if (terminals <= power(largest_k(radix, 1), 2)) {
    const FlattenedButterfly complete = smallest_flattened_butterfly(terminals, radix);
    config.p = complete.concentration;
    config.a = complete.sizes.empty() ? 1 : complete.sizes.front();
    config.h = 0;
    config.g = 1;
    return config;
  }
  const std::int64_t groups = rounded_up(terminals, in_group);
  if (groups > kMaxInt)
    too_large("balanced dragonfly", terminals, radix, product(in_group, kMaxInt));
  config.p = static_cast<int>(p);
  config.a = static_cast<int>(2 * p);
  config.h = static_cast<int>(p);
  config.g = static_cast<int>(groups);
  return config;
}

std::vector<int> smallest_generalized_hypercube(std::int64_t terminals, int radix) {
  check_terminals(terminals);
  check_radix("generalized hypercube", radix, 2);
  std::int64_t most = 0;
  for (int dimensions = 0; dimensions < radix && dimensions <= 62; ++dimensions) {
    const int longest = dimensions == 0 ? 1 : (radix - 1) / dimensions + 1;
    const std::int64_t size = power(longest, dimensions);
    most = std::max(most, size);
    if (size >= terminals) return nearly_equal_sizes(terminals, dimensions);
  }
  too_large("generalized hypercube", terminals, radix, most);
}

int smallest_hypercube(std::int64_t terminals, int radix) {
  check_terminals(terminals);
  check_radix("hypercube", radix, 2);
  for (int dimensions = 0; dimensions < radix && dimensions <= 62; ++dimensions) {
    if (power(2, dimensions) >= terminals) return dimensions;
  }
  too_large("hypercube", terminals, radix, power(2, std::min(radix - 1, 62)));
}

std::vector<int> smallest_torus(std::int64_t terminals, int radix) {
  check_terminals(terminals);
  check_radix("3-D torus", radix, 7);
  return nearly_equal_sizes(terminals, 3);
}

ButterflyParameters smallest_butterfly(std::int64_t terminals, int radix) {
  check_terminals(terminals);
  check_radix("butterfly", radix, 2);
  for (int n = 1; n <= 62; ++n) {
    if (power(radix, n) < terminals) continue;
    return {static_cast<int>(std::max<std::int64_t>(2, smallest_root(terminals, n))), n};
  }
  too_large("butterfly", terminals, radix, power(radix, 62));
}

FoldedClos smallest_folded_clos(std::int64_t terminals, int radix) {
  check_terminals(terminals);
  check_radix("folded Clos", radix, 4);
  FoldedClos network;
  network.radix = radix - radix % 2;
  for (network.levels = 2; network.levels <= 4; ++network.levels) {
    const std::int64_t most = product(2, power(network.radix / 2, network.levels));
    if (terminals > most) continue;
    network.terminals = std::max<std::int64_t>(terminals, network.radix / 2 + std::int64_t{1});
    return network;
  }
  too_large("folded Clos of 4 levels", terminals, radix, product(2, power(network.radix / 2, 4)));
}

}  // namespace dragonfly
