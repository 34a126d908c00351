// SPDX-License-Identifier: Apache-2.0
// What Verilator says.
#include "sim/rtl/verilator_messages.hpp"

#include "tests/fuzz/fuzz.hpp"

namespace dragonfly::fuzz {

void look_at(std::string_view input) {
  const std::vector<SourceFile> sources = {{"rtl/df_node.sv", "", "/home/me/rtl/df_node.sv"},
                                           {"rtl/df_router.f", "", "/home/me/rtl/df_router.f"}};
  const VerilatorMessages messages = verilator_messages(std::string(input), sources);
  for (const std::string& error : messages.errors)
    require(error.starts_with("%Error"), "an error is none", error);
  for (const std::string& warning : messages.warnings)
    require(warning.starts_with("%Warning"), "a warning is none", warning);
  static_cast<void>(listed_errors(std::string(input), sources, "all are in x"));
}

}  // namespace dragonfly::fuzz
