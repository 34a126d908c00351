// Addresses of the control registers that the dragonfly's route unit reads
// (docs/microarchitecture.md, "Control registers").
#pragma once

namespace dragonfly::dragonfly_registers {

enum Address : int {
  kAlgorithm = 0x0000,
  kFlags = 0x0001,  ///< bit 2: hops of all channels count
  kThreshold = 0x0002,
  kGroups = 0x0005,
  kMyGroup = 0x0006,
  kMyRouter = 0x0007,
  kMinStartVc = 0x0008,
  kLocalPort = 0x1000,  ///< + router of the group
  kGroup = 0x2000,      ///< + group
  kWay = 0x4000,        ///< + way
  kEnd = 0x6000,
};

}  // namespace dragonfly::dragonfly_registers
