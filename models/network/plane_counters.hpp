// Counters in bit planes.
#pragma once

#include <cstdint>

#include "models/router/bits.hpp"

namespace dragonfly {

/// Small counters, one for each bit of a mask: plane k holds their bits k. All that are named by a
/// mask are counted up or down at once, in a few operations however many they are, and without a
/// branch.
template <int kWords>
class PlaneCounters {
 public:
  using Mask = Bits<kWords>;
  static constexpr int kMostPlanes = 11;

  /// Planes for values up to `largest`, below 2^kMostPlanes.
  static int planes_for(int largest) {
    return static_cast<int>(std::bit_width(static_cast<unsigned>(largest)));
  }

  [[gnu::always_inline]] void add(int planes, Mask carry) {
    for (int k = 0; k < planes; ++k) {
      const Mask next = plane_[k] & carry;
      plane_[k] ^= carry;
      carry = next;
    }
  }
  [[gnu::always_inline]] void subtract(int planes, Mask borrow) {
    for (int k = 0; k < planes; ++k) {
      const Mask next = without(borrow, plane_[k]);
      plane_[k] ^= borrow;
      borrow = next;
    }
  }
  /// Counts `up` up and `down`, of which none is in `up`, down.
  template <int kPlanes>
  [[gnu::always_inline]] void count(Mask up, Mask down) {
    for (int k = 0; k < kPlanes; ++k) {
      const Mask plane = plane_[k];
      plane_[k] ^= up;
      plane_[k] ^= down;
      up &= plane;
      down.remove(plane);
    }
  }
  /// Those that are not 0; or not less than 2^from.
  [[gnu::always_inline]] [[nodiscard]] Mask some(int planes, int from = 0) const {
    Mask any{};
    for (int k = from; k < planes; ++k) any |= plane_[k];
    return any;
  }
  [[nodiscard]] int value(int planes, unsigned i) const {
    int value = 0;
    for (int k = 0; k < planes; ++k) value |= (plane_[k].test(i) ? 1 : 0) << k;
    return value;
  }
  /// Of the counters in `lanes`, within the word of number i, bit 0 being that of i.
  [[gnu::always_inline]] [[nodiscard]] int sum(int planes, unsigned i, std::uint64_t lanes) const {
    int sum = 0;
    for (int k = 0; k < planes; ++k)
      sum += std::popcount(plane_[k].word[Mask::index(i)] >> (i & 63) & lanes) << k;
    return sum;
  }
  void set(int planes, const Mask& which, int value) {
    for (int k = 0; k < planes; ++k) {
      plane_[k].remove(which);
      if ((value >> k & 1) != 0) plane_[k] |= which;
    }
  }

 private:
  Mask plane_[kMostPlanes];
};

}  // namespace dragonfly
