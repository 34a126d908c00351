// SPDX-License-Identifier: Apache-2.0
// The smallest network of a family with at least so many terminals from routers of a given radix.
// Each function throws InputError with the largest possible size if there is none.
#pragma once

#include <cstdint>
#include <vector>

#include "models/families/dragonfly/dragonfly_parameters.hpp"
#include "models/families/folded_clos/folded_clos.hpp"

namespace dragonfly {

/// As long as a flattened butterfly of one dimension is enough, that network as a single group: all
/// routers joined with each other (Kim et al. 2008, Section 5). Beyond it balanced groups, a = 2p =
/// 2h with p = floor((radix + 1) / 4) (Section 3.1), as many as are needed.
[[nodiscard]] DragonflyParameters smallest_dragonfly(std::int64_t terminals, int radix);

/// Sizes of a generalized hypercube with the fewest dimensions that reach the size: each is the
/// smallest root of what is left to cover.
[[nodiscard]] std::vector<int> smallest_generalized_hypercube(std::int64_t terminals, int radix);

/// Dimensions of a hypercube with one terminal a router.
[[nodiscard]] int smallest_hypercube(std::int64_t terminals, int radix);

/// Sizes of a 3-D torus with one terminal a router, nearly equal; it needs 7 ports.
[[nodiscard]] std::vector<int> smallest_torus(std::int64_t terminals, int radix);

struct ButterflyParameters {
  int k = 2, n = 1;
};
/// The fewest stages for which k <= radix is enough, then the smallest k. A router of `radix` ports
/// has as many inputs as outputs, so radix 64 makes a 64-ary butterfly.
[[nodiscard]] ButterflyParameters smallest_butterfly(std::int64_t terminals, int radix);

/// The fewest levels; exactly as many terminals as asked for, or one leaf router's and one more if
/// a single leaf router would do. An odd port is left unused.
[[nodiscard]] FoldedClos smallest_folded_clos(std::int64_t terminals, int radix);

}  // namespace dragonfly
