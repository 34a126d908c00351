// SPDX-License-Identifier: Apache-2.0
// Sizes of the ring that the benches of this folder build (tb/CMakeLists.txt, df_family.svh).
#pragma once

#include "tb/support/decision_ports.hpp"
#include "tb/support/parameters.hpp"
#include "tb/support/route_words.hpp"

namespace dragonfly::tb::ring {

inline constexpr int kTerminals = 2, kRouters = 5, kVcs = 3, kStride = 4, kDepth = 4, kTagBits = 38;
inline constexpr int kPorts = kTerminals + 2, kNext = kTerminals, kPrevious = kTerminals + 1;
inline constexpr int kInputVcs = kPorts * kStride, kPlaneBits = 32;
inline constexpr int kPortBits = 2, kVcBits = 2, kNodeBits = 3, kTermBits = 1, kCreditBits = 3;
inline constexpr int kLanes = 6, kLaneBits = 3, kAskers = kTerminals + 2 * kVcs;
inline constexpr RouteBits kRouteBits{kPortBits, kVcBits};
inline constexpr DecisionSizes kSizes{3, kPortBits, kVcBits, kLaneBits, kNodeBits};

/// Input VC of an asker: VC 0 of terminal ports, then all VCs of the others.
[[nodiscard]] constexpr int ivc_of(int asker) {
  if (asker < kTerminals) return asker * kStride;
  const int above = asker - kTerminals;
  return (kTerminals + above / kVcs) * kStride + above % kVcs;
}

/// A Verilated class for Bench, which needs no parameters of a dragonfly here.
template <class VerilatedModel>
struct Ring {
  using Model = VerilatedModel;
  static constexpr Parameters kParameters{};
};

}  // namespace dragonfly::tb::ring
