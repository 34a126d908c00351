// SPDX-License-Identifier: Apache-2.0
// The networks that the papers compare at a given size: which parameters a topology gets for N
// terminals.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/cost/network_parts.hpp"
#include "models/cost/packaging.hpp"

namespace dragonfly {

/// Largest number of terminals that can be asked for; every topology's counts fit 63 bits then.
inline constexpr std::int64_t kMaxTerminals = 1'000'000'000'000;

struct Sizing {
  std::int64_t radix = 64;  ///< ports of a router (Kim et al. 2007, Table 3), even, 8 or more
  /// Terminals of a folded Clos of n levels: 0: (radix/2)^n, from which the papers count stages
  /// (2007, Section 4.3: the step from 1K to 2K); 1: all that it can have, 2 (radix/2)^n.
  bool clos_full = false;
};

/// "dragonfly", "flattened-butterfly", "butterfly", "folded-clos", "hypercube",
/// "generalized-hypercube", "torus".
[[nodiscard]] const std::vector<std::string>& cost_topologies();

/// The parts of a network of at least `terminals` terminals:
/// - dragonfly: up to (radix/2)^2 terminals one group, which is the flattened butterfly of this
/// size
///   (2008, Section 5); beyond, p = h = (radix+1)/4 rounded down,
///   a = 2p, and as many groups as needed, at most a h + 1
/// - flattened butterfly: the fewest dimensions n' with (radix/(n'+1))^(n'+1) >= terminals (2007,
///   Section 5.1.2). Concentration and sizes k are then the largest power of two in radix/(n'+1) if
///   k^(n'+1) suffices, as for the sizes that the papers compare, otherwise radix/(n'+1); the last
///   dimension is as long as needed. Where it is shorter than k, and with constant-bisection,
///   parallel channels keep the bisection as far as ports allow
/// - butterfly: the fewest stages of k = radix
/// - folded Clos: the fewest levels (2 to 4)
/// - hypercube: the fewest dimensions
/// - generalized hypercube: 3 or more dimensions, the fewest that ports allow, of powers of two as
///   equal as possible, larger ones last, as 2007's (8,8,16)
/// - torus: as near to a cube as possible, the last size the smallest that suffices
///
/// Throws InputError for an unknown name, or sizes and radices that make no network, with the
/// nearest that do.
[[nodiscard]] NetworkParts parts_for_terminals(std::string_view topology, std::int64_t terminals,
                                               const Sizing& sizing, const Packaging& packaging);

}  // namespace dragonfly
