// SPDX-License-Identifier: Apache-2.0
// A fault to be put into the RTL of one router.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/rtl/rtl_signals.hpp"
#include "sim/rtl/variant_abi.hpp"

namespace dragonfly {

struct Fault {
  int router = 0;                              ///< global number
  std::string signal;                          ///< "df_switch_allocator.held_q"
  std::optional<int> bit;                      ///< of a signal of one bit it may be left out
  std::int64_t cycle = 0;                      ///< the first in which it is wrong
  ForcedValue value = ForcedValue::kInverted;  ///< inverted: in that cycle only; else for good
};

/// Parses "ROUTER:MODULE.SIGNAL[BIT]@CYCLE=flip|stuck0|stuck1"; "[BIT]" may be left out. Throws
/// InputError.
[[nodiscard]] Fault parse_fault(const std::string& text, int routers);

/// Throws InputError, with names that are near, if `signals` do not have the fault's signal, or it
/// not the fault's bit; and for a vector without a bit.
void check_fault(const Fault& fault, const std::vector<RtlSignal>& signals);

}  // namespace dragonfly
