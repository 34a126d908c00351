#include "models/families/folded_clos/folded_clos_family.hpp"

#include "models/families/folded_clos/folded_clos.hpp"
#include "models/families/smallest_networks.hpp"

namespace dragonfly {

Family folded_clos_family() {
  return {
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
}

}  // namespace dragonfly
