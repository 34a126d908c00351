// Addresses of the control registers that the route unit of networks by table reads
// (docs/microarchitecture.md, "Networks by table").
#pragma once

#include "models/router/register_addresses.hpp"

namespace dragonfly::table_registers {

enum Address : int {
  kAlgorithm = register_addresses::kAlgorithm,  ///< 0 MIN, 1 VAL
  kMyNode = register_addresses::kRoute,
  kNodes = register_addresses::kRoute + 1,
  kSplitVc = register_addresses::kRoute + 2,
  kTerminal = 0x1000,  ///< + terminal of this node
  kNode = 0x2000,      ///< + node
  kWay = 0x4000,       ///< + way
  kSource = 0x8000,    ///< + input port
  kEnd = 0x8100,
};
/// MY_NODE of a router that is none.
inline constexpr int kNoNode = 0xffff;

}  // namespace dragonfly::table_registers
