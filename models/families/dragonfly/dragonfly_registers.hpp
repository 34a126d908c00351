// Addresses of the control registers that the dragonfly's route unit reads
// (docs/microarchitecture.md, "Control registers").
#pragma once

#include "models/router/register_addresses.hpp"

namespace dragonfly::dragonfly_registers {

enum Address : int {
  kAlgorithm = register_addresses::kAlgorithm,
  kFlags = register_addresses::kFlags,  ///< bit 2: hops of all channels count
  kThreshold = register_addresses::kThreshold,
  kGroups = register_addresses::kRoute,
  kMyGroup = register_addresses::kRoute + 1,
  kMyRouter = register_addresses::kRoute + 2,
  kMinStartVc = register_addresses::kRoute + 3,
  kLocalPort = 0x1000,  ///< + router of the group
  kGroup = 0x2000,      ///< + group
  kWay = 0x4000,        ///< + way
  kEnd = 0x6000,
};

}  // namespace dragonfly::dragonfly_registers
