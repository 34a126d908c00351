// SPDX-License-Identifier: Apache-2.0
// The routings of networks by table, by name.
#pragma once

#include <vector>

#include "models/families/family.hpp"
#include "models/families/table/adaptive_table_registers.hpp"
#include "models/families/table/table_registers.hpp"

namespace dragonfly {

/// Those of every family without routes of its own.
[[nodiscard]] inline std::vector<FamilyRouting> table_routings() {
  std::vector<FamilyRouting> all = family_routings(table_registers::kAlgorithms);
  for (FamilyRouting routing : family_routings(adaptive_table_registers::kAlgorithms)) {
    routing.sequential = true;
    routing.router = "adaptive";
    all.push_back(routing);
  }
  return all;
}

}  // namespace dragonfly
