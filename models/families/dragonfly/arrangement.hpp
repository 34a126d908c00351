// SPDX-License-Identifier: Apache-2.0
// Global link arrangements: which global port of which group is joined to which.
//
// The h global ports of the a routers of a group are counted through as *group ports* 0..n-1, n =
// ah: group port k is global port k mod h of router floor(k / h) (Curtsinger and Bunde, Section
// II).
//
// Networks of the largest size, g = n + 1, have one channel between any two groups, laid as the
// arrangement says (Curtsinger and Bunde, "Shortest paths in Dragonfly systems", Sections III to
// VII):
//   relative (palmtree):     group port k of group i leads to group i + k + 1 (mod g)
//   absolute (consecutive):  group port k of group i leads to group k if k < i, else to group k + 1
//   circulant (-based):      router j to router j, h/2 channels up, to groups i + j h/2 + 1 to
//                            i + (j + 1) h/2, and h/2 down, as far the other way; h is even
//   helix:                   as circulant with floor(h/2) for h/2, but up to router j + 1; if h is
//                            odd, one mutual link from router j to router a - 1 - j
//   nautilus:                router after router makes its channels to groups not yet reached
//
// Smaller networks have more channels than pairs of groups, and the papers leave open how to lay
// them. With n = q (g-1) + r, 0 <= r < g-1, every pair of groups gets q or q + 1 channels here, in
// all arrangements. Only where parity forbids it is a port left unconnected, one in all: if n and
// g are both odd, in the last group.
//
// Relative, absolute and nautilus give every pair q channels and lay the r ports of each group that
// remain as one more channel between the groups at the largest distances around the circle of
// groups: distances c, c-1, ... with c = floor((g-1)/2), each of them taking two ports of a group
// (one each way round). An odd last port goes to the opposite group, at distance g/2, if g is even;
// if g is odd, groups 2i and 2i+1 are joined, and the last group has no partner. Circulant and
// helix go through the distances 1, 2, ..., c again and again (ring_slots.hpp), so the groups at
// small distances get the channels that remain.
//
// In the relative and absolute arrangement, and seen from both ends, the channels of a pair of
// groups are on different routers if there are at most a of them, and otherwise shared out evenly
// over all a routers. The others come close to it. Each arrangement has a file that says how it is
// laid. With g = n + 1 all the constructions are the definitions above.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "models/config/names.hpp"

namespace dragonfly {

enum class Arrangement {
  kRelative,   ///< or palmtree: port k leads k + 1 groups further on
  kAbsolute,   ///< or consecutive: port k leads to the k-th other group
  kCirculant,  ///< half of a router's channels lead on, half back, to routers of the same index
  kHelix,      ///< as circulant, to the next router on the way on, to the previous on the way back
  kNautilus,   ///< group by group, alternately to the next and the previous groups
  kGreedy,     ///< each link to the group and routers with the fewest (Teh et al. 2017, 2.3)
};

/// In the order of the values.
[[nodiscard]] const std::vector<std::string>& names(Arrangement);
/// Other names, and those above that they stand for.
[[nodiscard]] const std::vector<std::pair<std::string, std::string>>& arrangement_aliases();
/// By name or alias. Throws InputError for a name that none has.
[[nodiscard]] Arrangement arrangement_named(const std::string& name);

/// One end of a global channel: router index within its group and global port 0..h-1.
struct GlobalEnd {
  int group = 0, router = 0, port = 0;
  bool operator==(const GlobalEnd&) const = default;
};

/// The far end of a port that is not connected.
inline constexpr GlobalEnd kUnconnected{-1, -1, -1};

/// Far ends of all global ports, at index (group * a + router) * h + port; kUnconnected where a
/// port leads nowhere. Symmetric: the far end of a far end is the port itself. Requires a >= 1, h
/// >= 0 and 1 <= g <= a*h + 1, and an even h for the circulant arrangement if g > 1 (class
/// Dragonfly checks them). With g = 1 no port is connected.
[[nodiscard]] std::vector<GlobalEnd> global_links(Arrangement arrangement, int a, int h, int g);

/// A global port by the number of its group and its number among the group's ports.
struct GroupPort {
  int group = -1, port = -1;  ///< group -1: none
};

/// What an arrangement is: a function that yields the far ends of the group ports, at index
/// group * ports + port, for `groups` >= 2 groups with `ports` >= groups - 1 group ports each.
[[nodiscard]] std::vector<GroupPort> relative_links(int ports, int groups);
[[nodiscard]] std::vector<GroupPort> absolute_links(int ports, int groups);
/// The same where the ports of one router belong together: ports = a h. circulant_links requires an
/// even h.
[[nodiscard]] std::vector<GroupPort> circulant_links(int a, int h, int groups);
[[nodiscard]] std::vector<GroupPort> helix_links(int a, int h, int groups);
[[nodiscard]] std::vector<GroupPort> nautilus_links(int a, int h, int groups);

}  // namespace dragonfly
