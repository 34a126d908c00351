// SPDX-License-Identifier: Apache-2.0
// The wiring of a dragonfly.
#pragma once

#include "models/config/channel_config.hpp"
#include "models/families/dragonfly/dragonfly.hpp"
#include "models/families/dragonfly/dragonfly_links.hpp"
#include "models/wiring/wiring.hpp"

namespace dragonfly {

/// Classes of channels, as numbers in Wiring::classes().
inline constexpr int kTerminalClass = 0, kLocalClass = 1, kGlobalClass = 2;

/// Classes "terminal", "local" and "global"; routers are numbered group * a + router, and the
/// groups of the network are those of the wiring. Ports: p terminals, then those to the routers of
/// the group, dimension by dimension and in ascending order, channels side by side next to each
/// other, then h global ones. Groups are taken as alike (Wiring::orbits) if the links stay the same
/// when all groups move on by one, which is checked on the links. Throws InputError as check(links)
/// does.
[[nodiscard]] Wiring dragonfly_wiring(const DragonflyLinks& links,
                                      const ChannelConfig& channels = {});
[[nodiscard]] Wiring dragonfly_wiring(const Dragonfly& network, const ChannelConfig& channels = {});

}  // namespace dragonfly
