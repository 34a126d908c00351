// SPDX-License-Identifier: Apache-2.0
// Sets of ports of a router.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace dragonfly {

/// A set of ports 0 .. kPorts-1. Without initial values, as lists of candidates are.
struct PortSet {
  static constexpr int kPorts = 256;

  std::array<std::uint64_t, kPorts / 64> word;

  void clear() { word = {}; }
  [[nodiscard]] bool test(unsigned port) const { return (word[port / 64] >> port % 64 & 1) != 0; }
  void add(unsigned port) { word[port / 64] |= std::uint64_t{1} << port % 64; }
  /// Ports `first` to `first` + `count`-1.
  void add(unsigned first, unsigned count) {
    while (count > 0) {
      const unsigned bit = first % 64, here = count < 64 - bit ? count : 64 - bit;
      word[first / 64] |= (here == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << here) - 1) << bit;
      first += here;
      count -= here;
    }
  }

  /// Calls visit(port) for each, in ascending order.
  template <class Visit>
  [[gnu::always_inline]] void each(Visit&& visit) const {
    for (unsigned w = 0; w < word.size(); ++w)
      for (std::uint64_t rest = word[w]; rest != 0; rest &= rest - 1)
        visit(64 * w + static_cast<unsigned>(std::countr_zero(rest)));
  }

  bool operator==(const PortSet&) const = default;
};

}  // namespace dragonfly
