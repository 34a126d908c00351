// SPDX-License-Identifier: Apache-2.0
// Flattened butterflies (Kim, Dally, Abts 2007, Section 2), and the networks that are special cases
// of them: generalized hypercubes (one terminal a router) and hypercubes (all dimensions of 2).
#pragma once

#include <vector>

#include "models/wiring/wiring.hpp"

namespace dragonfly {

/// Routers on a grid, each joined to all others of its row in every dimension. The k-ary n-flat has
/// n' = n - 1 dimensions of k routers, and k terminals a router.
struct FlattenedButterfly {
  std::vector<int> sizes;  ///< routers in each dimension, >= 1; empty: a single router
  int concentration = 1;   ///< terminals per router, >= 1
  /// Channels side by side between two routers in each dimension, >= 1; empty: one.
  std::vector<int> parallel;
  /// One channel more between routers 2j and 2j+1 of the first dimension: the redundant channels
  /// of Figure 14(a). Needs an even size of that dimension.
  bool paired = false;
};

/// The k-ary n-flat: k >= 2, n >= 1. Throws InputError for others.
[[nodiscard]] FlattenedButterfly k_ary_n_flat(int k, int n);

/// Ports of each router: terminals, and channels in all dimensions; for the k-ary n-flat k' =
/// n (k - 1) + 1. Throws InputError if there is no such network.
[[nodiscard]] int router_radix(const FlattenedButterfly& network);

/// Ports: terminals, then dimension by dimension to the other routers of the row in ascending
/// order, channels side by side next to each other; last the redundant one of a pair. Classes
/// "terminal", "dimension-1", "dimension-2", ...; groups are the rows of dimension 1 (the
/// subsystems of Figure 8). Throws InputError if there is no such network, or it is too large.
[[nodiscard]] Wiring flattened_butterfly_wiring(const FlattenedButterfly& network);

/// A generalized hypercube: one terminal a router (Section 2.3). Family "generalized-hypercube".
[[nodiscard]] Wiring generalized_hypercube_wiring(const std::vector<int>& sizes);

/// The hypercube of 0 to 30 dimensions. Throws InputError for others.
[[nodiscard]] FlattenedButterfly hypercube_grid(int dimensions, int concentration = 1);

/// A hypercube of 0 to 30 dimensions with `concentration` terminals a router. Family "hypercube";
/// without groups.
[[nodiscard]] Wiring hypercube_wiring(int dimensions, int concentration = 1);

}  // namespace dragonfly
