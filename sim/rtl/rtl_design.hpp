// SPDX-License-Identifier: Apache-2.0
// What Verilator knows about a design.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "models/common/subprocess.hpp"

namespace dragonfly {

/// A vector of a module.
struct RtlSignal {
  std::string name;  ///< "df_switch_allocator.held_q"
  int width = 1;     ///< bits
};

/// A port of the top module.
struct RtlPort {
  std::string name;
  std::string direction;  ///< "input", "output" or "inout"
  int width = 0;          ///< bits; 0 for a type that is no packed one
};

struct RtlDesign {
  /// Files that were read, included ones among them, by the names that Verilator was given.
  std::vector<std::filesystem::path> files;
  std::vector<std::string> modules;
  /// At the top of modules, in the order of the sources: not memories, nor what is inside of
  /// processes and generate loops.
  std::vector<RtlSignal> signals;
  std::vector<RtlPort> ports;
  /// Path of the instance, from the top module's name on, of each module that is there once.
  std::map<std::string, std::string> instances;
};

/// Has Verilator, run in `directory`, describe the design of `arguments` (files, defines, the top)
/// and reads that into `design`, unless it refuses (exit code not 0): XML where this version of
/// Verilator writes it (before 5.046), JSON where not. Files stay in `directory`. Throws InputError
/// if Verilator is missing, Error(kInternal) if its description is not understood.
[[nodiscard]] ToolResult describe_design(const std::vector<std::string>& arguments,
                                         const std::filesystem::path& directory, RtlDesign& design);

}  // namespace dragonfly
