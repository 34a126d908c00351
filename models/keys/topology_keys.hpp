// SPDX-License-Identifier: Apache-2.0
// The keys that follow from the registry of families.
#pragma once

#include <string>
#include <vector>

#include "models/keys/keys.hpp"

namespace dragonfly {

/// Section [topology]: the family, and a key for each parameter that any family has, by its name
/// with '_' for '-'. A parameter of several families is one key, which takes what any of them
/// takes: it must be of one kind (Error kInternal). The families check their own ranges.
[[nodiscard]] std::vector<Key> topology_keys();

/// The names of all routings of all families, each once, in the order of the registry.
[[nodiscard]] std::vector<std::string> routing_names();

}  // namespace dragonfly
