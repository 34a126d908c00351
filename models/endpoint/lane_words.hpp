// SPDX-License-Identifier: Apache-2.0
// Bit masks over terminals that several threads write at the same time.
#pragma once

#include <cstddef>

namespace dragonfly {

/// Lanes are successive ranges of terminals, each used by one thread at a time. A mask has a bit
/// for each terminal, in words of 64; between the words of two lanes there is a cache line or more.
inline constexpr int kWordsBetweenLanes = 8;

/// The word of a terminal, of whose lane `lane` is the number. The words of a lane follow each
/// other; the bit is the terminal's number modulo 64.
[[nodiscard]] constexpr std::size_t lane_word(int terminal, int lane) {
  return static_cast<std::size_t>(terminal >> 6) +
         static_cast<std::size_t>(kWordsBetweenLanes) * static_cast<std::size_t>(lane);
}
/// Words of a mask over `terminals` in `lanes` lanes.
[[nodiscard]] constexpr std::size_t lane_words(int terminals, int lanes) {
  return lane_word(terminals, lanes) + 1;
}

}  // namespace dragonfly
