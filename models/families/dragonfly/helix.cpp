// SPDX-License-Identifier: Apache-2.0
// The helix arrangement (Curtsinger and Bunde, Section VI) for any number of groups.
//
// Up and down ports as in the circulant arrangement, floor(h/2) each, but an up port of router j
// leads to router j + 1 and a down port to router j - 1 (mod a). The down ports of router j are
// therefore the far ends of the up ports of router j - 1 and lie in its block of distances. (The
// set of downward channels that the paper prints has the block of router j itself; then the two
// ends of a channel do not agree.)
//
// If h is odd, the last port of each router is its mutual link: router j to router a - 1 - j.
// Mutual links are slots too, the up port on router j < a/2 and the down port on router a - 1 - j,
// after those above: slot a floor(h/2) + j. If a is odd as well, the router in the middle is left
// and its mutual link is the centre port (ring_slots.hpp). With g = ah + 1 slot m has distance
// m + 1, and the centre port leads to the opposite group: the definition of the paper. With fewer
// groups the distances start again when all are used up.
//
// The up and down channels of a pair of groups are spread evenly over the routers, except that
// opposite groups get theirs in twos; a mutual link may come on top of either.
#include "models/families/dragonfly/arrangement.hpp"
#include "models/families/dragonfly/ring_slots.hpp"

namespace dragonfly {

std::vector<GroupPort> helix_links(int a, int h, int groups) {
  const int half = h / 2;
  const bool mutual = h % 2 == 1;
  const int mutual_slots = mutual ? a / 2 : 0;
  const bool centre = mutual && a % 2 == 1;
  const std::vector<int> distances = slot_distances(a * half + mutual_slots, groups, centre);
  PortTable table(a * h, groups);
  for (int router = 0; router < a; ++router) {
    const int next = (router + 1) % a;
    for (int port = 0; port < half; ++port) {
      table.lay_slot(distances[router * half + port], router * h + port, next * h + half + port);
    }
  }
  for (int router = 0; router < mutual_slots; ++router) {
    const int opposite = a - 1 - router;
    table.lay_slot(distances[a * half + router], router * h + h - 1, opposite * h + h - 1);
  }
  if (centre) table.lay_centre(a / 2 * h + h - 1);
  return table.take();
}

}  // namespace dragonfly
