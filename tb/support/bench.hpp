// SPDX-License-Identifier: Apache-2.0
// Clock and reset of a Verilated module.
#pragma once

#include <verilated.h>

#include <cstdint>
#include <memory>

#include "tb/support/assertions.hpp"
#include "tb/support/coverage.hpp"
#include "tb/support/parameters.hpp"

namespace dragonfly::tb {

/// The clock of a module, on both wires where it has two (df_node).
template <class Model>
void set_clocks(Model& model, bool to) {
  model.clk_i = to;
  if constexpr (requires { model.clk_in_i; }) model.clk_in_i = to;
}

/// One instance of a module. A cycle of a bench is: set the inputs, `settle`, look at the outputs
/// that follow from inputs and registers, `edge`, look at the registers. Modules without a clock
/// have no edges.
///
/// Everything that reset does not set starts with random contents, so that a module which relies on
/// it fails.
template <class V>
class Bench {
 public:
  using Model = typename V::Model;
  static constexpr Parameters kParameters = V::kParameters;
  static constexpr bool kHasClock = requires(Model & model) { model.clk_i; };

  explicit Bench(int seed = 1) {
    context_ = std::make_unique<VerilatedContext>();
    context_->randReset(2);
    context_->randSeed(seed);
    model_ = std::make_unique<Model>(context_.get());
    begin_coverage(*model_, *context_);
    if constexpr (kHasClock) reset();
  }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;
  ~Bench() {
    keep_coverage(*context_);
    // Verilator 5.006 takes the scopes of a model out of the context that is the thread's at this
    // moment, which may be that of another bench, and gone.
    Verilated::threadContextp(context_.get());
  }

  Model* operator->() { return model_.get(); }
  [[nodiscard]] VerilatedContext& context() { return *context_; }

  void settle() {
    if constexpr (kHasClock) set_clocks(*model_, false);
    model_->eval();
  }

  /// Throws AssertionFailed if assertions of the RTL fail.
  void edge() {
    settle();
    set_clocks(*model_, true);
    model_->eval();
    context_->timeInc(1);
    throw_failed_assertions();
  }

  void reset(int edges = 2) {
    model_->rst_i = 1;
    for (int i = 0; i < edges; ++i) edge();
    model_->rst_i = 0;
  }

 private:
  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Model> model_;
};

}  // namespace dragonfly::tb
