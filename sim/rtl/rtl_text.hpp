// SPDX-License-Identifier: Apache-2.0
// What is looked for in the text of SystemVerilog, and changed in it, when it is copied.
#pragma once

#include <string>
#include <vector>

namespace dragonfly {

/// The names between the quotation marks of each `include, in order.
[[nodiscard]] std::vector<std::string> included_files(const std::string& text);

/// The text with no folder in the names that it includes.
[[nodiscard]] std::string without_folders(const std::string& text);

struct Declaration {
  std::string kind;  ///< "module", "package" or "interface"
  std::string name;
};

/// What is declared at the beginning of lines.
[[nodiscard]] std::vector<Declaration> declarations(const std::string& text);

/// The text with an include after the lines of comment at its beginning.
[[nodiscard]] std::string with_include(const std::string& text, const std::string& file);

}  // namespace dragonfly
