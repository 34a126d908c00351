// Global link arrangements: which global port of which group is joined to which.
//
// The h global ports of the a routers of a group are counted through as *group ports* 0..n-1, n =
// ah: group port k is global port k mod h of router floor(k / h) (Curtsinger and Bunde, Section
// II).
//
// Networks of the largest size, g = n + 1, have one channel between any two groups, laid as the
// arrangement says (Curtsinger and Bunde, "Shortest paths in Dragonfly systems", Sections III, IV):
//   relative (palmtree):     group port k of group i leads to group i + k + 1 (mod g)
//   absolute (consecutive):  group port k of group i leads to group k if k < i, else to group k + 1
//
// Smaller networks have more channels than pairs of groups, and the papers leave open how to lay
// them. With n = q (g-1) + r, 0 <= r < g-1, both arrangements here give every pair of groups q
// channels and lay the r ports of each group that remain as one more channel between the groups at
// the largest distances around the circle of groups: distances c, c-1, ... with c = floor((g-1)/2),
// each of them taking two ports of a group (one each way round). An odd last port goes to the
// opposite group, at distance g/2, if g is even; if g is odd, groups 2i and 2i+1 are joined, and
// the last group, for which there is no partner, keeps one port unconnected: n g is odd then, so
// one port must remain.
//
// In both arrangements, and seen from both ends, the channels of a pair of groups are on different
// routers if there are at most a of them, and otherwise shared out evenly over all a routers.
// relative.cpp and absolute.cpp say how. With g = n + 1 the constructions are the definitions
// above.
#pragma once

#include <vector>

#include "models/config/configuration.hpp"

namespace dragonfly {

/// One end of a global channel: router index within its group and global port 0..h-1.
struct GlobalEnd {
  int group = 0, router = 0, port = 0;
  bool operator==(const GlobalEnd&) const = default;
};

/// The far end of a port that is not connected.
inline constexpr GlobalEnd kUnconnected{-1, -1, -1};

/// Far ends of all global ports, at index (group * a + router) * h + port; kUnconnected where a
/// port leads nowhere. Symmetric: the far end of a far end is the port itself. Requires a >= 1, h
/// >= 0 and 1 <= g <= a*h + 1 (class Dragonfly checks them). With g = 1 no port is connected.
[[nodiscard]] std::vector<GlobalEnd> global_links(Arrangement arrangement, int a, int h, int g);

/// A global port by the number of its group and its number among the group's ports.
struct GroupPort {
  int group = -1, port = -1;  ///< group -1: none
};

/// What an arrangement is: a function that yields the far ends of the group ports, at index
/// group * ports + port, for `groups` >= 2 groups with `ports` >= groups - 1 group ports each.
[[nodiscard]] std::vector<GroupPort> relative_links(int ports, int groups);
[[nodiscard]] std::vector<GroupPort> absolute_links(int ports, int groups);

}  // namespace dragonfly
