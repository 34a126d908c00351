// SPDX-License-Identifier: Apache-2.0
// The command `dragonfly`.
#pragma once

namespace dragonfly {

/// Parses the arguments and runs the subcommand that they name. Returns an exit code
/// (models/common/error.hpp); whatever goes wrong ends as a message on standard error.
[[nodiscard]] int run_command(int argc, const char* const* argv);

}  // namespace dragonfly
