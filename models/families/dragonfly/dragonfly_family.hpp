// Dragonflies for the registry of families.
#pragma once

#include "models/config/configuration.hpp"
#include "models/families/dragonfly/dragonfly_links.hpp"
#include "models/families/family.hpp"

namespace dragonfly {

[[nodiscard]] Family dragonfly_family();

/// The parameters that section [topology] of a configuration has: p, a, h, g and arrangement.
[[nodiscard]] FamilyParameters parameters_of(const TopologyConfig& topology);
/// The same the other way round; what is not given has its standard value. Throws InputError for an
/// arrangement that there is not.
[[nodiscard]] TopologyConfig topology_of(const FamilyParameters& values);

/// Whether a channel joins any two groups: only the greedy arrangement lays more groups than that
/// allows, and class Dragonfly does not know these networks.
[[nodiscard]] bool joins_all_groups(const TopologyConfig& topology);
/// Whether groups have another network than single channels between all routers.
[[nodiscard]] bool has_group_network(const FamilyParameters& values);

/// The links of a network of any arrangement, whether or not all groups are joined. Throws
/// InputError if there is no such network.
[[nodiscard]] DragonflyLinks dragonfly_links(const TopologyConfig& topology,
                                             const GroupNetwork& group_network = {});

}  // namespace dragonfly
