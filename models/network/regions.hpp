// SPDX-License-Identifier: Apache-2.0
// How a network is divided among threads.
#pragma once

#include <vector>

#include "models/wiring/wiring.hpp"

namespace dragonfly {

/// Regions that there can be.
inline constexpr int kMostRegions = 256;

/// The first routers of at most `most` regions of successive routers, and the number of routers.
/// They are of equal size as far as possible, and of whole groups if there are so many: between
/// groups there are fewer channels than within.
[[nodiscard]] std::vector<int> divide_into_regions(const Wiring& wiring, int most);

/// The number of regions of each of `ranks` processes, at most `most`. Several processes have whole
/// groups where there are several: routers look at what others of their group publish. Throws
/// InputError if there are too many processes for the network.
[[nodiscard]] int regions_of_rank(const Wiring& wiring, int ranks, int most);

/// The region of a router.
[[nodiscard]] std::size_t region_of(const std::vector<int>& firsts, int router);

}  // namespace dragonfly
