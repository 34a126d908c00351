// SPDX-License-Identifier: Apache-2.0
// A Verilated cell of rtl/prim, with the values of its parameters in the order of
// tb/CMakeLists.txt.
#pragma once

#include <verilated.h>

#include <array>
#include <memory>

#include "tb/support/coverage.hpp"

namespace dragonfly::tb {

template <class M, int... kValues>
struct Cell {
  using Model = M;
  static constexpr std::array<int, sizeof...(kValues)> kParameters{kValues...};
};

/// One instance of a cell. What nothing has written starts with random contents.
template <class C>
class CellBench {
 public:
  CellBench() {
    context_ = std::make_unique<VerilatedContext>();
    context_->randReset(2);
    context_->randSeed(1);
    model_ = std::make_unique<typename C::Model>(context_.get());
    begin_coverage(*model_, *context_);
  }
  CellBench(const CellBench&) = delete;
  CellBench& operator=(const CellBench&) = delete;
  ~CellBench() { keep_coverage(*context_); }

  typename C::Model* operator->() { return model_.get(); }

  void settle() {
    if constexpr (requires { model_->clk_i; }) model_->clk_i = 0;
    model_->eval();
  }
  void edge() {
    settle();
    model_->clk_i = 1;
    model_->eval();
  }

 private:
  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<typename C::Model> model_;
};

}  // namespace dragonfly::tb
