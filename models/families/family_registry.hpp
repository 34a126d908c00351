// SPDX-License-Identifier: Apache-2.0
// The families of networks by name, with their parameters by name.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/config/choices.hpp"
#include "models/config/topology_config.hpp"
#include "models/families/family.hpp"

namespace dragonfly {

/// All families, in the order in which they are listed for users.
[[nodiscard]] const std::vector<Family>& families();

/// Adds a family of a program's own, before anything else is asked of the registry or of keys().
/// Throws Error (kInternal) for a name that is there already.
void add_family(Family family);

[[nodiscard]] std::vector<std::string> family_names();
[[nodiscard]] std::vector<std::string> parameter_names(const Family& family);

/// The family of that name, '_' or '-' alike. Throws InputError with the names if there is none.
[[nodiscard]] const Family& family(const std::string& name);

/// The routings of a family: `min` and `val` by tables if it has no routes of its own.
[[nodiscard]] const std::vector<FamilyRouting>& routings(const Family& family);
/// The name of a configuration's routing: the first of its family if it names none.
[[nodiscard]] std::string routing_name(const Configuration& config);
/// It itself. Throws InputError for one that the family does not have.
[[nodiscard]] const FamilyRouting& routing_of(const Configuration& config);
/// Whether routers decide greedily or sequentially; throws InputError for a routing that the family
/// does not have, and for one that is another if it is greedy.
[[nodiscard]] Allocator allocator(const Configuration& config);

/// The given values, checked, and the standard values of those not given. Throws InputError for a
/// parameter that is unknown, missing, or has a value that it does not take.
[[nodiscard]] FamilyParameters complete_parameters(const std::string& name,
                                                   const FamilyParameters& given);

/// Builds a network. Throws InputError as complete_parameters() does, and where the family has no
/// such network.
[[nodiscard]] Wiring build_network(const std::string& name, const FamilyParameters& parameters);

/// Its size, without building it where the family knows it so. Throws InputError likewise.
[[nodiscard]] NetworkShape network_shape(const TopologyConfig& network);

/// What is shown to people of the parameters given.
[[nodiscard]] ShownParameters shown_parameters(const TopologyConfig& network);

/// The parameters of the smallest network of the family with at least `terminals` terminals from
/// routers of `radix` ports, by the rule in the description of the family.
/// Throws InputError where there is none, with the largest.
[[nodiscard]] FamilyParameters smallest_network(const std::string& name, std::int64_t terminals,
                                                int radix);

}  // namespace dragonfly
