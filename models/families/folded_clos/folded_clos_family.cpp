// SPDX-License-Identifier: Apache-2.0
#include "models/families/folded_clos/folded_clos_family.hpp"

#include <algorithm>

#include "models/families/folded_clos/folded_clos.hpp"
#include "models/families/parameter_classes.hpp"
#include "models/families/smallest_networks.hpp"
#include "models/families/table/table_draw.hpp"

namespace dragonfly {
namespace {

/// The fewest terminals of networks of this radix and so many levels.
std::int64_t fewest_terminals(int radix, int levels) {
  return largest_folded_clos(radix, levels) / radix + 1;  // m^(levels-1) + 1
}

void draw_folded_clos(RandomSource& source, FamilyParameters& values) {
  // Some with sets of ports of several words.
  const bool wide = source.chance(1, 12);
  const int radix = wide ? source.pick({34, 66, 70}) : source.pick({4, 4, 6, 8});
  const int levels = wide ? 2 : radix == 4 ? source.between(2, 4) : source.between(2, 3);
  constexpr std::int64_t kMostTerminals = 64;
  const std::int64_t most = std::min(kMostTerminals, largest_folded_clos(radix, levels));
  values["radix"] = {radix};
  values["levels"] = {levels};
  values["terminals"] = {
      source.extreme(static_cast<int>(fewest_terminals(radix, levels)), static_cast<int>(most))};
}

/// As many terminals as such a network can have.
void repair(FamilyParameters& values) {
  const int radix = int_of(values, "radix"), levels = int_of(values, "levels");
  const std::int64_t terminals = values.at("terminals").number();
  if (terminals != 0)
    values["terminals"] = {
        std::clamp(terminals, fewest_terminals(radix, levels), largest_folded_clos(radix, levels))};
}

TableDraw folded_clos_draw() {
  return {
      .network = draw_folded_clos,
      .classes = {classes_of_number("levels", {{2, "2"}, {3, "3"}, {4, "4"}}, number_of("levels")),
                  {"terminals",
                   {"the most", "fewer"},
                   [](const FamilyParameters& values) -> std::size_t {
                     const std::int64_t terminals = values.at("terminals").number();
                     const bool full = terminals == 0 ||
                                       terminals == largest_folded_clos(int_of(values, "radix"),
                                                                        int_of(values, "levels"));
                     return full ? 0 : 1;
                   }}},
      .simplest = {{"radix", {4}}, {"levels", {2}}, {"terminals", {3}}},
      .repair = repair};
}

}  // namespace

Family folded_clos_family() {
  Family family{
      "folded-clos",
      "fat tree of 2 to 4 levels; smallest: the fewest levels, with exactly the terminals asked "
      "for",
      {{"radix", "ports of a router, even"},
       {"levels", "levels of routers, 2 to 4"},
       {"terminals", "terminals; 0: the most", ParameterKind::kNumber, false, {0}, 0, INT64_MAX}},
      [](const FamilyParameters& values) {
        return folded_clos_wiring(
            {int_of(values, "radix"), int_of(values, "levels"), values.at("terminals").number()});
      },
      [](std::int64_t terminals, int radix) {
        const FoldedClos network = smallest_folded_clos(terminals, radix);
        return FamilyParameters{{"radix", {network.radix}},
                                {"levels", {network.levels}},
                                {"terminals", {network.terminals}}};
      }};
  family.draw = table_draw(family.build, folded_clos_draw());
  return family;
}

}  // namespace dragonfly
