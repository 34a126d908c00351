// Configurations as TOML.
#pragma once

#include <string>
#include <string_view>

#include "models/config/configuration.hpp"

namespace dragonfly {

/// Sets the keys that `text` names; the others stay. `name` is that of the file, for messages.
/// Throws InputError with file, line, column and key for what cannot be used: bad syntax, unknown
/// sections and keys, wrong types, values out of range.
void apply_toml(std::string_view text, const std::string& name, Configuration& config);

/// The same from a file.
void apply_toml_file(const std::string& path, Configuration& config);

/// All keys with their values, each after a comment that explains it. Reads back to the same
/// configuration.
[[nodiscard]] std::string to_toml(const Configuration& config);

}  // namespace dragonfly
