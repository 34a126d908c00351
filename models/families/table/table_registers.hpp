// Addresses of the control registers that the route unit of networks by table reads
// (docs/microarchitecture.md, "Networks by table").
#pragma once

namespace dragonfly::table_registers {

enum Address : int {
  kAlgorithm = 0x0000,  ///< 0 MIN, 1 VAL
  kMyNode = 0x0005,
  kNodes = 0x0006,
  kSplitVc = 0x0007,
  kTerminal = 0x1000,  ///< + terminal of this node
  kNode = 0x2000,      ///< + node
  kWay = 0x4000,       ///< + way
  kSource = 0x8000,    ///< + input port
  kEnd = 0x8100,
};
/// MY_NODE of a router that is none.
inline constexpr int kNoNode = 0xffff;

}  // namespace dragonfly::table_registers
