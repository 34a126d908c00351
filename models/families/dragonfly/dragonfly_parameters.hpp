// SPDX-License-Identifier: Apache-2.0
// The parameters of a dragonfly.
#pragma once

#include "models/config/topology_config.hpp"
#include "models/families/dragonfly/arrangement.hpp"

namespace dragonfly {

struct DragonflyParameters {
  int p = 4;  ///< terminals per router, >= 1
  int a = 8;  ///< routers per group, >= 1
  int h = 4;  ///< global channels per router, >= 0 (0 only with g = 1)
  int g = 0;  ///< groups, 1 .. a*h+1; 0 means the largest, a*h+1
  Arrangement arrangement = Arrangement::kRelative;

  /// Groups if none are given: one channel to each other group.
  [[nodiscard]] std::int64_t largest_g() const { return std::int64_t{a} * h + 1; }
  /// g, or what 0 stands for.
  [[nodiscard]] std::int64_t groups() const { return g == 0 ? largest_g() : g; }

  bool operator==(const DragonflyParameters&) const = default;
};

/// All of them, by name.
[[nodiscard]] FamilyParameters parameters_of(const DragonflyParameters& dragonfly);
/// The same the other way round; what is not given has its standard value. Throws InputError for an
/// arrangement that there is not.
[[nodiscard]] DragonflyParameters dragonfly_parameters(const FamilyParameters& values);
[[nodiscard]] inline DragonflyParameters dragonfly_parameters(const TopologyConfig& topology) {
  return dragonfly_parameters(topology.parameters);
}

/// Section [topology] of a configuration of this dragonfly.
[[nodiscard]] TopologyConfig topology_of(const DragonflyParameters& dragonfly);

}  // namespace dragonfly
