// SPDX-License-Identifier: Apache-2.0
// Part lists of the families of networks, by the names and parameters of their registry.
#pragma once

#include <string>

#include "models/cost/network_parts.hpp"
#include "models/cost/packaging.hpp"
#include "models/families/family.hpp"

namespace dragonfly {

/// The parts of a network that is given by its parameters, also of one that is too large to be
/// built. Throws InputError for a family or parameters of which there are no part lists, and for
/// those that make no network.
[[nodiscard]] NetworkParts parts_of(const std::string& family, const FamilyParameters& given,
                                    const Packaging& packaging);

}  // namespace dragonfly
