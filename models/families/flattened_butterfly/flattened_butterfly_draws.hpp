// SPDX-License-Identifier: Apache-2.0
// How random tests draw flattened butterflies and hypercubes.
#pragma once

#include <functional>
#include <vector>

#include "models/common/random_source.hpp"
#include "models/families/family.hpp"
#include "models/families/flattened_butterfly/flattened_butterfly.hpp"

namespace dragonfly {

/// What a family knows of it.
struct FlattenedButterflyDraw {
  /// Sets all parameters, for a network of two terminals or more that runs in seconds. (The
  /// hardware of routers depends on all of them.)
  std::function<void(RandomSource&, FamilyParameters&)> network;
  std::vector<ParameterClasses> classes;
  FamilyParameters simplest;
  std::function<void(FamilyParameters&)> repair = nullptr;
};

[[nodiscard]] FlattenedButterflyDraw draw_flattened_butterflies();
[[nodiscard]] FlattenedButterflyDraw draw_k_ary_n_flats();
[[nodiscard]] FlattenedButterflyDraw draw_hypercubes();
[[nodiscard]] FlattenedButterflyDraw draw_generalized_hypercubes();

/// The same with what all such families share: VCs, and a routing for which a network has enough of
/// them. `routings`: of the family, in the order of their codes.
[[nodiscard]] FamilyDraw flattened_butterfly_draw(
    const std::function<FlattenedButterfly(const FamilyParameters&)>& network,
    const std::vector<FamilyRouting>& routings, FlattenedButterflyDraw draw);

}  // namespace dragonfly
