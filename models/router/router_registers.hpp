// SPDX-License-Identifier: Apache-2.0
// What those control registers of a router hold that are not its route unit's
// (docs/microarchitecture.md, "Control registers").
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "models/router/router.hpp"
#include "models/router/router_state.hpp"

namespace dragonfly {

/// Values of the registers after a sequence of writes. Tables reach as far as they were written.
struct RouterRegisters {
  bool sequential = false, cut_through = false;  ///< FLAGS
  int buffer_depth = 0, oq_limit = 0;
  int ctq_one_in = 0;
  std::array<std::uint32_t, kControlRegisters> control{};  ///< by address, as they read
  std::vector<bool> connected;                             ///< [port]
  std::vector<std::uint32_t> lfsr;                         ///< [asker]
  std::vector<std::uint16_t> tcrt0;                        ///< [port]
  std::vector<std::uint8_t> interval;                      ///< [port]; 0 as 1

  /// The registers after a reset and `writes`. Writes to other addresses are ignored.
  [[nodiscard]] static RouterRegisters from(std::span<const RegisterWrite> writes);
};

}  // namespace dragonfly
