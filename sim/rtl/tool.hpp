// Runs a program and collects what it says.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace dragonfly {

struct ToolResult {
  int exit_code = 0;   ///< 128 + signal if a signal ended it
  std::string output;  ///< standard output and standard error, interleaved
};

/// Runs `command` (found through PATH unless it has a slash) in `directory` and waits for its end.
/// Throws InputError if it cannot be started, Error(kInterrupted) if Ctrl-C ended it.
[[nodiscard]] ToolResult run_tool(const std::vector<std::string>& command,
                                  const std::filesystem::path& directory);

}  // namespace dragonfly
