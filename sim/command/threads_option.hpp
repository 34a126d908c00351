// SPDX-License-Identifier: Apache-2.0
// --threads of the commands that simulate one point.
#pragma once

#include <string>

#include "sim/command/options.hpp"

namespace dragonfly {

class ThreadsOption {
 public:
  explicit ThreadsOption(OptionList& app);

  [[nodiscard]] bool given() const { return option_->count() != 0; }
  [[nodiscard]] const std::string& text() const { return text_; }
  /// The threads to use: no more than there are processors, which it `tells`. Throws InputError for
  /// what is no number of threads.
  [[nodiscard]] int threads(bool tells = true) const;

 private:
  std::string text_ = "1";
  Option* option_;
};

}  // namespace dragonfly
