// SPDX-License-Identifier: Apache-2.0
// How random tests draw networks with routes by table.
#pragma once

#include <functional>
#include <vector>

#include "models/common/random_source.hpp"
#include "models/families/family.hpp"

namespace dragonfly {

/// What a family knows of it.
struct TableDraw {
  /// Sets all parameters, for a network of two terminals or more that runs in seconds and is free
  /// of deadlock under MIN with 8 VCs. (Tables make the hardware of routers depend on all of the
  /// network.)
  std::function<void(RandomSource&, FamilyParameters&)> network;
  std::vector<ParameterClasses> classes;
  FamilyParameters simplest;
  std::function<void(FamilyParameters&)> repair = nullptr;
};

/// The same with what all such families share: the fewest VCs, and a routing for which a network
/// has enough of them. `build` is that of the family.
[[nodiscard]] FamilyDraw table_draw(const std::function<Wiring(const FamilyParameters&)>& build,
                                    TableDraw draw);

}  // namespace dragonfly
