// SPDX-License-Identifier: Apache-2.0
// Small searches that the choice of a network's parameters needs.
#pragma once

#include <cstdint>
#include <vector>

namespace dragonfly {

/// The smallest integer k >= 1 with k^exponent >= value. Requires value >= 1 and exponent >= 1.
[[nodiscard]] std::int64_t smallest_root(std::int64_t value, int exponent);

/// `count` sizes, nearly equal and descending, with a product >= value: each is the smallest root
/// of what is left to cover. 1000 in 3: 10, 10, 10; 600 in 3: 9, 9, 8. The sizes must fit int.
[[nodiscard]] std::vector<int> nearly_equal_sizes(std::int64_t value, int count);

}  // namespace dragonfly
