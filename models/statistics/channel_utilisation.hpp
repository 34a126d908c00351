// Utilisation of the global channels.
#pragma once

#include <cstdint>
#include <vector>

#include "models/families/dragonfly/dragonfly.hpp"
#include "models/statistics/run_result.hpp"

namespace dragonfly {

/// Number of a global channel in vectors of counters: by router (global number), then global
/// port; there are routers x h of them, connected or not.
[[nodiscard]] inline std::size_t global_channel_index(const Dragonfly& network, int router,
                                                      int port) {
  return static_cast<std::size_t>(router * network.h() + port);
}

/// Utilisation of every connected global channel over `cycles` cycles, in which the counters of
/// flits sent went from `before` (empty: from zero) to `after`. All zero if cycles is 0.
[[nodiscard]] std::vector<ChannelUtilisation> channel_utilisation(
    const Dragonfly& network, const std::vector<std::int64_t>& before,
    const std::vector<std::int64_t>& after, std::int64_t cycles);

}  // namespace dragonfly
