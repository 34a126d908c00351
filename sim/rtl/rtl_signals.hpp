// SPDX-License-Identifier: Apache-2.0
// The signals of the router's RTL, by name.
#pragma once

#include <string>
#include <vector>

#include "sim/rtl/rtl_design.hpp"
#include "sim/rtl/variant_parameters.hpp"
#include "sim/rtl/variant_sources.hpp"

namespace dragonfly {

/// All signals of the modules of df_node, each of which is there once. Asks Verilator. Throws
/// InputError if it is missing or refuses the RTL.
[[nodiscard]] std::vector<RtlSignal> rtl_signals(const VariantParameters& parameters,
                                                 const std::vector<SourceFile>& sources);

/// How Verilator's generated code calls a signal inside the root object.
[[nodiscard]] std::string generated_name(const std::string& signal);

}  // namespace dragonfly
