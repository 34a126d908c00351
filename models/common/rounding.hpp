// SPDX-License-Identifier: Apache-2.0
// Divisions that round up.
#pragma once

#include <cstdint>

namespace dragonfly {

/// dividend / divisor rounded up, for counts >= 0 and divisor > 0.
[[nodiscard]] constexpr std::int64_t rounded_up(std::int64_t dividend, std::int64_t divisor) {
  return dividend / divisor + (dividend % divisor != 0 ? 1 : 0);
}

}  // namespace dragonfly
