// SPDX-License-Identifier: Apache-2.0
#include "models/families/dragonfly/ring_slots.hpp"

#include <cstddef>

namespace dragonfly {

std::vector<int> slot_distances(int slots, int groups, bool centre) {
  const int pairs = (groups - 1) / 2;
  std::vector<int> cycle;
  for (int distance = 1; distance <= pairs; ++distance) cycle.push_back(distance);
  if (groups % 2 == 0) {
    if (!centre) cycle.push_back(groups / 2);
    for (int distance = 1; distance <= pairs; ++distance) cycle.push_back(distance);
    if (centre) cycle.push_back(groups / 2);
  } else if (centre) {
    cycle.erase(cycle.begin());
    cycle.push_back(1);
  }
  std::vector<int> distances(slots);
  for (int slot = 0; slot < slots; ++slot) distances[slot] = cycle[slot % cycle.size()];
  return distances;
}

int centre_partner(int group, int groups) {
  if (groups % 2 == 0) return (group + groups / 2) % groups;
  const int partner = group % 2 == 0 ? group + 1 : group - 1;
  return partner < groups ? partner : -1;
}

PortTable::PortTable(int ports, int groups)
    : ports_(ports), groups_(groups), far_(static_cast<std::size_t>(groups) * ports) {}

void PortTable::join(GroupPort one, GroupPort other) {
  far_[static_cast<std::size_t>(one.group) * ports_ + one.port] = other;
  far_[static_cast<std::size_t>(other.group) * ports_ + other.port] = one;
}

void PortTable::lay_slot(int distance, int up, int down) {
  for (int group = 0; group < groups_; ++group) {
    join({group, up}, {(group + distance) % groups_, down});
  }
}

void PortTable::lay_centre(int port) {
  for (int group = 0; group < groups_; ++group) {
    const int partner = centre_partner(group, groups_);
    if (partner > group) join({group, port}, {partner, port});
  }
}

}  // namespace dragonfly
