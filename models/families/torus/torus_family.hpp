// SPDX-License-Identifier: Apache-2.0
// Tori for the registry of families.
#pragma once

#include "models/families/family.hpp"

namespace dragonfly {

[[nodiscard]] Family torus_family();

}  // namespace dragonfly
