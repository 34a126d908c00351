#include "models/families/torus/torus_family.hpp"

#include "models/families/smallest_networks.hpp"
#include "models/families/torus/torus.hpp"

namespace dragonfly {

Family torus_family() {
  return {"torus",
          "rings in every dimension; smallest: three nearly equal dimensions",
          {{"sizes", "routers in each dimension", ParameterKind::kList},
           {"concentration", "terminals per router", ParameterKind::kNumber, false, {1}}},
          [](const FamilyParameters& values) {
            return torus_wiring(ints_of(values, "sizes"), int_of(values, "concentration"));
          },
          [](std::int64_t terminals, int radix) {
            return FamilyParameters{{"sizes", smallest_torus(terminals, radix)}};
          }};
}

}  // namespace dragonfly
