// SPDX-License-Identifier: Apache-2.0
// Part lists of the topologies, in closed form.
//
// Lengths and places of links follow packaging.hpp. All functions throw InputError for parameters
// that make no network, and where a count does not fit 63 bits. Channels between routers are
// counted once for both directions, except in the conventional butterfly, whose channels are
// one-way.
#pragma once

#include <cstdint>
#include <vector>

#include "models/cost/network_parts.hpp"
#include "models/cost/packaging.hpp"

namespace dragonfly {

/// Dragonfly: g groups of a routers, completely connected, with p terminals and h global channels a
/// router (Kim et al. 2008, Section 3.1). All global ports are used, except one of the network if
/// their number is odd, and all of them with g = 1. g may exceed a h + 1: then not all groups are
/// joined directly (Teh et al. 2017, Section 2).
[[nodiscard]] NetworkParts dragonfly_parts(std::int64_t p, std::int64_t a, std::int64_t h,
                                           std::int64_t g, const Packaging& packaging);

/// Flattened butterfly: `concentration` terminals a router, and routers in as many dimensions as
/// `sizes` has entries, completely connected in each (Kim et al. 2007, Section 2.1). A k-ary n-flat
/// has concentration k and n-1 sizes k. `links_per_pair` (empty: 1 each): parallel channels between
/// the routers of a dimension.
[[nodiscard]] NetworkParts flattened_butterfly_parts(
    std::int64_t concentration, const std::vector<std::int64_t>& sizes,
    const std::vector<std::int64_t>& links_per_pair, const Packaging& packaging);

/// Conventional butterfly of `stages` stages of routers with k inputs and k outputs; `terminals`
/// may be less than k^stages: then each stage has terminals / k routers, rounded up, and more
/// channels join the same routers. k-ary n-fly: stages = n, terminals = k^n.
[[nodiscard]] NetworkParts butterfly_parts(std::int64_t k, std::int64_t stages,
                                           std::int64_t terminals, const Packaging& packaging);

/// Folded Clos of `levels` levels (2 to 4) of routers with `radix` ports (even), half of them
/// upwards except on the top level; as many routers on a level as its ports need. Full bisection:
/// as many channels between two levels as terminals. At most 2 (radix/2)^levels terminals.
[[nodiscard]] NetworkParts folded_clos_parts(std::int64_t radix, std::int64_t levels,
                                             std::int64_t terminals, const Packaging& packaging);

/// Binary hypercube of 2^dimensions routers with one terminal each.
[[nodiscard]] NetworkParts hypercube_parts(std::int64_t dimensions, const Packaging& packaging);

/// Generalized hypercube: completely connected in each dimension, one terminal a router (Kim et al.
/// 2007, Section 2.3).
[[nodiscard]] NetworkParts generalized_hypercube_parts(const std::vector<std::int64_t>& sizes,
                                                       const Packaging& packaging);

/// 3-D torus with one terminal a router. A ring of two routers has one channel.
[[nodiscard]] NetworkParts torus_parts(const std::vector<std::int64_t>& sizes,
                                       const Packaging& packaging);

}  // namespace dragonfly
