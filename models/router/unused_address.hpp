// SPDX-License-Identifier: Apache-2.0
// Writes that make no difference.
#pragma once

#include <cstdint>

#include "models/router/register_map.hpp"

namespace dragonfly {

/// An address at which no router of so many ports has a register, whatever its family: between the
/// registers, behind the ports' last one, or before the tables. `drawn`: a random number.
[[nodiscard]] inline std::uint16_t unused_address(std::uint64_t drawn, unsigned ports) {
  using namespace register_addresses;
  struct Gap {
    unsigned first, end;
  };
  const Gap gaps[] = {{kCtqOneIn + 1, kConnected},
                      {kConnectedEnd, kLfsr},
                      {kTcrt0 + ports, kTcrt0End},
                      {kIntervalEnd, kTables}};
  Gap gap = gaps[drawn >> 32 & 3];
  if (gap.first == gap.end) gap = gaps[0];  // 256 ports have all of TCRT0
  return static_cast<std::uint16_t>(gap.first + (drawn & 0xFFFFFFFF) % (gap.end - gap.first));
}

}  // namespace dragonfly
