// SPDX-License-Identifier: Apache-2.0
// The absolute arrangement for any number of groups.
//
// Every group lists the g-1 other groups, and its port k leads to entry k mod (g-1) of the list:
// the list is gone through round after round, and the ends of a channel are in the same round. If
// all rounds are complete the list is in ascending order; with g = n+1 this is the absolute
// arrangement of the paper. If the last round is incomplete, the groups that get a channel in it
// (arrangement.hpp) come first in the list, in ascending order, then the others, in ascending
// order.
//
// Because the rounds repeat, any g-1 successive ports lead to different groups, hence so do the
// ports of a router if h <= g-1; and otherwise a router has floor or ceil of h / (g-1) channels to
// each group. The far ends of a pair's channels are in successive rounds too, so both ends are
// alike.
#include <cstddef>

#include "models/families/dragonfly/arrangement.hpp"
#include "models/families/dragonfly/channel_share.hpp"

namespace dragonfly {
namespace {

/// Position of every group in the list of every other, at index owner * groups + other.
std::vector<int> list_positions(int groups, int remainder) {
  std::vector<int> positions(static_cast<std::size_t>(groups) * groups, -1);
  for (int owner = 0; owner < groups; ++owner) {
    int next = 0;
    for (const bool early : {true, false}) {
      for (int other = 0; other < groups; ++other) {
        if (other == owner || in_last_round(owner, other, groups, remainder) != early) continue;
        positions[static_cast<std::size_t>(owner) * groups + other] = next++;
      }
    }
  }
  return positions;
}

}  // namespace

std::vector<GroupPort> absolute_links(int ports, int groups) {
  const int round = groups - 1;
  const int remainder = ports % round;
  const std::vector<int> positions = list_positions(groups, remainder);
  const auto position = [&](int owner, int other) {
    return positions[static_cast<std::size_t>(owner) * groups + other];
  };
  std::vector<GroupPort> far(static_cast<std::size_t>(groups) * ports);
  for (int group = 0; group < groups; ++group) {
    for (int other = 0; other < groups; ++other) {
      if (other == group) continue;
      const int channels = ports / round + (in_last_round(group, other, groups, remainder) ? 1 : 0);
      for (int channel = 0; channel < channels; ++channel) {
        const int port = channel * round + position(group, other);
        far[static_cast<std::size_t>(group) * ports + port] = {
            other, channel * round + position(other, group)};
      }
    }
  }
  return far;
}

}  // namespace dragonfly
