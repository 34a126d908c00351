// SPDX-License-Identifier: Apache-2.0
// The command that repeats a lockstep run.
#pragma once

#include <string>
#include <vector>

namespace dragonfly {

/// `dragonfly lockstep` with these words behind it, for a shell. Another RTL than this program's
/// own is part of what is to be repeated: the command then begins with DRAGONFLY_RTL_DIR.
[[nodiscard]] std::string lockstep_command(const std::vector<std::string>& words);

}  // namespace dragonfly
