// The reference of all configuration keys, from the table of keys.
#pragma once

#include <string>

namespace dragonfly {

/// Markdown: for every section a heading and a table of its keys. docs/configuration.md holds it,
/// and `dragonfly config --list` prints it.
[[nodiscard]] std::string key_reference();

}  // namespace dragonfly
