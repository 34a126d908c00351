// Addresses of the control registers that routers of all families have (docs/microarchitecture.md,
// "Control registers").
#pragma once

#include "models/router/router_state.hpp"

namespace dragonfly::register_addresses {

inline constexpr unsigned kAlgorithm = 0x0000;  ///< the family's
inline constexpr unsigned kFlags = 0x0001;      ///< sequential, cut-through, all hops
inline constexpr unsigned kThreshold = 0x0002;  ///< the family's
inline constexpr unsigned kBufferDepth = 0x0003;
inline constexpr unsigned kOqLimit = 0x0004;
inline constexpr unsigned kRoute = 0x0005;  ///< + 0 .. 3: the family's
inline constexpr unsigned kCtqOneIn = 0x0009;
inline constexpr unsigned kConnected = 0x0010, kConnectedEnd = 0x0018;  ///< + word
inline constexpr unsigned kLfsr = 0x0100, kLfsrEnd = 0x0200;            ///< + asker
inline constexpr unsigned kTcrt0 = 0x0200, kTcrt0End = 0x0300;          ///< + output port

// The state holds the first ones by their addresses.
static_assert(kCtqOneIn == static_cast<unsigned>(ControlRegister::kCtqOneIn));
static_assert(kRoute == static_cast<unsigned>(ControlRegister::kRoute0));

}  // namespace dragonfly::register_addresses
