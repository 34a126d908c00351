// SPDX-License-Identifier: Apache-2.0
// The relative arrangement for any number of groups.
//
// All groups are alike: port k leads `offset(k)` groups further on, to the port that mirrors it,
// n-1-k. Both ends agree if the mirrored port goes as far back: offset(n-1-k) = g - offset(k). So
// the offsets of the lower half of the ports decide everything. Counted outwards from the centre
// they are, with c = floor((g-1)/2),
//     c, c-1, ..., 1,  g-c, g-c+1, ..., g-1,  and again from the start,
// and the upper half has their negatives. The first c ports on both sides of the centre therefore
// reach every group once, the next c once more, and so on, which spreads the channels evenly
// whatever n is. With g = n+1 the first c are all there are: the relative arrangement of the paper.
//
// If g is even, the opposite group, offset g/2, is its own negative. It is put where it keeps up
// with the others: at the centre port and at the end of each cycle if n is odd, else after the
// first c of each cycle. If n and g are both odd, the centre ports remain: those of groups 2i and
// 2i+1 are joined; distance 1 comes last in the cycle, so that pair has no more channels than
// others already.
//
// Routers: the offsets of any g-1 successive ports of one half differ, and a router other than the
// middle one lies in one half. The middle one (a odd) straddles the centre, where the argument
// above holds for its h ports as it does for all n. The far router of router j is always a-1-j, so
// what holds at one end holds at the other.
#include <cstddef>

#include "models/families/dragonfly/arrangement.hpp"
#include "models/families/dragonfly/ring_slots.hpp"

namespace dragonfly {
namespace {

/// Offsets of the ports below the centre, outwards, until they repeat.
std::vector<int> outward_offsets(int ports, int groups) {
  const int pairs = (groups - 1) / 2;
  const bool opposite = groups % 2 == 0;
  std::vector<int> offsets;
  for (int offset = pairs; offset >= 1; --offset) offsets.push_back(offset);
  if (opposite && ports % 2 == 0) offsets.push_back(groups / 2);
  for (int offset = pairs; offset >= 1; --offset) offsets.push_back(groups - offset);
  if (opposite && ports % 2 == 1) offsets.push_back(groups / 2);
  return offsets;
}

}  // namespace

std::vector<GroupPort> relative_links(int ports, int groups) {
  const std::vector<int> offsets = outward_offsets(ports, groups);
  std::vector<GroupPort> far(static_cast<std::size_t>(groups) * ports);
  const auto at = [&](int group, int port) -> GroupPort& {
    return far[static_cast<std::size_t>(group) * ports + port];
  };
  for (int group = 0; group < groups; ++group) {
    for (int port = 0; port < ports / 2; ++port) {
      const int outwards = ports / 2 - 1 - port;
      const int offset = offsets[outwards % offsets.size()];
      const GroupPort end{(group + offset) % groups, ports - 1 - port};
      at(group, port) = end;
      at(end.group, end.port) = {group, port};
    }
    if (ports % 2 == 1) {
      const int partner = centre_partner(group, groups);
      if (partner >= 0) at(group, ports / 2) = {partner, ports / 2};
    }
  }
  return far;
}

}  // namespace dragonfly
