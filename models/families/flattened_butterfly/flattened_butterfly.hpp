// Flattened butterflies (Kim, Dally, Abts 2007, Section 2), and the networks that are special cases
// of them: generalized hypercubes (one terminal a router) and hypercubes (all dimensions of 2).
#pragma once

#include <vector>

#include "models/wiring/network_graph.hpp"

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

/// Classes "dimension-1", "dimension-2", ...; `group` is the row in dimension 1 (the subsystem of
/// Figure 8). Throws InputError if there is no such network, or it is too large.
[[nodiscard]] NetworkGraph flattened_butterfly(const FlattenedButterfly& network);

/// A generalized hypercube: one terminal a router (Section 2.3). Family "generalized-hypercube".
[[nodiscard]] NetworkGraph generalized_hypercube(const std::vector<int>& sizes);

/// A hypercube of 0 to 30 dimensions with `concentration` terminals a router. Family "hypercube";
/// without groups.
[[nodiscard]] NetworkGraph hypercube(int dimensions, int concentration = 1);

}  // namespace dragonfly
