// SPDX-License-Identifier: Apache-2.0
// Lists of paths between two routers: every path is one, none is missing, and their kinds agree
// with the counts.
#include "models/paths/path_list.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "models/common/error.hpp"
#include "tests/catch.hpp"
#include "tests/paths/brute_force.hpp"

namespace dragonfly {
namespace {

TEST_CASE("the shortcut of Figure 1: S(0,1) to S(1,1)") {
  const Dragonfly n = make_network(2, 4, 2);
  const PathList list = list_short_paths(n, 1, 5);
  REQUIRE(list.minimal.size() == 1);
  REQUIRE(describe(n, 1, list.minimal[0]) == "0.1 -l-> 0.0 -g-> 1.3 -l-> 1.1");
  REQUIRE(list.minimal[0].type == "lgl");
  REQUIRE(list.shorter.size() == 1);
  REQUIRE(describe(n, 1, list.shorter[0]) == "0.1 -g-> 4.2 -g-> 1.1");

  const std::string text = describe(n, list);
  REQUIRE_THAT(text, ContainsSubstring("paths from router 0.1 to 1.1\n"));
  REQUIRE_THAT(
      text, ContainsSubstring("hierarchically minimal:\n  lgl  0.1 -l-> 0.0 -g-> 1.3 -l-> 1.1\n"));
  REQUIRE_THAT(text, ContainsSubstring("shorter:\n  gg   0.1 -g-> 4.2 -g-> 1.1\n"));
}

TEST_CASE("within a group only the local hop") {
  const Dragonfly n = make_network(1, 4, 2);
  const PathList list = list_short_paths(n, 6, 4);
  REQUIRE(list.minimal == std::vector<ListedPath>{{"l", {{'l', n.local_port(2, 0), 4}}}});
  REQUIRE(list.shorter.empty());
  REQUIRE(list.equal.empty());
  REQUIRE_THAT(describe(n, list), ContainsSubstring("shorter: none\nof equal length: none\n"));
}

/// Walks from a router along all ports, whatever their type, by the types of the hops.
void all_walks(const Dragonfly& n, int router, int to, int hops, ListedPath& path,
               std::vector<ListedPath>& found) {
  if (router == to && !path.hops.empty()) found.push_back(path);
  if (hops == 0) return;
  for (int port = n.p(); port < n.radix(); ++port) {
    const Link link = n.link(router, port);
    if (!link.connected) continue;
    const char type = link.port_class == PortClass::kLocal ? 'l' : 'g';
    path.type += type;
    path.hops.push_back({type, port, link.router});
    all_walks(n, link.router, to, hops - 1, path, found);
    path.hops.pop_back();
    path.type.pop_back();
  }
}

using Paths = std::multiset<std::pair<std::string, std::string>>;  ///< type, ports and routers

Paths as_set(const std::vector<ListedPath>& paths) {
  Paths set;
  for (const ListedPath& path : paths) {
    std::string hops;
    for (const PathHop& hop : path.hops) {
      hops += fmt::format("{}:{}>{} ", hop.type, hop.port, hop.router);
    }
    set.emplace(path.type, hops);
  }
  return set;
}

std::string list_fault(const Dragonfly& n, int from, int to) {
  ListedPath path;
  std::vector<ListedPath> walks;
  all_walks(n, from, to, 3, path, walks);
  const std::set<std::string> minimal_types = {"l", "g", "lg", "gl", "lgl"};
  const std::set<std::string> short_types = {"gg", "ggl", "lgg", "glg"};
  const bool same_group = n.group_of_router(from) == n.group_of_router(to);
  std::size_t shortest = 4;
  for (const ListedPath& walk : walks) {
    if (minimal_types.count(walk.type) > 0) shortest = std::min(shortest, walk.hops.size());
  }
  std::vector<ListedPath> minimal, shorter, equal;
  for (const ListedPath& walk : walks) {
    const std::size_t hops = walk.hops.size();
    if (minimal_types.count(walk.type) > 0 && hops == shortest) minimal.push_back(walk);
    if (same_group || short_types.count(walk.type) == 0) continue;
    if (hops < shortest) shorter.push_back(walk);
    if (hops == shortest) equal.push_back(walk);
  }
  const PathList list = list_short_paths(n, from, to);
  const bool same = as_set(list.minimal) == as_set(minimal) &&
                    as_set(list.shorter) == as_set(shorter) && as_set(list.equal) == as_set(equal);
  return same ? "" : fmt::format("{}: {} to {}", name_of(n), from, to);
}

TEST_CASE("lists hold all walks of the types, and no others") {
  for (const Arrangement arrangement : kArrangements) {
    for (const int g : {9, 4, 2}) {
      const Dragonfly n = make_network(2, 4, 2, g, arrangement);
      std::string fault;
      for (int from = 0; from < n.routers(); ++from) {
        for (int to = 0; to < n.routers(); ++to) {
          if (from != to && fault.empty()) fault = list_fault(n, from, to);
        }
      }
      REQUIRE(fault == "");
    }
  }
}

TEST_CASE("lists agree with the counts") {
  for (const Arrangement arrangement : kArrangements) {
    const Dragonfly n = make_network(1, 6, 2, 0, arrangement);
    const PathCounts counts = count_short_paths(n);
    for (int from = 0; from < n.routers(); from += 5) {
      int shorter = 0, equal = 0, either = 0;
      for (int to = 0; to < n.routers(); ++to) {
        if (to == from) continue;
        const PathList list = list_short_paths(n, from, to);
        shorter += list.shorter.empty() ? 0 : 1;
        equal += list.equal.empty() ? 0 : 1;
        either += list.shorter.empty() && list.equal.empty() ? 0 : 1;
      }
      const std::size_t row = counts.groups_symmetric ? 0 : n.group_of_router(from);
      const RouterPaths& paths = counts.groups[row][n.local_index(from)];
      REQUIRE(paths.shorter == shorter);
      REQUIRE(paths.equal == equal);
      REQUIRE(paths.shorter_or_equal == either);
    }
  }
}

std::string refusal(const Dragonfly& n, int from, int to) {
  try {
    (void)list_short_paths(n, from, to);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST_CASE("routers that have no paths between them are refused") {
  const Dragonfly n = make_network(1, 4, 2);
  REQUIRE_THAT(refusal(n, -1, 3), ContainsSubstring("no router -1; use 0 to 35"));
  REQUIRE_THAT(refusal(n, 3, 36), ContainsSubstring("no router 36; use 0 to 35"));
  REQUIRE_THAT(refusal(n, 35, 35), ContainsSubstring("itself") && ContainsSubstring("35 and 34"));
  REQUIRE_THAT(refusal(make_network(1, 1, 0, 1), 0, 0), ContainsSubstring("only one"));
}

}  // namespace
}  // namespace dragonfly
