// Configurations as TOML.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/config/configuration.hpp"
#include "models/config/keys.hpp"

namespace dragonfly {

/// Sets the keys that `text` names; the others stay. `name` is that of the file, for messages.
/// Throws InputError with file, line, column and key for what cannot be used: bad syntax, unknown
/// sections and keys, wrong types, values out of range. Returns the keys that it has set.
std::vector<const Key*> apply_toml(std::string_view text, const std::string& name,
                                   Configuration& config);

/// The same from a file.
std::vector<const Key*> apply_toml_file(const std::string& path, Configuration& config);

/// All keys with their values, each after a comment that explains it. Reads back to the same
/// configuration.
[[nodiscard]] std::string to_toml(const Configuration& config);

}  // namespace dragonfly
