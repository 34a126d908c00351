// SPDX-License-Identifier: Apache-2.0
// Butterflies for the registry of families.
#pragma once

#include "models/families/family.hpp"

namespace dragonfly {

[[nodiscard]] Family butterfly_family();

}  // namespace dragonfly
