#include "models/families/butterfly/butterfly_family.hpp"

#include "models/families/butterfly/butterfly.hpp"
#include "models/families/parameter_classes.hpp"
#include "models/families/smallest_networks.hpp"
#include "models/families/table/table_draw.hpp"

namespace dragonfly {
namespace {

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
  family.draw = table_draw(family.build, butterfly_draw());
  return family;
}

}  // namespace dragonfly
