// SPDX-License-Identifier: Apache-2.0
// Folded Clos networks for the registry of families.
#pragma once

#include "models/families/family.hpp"

namespace dragonfly {

[[nodiscard]] Family folded_clos_family();

}  // namespace dragonfly
