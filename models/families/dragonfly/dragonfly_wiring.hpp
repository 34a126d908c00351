// The wiring of a dragonfly.
#pragma once

#include "models/config/configuration.hpp"
#include "models/families/dragonfly/dragonfly.hpp"
#include "models/wiring/wiring.hpp"

namespace dragonfly {

/// Classes of channels, as numbers in Wiring::classes().
inline constexpr int kTerminalClass = 0, kLocalClass = 1, kGlobalClass = 2;

/// Classes "terminal", "local" and "global"; the groups of the network are those of the wiring.
[[nodiscard]] Wiring dragonfly_wiring(const Dragonfly& network, const ChannelConfig& channels);

}  // namespace dragonfly
