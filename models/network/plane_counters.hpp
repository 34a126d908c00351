// Counters in bit planes.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "models/network/word_arrays.hpp"

namespace dragonfly {

/// Small counters, one for each bit of an array of words: plane k holds their bits k. All that are
/// named by a word are counted up or down at once, in a few operations however many they are, and
/// without a branch; and the words of an array side by side.
class PlaneCounters {
 public:
  static constexpr int kMostPlanes = 11;

  /// Planes for values up to `largest`, below 2^kMostPlanes.
  [[nodiscard]] static constexpr int planes_for(int largest) {
    return static_cast<int>(std::bit_width(static_cast<unsigned>(largest)));
  }

  /// 64 `words` counters from 0 to `largest`; functions that name fewer planes need not look at the
  /// others.
  PlaneCounters(std::size_t words, int largest)
      : planes_(planes_for(largest)), memory_(kMostPlanes, words) {}

  [[nodiscard]] int planes() const { return planes_; }
  [[nodiscard]] std::uint64_t* plane(int k) const { return memory_[static_cast<std::size_t>(k)]; }

  /// Sets the counters that `which` names in a word.
  void set(std::size_t word, std::uint64_t which, int value) {
    for (int k = 0; k < planes_; ++k)
      plane(k)[word] = (plane(k)[word] & ~which) | ((value >> k & 1) != 0 ? which : 0);
  }
  /// Counts those that `down` names in a word down; none of them is 0.
  void subtract(std::size_t word, std::uint64_t down) {
    for (int k = 0; k < planes_; ++k) {
      std::uint64_t& bits = plane(k)[word];
      const std::uint64_t old = bits;
      bits ^= down;
      down &= ~old;
    }
  }
  /// Those of a word that are not 0.
  [[gnu::always_inline]] [[nodiscard]] std::uint64_t some(std::size_t word) const {
    std::uint64_t any = 0;
    for (int k = 0; k < planes_; ++k) any |= plane(k)[word];
    return any;
  }
  /// The counter of bit i of the array.
  [[nodiscard]] int value(std::size_t i) const {
    unsigned value = 0;
    for (int k = 0; k < planes_; ++k)
      value |= static_cast<unsigned>(plane(k)[i >> 6] >> (i & 63) & 1) << k;
    return static_cast<int>(value);
  }
  /// Of the counters in `lanes`, within the word of bit i, bit 0 being that of i.
  [[gnu::always_inline]] [[nodiscard]] int sum(std::size_t i, std::uint64_t lanes) const {
    int sum = 0;
    for (int k = 0; k < planes_; ++k)
      sum += std::popcount(plane(k)[i >> 6] >> (i & 63) & lanes) << k;
    return sum;
  }

 private:
  int planes_;
  WordArrays memory_;
};

}  // namespace dragonfly
