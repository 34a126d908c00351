// SPDX-License-Identifier: Apache-2.0
#include "models/run/idle_gaps.hpp"

#include <algorithm>
#include <bit>

namespace dragonfly {

std::int64_t IdleGaps::cycle_after(std::int64_t cycle) {
  if (trace_ == nullptr) return cycle + 1;
  if (terminals_.counters().inside() > 0 || terminals_.waiting_flits() > 0) {
    busy_ = cycle;
    return cycle + 1;
  }
  // To look whether everything is at rest takes as long as some cycles: now and then is enough.
  constexpr std::uint64_t kLookAfter = 32;
  const auto idle = static_cast<std::uint64_t>(cycle - busy_);
  if (idle < kLookAfter || !std::has_single_bit(idle) || !engine_.at_rest()) return cycle + 1;
  const auto next = trace_->next_cycle();
  // One idle cycle remains, in which the watchdog sees that nothing is waited for.
  return next ? std::max(cycle + 1, *next - 1) : cycle + 1;
}

}  // namespace dragonfly
