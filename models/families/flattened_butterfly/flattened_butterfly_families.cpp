#include "models/families/flattened_butterfly/flattened_butterfly_families.hpp"

#include "models/families/flattened_butterfly/flattened_butterfly.hpp"
#include "models/families/flattened_butterfly/flattened_butterfly_design.hpp"
#include "models/families/flattened_butterfly/flattened_butterfly_draws.hpp"
#include "models/families/smallest_networks.hpp"

namespace dragonfly {

Family flattened_butterfly_family() {
  Family family{
      "flattened-butterfly",
      "routers on a grid, joined to all others of their row in each dimension; smallest: the "
      "fewest dimensions, k terminals a router, k routers in all dimensions but the last",
      {{"sizes", "routers in each dimension", ParameterKind::kList},
       {"concentration", "terminals per router"},
       {"parallel", "channels side by side in each dimension; none: 1", ParameterKind::kList,
        false},
       {"paired",
        "1 for one channel more between routers 2j and 2j+1, else 0",
        ParameterKind::kNumber,
        false,
        {0},
        0,
        1}},
      [](const FamilyParameters& values) {
        return flattened_butterfly_wiring(
            {ints_of(values, "sizes"), int_of(values, "concentration"), ints_of(values, "parallel"),
             int_of(values, "paired") != 0});
      },
      [](std::int64_t terminals, int radix) {
        const FlattenedButterfly network = smallest_flattened_butterfly(terminals, radix);
        return FamilyParameters{{"sizes", network.sizes},
                                {"concentration", {network.concentration}}};
      }};
  family.draw = table_draw(family.build, flattened_butterfly_draw());
  return family;
}

Family k_ary_n_flat_family() {
  Family family{
      "k-ary-n-flat",
      "flattened butterfly of n-1 dimensions of k routers with k terminals; smallest: the "
      "fewest dimensions",
      {{"k", "routers in a dimension, and terminals per router"}, {"n", "dimensions + 1"}},
      [](const FamilyParameters& values) {
        return flattened_butterfly_wiring(k_ary_n_flat(int_of(values, "k"), int_of(values, "n")));
      },
      [](std::int64_t terminals, int radix) {
        const FlatDesign design = smallest_k_ary_n_flat(terminals, radix);
        return FamilyParameters{{"k", {design.k}}, {"n", {design.n}}};
      }};
  family.draw = table_draw(family.build, k_ary_n_flat_draw());
  return family;
}

Family hypercube_family() {
  Family family{"hypercube",
                "2 routers in each dimension; smallest: one terminal a router",
                {{"dimensions", "dimensions, 0 to 30"},
                 {"concentration", "terminals per router", ParameterKind::kNumber, false, {1}}},
                [](const FamilyParameters& values) {
                  return hypercube_wiring(int_of(values, "dimensions"),
                                          int_of(values, "concentration"));
                },
                [](std::int64_t terminals, int radix) {
                  return FamilyParameters{{"dimensions", {smallest_hypercube(terminals, radix)}}};
                }};
  family.draw = table_draw(family.build, hypercube_draw());
  return family;
}

Family generalized_hypercube_family() {
  Family family{
      "generalized-hypercube",
      "flattened butterfly with one terminal a router; smallest: the fewest dimensions, nearly "
      "equal",
      {{"sizes", "routers in each dimension", ParameterKind::kList}},
      [](const FamilyParameters& values) {
        return generalized_hypercube_wiring(ints_of(values, "sizes"));
      },
      [](std::int64_t terminals, int radix) {
        return FamilyParameters{{"sizes", smallest_generalized_hypercube(terminals, radix)}};
      }};
  family.draw = table_draw(family.build, generalized_hypercube_draw());
  return family;
}

}  // namespace dragonfly
