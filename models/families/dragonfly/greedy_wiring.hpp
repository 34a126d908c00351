// SPDX-License-Identifier: Apache-2.0
// The greedy wiring of global links (Teh, Wilke, Bergman, Rumley, "Design space exploration of the
// Dragonfly topology", 2017, Section 2.3) for any numbers of routers, ports and groups: groups that
// are not all connected with one another (g > ah + 1) and parallel channels (h >= g) as well.
//
// First groups are joined, then routers. The groups take their turns in ascending order. In its
// turn a group fills all its ports that are still free, and each of these links goes to the group
// with the fewest links so far that still has a free port.
//
// "The fewest links so far" can be read as links to all groups (mu_i of the paper's Algorithm 1,
// the sum of eta_ij), or as links to the group whose turn it is (eta_ki, of which the text speaks).
// Either one decides, the other breaks ties, and then the lowest number: the result is the same.
// Links of group k with later ones are all laid in its turn, so these groups begin the turn with
// eta_ki = 0 and with totals that differ by one at most. So links are simply dealt out: the groups
// stand in a queue, and the one that got a link goes to its end.
//
// The ah links of a group then go to its routers: those of one pair of groups together, the pairs
// in the order in which they came, each link to the router with the fewest links so far at either
// end, the lowest number of several. The first a links of a pair are on different routers of
// both groups; link i + a joins the same routers as link i. So h >= g - 1 gives a flattened
// butterfly with parallel channels.
//
// What follows from it: any two groups share floor(ah / (g-1)) links or one more; all ports are
// used, but for one if their number gah is odd; the network is connected whenever ah >= 2, as
// groups get their first links in ascending order and each group gives one away in its turn, so
// every group but the first is joined with one before it. With ah = 1 there is one link a group,
// and any wiring of more than two groups falls apart into pairs.
#pragma once

#include <vector>

#include "models/families/dragonfly/arrangement.hpp"

namespace dragonfly {

/// Far ends of all global ports as global_links() yields them: at index (group * a + router) * h +
/// port; kUnconnected where a port leads nowhere; symmetric. With g = 1 no port is connected. Takes
/// time proportional to the number of ports. Throws InputError unless a >= 1, h >= 0, g >= 1 and
/// gah <= kMaxGlobalPorts.
[[nodiscard]] std::vector<GlobalEnd> greedy_links(int a, int h, int g);

}  // namespace dragonfly
