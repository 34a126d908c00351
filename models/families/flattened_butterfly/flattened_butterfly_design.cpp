// SPDX-License-Identifier: Apache-2.0
#include "models/families/flattened_butterfly/flattened_butterfly_design.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>

#include "models/common/error.hpp"
#include "models/common/rounding.hpp"
#include "models/families/size_search.hpp"
#include "models/wiring/graph_size.hpp"

namespace dragonfly {
namespace {

constexpr int kMaxDigits = 31;

void check_size(std::int64_t terminals) {
  if (terminals < 2) {
    throw InputError(fmt::format("flattened butterfly of {} terminals: use 2 or more", terminals));
  }
}

void check_radix(int radix) {
  if (radix < 3) {
    throw InputError(fmt::format(
        "flattened butterfly of routers with {} ports: the smallest, a 2-ary 2-flat, needs 3",
        radix));
  }
}

/// The design with the fewest dimensions that reaches the size, where `k_of` gives k for n.
template <class KOf>
FlatDesign fewest_dimensions(int radix, std::int64_t terminals, KOf&& k_of) {
  check_radix(radix);
  check_size(terminals);
  FlatDesign largest;
  std::int64_t most = 0;
  for (int n = 2; n <= kMaxDigits && k_of(n) >= 2; ++n) {
    const std::int64_t size = power(k_of(n), n);
    if (size >= terminals) {
      if (size == kTooMany) break;
      return flat_design(k_of(n), n);
    }
    if (size > most) {
      most = size;
      largest = flat_design(k_of(n), n);
    }
  }
  throw InputError(fmt::format(
      "flattened butterfly of {} terminals from routers with {} ports: at most {} terminals are "
      "possible (the {}-ary {}-flat); use more ports or fewer terminals",
      terminals, radix, most, largest.k, largest.n));
}

/// Unused ports of the k-ary n-flat; throws InputError if there is nothing to use them for.
int unused_ports(int k, int n, int radix) {
  const FlatDesign design = flat_design(k, n);
  if (design.dimensions == 0) {
    throw InputError(fmt::format(
        "{}-ary 1-flat: a single router has no channels to add to; use n = 2 or more", k));
  }
  if (radix < design.radix) {
    throw InputError(
        fmt::format("{}-ary {}-flat from routers with {} ports: it needs {}, or k = {}", k, n,
                    radix, design.radix, largest_k(radix, n - 1)));
  }
  return radix - design.radix;
}

}  // namespace

FlatDesign flat_design(int k, int n) {
  static_cast<void>(k_ary_n_flat(k, n));  // refuses what is no network
  const std::int64_t radix = product(n, k - 1) + 1;
  const std::int64_t terminals = power(k, n);
  if (terminals == kTooMany || radix > std::numeric_limits<int>::max()) {
    throw InputError(fmt::format(
        "{}-ary {}-flat: {}^{} terminals, routers with {} ports: too many to count; use a smaller "
        "k or n",
        k, n, k, n, radix));
  }
  return {k, n, static_cast<int>(radix), n - 1, terminals};
}

std::vector<FlatDesign> designs_of_size(std::int64_t terminals) {
  check_size(terminals);
  std::vector<FlatDesign> designs;
  for (int n = 2; n < 63; ++n) {
    const std::int64_t k = smallest_root(terminals, n);
    if (power(k, n) != terminals || n > kMaxDigits) continue;
    if (product(n, k - 1) >= std::numeric_limits<int>::max()) continue;
    designs.push_back(flat_design(static_cast<int>(k), n));
  }
  if (designs.empty()) {
    const std::int64_t above = smallest_root(terminals, 2);
    throw InputError(fmt::format(
        "flattened butterfly of exactly {} terminals: a k-ary n-flat has k^n; the nearest squares "
        "are {} and {}",
        terminals, power(above - 1, 2), power(above, 2)));
  }
  return designs;
}

int largest_k(int radix, int dimensions) { return (radix - 1) / (dimensions + 1) + 1; }

FlatDesign fixed_radix_as_printed(int radix, std::int64_t terminals) {
  return fewest_dimensions(radix, terminals, [&](int n) { return radix / n; });
}

FlatDesign fixed_radix(int radix, std::int64_t terminals) {
  return fewest_dimensions(radix, terminals, [&](int n) { return largest_k(radix, n - 1); });
}

FlatDesign smallest_k_ary_n_flat(std::int64_t terminals, int radix) {
  const int n = fixed_radix(radix, terminals).n;
  const std::int64_t k = smallest_root(terminals, n);
  return flat_design(static_cast<int>(std::max<std::int64_t>(k, 2)), n);
}

FlattenedButterfly expanded(int k, int n, int radix) {
  int ports = unused_ports(k, n, radix);
  FlattenedButterfly network = k_ary_n_flat(k, n);
  const int dimensions = n - 1;
  for (int d = dimensions - 1; d >= 0; --d) {
    // Ports in turn from the last dimension on: the last ones get one more.
    const int turn = dimensions - 1 - d;
    network.sizes[d] += ports / dimensions + (turn < ports % dimensions ? 1 : 0);
  }
  return network;
}

FlattenedButterfly with_redundant_channels(int k, int n, int radix) {
  int ports = unused_ports(k, n, radix);
  FlattenedButterfly network = k_ary_n_flat(k, n);
  const int dimensions = n - 1;
  const int doubled = ports / (k - 1);
  for (int d = 0; d < dimensions; ++d) {
    network.parallel.push_back(1 + doubled / dimensions + (d < doubled % dimensions ? 1 : 0));
  }
  network.paired = ports % (k - 1) > 0 && k % 2 == 0;
  return network;
}

FlattenedButterfly smallest_flattened_butterfly(std::int64_t terminals, int radix) {
  if (terminals >= 1 && terminals <= radix) {
    FlattenedButterfly router;
    router.concentration = static_cast<int>(terminals);
    return router;
  }
  const FlatDesign largest = fixed_radix(radix, terminals);
  FlattenedButterfly best;
  std::int64_t best_size = kTooMany;
  for (int k = largest.k; k >= 2 && power(k, largest.n) >= terminals; --k) {
    const std::int64_t slice = power(k, largest.n - 1);  // terminals for each place in the last
    const std::int64_t last = rounded_up(terminals, slice);
    if (product(slice, last) > best_size) continue;
    best_size = product(slice, last);
    best = k_ary_n_flat(k, largest.n);
    best.sizes.back() = static_cast<int>(last);
  }
  return best;
}

}  // namespace dragonfly
