// SPDX-License-Identifier: Apache-2.0
// How many channels a pair of groups has in a network of fewer than ah + 1 groups.
#pragma once

namespace dragonfly {

/// The channels of a pair of groups if those of a group are shared out evenly.
struct ChannelShare {
  int least = 1, most = 1;
  bool operator==(const ChannelShare&) const = default;
};

/// Floor and ceil of ports / (groups - 1). Requires ports >= groups - 1 >= 1.
[[nodiscard]] ChannelShare even_share(int ports, int groups);

/// Whether groups i and j have one of the channels that remain after every pair of groups has its
/// even share: the `remainder` = ports mod (groups - 1) ports of each group that are left over go
/// to the groups farthest around the circle (arrangement.hpp).
[[nodiscard]] bool in_last_round(int i, int j, int groups, int remainder);

}  // namespace dragonfly
