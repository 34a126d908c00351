// SPDX-License-Identifier: Apache-2.0
// A step of a Verilated router, written behind the code that Verilator generates.
//
// df_node's input registers have a clock of their own. So Verilator keeps them, and the logic
// behind them, apart from all other registers, and a step can evaluate the logic first and those
// registers after it. What the logic computes is then dead after the step: where that is proved,
// from the generated text, such members are declared once for all routers of a library. A router's
// state is half as large then, and what a router computes is in the processor's cache when it is
// read. Those that only one function of a step mentions become its own variables, which a compiler
// can keep in registers. Nothing else is changed in the bodies that Verilator writes.
#pragma once

#include <filesystem>
#include <string>

namespace dragonfly {

/// Functions for the wrapper, each present only if it could be written:
///   dragonfly_edge       both clocks rise;
///   dragonfly_inputs     the first part of a step: what has arrived, and the logic behind it. Then
///                        the outputs are those of this cycle;
///   dragonfly_registers  the second part.
struct GeneratedStep {
  bool edge = false;     ///< dragonfly_edge is there
  bool shared = false;   ///< the other two are, and members are shared
  std::string why = {};  ///< why not, where they are not
};

/// Looks at the code that Verilator has generated in a directory, for the prefix Vdf_router, and
/// writes the functions and the declarations. With `share`, members are shared if that is proved;
/// the library's routers must then be stepped by one thread.
/// Throws InputError if files cannot be read or written.
GeneratedStep write_generated_step(const std::filesystem::path& directory, bool share);

/// Changes with what write_generated_step() makes of the same text.
inline constexpr int kGeneratedStepFormat = 5;

}  // namespace dragonfly
