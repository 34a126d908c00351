// SPDX-License-Identifier: Apache-2.0
// SystemVerilog that is copied under other names.
#include "sim/rtl/rtl_text.hpp"

#include "tests/fuzz/fuzz.hpp"

namespace dragonfly::fuzz {

void look_at(std::string_view input) {
  const std::string text(input), copy = without_folders(text);
  const std::vector<std::string> before = included_files(text), after = included_files(copy);
  require(before.size() == after.size(), "a copy includes another number of files", text);
  for (const std::string& name : after)
    require(name.find('/') == std::string::npos || name.ends_with('/'),
            "a copy includes a file of a folder", name);
  for (const Declaration& declared : declarations(text))
    require(!declared.kind.empty() && !declared.name.empty(), "a declaration without a name", text);
  require(with_include(text, "sizes.svh").size() > text.size(), "an include is not there", text);
}

}  // namespace dragonfly::fuzz
