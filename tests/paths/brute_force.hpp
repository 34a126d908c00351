// SPDX-License-Identifier: Apache-2.0
// Short Valiant paths counted naively from their definition: all walks of a type, as sets of
// routers, hop after hop.
#pragma once

#include <map>
#include <set>
#include <string>

#include "models/paths/short_paths.hpp"
#include "tests/families/dragonfly/networks.hpp"

namespace dragonfly {

/// Routers one hop of type 'l' or 'g' away.
inline std::set<int> one_hop(const Dragonfly& n, int router, char type) {
  std::set<int> reached;
  for (int port = n.p(); port < n.radix(); ++port) {
    const Link link = n.link(router, port);
    const bool local = link.port_class == PortClass::kLocal;
    if (link.connected && local == (type == 'l')) reached.insert(link.router);
  }
  return reached;
}

/// R_type(router): where walks with hops of these types end.
inline std::set<int> reachable(const Dragonfly& n, int router, const std::string& types) {
  std::set<int> here = {router};
  for (const char type : types) {
    std::set<int> next;
    for (const int from : here) next.merge(one_hop(n, from, type));
    here = next;
  }
  return here;
}

/// The same, outside the router's group.
inline std::set<int> reachable_outside(const Dragonfly& n, int router, const std::string& types) {
  std::set<int> reached;
  for (const int end : reachable(n, router, types)) {
    if (n.group_of_router(end) != n.group_of_router(router)) reached.insert(end);
  }
  return reached;
}

/// Hops of the shortest HM path to every router outside the group that has one.
inline std::map<int, std::size_t> minimal_hops(const Dragonfly& n, int router) {
  std::map<int, std::size_t> hops;
  for (const std::string types : {"g", "gl", "lg", "lgl"}) {
    for (const int end : reachable_outside(n, router, types)) hops.emplace(end, types.size());
  }
  return hops;
}

inline RouterPaths brute_force(const Dragonfly& n, int router) {
  const std::map<int, std::size_t> minimal = minimal_hops(n, router);
  std::map<std::string, std::set<int>> reached, shorter, equal;
  std::set<int> any_shorter, any_equal, no_longer, glg_ggl;
  for (const std::string types : {"gg", "ggl", "lgg", "glg"}) {
    reached[types] = reachable_outside(n, router, types);
    for (const int end : reached[types]) {
      const std::size_t hm = minimal.at(end);
      if (types.size() < hm) any_shorter.insert(end);
      if (types.size() == hm) any_equal.insert(end);
      if (types.size() <= hm) no_longer.insert(end);
      if (types.size() == hm) equal[types].insert(end);
      if (types.size() == hm && (types == "glg" || types == "ggl")) glg_ggl.insert(end);
    }
  }
  const auto count = [](const std::set<int>& routers) {
    return static_cast<std::int64_t>(routers.size());
  };
  RouterPaths paths;
  paths.gg = count(reached["gg"]);
  paths.ggl = count(reached["ggl"]);
  paths.lgg = count(reached["lgg"]);
  paths.glg = count(reached["glg"]);
  paths.shorter = count(any_shorter);
  paths.equal = count(any_equal);
  paths.shorter_or_equal = count(no_longer);
  paths.equal_gg = count(equal["gg"]);
  paths.equal_ggl = count(equal["ggl"]);
  paths.equal_lgg = count(equal["lgg"]);
  paths.equal_glg = count(equal["glg"]);
  paths.equal_glg_ggl = count(glg_ggl);
  return paths;
}

}  // namespace dragonfly
