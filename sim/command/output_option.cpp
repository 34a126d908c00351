// SPDX-License-Identifier: Apache-2.0
#include "sim/command/output_option.hpp"

namespace dragonfly {

OutputOption::OutputOption(OptionList& app, const std::string& name, const std::string& help)
    : name_(name),
      option_(app.add_option(name, path_, help + "; without FILE on standard output")
                  ->type_name("[FILE]")
                  ->expected(0, 1)) {}

void OutputOption::open() {
  if (given()) file_.emplace(named().path);
}

void OutputOption::put(const std::string& text) {
  if (!file_) return;
  file_->stream() << text;
  file_->commit();
}

}  // namespace dragonfly
