// SPDX-License-Identifier: Apache-2.0
// Random choices, one after the other, for tests that draw what they test.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <initializer_list>

#include "models/common/random.hpp"

namespace dragonfly {

/// A sequence of random numbers: a function of its key only.
class RandomSource {
 public:
  explicit RandomSource(std::uint64_t key) : key_(key) {}

  std::uint64_t next() { return draw(key_, counter_++); }
  /// 0 to n-1; n >= 1.
  int below(int n) { return dragonfly::below(next(), n); }
  int between(int low, int high) { return low + below(high - low + 1); }
  /// True `times` times out of `of`.
  bool chance(int times, int of) { return below(of) < times; }
  template <class T>
  T pick(std::initializer_list<T> list) {
    return list.begin()[below(static_cast<int>(list.size()))];
  }
  /// A number from `low` to `high`, often a bound, the middle, a power of two, or a neighbour of
  /// one. Of a range with negative numbers, half are negative.
  int extreme(int low, int high) {
    if (low < 0) return chance(1, 2) ? -extreme(1, -low) : extreme(0, high);
    const int exponent =
        below(static_cast<int>(std::bit_width(static_cast<unsigned>(std::max(1, high)))));
    int value = between(low, high);
    switch (below(9)) {
      case 0:
        value = low;
        break;
      case 1:
        value = low + 1;
        break;
      case 2:
        value = high;
        break;
      case 3:
        value = high - 1;
        break;
      case 4:
      case 5:
        value = (1 << exponent) + between(-1, 1);
        break;
      case 6:
        value = low + (high - low) / 2;
        break;
      default:
        break;
    }
    return std::clamp(value, low, high);
  }

 private:
  std::uint64_t key_, counter_ = 0;
};

}  // namespace dragonfly
