// The signals of the router's RTL, by name.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sim/rtl/variant_parameters.hpp"
#include "sim/rtl/variant_sources.hpp"

namespace dragonfly {

/// A vector of a module of df_node; every module is there once.
struct RtlSignal {
  std::string name;  ///< "df_switch_allocator.held_q"
  int width = 1;     ///< bits
};

/// All signals at the top of the modules of df_node, in the order of the sources: not memories, nor
/// what is inside of processes and generate loops. Asks Verilator. Throws InputError if it is
/// missing, Error(kInternal) if it cannot read the RTL.
[[nodiscard]] std::vector<RtlSignal> rtl_signals(const VariantParameters& parameters,
                                                 const std::vector<SourceFile>& sources);

/// How Verilator's generated code calls a signal inside the root object.
[[nodiscard]] std::string generated_name(const std::string& signal);

}  // namespace dragonfly
