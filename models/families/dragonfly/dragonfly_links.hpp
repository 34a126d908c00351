// SPDX-License-Identifier: Apache-2.0
// What makes a dragonfly: its parameters, the links between its groups, and the network in a group.
#pragma once

#include <vector>

#include "models/families/dragonfly/arrangement.hpp"
#include "models/families/dragonfly/dragonfly.hpp"

namespace dragonfly {

/// The network in a group: a flattened butterfly with any number of dimensions (Kim et al. 2008,
/// Section 3.2, Figure 6). The default is the complete graph, one dimension of all a routers.
struct GroupNetwork {
  std::vector<int> sizes;  ///< routers in each dimension, >= 1, with product a; empty: a
  /// Channels side by side between two routers in each dimension, >= 1; empty: one. Figure 6(a):
  /// sizes 2 x 2, with 2 and 1 channels.
  std::vector<int> parallel;
};

/// A dragonfly by its links. Other than in class Dragonfly, groups need not be connected with each
/// other, and more than a h + 1 of them are possible (Teh et al. 2017, Section 2.3).
struct DragonflyLinks {
  int p = 1;                    ///< terminals per router, >= 1
  int a = 1;                    ///< routers per group, >= 1
  int h = 0;                    ///< global ports per router, >= 0
  int g = 1;                    ///< groups, >= 1
  std::vector<GlobalEnd> ends;  ///< far ends at index (group * a + router) * h + port
  GroupNetwork group_network;
};

/// The links of a network whose groups are all connected with one another.
[[nodiscard]] DragonflyLinks links_of(const Dragonfly& network,
                                      const GroupNetwork& group_network = {});

/// Throws InputError if the sizes of the group network do not fit a, a port's far end is out of
/// range, in the own group, or does not lead back, or the network is too large.
void check(const DragonflyLinks& links);

/// The group network with its defaults filled in. Throws InputError if it does not fit a.
[[nodiscard]] GroupNetwork completed(const GroupNetwork& given, int a);

/// Whether the global channels stay the same, router by router, when all groups move on by one
/// around their circle; which port of a router a channel is on does not matter.
[[nodiscard]] bool groups_alike(const DragonflyLinks& links);

/// Ports of a router that lead to its group: a-1 for the complete graph.
[[nodiscard]] int local_ports(const GroupNetwork& group_network, int a);

}  // namespace dragonfly
