// SPDX-License-Identifier: Apache-2.0
// Designs as Verilator describes them in JSON: the tree, and the file with the names of its
// sources.
#include "sim/rtl/design_json.hpp"

#include "tests/fuzz/design.hpp"
#include "tests/fuzz/memory_file.hpp"

namespace dragonfly::fuzz {

void look_at(std::string_view input) {
  static const MemoryFile tree, meta;
  const std::vector<std::string> files = files_of(input, 2);
  tree.write(files[0]);
  meta.write(files[1]);
  look_at_design([] { return read_design_json(tree.path(), meta.path()); });
}

}  // namespace dragonfly::fuzz
