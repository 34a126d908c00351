// SPDX-License-Identifier: Apache-2.0
// What a bench reaches of the RTL (scripts/coverage).
#pragma once

#include <verilated.h>

namespace dragonfly::tb {

/// Whether this build counts.
[[nodiscard]] bool counts_coverage();

/// Forgets what has been counted: a model begins with random values, which would all be changes.
void forget_coverage(VerilatedContext& context);

/// Before anything is done with a model, the only one of `context`.
template <class Model>
void begin_coverage(Model& model, VerilatedContext& context) {
  if (!counts_coverage()) return;
  if constexpr (requires { model.clk_i; }) model.clk_i = 0;
  model.eval();
  forget_coverage(context);
}

/// Adds what the models of `context` have counted to what this program writes at its end: a file of
/// Verilator's format in the directory that $DRAGONFLY_COVERAGE names. While the models are there.
/// Nothing in builds that count nothing.
void keep_coverage(VerilatedContext& context);

}  // namespace dragonfly::tb
