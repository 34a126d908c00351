// SPDX-License-Identifier: Apache-2.0
// Scalability curves: how large networks can be for a router radix.
#pragma once

#include <cstdint>
#include <vector>

namespace dragonfly {

struct ScalabilityPoint {
  int radix = 0;               ///< ports that the router of this point uses
  std::int64_t terminals = 0;  ///< N
  bool operator==(const ScalabilityPoint&) const = default;
};

/// Kim et al. 2008, Figure 1: the most terminals of a fully connected network, one hop between any
/// two routers. With p terminals and R - 1 channels a router, k = p + R - 1 and N = p R; footnote 2
/// assumes p = sqrt(N), so that k is about 2 sqrt(N), which is the most for a k. Requires radix
/// >= 1.
[[nodiscard]] std::int64_t one_hop_terminals(int radix);

/// The least radix of a fully connected network of at least N terminals. Throws InputError for
/// N < 1 or a radix beyond int.
[[nodiscard]] int one_hop_radix(std::int64_t terminals);

/// Figure 1 itself: N and the least radix for it.
[[nodiscard]] std::vector<ScalabilityPoint> one_hop_curve(
    const std::vector<std::int64_t>& terminals);

/// Kim et al. 2008, Figure 4: the balanced dragonfly, a = 2p = 2h, g = a h + 1, with the largest h
/// for which k = 4h - 1 <= radix: N = 2 h^2 (2 h^2 + 1). `radix` of the result is 4h - 1. Throws
/// InputError for radix < 3 or an N that does not fit 64 bits.
[[nodiscard]] ScalabilityPoint balanced_dragonfly(int radix);

/// Figure 4: the points for all radices 4h - 1 up to the limit.
[[nodiscard]] std::vector<ScalabilityPoint> balanced_dragonfly_curve(int most_radix);

/// Kim, Dally, Abts 2007, Figure 2: the k-ary n-flat of n' = n - 1 dimensions with the largest k
/// for which k' = n (k - 1) + 1 <= radix: N = k^n. Throws InputError if radix < n + 1, n' < 1, or N
/// does not fit 64 bits.
[[nodiscard]] ScalabilityPoint flattened_butterfly_size(int radix, int dimensions);

/// Figure 2, the line of one n': the points for k = 2, 3, ... up to the limit of k'.
[[nodiscard]] std::vector<ScalabilityPoint> flattened_butterfly_curve(int dimensions,
                                                                      int most_radix);

}  // namespace dragonfly
