// SPDX-License-Identifier: Apache-2.0
// Reads what `verilator --json-only` writes, as Verilator 5.048 does. Earlier versions do not name
// the types of the members of structs (5.032), but they have XML.
#pragma once

#include <filesystem>

#include "sim/rtl/design_description.hpp"

namespace dragonfly {

/// `tree` and `meta` are the files of --json-only-output and --json-only-meta-output. Throws
/// Error(kInternal) if they cannot be understood.
[[nodiscard]] DesignDescription read_design_json(const std::filesystem::path& tree,
                                                 const std::filesystem::path& meta);

}  // namespace dragonfly
