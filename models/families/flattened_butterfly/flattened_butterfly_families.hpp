// SPDX-License-Identifier: Apache-2.0
// Flattened butterflies, and the families that are special cases, for the registry.
#pragma once

#include "models/families/family.hpp"

namespace dragonfly {

[[nodiscard]] Family flattened_butterfly_family();
[[nodiscard]] Family k_ary_n_flat_family();
[[nodiscard]] Family hypercube_family();
[[nodiscard]] Family generalized_hypercube_family();

}  // namespace dragonfly
