// Sizes of the router of networks by table that the benches of this folder build
// (tb/CMakeLists.txt).
#pragma once

#include <array>

#include "tb/support/parameters.hpp"

namespace dragonfly::tb::table {

inline constexpr int kVcs = 5, kStride = 8, kPorts = 7, kNodes = 11, kTerminals = 3, kWays = 16;
inline constexpr int kInputVcs = kPorts * kStride;
inline constexpr int kPortBits = 3, kVcBits = 3, kNodeBits = 4, kTermBits = 2, kTagBits = 35;
/// The ports on which a terminal sends in some router, which are those that ask.
inline constexpr std::array kAskers{0, 2, 3, 5};

/// A Verilated class for Bench, which needs no parameters of a dragonfly here.
template <class VerilatedModel>
struct Table {
  using Model = VerilatedModel;
  static constexpr Parameters kParameters{};
};

}  // namespace dragonfly::tb::table
