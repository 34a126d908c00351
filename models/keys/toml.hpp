// SPDX-License-Identifier: Apache-2.0
// Configurations as TOML.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/keys/keys.hpp"

namespace dragonfly {

struct Configuration;

/// Sets the keys that `text` names; the others stay. `name` is that of the file, for messages.
/// Throws InputError with file, line, column and key for what cannot be used: bad syntax, unknown
/// sections and keys, wrong types, values out of range. Returns the keys that it has set.
std::vector<const Key*> apply_toml(std::string_view text, const std::string& name,
                                   Configuration& config);

/// The same from a file.
std::vector<const Key*> apply_toml_file(const std::string& path, Configuration& config);

/// A key outside of sections, with its value in the form of to_text().
struct TomlValue {
  std::string name;
  std::string text;
  std::string place;  ///< "costs.toml:4:1"
};

/// The values of a file without sections, in its order. Throws InputError for bad syntax, sections,
/// and values other than numbers, texts and lists of integers.
[[nodiscard]] std::vector<TomlValue> flat_toml(std::string_view text, const std::string& name);

/// All keys with their values, each after a comment that explains it. Reads back to the same
/// configuration.
[[nodiscard]] std::string to_toml(const Configuration& config);

}  // namespace dragonfly
