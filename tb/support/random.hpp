// SPDX-License-Identifier: Apache-2.0
// Random numbers for stimuli: the same on every platform.
#pragma once

#include <cstdint>

namespace dragonfly::tb {

/// SplitMix64 (Steele, Lea, Flood 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15U);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
  }

  /// 0 .. n-1, n >= 1.
  int below(int n) {
    return static_cast<int>((next() >> 32) * static_cast<std::uint64_t>(n) >> 32);
  }
  /// low .. high.
  int between(int low, int high) { return low + below(high - low + 1); }
  /// True in `percent` of 100 cases.
  bool chance(int percent) { return below(100) < percent; }
  /// A number of `width` bits, at most 64.
  std::uint64_t bits(int width) { return width == 0 ? 0 : next() >> (64 - width); }

 private:
  std::uint64_t state_;
};

}  // namespace dragonfly::tb
