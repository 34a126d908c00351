// SPDX-License-Identifier: Apache-2.0
// Utilisation of channels.
#pragma once

#include <cstdint>
#include <vector>

#include "models/statistics/run_result.hpp"
#include "models/wiring/wiring.hpp"

namespace dragonfly {

/// Utilisation of every channel of a class, or of Wiring::kAllClasses, over `cycles` cycles, in
/// which the counters of flits sent (by Wiring::index()) went from `before` (empty: from zero) to
/// `after`. All zero if cycles is 0.
[[nodiscard]] std::vector<ChannelUtilisation> channel_utilisation(
    const Wiring& wiring, int channel_class, const std::vector<std::int64_t>& before,
    const std::vector<std::int64_t>& after, std::int64_t cycles);

}  // namespace dragonfly
