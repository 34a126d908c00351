// SPDX-License-Identifier: Apache-2.0
#include "models/wiring/terminal_groups.hpp"

#include <algorithm>

namespace dragonfly {

std::vector<int> terminal_group_sizes(const Wiring& wiring) {
  if (wiring.dimensions().empty() && wiring.groups() > 0 && wiring.groups_are_runs()) {
    std::vector<int> sizes;
    sizes.reserve(static_cast<std::size_t>(wiring.groups()));
    for (int group = 0; group < wiring.groups(); ++group)
      sizes.push_back(wiring.first_terminal(wiring.first_of_group(group + 1)) -
                      wiring.first_terminal(wiring.first_of_group(group)));
    std::erase(sizes, 0);
    // A single one of several, as the first stage of a butterfly, says nothing of the terminals.
    if (sizes.size() != 1 || wiring.groups() == 1) return sizes;
  }
  std::vector<int> sizes;
  sizes.reserve(static_cast<std::size_t>(wiring.routers()));
  for (int router = 0; router < wiring.routers(); ++router)
    sizes.push_back(wiring.terminals_of(router));
  std::erase(sizes, 0);
  return sizes;
}

int equal_terminal_groups(const Wiring& wiring) {
  const std::vector<int> sizes = terminal_group_sizes(wiring);
  const bool equal =
      std::all_of(sizes.begin(), sizes.end(), [&](int size) { return size == sizes.front(); });
  return equal ? static_cast<int>(sizes.size()) : 0;
}

}  // namespace dragonfly
