// SPDX-License-Identifier: Apache-2.0
// Networks of any wiring, read from a file, for the registry of families.
#pragma once

#include "models/families/family.hpp"

namespace dragonfly {

[[nodiscard]] Family file_family();

}  // namespace dragonfly
