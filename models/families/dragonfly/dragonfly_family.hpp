// SPDX-License-Identifier: Apache-2.0
// Dragonflies for the registry of families.
#pragma once

#include "models/families/dragonfly/dragonfly_links.hpp"
#include "models/families/family.hpp"

namespace dragonfly {

[[nodiscard]] Family dragonfly_family();

/// Parameters: the network in a group.
inline constexpr const char *kGroupSizes = "group-sizes", *kGroupParallel = "group-parallel";

/// Whether a channel joins any two groups: only the greedy arrangement lays more groups than that
/// allows, and class Dragonfly does not know these networks.
[[nodiscard]] bool joins_all_groups(const DragonflyParameters& dragonfly);
/// Whether groups have another network than single channels between all routers.
[[nodiscard]] bool has_group_network(const FamilyParameters& values);
/// The network in a group.
[[nodiscard]] GroupNetwork group_network(const FamilyParameters& values);

/// The links of a network of any arrangement, whether or not all groups are joined. Throws
/// InputError if there is no such network.
[[nodiscard]] DragonflyLinks dragonfly_links(const DragonflyParameters& dragonfly,
                                             const GroupNetwork& group_network = {});

}  // namespace dragonfly
