// SPDX-License-Identifier: Apache-2.0
#include "models/families/flattened_butterfly/flattened_butterfly_families.hpp"

#include <memory>
#include <utility>

#include "models/config/configuration.hpp"
#include "models/families/fabric.hpp"
#include "models/families/flattened_butterfly/flattened_butterfly.hpp"
#include "models/families/flattened_butterfly/flattened_butterfly_design.hpp"
#include "models/families/flattened_butterfly/flattened_butterfly_draws.hpp"
#include "models/families/flattened_butterfly/flattened_butterfly_routes.hpp"
#include "models/families/smallest_networks.hpp"

namespace dragonfly {
namespace {

using Network = std::function<FlattenedButterfly(const FamilyParameters&)>;

std::vector<FamilyRouting> own_routings() {
  std::vector<FamilyRouting> all = family_routings(flattened_butterfly_registers::kAlgorithms);
  for (std::size_t code = 0; code < all.size(); ++code) {
    const auto routing = static_cast<FlattenedButterflyRouting>(code);
    all[code].sequential = is_sequential(routing);
    all[code].only_sequential = routing == FlattenedButterflyRouting::kUgalS;
  }
  return all;
}

/// With the name that dimension order has there.
std::vector<FamilyRouting> hypercube_routings() {
  std::vector<FamilyRouting> all = own_routings();
  all[static_cast<std::size_t>(FlattenedButterflyRouting::kDor)].name = "e-cube";
  return all;
}

/// Makes networks of the family, which are flattened butterflies, ready to be simulated.
void simulate_as(Family& family, std::vector<FamilyRouting> routings, const Network& network,
                 FlattenedButterflyDraw draw) {
  family.routings = std::move(routings);
  family.routes = [network](const Configuration& config) -> std::unique_ptr<const Routes> {
    return std::make_unique<FlattenedButterflyRoutes>(network(config.topology.parameters), config);
  };
  family.fabric = [routes = family.routes](const Configuration& config) -> Fabric {
    return {make_wiring(config), routes(config)};
  };
  family.draw = flattened_butterfly_draw(network, family.routings, std::move(draw));
}

FlattenedButterfly flattened_butterfly_of(const FamilyParameters& values) {
  return {ints_of(values, "sizes"), int_of(values, "concentration"), ints_of(values, "parallel"),
          int_of(values, "paired") != 0};
}
FlattenedButterfly k_ary_n_flat_of(const FamilyParameters& values) {
  return k_ary_n_flat(int_of(values, "k"), int_of(values, "n"));
}
FlattenedButterfly hypercube_of(const FamilyParameters& values) {
  return hypercube_grid(int_of(values, "dimensions"), int_of(values, "concentration"));
}
FlattenedButterfly generalized_hypercube_of(const FamilyParameters& values) {
  return {ints_of(values, "sizes"), 1, {}, false};
}

}  // namespace

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
        return flattened_butterfly_wiring(flattened_butterfly_of(values));
      },
      [](std::int64_t terminals, int radix) {
        const FlattenedButterfly network = smallest_flattened_butterfly(terminals, radix);
        return FamilyParameters{{"sizes", network.sizes},
                                {"concentration", {network.concentration}}};
      }};
  simulate_as(family, own_routings(), flattened_butterfly_of, draw_flattened_butterflies());
  return family;
}

Family k_ary_n_flat_family() {
  Family family{
      "k-ary-n-flat",
      "flattened butterfly of n-1 dimensions of k routers with k terminals; smallest: the "
      "fewest dimensions",
      {{"k", "routers in a dimension, and terminals per router"}, {"n", "dimensions + 1"}},
      [](const FamilyParameters& values) {
        return flattened_butterfly_wiring(k_ary_n_flat_of(values));
      },
      [](std::int64_t terminals, int radix) {
        const FlatDesign design = smallest_k_ary_n_flat(terminals, radix);
        return FamilyParameters{{"k", {design.k}}, {"n", {design.n}}};
      }};
  simulate_as(family, own_routings(), k_ary_n_flat_of, draw_k_ary_n_flats());
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
  simulate_as(family, hypercube_routings(), hypercube_of, draw_hypercubes());
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
  simulate_as(family, hypercube_routings(), generalized_hypercube_of,
              draw_generalized_hypercubes());
  return family;
}

}  // namespace dragonfly
