// SPDX-License-Identifier: Apache-2.0
// The draws of many sequences at once.
#pragma once

#include <cstdint>
#include <vector>

namespace dragonfly {

/// Bit i, i < count <= 64: what has the probability that `threshold` stands for (random.hpp)
/// happens to the sequence that starts at keys[i], at its number `counter`.
using WhichHappen = std::uint64_t (*)(const std::uint64_t* keys, int count, std::uint64_t counter,
                                      std::uint64_t threshold);

/// All versions that this processor knows, the best one first; all do the same.
[[nodiscard]] std::vector<WhichHappen> which_happen_versions();

}  // namespace dragonfly
