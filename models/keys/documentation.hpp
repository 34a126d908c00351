// SPDX-License-Identifier: Apache-2.0
// The reference of all configuration keys and families of networks.
#pragma once

#include <string>

namespace dragonfly {

/// Markdown: for every section a heading and a table of its keys, then the families of networks
/// with their routings. docs/configuration.md holds it, and `dragonfly config --list` prints it.
[[nodiscard]] std::string key_reference();

}  // namespace dragonfly
