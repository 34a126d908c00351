// SPDX-License-Identifier: Apache-2.0
#include "models/families/dragonfly/routing.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "models/common/error.hpp"

namespace dragonfly {

const std::vector<std::string>& names(Routing) {
  static const std::vector<std::string> list = [] {
    std::vector<std::string> all;
    for (const FamilyRouting& routing : dragonfly_routings()) all.push_back(routing.name);
    return all;
  }();
  return list;
}

Routing routing_named(const std::string& name) {
  const std::vector<std::string>& all = names(Routing{});
  const auto found = std::find(all.begin(), all.end(), name);
  if (found == all.end())
    throw InputError(
        fmt::format("routing.algorithm = {}: a dragonfly has {}", name, fmt::join(all, ", ")));
  return static_cast<Routing>(found - all.begin());
}

std::vector<FamilyRouting> dragonfly_routings() {
  return family_routings(dragonfly_registers::kAlgorithms);
}

}  // namespace dragonfly
