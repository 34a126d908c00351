// SPDX-License-Identifier: Apache-2.0
// What all modules of a network share: the cycle.
#pragma once

#include <cstdint>
#include <vector>

#include "models/network/router_wheel.hpp"

namespace dragonfly {

/// Changes between cycles only, so that all threads may read it within one.
struct NetworkClock {
  std::int64_t cycle = 0;              ///< cycle n begins with edge n
  std::vector<std::uint32_t> sending;  ///< SendingSlots of this cycle
};

}  // namespace dragonfly
