// SPDX-License-Identifier: Apache-2.0
// Bit vectors of a size that is known when the program is compiled.
#pragma once

#include <bit>
#include <cstdint>

namespace dragonfly {

template <int kWords>
struct Bits {
  std::uint64_t word[kWords];

  static constexpr unsigned index(unsigned i) { return kWords == 1 ? 0 : i >> 6; }
  static constexpr std::uint64_t bit(unsigned i) { return std::uint64_t{1} << (i & 63); }

  [[nodiscard]] bool test(unsigned i) const { return (word[index(i)] & bit(i)) != 0; }
  void set(unsigned i) { word[index(i)] |= bit(i); }
  void clear(unsigned i) { word[index(i)] &= ~bit(i); }

  [[nodiscard]] bool any() const {
    std::uint64_t all = 0;
    for (int w = 0; w < kWords; ++w) all |= word[w];
    return all != 0;
  }
  [[nodiscard]] int count() const {
    int bits = 0;
    for (int w = 0; w < kWords; ++w) bits += std::popcount(word[w]);
    return bits;
  }
  /// Whether exactly one bit is set, where at least one is.
  [[nodiscard]] bool single() const {
    if constexpr (kWords == 1) return (word[0] & (word[0] - 1)) == 0;
    unsigned words = 0;
    bool alone = true;
    for (int w = 0; w < kWords; ++w) {
      words += word[w] != 0;
      alone = alone && (word[w] & (word[w] - 1)) == 0;
    }
    return alone && words == 1;
  }
  /// 1 if exactly one bit is set, else 0: without a branch.
  [[nodiscard]] unsigned one() const {
    if constexpr (kWords == 1)
      return static_cast<unsigned>(word[0] != 0) &
             static_cast<unsigned>((word[0] & (word[0] - 1)) == 0);
    return count() == 1 ? 1 : 0;
  }
  /// Of the bits set, at least one: the lowest.
  [[nodiscard]] unsigned lowest() const {
    if constexpr (kWords == 1) return static_cast<unsigned>(std::countr_zero(word[0]));
    int w = 0;
    while (word[w] == 0) ++w;
    return static_cast<unsigned>(64 * w + std::countr_zero(word[w]));
  }

  /// Of the bits set, at least one: the highest.
  [[nodiscard]] unsigned highest() const {
    int w = kWords - 1;
    while (word[w] == 0) --w;
    return static_cast<unsigned>(64 * w + 63 - std::countl_zero(word[w]));
  }

  /// Calls visit(i) for each bit set, in ascending order. The bits of a word are those that it had
  /// when its turn came.
  template <class Visit>
  [[gnu::always_inline]] void each(Visit&& visit) const {
    for (int w = 0; w < kWords; ++w)
      for (std::uint64_t rest = word[w]; rest != 0; rest &= rest - 1)
        visit(static_cast<unsigned>(64 * w + std::countr_zero(rest)));
  }

  /// These bits, or `other` if none is set: without a branch.
  [[nodiscard]] Bits or_if_none(const Bits& other) const {
    const std::uint64_t none = 0 - std::uint64_t{!any()};
    Bits result;
    for (int w = 0; w < kWords; ++w) result.word[w] = word[w] | (other.word[w] & none);
    return result;
  }

  friend Bits operator&(const Bits& x, const Bits& y) {
    Bits result;
    for (int w = 0; w < kWords; ++w) result.word[w] = x.word[w] & y.word[w];
    return result;
  }
  /// Bits of x that y does not have.
  friend Bits without(const Bits& x, const Bits& y) {
    Bits result;
    for (int w = 0; w < kWords; ++w) result.word[w] = x.word[w] & ~y.word[w];
    return result;
  }
  Bits& operator|=(const Bits& other) {
    for (int w = 0; w < kWords; ++w) word[w] |= other.word[w];
    return *this;
  }
  Bits& operator^=(const Bits& other) {
    for (int w = 0; w < kWords; ++w) word[w] ^= other.word[w];
    return *this;
  }
  Bits& operator&=(const Bits& other) {
    for (int w = 0; w < kWords; ++w) word[w] &= other.word[w];
    return *this;
  }
  /// Clears the bits that `other` has.
  Bits& remove(const Bits& other) {
    for (int w = 0; w < kWords; ++w) word[w] &= ~other.word[w];
    return *this;
  }
  /// Bits `from` and above.
  [[nodiscard]] Bits from(unsigned from) const {
    Bits result;
    for (int w = 0; w < kWords; ++w) {
      const auto first = static_cast<unsigned>(64 * w);
      result.word[w] = from <= first        ? word[w]
                       : from >= first + 64 ? 0
                                            : word[w] & ~std::uint64_t{0} << (from - first);
    }
    return result;
  }
};

}  // namespace dragonfly
