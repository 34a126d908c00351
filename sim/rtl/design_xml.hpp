// SPDX-License-Identifier: Apache-2.0
// Reads what `verilator --xml-only` writes (Verilator before 5.046).
#pragma once

#include <filesystem>

#include "sim/rtl/design_description.hpp"

namespace dragonfly {

/// `xml` is the file of --xml-output. Throws Error(kInternal) if it cannot be understood.
[[nodiscard]] DesignDescription read_design_xml(const std::filesystem::path& xml);

}  // namespace dragonfly
