#include "models/families/butterfly/butterfly_family.hpp"

#include "models/families/butterfly/butterfly.hpp"
#include "models/families/smallest_networks.hpp"

namespace dragonfly {

Family butterfly_family() {
  return {"butterfly",
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
}

}  // namespace dragonfly
