// SPDX-License-Identifier: Apache-2.0
// File lists of SystemVerilog sources, as tools take them with -f.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace dragonfly {

/// The arguments for Verilator that a file list stands for, with nested lists (-f, -F) in their
/// place and all names of files and directories absolute: relative ones are relative to the list
/// that they are in. A list holds sources and configuration files of Verilator, -f, -F, -v, -y,
/// -I, +incdir+, +libext+ and other +...ext+, +define+, -D, -W..., -sv, --timing and --no-timing,
/// and comments; $NAME, ${NAME} and $(NAME) stand for environment variables. Throws InputError with
/// file and line for anything else, and for what does not exist.
[[nodiscard]] std::vector<std::string> read_file_list(const std::filesystem::path& list);

}  // namespace dragonfly
