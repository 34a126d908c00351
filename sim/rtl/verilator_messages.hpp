// SPDX-License-Identifier: Apache-2.0
// What Verilator says about sources, as their author wants to read it.
#pragma once

#include <string>
#include <vector>

#include "sim/rtl/variant_sources.hpp"

namespace dragonfly {

/// Each with the lines of the source that it shows.
struct VerilatorMessages {
  std::vector<std::string> errors, warnings;
};

/// The messages in an output, with the names of `sources` as their author knows them
/// (SourceFile::origin). Advice that is the same every time is left out, and so is all that is not
/// about sources: that a command failed, and what the compiler says that Verilator calls.
[[nodiscard]] VerilatorMessages verilator_messages(const std::string& output,
                                                   const std::vector<SourceFile>& sources);

/// One after the other, the first twelve of them; `rest` says where all are, as in "all are in x".
[[nodiscard]] std::string listed(const std::vector<std::string>& messages, const std::string& rest);

/// Of an output after which Verilator gave up: its errors as `listed` has them, or all if it has
/// none.
[[nodiscard]] std::string listed_errors(const std::string& output,
                                        const std::vector<SourceFile>& sources,
                                        const std::string& rest);

/// "the RTL of DIRECTORY".
[[nodiscard]] std::string name_of_rtl(const std::vector<SourceFile>& sources);

}  // namespace dragonfly
