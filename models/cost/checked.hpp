// SPDX-License-Identifier: Apache-2.0
// Counts in 64 bits that refuse to overflow.
#pragma once

#include <cstdint>
#include <string_view>

namespace dragonfly {

/// Product of two counts >= 0. Throws InputError, naming `what` is counted and its approximate
/// size, if it does not fit 63 bits.
[[nodiscard]] std::int64_t checked_product(std::int64_t a, std::int64_t b, std::string_view what);

/// Sum of two counts >= 0; throws as checked_product().
[[nodiscard]] std::int64_t checked_sum(std::int64_t a, std::int64_t b, std::string_view what);

/// n (n - 1) / 2: the links of a complete graph of n routers; throws as checked_product().
[[nodiscard]] std::int64_t checked_pairs(std::int64_t n, std::string_view what);

}  // namespace dragonfly
