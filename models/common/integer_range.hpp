// SPDX-License-Identifier: Apache-2.0
// Elements of lists of integers: single ones, and ranges.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace dragonfly {

/// first <= last.
struct IntegerRange {
  std::int64_t first = 0, last = 0;

  [[nodiscard]] bool within(std::int64_t lowest, std::int64_t highest) const {
    return lowest <= first && last <= highest;
  }
};

/// "7", or "17-20"; nothing if `text` is neither, or the second number is below the first.
[[nodiscard]] std::optional<IntegerRange> parse_integer_range(std::string_view text);

/// Appends all integers of the range. Throws InputError, with the place (key or option), if the
/// list would have more than a million.
void append_range(const IntegerRange& range, std::vector<std::int64_t>& list,
                  std::string_view place);

}  // namespace dragonfly
