// SPDX-License-Identifier: Apache-2.0
// Commands that people copy into a shell.
#pragma once

#include <string>

namespace dragonfly {

/// `word` as a shell takes it for one word: quoted only where that is needed.
[[nodiscard]] std::string shell_quoted(const std::string& word);

}  // namespace dragonfly
