// SPDX-License-Identifier: Apache-2.0
#include "models/families/dragonfly/dragonfly_parameters.hpp"

namespace dragonfly {

FamilyParameters parameters_of(const DragonflyParameters& dragonfly) {
  return {{"p", {dragonfly.p}},
          {"a", {dragonfly.a}},
          {"h", {dragonfly.h}},
          {"g", {dragonfly.g}},
          {"arrangement", name_of(dragonfly.arrangement)}};
}

DragonflyParameters dragonfly_parameters(const FamilyParameters& values) {
  DragonflyParameters dragonfly;
  const auto set = [&](const char* name, int& value) {
    if (values.contains(name)) value = int_of(values, name);
  };
  set("p", dragonfly.p);
  set("a", dragonfly.a);
  set("h", dragonfly.h);
  set("g", dragonfly.g);
  const auto arrangement = values.find("arrangement");
  if (arrangement != values.end())
    dragonfly.arrangement = arrangement_named(arrangement->second.text());
  return dragonfly;
}

TopologyConfig topology_of(const DragonflyParameters& dragonfly) {
  return {"dragonfly", parameters_of(dragonfly)};
}

}  // namespace dragonfly
