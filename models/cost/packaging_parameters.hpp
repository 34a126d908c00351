// SPDX-License-Identifier: Apache-2.0
// The packaging parameters as part of a model's parameter table.
#pragma once

#include <vector>

#include "models/cost/packaging.hpp"
#include "models/cost/parameter_table.hpp"

namespace dragonfly {

/// Appends the parameters of Packaging, from which Model derives.
template <typename Model>
void append_packaging_parameters(std::vector<ModelParameter<Model>>& table) {
  const std::vector<ModelParameter<Model>> packaging{
      {"nodes-per-cabinet", "", &Model::nodes_per_cabinet, 1, 1e9, true, "2007, Table 3",
       "terminals in a cabinet"},
      {"density", "terminals/m^2", &Model::density, 1e-3, 1e6, false, "2007, Table 3",
       "D: terminals for each square metre of floor"},
      {"cable-overhead", "m", &Model::cable_overhead, 0, 1000, false, "2007, Table 3",
       "added to each cable across the floor"},
      {"neighbour-length", "m", &Model::neighbour_length, 0, 1000, false, "2007, Section 4.1",
       "length of cables within a unit of adjacent cabinets, overhead included"},
      {"neighbour-cabinets", "", &Model::neighbour_cabinets, 1, 1e6, true,
       "2007, footnote 9; 2008: a group of 512 nodes",
       "adjacent cabinets that short cables join to a unit"},
      {"neighbour-backplane", "", &Model::neighbour_backplane, 0, 1, true,
       "2007, footnote 9: cables; 2008, Section 2: only global channels are inter-cabinet cables",
       "1: links between the cabinets of a unit are priced as backplanes; 0: as cables"},
      {"butterfly-length", "E", &Model::butterfly_length, 0, 10, false, "2007, Section 4.2",
       "mean cable length of flattened and conventional butterfly, as a share of the floor's edge"},
      {"clos-length", "E", &Model::clos_length, 0, 10, false, "2007, Section 4.2",
       "mean cable length of the folded Clos, as a share of the floor's edge"},
      {"dragonfly-length", "E", &Model::dragonfly_length, 0, 10, false, "2008, Table 2",
       "mean length of global cables of the dragonfly, as a share of the floor's edge"},
      {"constant-bisection", "", &Model::constant_bisection, 0, 1, true, "2007, Section 4.3",
       "1: channels as wide as uniform traffic needs; 0: all as wide as a terminal's"},
  };
  table.insert(table.end(), packaging.begin(), packaging.end());
}

}  // namespace dragonfly
