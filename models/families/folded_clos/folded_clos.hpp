// SPDX-License-Identifier: Apache-2.0
// Folded Clos networks (fat trees) from routers of one radix.
#pragma once

#include <cstdint>

#include "models/wiring/wiring.hpp"

namespace dragonfly {

/// A folded Clos of 2 to 4 levels. With m = radix / 2, a full one has 2 m^levels terminals:
/// - a leaf router has m terminals and m channels upwards;
/// - a subtree of level 1 is a leaf router; a subtree of level j < levels consists of up to m
///   subtrees of level j - 1 and of m^(j-1) routers above them. Of the channels that leave a router
///   at the top of a subtree below, number x leads to router x of the m that stand above all
///   routers of this place, so each of these has one channel to each subtree below, and as many
///   upwards;
/// - at the top level all ports lead downwards. The routers of one place in the up to `radix`
///   subtrees of level levels - 1 share as few top routers as have ports for all their channels,
///   dealt out in turn.
///
/// A network of fewer terminals has the fewest leaf routers that hold them, full ones first, and
/// the fewest subtrees, full ones first. In a subtree that is not full, routers have as many
/// channels upwards as downwards, and routers without channels are left out. So a network of any
/// size has as many channels above each level as leaf routers have upwards.
struct FoldedClos {
  int radix = 4;               ///< ports of a router, even, >= 4
  int levels = 2;              ///< 2 .. 4
  std::int64_t terminals = 0;  ///< m^(levels-1) + 1 .. 2 m^levels; 0: the most
};

/// The terminals of a full one, 2 (radix / 2)^levels. Throws InputError if radix or levels make no
/// network, or if they are too many to count.
[[nodiscard]] std::int64_t largest_folded_clos(int radix, int levels);

/// Leaf routers first, then level by level. A router has as many ports as it has channels, so leaf
/// routers and those above may differ: first the ports downwards, to terminals or to the subtrees
/// below in ascending order, then those upwards, to the routers above in ascending order. Classes
/// "terminal", "level-1" (leaf routers to level 2), "level-2", "level-3"; groups are the subtrees
/// of level levels - 1, and one more for the top level. Throws InputError if there is no such
/// network, or it is too large.
[[nodiscard]] Wiring folded_clos_wiring(const FoldedClos& network);

}  // namespace dragonfly
