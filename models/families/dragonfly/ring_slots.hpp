// SPDX-License-Identifier: Apache-2.0
// Channels laid alike for all groups around the circle: what the circulant and the helix
// arrangement are made of.
//
// A *slot* is a pair of ports that every group has: an up and a down port. A slot of distance d
// joins the up port of every group i to the down port of group i + d (mod g). So a slot takes two
// ports of a group, and both ends agree whatever the distance. A slot of distance g/2 (g even)
// joins opposite groups by two channels, one from the up port of each.
#pragma once

#include <utility>
#include <vector>

#include "models/families/dragonfly/arrangement.hpp"

namespace dragonfly {

/// Distances of `slots` slots, one for each, so that every pair of groups gets its even share of
/// the ports = 2 slots (+ 1 if `centre`) of a group. `centre`: each group has one more port, joined
/// to the opposite group if `groups` is even, else groups 2i and 2i + 1 are joined by it.
///
/// With c = floor((groups - 1) / 2) the distances are, again and again,
///     1, 2, ..., c                              groups odd, no centre port
///     2, 3, ..., c, 1                           groups odd, centre port
///     1, 2, ..., c, groups/2, 1, 2, ..., c      groups even, no centre port
///     1, 2, ..., c, 1, 2, ..., c, groups/2      groups even, centre port
/// A channel more at distance 1 comes last where the centre port has given some of these pairs one;
/// opposite groups are served half as often because a slot serves them twice, and in the middle of
/// the cycle or at its end so that they keep up with the others at every length.
[[nodiscard]] std::vector<int> slot_distances(int slots, int groups, bool centre);

/// Group that the centre port leads to; -1: the last of an odd number of groups has no partner.
[[nodiscard]] int centre_partner(int group, int groups);

/// The far ends of the group ports while an arrangement is being laid.
class PortTable {
 public:
  PortTable(int ports, int groups);

  /// Joins two group ports that lead nowhere yet.
  void join(GroupPort one, GroupPort other);
  /// Lays a slot of distance `distance` on the ports `up` and `down` of all groups.
  void lay_slot(int distance, int up, int down);
  /// Joins port `port` of all groups with itself, centre_partner() by centre_partner().
  void lay_centre(int port);

  [[nodiscard]] std::vector<GroupPort> take() { return std::move(far_); }

 private:
  int ports_, groups_;
  std::vector<GroupPort> far_;
};

}  // namespace dragonfly
