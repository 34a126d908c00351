// SPDX-License-Identifier: Apache-2.0
#include "models/families/dragonfly/arrangement.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>

#include "models/common/error.hpp"
#include "models/common/spelling.hpp"
#include "models/families/dragonfly/greedy_wiring.hpp"

namespace dragonfly {
namespace {

std::vector<GroupPort> group_port_links(Arrangement arrangement, int a, int h, int g) {
  switch (arrangement) {
    case Arrangement::kRelative:
      return relative_links(a * h, g);
    case Arrangement::kAbsolute:
      return absolute_links(a * h, g);
    case Arrangement::kCirculant:
      return circulant_links(a, h, g);
    case Arrangement::kHelix:
      return helix_links(a, h, g);
    case Arrangement::kNautilus:
      return nautilus_links(a, h, g);
    case Arrangement::kGreedy:
      break;  // joins routers, not ports of groups
  }
  throw Error(ExitCode::kInternal, "an arrangement that no function lays");
}

}  // namespace

const std::vector<std::string>& names(Arrangement) {
  static const std::vector<std::string> list = {"relative", "absolute", "circulant",
                                                "helix",    "nautilus", "greedy"};
  return list;
}

const std::vector<std::pair<std::string, std::string>>& arrangement_aliases() {
  static const std::vector<std::pair<std::string, std::string>> list = {
      {"circulant-based", "circulant"}, {"palmtree", "relative"}, {"consecutive", "absolute"}};
  return list;
}

Arrangement arrangement_named(const std::string& name) {
  std::string sought = folded(name);
  for (const auto& [alias, choice] : arrangement_aliases())
    if (alias == sought) sought = choice;
  const std::vector<std::string>& all = names(Arrangement{});
  const auto found = std::find(all.begin(), all.end(), sought);
  if (found == all.end()) {
    throw InputError(
        fmt::format("topology.arrangement = {}: there is no such arrangement{}; use "
                    "one of {}",
                    name, did_you_mean(sought, all), fmt::join(all, ", ")));
  }
  return static_cast<Arrangement>(found - all.begin());
}

std::vector<GlobalEnd> global_links(Arrangement arrangement, int a, int h, int g) {
  const int ports = a * h;
  std::vector<GlobalEnd> links(static_cast<std::size_t>(g) * ports, kUnconnected);
  if (g == 1) return links;
  if (arrangement == Arrangement::kGreedy) return greedy_links(a, h, g);
  const std::vector<GroupPort> far = group_port_links(arrangement, a, h, g);
  for (std::size_t i = 0; i < links.size(); ++i) {
    if (far[i].group >= 0) links[i] = {far[i].group, far[i].port / h, far[i].port % h};
  }
  return links;
}

}  // namespace dragonfly
