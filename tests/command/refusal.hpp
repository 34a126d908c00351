// SPDX-License-Identifier: Apache-2.0
// Bad input to the command.
#pragma once

#include <string>
#include <vector>

namespace dragonfly {

/// Exit code 2, nothing on standard output, and one line of errors that has all `parts`.
void check_refused(const std::vector<std::string>& arguments,
                   const std::vector<std::string>& parts);

}  // namespace dragonfly
