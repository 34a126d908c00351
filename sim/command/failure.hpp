// SPDX-License-Identifier: Apache-2.0
// What the command says when something failed.
#pragma once

namespace dragonfly {

/// To be called in a handler: says what was thrown, and returns the exit code for it.
[[nodiscard]] int report_failure();

}  // namespace dragonfly
