// SPDX-License-Identifier: Apache-2.0
#include "models/families/butterfly/butterfly_family.hpp"

#include "models/config/configuration.hpp"
#include "models/families/butterfly/butterfly.hpp"
#include "models/families/fabric.hpp"
#include "models/families/parameter_classes.hpp"
#include "models/families/smallest_networks.hpp"
#include "models/families/table/table_draw.hpp"
#include "models/families/table/table_routes.hpp"
#include "models/families/table/table_routings.hpp"

namespace dragonfly {
namespace {

constexpr const char* kDestination = "destination";

void draw_butterfly(RandomSource& source, FamilyParameters& values) {
  const int k = source.pick({2, 2, 3, 4, 8});
  values["k"] = {k};
  values["n"] = {source.between(1, k == 2 ? 4 : k < 5 ? 3 : 2)};
}

TableDraw butterfly_draw() {
  return {
      .network = draw_butterfly,
      .classes = {classes_of_number("k", {{2, "2"}, {3, "3-4"}, {5, "5 or more"}}, number_of("k")),
                  classes_of_number("n", {{1, "1"}, {2, "2"}, {3, "3 or more"}}, number_of("n"))},
      .simplest = {{"k", {2}}, {"n", {1}}}};
}

}  // namespace

Family butterfly_family() {
  Family family{
      "butterfly",
      "k-ary n-fly, one way from the first stage to the last; smallest: the fewest stages, "
      "then the smallest k up to the radix",
      {{"k", "inputs and outputs of a router"}, {"n", "stages"}},
      [](const FamilyParameters& values) {
        return butterfly_wiring(int_of(values, "k"), int_of(values, "n"));
      },
      [](std::int64_t terminals, int radix) {
        const ButterflyParameters parameters = smallest_butterfly(terminals, radix);
        return FamilyParameters{{"k", {parameters.k}}, {"n", {parameters.n}}};
      }};
  // Every packet has one path, so min is what [K07] calls destination-based.
  family.routings = table_routings();
  family.routings.insert(family.routings.begin(),
                         {.name = kDestination,
                          .description = "the one path that the digits of the destination name"});
  family.fabric = [](const Configuration& config) {
    Configuration by_table = config;
    if (config.routing.algorithm == kDestination) by_table.routing.algorithm = "min";
    return table_fabric(make_wiring(config), by_table);
  };
  family.draw = table_draw(family.build, butterfly_draw());
  family.draw->routing = [by_table = family.draw->routing](
                             RandomSource& source, const Configuration& config) -> std::string {
    const std::string routing = by_table(source, config);
    return routing == "min" && source.chance(1, 2) ? kDestination : routing;
  };
  return family;
}

}  // namespace dragonfly
