// SPDX-License-Identifier: Apache-2.0
// The routings of the dragonfly (Kim et al. 2008, Section 4), Routing: the values of the register
// ALGORITHM.
#pragma once

#include <string>
#include <vector>

#include "models/config/names.hpp"
#include "models/families/dragonfly/dragonfly_registers.hpp"
#include "models/families/family.hpp"

namespace dragonfly {

/// In the order of the values.
[[nodiscard]] const std::vector<std::string>& names(Routing);

/// Throws InputError for a name that none has.
[[nodiscard]] Routing routing_named(const std::string& name);

/// All of them with a description.
[[nodiscard]] std::vector<FamilyRouting> dragonfly_routings();

}  // namespace dragonfly
