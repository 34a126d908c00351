// SPDX-License-Identifier: Apache-2.0
// Designs as Verilator describes them in XML.
#include "sim/rtl/design_xml.hpp"

#include "tests/fuzz/design.hpp"
#include "tests/fuzz/memory_file.hpp"

namespace dragonfly::fuzz {

void look_at(std::string_view input) {
  static const MemoryFile file;
  file.write(input);
  look_at_design([] { return read_design_xml(file.path()); });
}

}  // namespace dragonfly::fuzz
