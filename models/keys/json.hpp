// SPDX-License-Identifier: Apache-2.0
// Configurations as JSON, the "config" of results: an object of sections of keys, as in TOML.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace dragonfly {

struct Configuration;

[[nodiscard]] nlohmann::ordered_json to_json(const Configuration& config);

/// Keys that are missing have their defaults. `name` is that of the file, for messages. Throws
/// InputError for unknown keys and bad values.
[[nodiscard]] Configuration configuration_from_json(const nlohmann::ordered_json& json,
                                                    const std::string& name);

}  // namespace dragonfly
