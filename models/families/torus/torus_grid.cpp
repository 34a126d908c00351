// SPDX-License-Identifier: Apache-2.0
#include "models/families/torus/torus_grid.hpp"

namespace dragonfly {

TorusGrid::TorusGrid(const std::vector<int>& sizes, int concentration)
    : digits_({sizes, concentration, {}, false}), ports_(concentration) {
  for (int d = 0; d < dimensions(); ++d) {
    first_ports_.push_back(ports_);
    ports_ += dimension(d).size == 2 ? 1 : 2;
  }
}

int TorusGrid::dimension_of(int port) const {
  int d = dimensions() - 1;
  while (d >= 0 && port < first_ports_[static_cast<std::size_t>(d)]) --d;
  return d;
}

int torus_vcs(const TorusGrid& grid) {
  for (int d = 0; d < grid.dimensions(); ++d)
    if (grid.dimension(d).size > 3) return 2;
  return 1;
}

}  // namespace dragonfly
