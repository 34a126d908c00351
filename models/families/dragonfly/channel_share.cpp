// SPDX-License-Identifier: Apache-2.0
#include "models/families/dragonfly/channel_share.hpp"

#include <cstdlib>

namespace dragonfly {

ChannelShare even_share(int ports, int groups) {
  const int least = ports / (groups - 1);
  return {least, ports % (groups - 1) == 0 ? least : least + 1};
}

bool in_last_round(int i, int j, int groups, int remainder) {
  const int pairs = (groups - 1) / 2;
  const int around = std::abs(i - j);
  const int distance = around < groups - around ? around : groups - around;
  if (distance <= pairs && distance > pairs - remainder / 2) return true;
  if (remainder % 2 == 0) return false;
  return groups % 2 == 0 ? distance == groups / 2 : i / 2 == j / 2;
}

}  // namespace dragonfly
