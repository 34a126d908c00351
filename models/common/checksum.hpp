// SPDX-License-Identifier: Apache-2.0
// Whether bytes are what they were.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <istream>
#include <limits>

#include "models/common/random.hpp"

namespace dragonfly {

/// Of the bytes added, whatever pieces they came in. It sees accidents, and is fast: some bytes a
/// nanosecond.
class Checksum {
 public:
  void add(const void* bytes, std::size_t count);

  [[nodiscard]] std::uint64_t value() const { return mix64(mix64(sum_ ^ rest_) + count_); }

 private:
  void take_word(std::uint64_t word) {
    sum_ = (sum_ ^ word) * kMixFactor1;
    sum_ ^= sum_ >> 32;
  }

  std::uint64_t sum_ = kDrawStep;
  std::uint64_t rest_ = 0;   ///< bytes of a word that is not complete
  std::uint64_t count_ = 0;  ///< bytes
};

/// Adds what `file` still holds, `most` bytes at most; returns how many.
std::uint64_t add_rest(std::istream& file, Checksum& checksum,
                       std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

}  // namespace dragonfly
