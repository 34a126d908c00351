// SPDX-License-Identifier: Apache-2.0
// Arrays of words of the same length, which loops go through side by side.
#pragma once

#include <cstddef>
#include <cstdint>

#include "models/common/zeros.hpp"

/// Before a loop: its turns do not depend on each other, though the compiler cannot see that its
/// arrays are different ones. It may make them side by side.
#if defined(__clang__)
#define DRAGONFLY_SIDE_BY_SIDE _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define DRAGONFLY_SIDE_BY_SIDE _Pragma("GCC ivdep")
#else
#define DRAGONFLY_SIDE_BY_SIDE
#endif

namespace dragonfly {

/// All 0 at first.
class WordArrays {
 public:
  WordArrays(std::size_t arrays, std::size_t words)
      : stride_(lines(words) * kLineWords), memory_(arrays * stride_) {}

  [[nodiscard]] std::uint64_t* operator[](std::size_t array) const {
    return memory_.get() + array * stride_;
  }

  /// Bytes of so many arrays.
  [[nodiscard]] static std::size_t bytes(std::size_t arrays, std::size_t words) {
    return arrays * lines(words) * kLineWords * sizeof(std::uint64_t);
  }

  void serialize(Archive& archive) { archive(memory_); }

 private:
  static constexpr std::size_t kLineWords = 8;

  /// Cache lines of an array: an odd number, so that the same place in all arrays is not the same
  /// place in the cache.
  static std::size_t lines(std::size_t words) {
    return ((words + kLineWords - 1) / kLineWords) | 1;
  }

  std::size_t stride_;
  Zeros<std::uint64_t> memory_;
};

}  // namespace dragonfly
