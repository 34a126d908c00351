// SPDX-License-Identifier: Apache-2.0
// The circulant-based arrangement (Curtsinger and Bunde, Section V, Equations 3 and 4) for any
// number of groups.
//
// Of the h ports of router j the first h/2 lead up (to higher group numbers) and the others down.
// The up ports of all routers in order are the up ports of slots 0, 1, ..., ah/2 - 1, the down
// ports likewise (ring_slots.hpp), so a channel joins routers of the same index. With g = ah + 1
// slot m has distance m + 1: the definition of the paper. With fewer groups the distances start
// again when all are used up.
//
// Where the number of groups is even, the channels between opposite groups come in twos, both on
// the same router; all other pairs have theirs spread evenly over the routers, from both ends.
#include "models/families/dragonfly/arrangement.hpp"
#include "models/families/dragonfly/ring_slots.hpp"

namespace dragonfly {

std::vector<GroupPort> circulant_links(int a, int h, int groups) {
  const int half = h / 2;
  const std::vector<int> distances = slot_distances(a * half, groups, false);
  PortTable table(a * h, groups);
  for (int router = 0; router < a; ++router) {
    for (int port = 0; port < half; ++port) {
      const int up = router * h + port;
      table.lay_slot(distances[router * half + port], up, up + half);
    }
  }
  return table.take();
}

}  // namespace dragonfly
