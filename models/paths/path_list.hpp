// SPDX-License-Identifier: Apache-2.0
// The hierarchically minimal and the short Valiant paths between two routers, hop by hop.
#pragma once

#include <string>
#include <vector>

#include "models/families/dragonfly/dragonfly.hpp"

namespace dragonfly {

/// One channel of a path.
struct PathHop {
  char type = 'l';  ///< 'l' local, 'g' global
  int port = 0;     ///< of the router that is left, 0 .. radix-1
  int router = 0;   ///< where the hop ends, global number
  bool operator==(const PathHop&) const = default;
};

/// A path of channels; parallel channels make different paths.
struct ListedPath {
  std::string type;  ///< types of the hops in order: "lgl", "gg", ...
  std::vector<PathHop> hops;
  bool operator==(const ListedPath&) const = default;
};

struct PathList {
  int from = 0, to = 0;             ///< global router numbers
  std::vector<ListedPath> minimal;  ///< all HM paths of the fewest hops, by the ports they take
  std::vector<ListedPath> shorter;  ///< SV paths with fewer hops than the HM path
  std::vector<ListedPath> equal;    ///< SV paths with as many hops, by type, then by the ports
};

/// Lists all HM paths of the HM length and all SV paths (short_paths.hpp) from one router to
/// another, given by their global numbers. In a group, the HM path is the local hop and there is no
/// SV path. Throws InputError if a number is no router, if both are the same, or if there is no HM
/// path because their groups have no channel.
[[nodiscard]] PathList list_short_paths(const Dragonfly& network, int from, int to);

/// "0.1 -g-> 4.2 -g-> 1.1": routers as group.index, with the type of each hop.
[[nodiscard]] std::string describe(const Dragonfly& network, int from, const ListedPath& path);

/// The whole list for people, one path a line under a heading for each kind.
[[nodiscard]] std::string describe(const Dragonfly& network, const PathList& list);

}  // namespace dragonfly
