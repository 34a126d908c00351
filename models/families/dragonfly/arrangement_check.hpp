// SPDX-License-Identifier: Apache-2.0
// Is a wiring legal? The exact check behind every arrangement.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/families/dragonfly/arrangement.hpp"
#include "models/families/dragonfly/channel_share.hpp"
#include "models/families/dragonfly/dragonfly.hpp"

namespace dragonfly {

/// What a wiring must keep besides the symmetry of its channels.
struct WiringRules {
  /// Channels of each pair of groups; empty: any number, none included.
  std::optional<ChannelShare> share;
  /// Ports of all routers that may be left unconnected; empty: any number.
  std::optional<int> unconnected;
};

/// The rules for a network in which all groups reach each other directly: an even share for every
/// pair of groups, and no port left over unless the ports of all groups are odd in number.
/// g = 1: no channels, all ports unconnected. Requires g <= a*h + 1.
[[nodiscard]] WiringRules rules_of_even_wiring(int a, int h, int g);

/// Checks a table of far ends as global_links() yields it, for g groups of a routers with h global
/// ports each. Legal means: there are exactly h entries for each router; each is unconnected or
/// names a port of the network; the far end of a far end is the port itself (so no two channels
/// share a port); no channel stays within its group; and `rules` are kept. Returns "" or a readable
/// description of the first fault.
[[nodiscard]] std::string check_legal(const std::vector<GlobalEnd>& links, int a, int h, int g,
                                      const WiringRules& rules);

/// The same for a network, with rules_of_even_wiring().
[[nodiscard]] std::string check_legal(const Dragonfly& network);

}  // namespace dragonfly
