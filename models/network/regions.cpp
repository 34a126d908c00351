// SPDX-License-Identifier: Apache-2.0
#include "models/network/regions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/common/error.hpp"

namespace dragonfly {

std::vector<int> divide_into_regions(const Wiring& wiring, int most) {
  const int regions = std::clamp(most, 1, std::min(wiring.routers(), kMostRegions));
  const bool groups = wiring.groups() >= regions && wiring.groups_are_runs();
  const std::int64_t parts = groups ? wiring.groups() : wiring.routers();
  std::vector<int> firsts;
  for (int region = 0; region <= regions; ++region) {
    const auto part = static_cast<int>(parts * region / regions);
    firsts.push_back(groups ? wiring.first_of_group(part) : part);
  }
  return firsts;
}

int regions_of_rank(const Wiring& wiring, int ranks, int most) {
  const int routers = std::min(wiring.routers(), kMostRegions);
  if (ranks == 1) return std::clamp(most, 1, routers);
  const bool groups = wiring.groups() > 1 && wiring.groups_are_runs();
  const int parts = groups ? std::min(wiring.groups(), routers) : routers;
  if (ranks > parts) {
    throw InputError(fmt::format("{} processes: this network can be divided among {} at most, {}",
                                 ranks, parts,
                                 groups ? "which have whole groups" : "which have a router each"));
  }
  return std::clamp(most, 1, parts / ranks);
}

std::size_t region_of(const std::vector<int>& firsts, int router) {
  const auto after = std::upper_bound(firsts.begin(), firsts.end(), router);
  return static_cast<std::size_t>(after - firsts.begin() - 1);
}

}  // namespace dragonfly
