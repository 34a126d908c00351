// SPDX-License-Identifier: Apache-2.0
#include "models/families/torus/torus_family.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "models/config/configuration.hpp"
#include "models/families/fabric.hpp"
#include "models/families/parameter_classes.hpp"
#include "models/families/smallest_networks.hpp"
#include "models/families/table/table_draw.hpp"
#include "models/families/table/table_routes.hpp"
#include "models/families/table/table_routings.hpp"
#include "models/families/torus/torus.hpp"
#include "models/families/torus/torus_grid.hpp"
#include "models/families/torus/torus_registers.hpp"
#include "models/families/torus/torus_routes.hpp"

namespace dragonfly {
namespace {

/// Whether minimal routes by table can be drawn: of at most 8 channels, as with as many VCs nothing
/// goes around, and among few routers, as tables take long to check.
bool can_be_tabled(const FamilyParameters& values) {
  constexpr int kMostRouters = 64, kMostHops = 8;
  int routers = 1, hops = 0;
  for (const int size : ints_of(values, "sizes")) {
    routers *= size;
    hops += size / 2;
  }
  return routers <= kMostRouters && hops <= kMostHops;
}

/// One draw in six has rings so large that distances need all bits, or as many dimensions as fit.
void draw_torus(RandomSource& source, FamilyParameters& values) {
  const bool large = source.chance(1, 6);
  const int dimensions = large ? source.pick({1, 1, 2, 4, 5, 6}) : source.pick({1, 1, 2, 2, 2, 3});
  const int least = dimensions == 1 ? 2 : 1;
  constexpr int kMost[] = {0, 16, 6, 3, 3, 2, 2}, kMostOfLarge[] = {0, 256, 40, 8, 3, 3, 2};
  const int most = (large ? kMostOfLarge : kMost)[dimensions];
  std::vector<int> sizes(static_cast<std::size_t>(dimensions));
  for (int& size : sizes) size = source.extreme(least, most);
  const bool alone = std::all_of(sizes.begin(), sizes.end(), [](int size) { return size == 1; });
  values["sizes"] = sizes;
  values["concentration"] = {alone ? source.between(2, 4) : source.pick({1, 1, 1, 2, 3, 4})};
}

TableDraw torus_draw() {
  return {.network = draw_torus,
          .classes = {classes_of_number("dimensions", {{1, "1"}, {2, "2"}, {3, "3"}},
                                        length_of("sizes")),
                      classes_of_number("concentration", {{1, "1"}, {2, "2 or more"}},
                                        number_of("concentration"))},
          .simplest = {{"sizes", {2}}, {"concentration", {1}}}};
}

}  // namespace

Family torus_family() {
  Family family{"torus",
                "rings in every dimension; smallest: three nearly equal dimensions",
                {{"sizes", "routers in each dimension", ParameterKind::kList},
                 {"concentration", "terminals per router", ParameterKind::kNumber, false, {1}}},
                [](const FamilyParameters& values) {
                  return torus_wiring(ints_of(values, "sizes"), int_of(values, "concentration"));
                },
                [](std::int64_t terminals, int radix) {
                  return FamilyParameters{{"sizes", smallest_torus(terminals, radix)}};
                }};
  // In the order of the dimensions by routes of its own, and by table.
  const std::string dor = torus_registers::kAlgorithms.front().name;
  family.routings = table_routings();
  for (FamilyRouting& routing : family_routings(torus_registers::kAlgorithms)) {
    routing.router = "torus";
    family.routings.push_back(std::move(routing));
  }
  family.fabric = [dor](const Configuration& config) -> Fabric {
    Wiring wiring = make_wiring(config);
    if (config.routing.algorithm != dor) return table_fabric(std::move(wiring), config);
    const FamilyParameters& values = config.topology.parameters;
    return {std::move(wiring),
            std::make_unique<TorusRoutes>(ints_of(values, "sizes"), int_of(values, "concentration"),
                                          config.router.vcs)};
  };
  family.draw = table_draw(family.build, torus_draw());
  family.draw->least_vcs = [by_table = family.draw->least_vcs](const FamilyParameters& values) {
    return can_be_tabled(values)
               ? by_table(values)
               : torus_vcs(TorusGrid(ints_of(values, "sizes"), int_of(values, "concentration")));
  };
  family.draw->routing = [dor, by_table = family.draw->routing](RandomSource& source,
                                                                const Configuration& config) {
    const FamilyParameters& values = config.topology.parameters;
    const TorusGrid grid(ints_of(values, "sizes"), int_of(values, "concentration"));
    const bool possible = config.router.vcs >= torus_vcs(grid);
    return possible && (!can_be_tabled(values) || source.chance(1, 3)) ? dor
                                                                       : by_table(source, config);
  };
  return family;
}

}  // namespace dragonfly
