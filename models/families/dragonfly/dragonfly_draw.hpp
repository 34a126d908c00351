// SPDX-License-Identifier: Apache-2.0
// Dragonflies for random tests.
#pragma once

#include "models/families/family.hpp"

namespace dragonfly {

[[nodiscard]] FamilyDraw dragonfly_draw();

}  // namespace dragonfly
