// Bits of the signals of a Verilated class, which are integers of 8 to 64 bits or arrays of 32-bit
// words.
#pragma once

#include <verilated.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace dragonfly::tb {

template <class Signal>
inline constexpr bool kIsWide = !std::is_integral_v<Signal>;

template <class Signal>
[[nodiscard]] bool bit(const Signal& signal, int index) {
  if constexpr (kIsWide<Signal>) {
    return (signal.at(static_cast<std::size_t>(index / 32)) >> (index % 32) & 1U) != 0;
  } else {
    return (static_cast<std::uint64_t>(signal) >> index & 1U) != 0;
  }
}

template <class Signal>
void set_bit(Signal& signal, int index, bool value) {
  if constexpr (kIsWide<Signal>) {
    EData& word = signal.at(static_cast<std::size_t>(index / 32));
    const EData mask = EData{1} << (index % 32);
    word = value ? word | mask : word & ~mask;
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
    for (std::size_t word = 0; word < sizeof(signal) / sizeof(EData); ++word) signal.at(word) = 0;
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
