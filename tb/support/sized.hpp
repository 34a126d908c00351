// SPDX-License-Identifier: Apache-2.0
// A Verilated module of a family with sizes of its own, for Bench.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "tb/support/parameters.hpp"

namespace dragonfly::tb {

/// A Verilated class and the values of its defines, in the order of tb/CMakeLists.txt.
template <class VerilatedModel, std::uint64_t... kDefines>
struct Sized {
  using Model = VerilatedModel;
  static constexpr Parameters kParameters{};  // it has none of a dragonfly
  static constexpr std::array<std::uint64_t, sizeof...(kDefines)> kValues{kDefines...};
  [[nodiscard]] static constexpr int value(std::size_t index) {
    return static_cast<int>(kValues[index]);
  }
};

}  // namespace dragonfly::tb
