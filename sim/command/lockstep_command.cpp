// SPDX-License-Identifier: Apache-2.0
#include "sim/command/lockstep_command.hpp"

#include <cstdlib>

#include "models/common/shell.hpp"

namespace dragonfly {

std::string lockstep_command(const std::vector<std::string>& words) {
  std::string command = "dragonfly lockstep";
  if (const char* rtl = std::getenv("DRAGONFLY_RTL_DIR"); rtl != nullptr && *rtl != '\0')
    command = "DRAGONFLY_RTL_DIR=" + shell_quoted(rtl) + " " + command;
  for (const std::string& word : words) command += " " + shell_quoted(word);
  return command;
}

}  // namespace dragonfly
