// --threads of the commands that simulate one point.
#pragma once

#include <string>

#include "sim/command/options.hpp"

namespace dragonfly {

class ThreadsOption {
 public:
  explicit ThreadsOption(OptionList& app);

  [[nodiscard]] bool given() const { return option_->count() != 0; }
  /// The threads to use: no more than there are processors, which is said. Throws InputError for
  /// what is no number of threads.
  [[nodiscard]] int threads() const;

 private:
  std::string text_ = "1";
  Option* option_;
};

}  // namespace dragonfly
