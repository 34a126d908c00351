// SPDX-License-Identifier: Apache-2.0
// Choosing a flattened butterfly (Kim, Dally, Abts 2007, Sections 2.1 and 5.1).
#pragma once

#include <cstdint>
#include <vector>

#include "models/families/flattened_butterfly/flattened_butterfly.hpp"

namespace dragonfly {

/// A k-ary n-flat in numbers.
struct FlatDesign {
  int k = 2;                   ///< routers a dimension, and terminals a router
  int n = 2;                   ///< digits of a terminal's address
  int radix = 3;               ///< k' = n (k - 1) + 1, ports that a router needs
  int dimensions = 1;          ///< n' = n - 1, dimensions of routers
  std::int64_t terminals = 4;  ///< N = k^n
  bool operator==(const FlatDesign&) const = default;
};

/// The k-ary n-flat; throws InputError if there is none, or N does not fit 64 bits.
[[nodiscard]] FlatDesign flat_design(int k, int n);

/// Fixed network size (Section 5.1.1, Table 4): all designs with exactly `terminals` terminals and
/// n >= 2, by ascending n. Throws InputError with the nearest sizes if there are none, that is, if
/// N is not a power.
[[nodiscard]] std::vector<FlatDesign> designs_of_size(std::int64_t terminals);

/// The largest k with k' = (n' + 1) (k - 1) + 1 <= `radix`.
[[nodiscard]] int largest_k(int radix, int dimensions);

/// Fixed radix (Section 5.1.2) as printed: the smallest n' with floor(radix / (n' + 1))^(n' + 1) >=
/// N. The formula is not tight, since a k-ary n-flat needs n - 1 ports less than n k: where n' + 1
/// does not divide `radix`, a larger k may fit, and fewer dimensions may do. Throws InputError with
/// the largest size if no n' is enough.
[[nodiscard]] FlatDesign fixed_radix_as_printed(int radix, std::int64_t terminals);

/// Fixed radix, with the largest k whose k' fits: the fewest dimensions that reach N.
[[nodiscard]] FlatDesign fixed_radix(int radix, std::int64_t terminals);

/// The k-ary n-flat with the fewest dimensions of at least N terminals from routers of `radix`
/// ports, n >= 2, and of these the one with the smallest k.
[[nodiscard]] FlatDesign smallest_k_ary_n_flat(std::int64_t terminals, int radix);

/// Expanded size (Figure 14(b)): the ports that a k-ary n-flat leaves unused in routers of `radix`
/// ports make dimensions longer, one router each, in turn from the last dimension on. 4-ary 2-flat
/// and 8 ports: 5 routers, 20 terminals. Throws InputError if the radix is below k', or there is no
/// dimension.
[[nodiscard]] FlattenedButterfly expanded(int k, int n, int radix);

/// Redundant channels (Figure 14(a)): unused ports double channels. Whole dimensions are doubled
/// while the ports last, each costing k - 1, from the first on, and then again; of what remains one
/// port joins routers 2j and 2j + 1 of dimension 1 once more, if k is even. Throws as expanded().
[[nodiscard]] FlattenedButterfly with_redundant_channels(int k, int n, int radix);

/// The smallest flattened butterfly of `radix`-port routers with at least `terminals` terminals: of
/// the fewest dimensions that reach N, k terminals a router, k routers in all dimensions but the
/// last, and as many there as are needed, at most k, so that a router's channels in no dimension
/// carry more than its terminals send. The k with the fewest terminals, of these the smallest.
[[nodiscard]] FlattenedButterfly smallest_flattened_butterfly(std::int64_t terminals, int radix);

}  // namespace dragonfly
