// SPDX-License-Identifier: Apache-2.0
// Bits of the signals of a Verilated class, which are integers of 8 to 64 bits, arrays of 32-bit
// words, or bundles (rtl/df_macros.svh), which are arrays of any of these. The bits of a bundle of
// masks follow each other without a gap, because masks are as wide as integers.
#pragma once

#include <verilated.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <type_traits>

namespace dragonfly::tb {

namespace detail {
template <class Signal>
struct IsBundle : std::is_array<Signal> {};  // Verilator 5.006 has plain arrays at the ports
template <class Word, std::size_t kWords>
struct IsBundle<VlUnpacked<Word, kWords>> : std::true_type {};
}  // namespace detail

/// Bits from a word of a bundle to the next; `width`, which a word has in use, if the signal is a
/// flat vector.
template <class Signal>
[[nodiscard]] int word_distance(const Signal& signal, int width) {
  if constexpr (detail::IsBundle<Signal>::value) {
    return static_cast<int>(8 * sizeof(signal[0]));
  } else {
    return width;
  }
}

template <class Signal>
inline constexpr bool kIsWide = !std::is_integral_v<Signal>;

static_assert(std::endian::native == std::endian::little);

template <class Signal>
[[nodiscard]] bool bit(const Signal& signal, int index) {
  if constexpr (kIsWide<Signal>) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(&signal);
    return (bytes[index / 8] >> (index % 8) & 1U) != 0;
  } else {
    return (static_cast<std::uint64_t>(signal) >> index & 1U) != 0;
  }
}

template <class Signal>
void set_bit(Signal& signal, int index, bool value) {
  if constexpr (kIsWide<Signal>) {
    auto& byte = reinterpret_cast<unsigned char*>(&signal)[index / 8];
    const auto mask = static_cast<unsigned char>(1U << (index % 8));
    byte = static_cast<unsigned char>(value ? byte | mask : byte & ~mask);
  } else {
    const std::uint64_t mask = std::uint64_t{1} << index;
    signal = static_cast<Signal>(value ? signal | mask : signal & ~mask);
  }
}

/// Bits first .. first+width-1, at most 64.
template <class Signal>
[[nodiscard]] std::uint64_t bits(const Signal& signal, int first, int width) {
  std::uint64_t value = 0;
  for (int k = 0; k < width; ++k) {
    value |= static_cast<std::uint64_t>(bit(signal, first + k)) << k;
  }
  return value;
}

template <class Signal>
void set_bits(Signal& signal, int first, int width, std::uint64_t value) {
  for (int k = 0; k < width; ++k) set_bit(signal, first + k, (value >> k & 1U) != 0);
}

template <class Signal>
void clear(Signal& signal) {
  if constexpr (kIsWide<Signal>) {
    std::memset(static_cast<void*>(&signal), 0, sizeof signal);
  } else {
    signal = 0;
  }
}

/// Element `index` of a vector of fields of `width` bits.
template <class Signal>
[[nodiscard]] int field(const Signal& signal, int index, int width) {
  return static_cast<int>(bits(signal, index * width, width));
}

template <class Signal>
void set_field(Signal& signal, int index, int width, std::uint64_t value) {
  set_bits(signal, index * width, width, value);
}

/// Word `index`, of `width` <= 64 bits, of a bundle or of a flat vector of such words.
template <class Signal>
[[nodiscard]] std::uint64_t get_word(const Signal& signal, int index, int width) {
  return bits(signal, index * word_distance(signal, width), width);
}

template <class Signal>
void set_word(Signal& signal, int index, int width, std::uint64_t value) {
  set_bits(signal, index * word_distance(signal, width), width, value);
}

/// Bit `index` of word `word` of a bundle of masks of `width` bits.
template <class Signal>
[[nodiscard]] bool mask_bit(const Signal& signal, int word, int width, int index) {
  return bit(signal, word * word_distance(signal, width) + index);
}

template <class Signal>
void set_mask_bit(Signal& signal, int word, int width, int index, bool value) {
  set_bit(signal, word * word_distance(signal, width) + index, value);
}

/// Bits 0 .. count-1 of a mask of a bundle: those of `value`(index).
template <class Signal, class Value>
void set_mask(Signal& signal, int word, int width, int count, Value value) {
  for (int i = 0; i < count; ++i) set_mask_bit(signal, word, width, i, value(i));
}

/// How many bits are set.
template <class Signal>
[[nodiscard]] int count_ones(const Signal& signal) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(&signal);
  return std::accumulate(bytes, bytes + sizeof signal, 0,
                         [](int sum, unsigned char byte) { return sum + std::popcount(byte); });
}

/// The number of VC `index` in bit planes of `plane_width` bits: its bit k is in plane k.
template <class Signal>
[[nodiscard]] int planes(const Signal& signal, int index, int count, int plane_width) {
  int value = 0;
  for (int k = 0; k < count; ++k) {
    value |= static_cast<int>(bit(signal, k * plane_width + index)) << k;
  }
  return value;
}

template <class Signal>
void set_planes(Signal& signal, int index, int count, int plane_width, int value) {
  for (int k = 0; k < count; ++k) {
    set_bit(signal, k * plane_width + index, (value >> k & 1) != 0);
  }
}

}  // namespace dragonfly::tb
