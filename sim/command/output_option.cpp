#include "sim/command/output_option.hpp"

#include <fmt/format.h>

#include "models/common/error.hpp"

namespace dragonfly {

OutputOption::OutputOption(CLI::App& app, const std::string& name, const std::string& help)
    : name_(name),
      option_(app.add_option(name, path_, help + "; without FILE on standard output")
                  ->type_name("[FILE]")
                  ->expected(0, 1)) {}

void OutputOption::open() {
  if (given() && !to_standard_output()) file_.emplace(path_);
}

void OutputOption::put(const std::string& text) {
  if (to_standard_output()) fmt::print("{}", text);
  if (!file_) return;
  file_->stream() << text;
  file_->commit();
}

void OutputOption::check_different(const OutputOption& one, const OutputOption& other) {
  if (!one.given() || !other.given()) return;
  if (one.to_standard_output() && other.to_standard_output())
    throw InputError(
        fmt::format("{} and {}: only one of them can go to standard output; name a "
                    "file for the other",
                    one.name_, other.name_));
  if (one.path_ == other.path_ && !one.path_.starts_with("/dev/"))
    throw InputError(
        fmt::format("{} and {} name the same file; give each its own", one.name_, other.name_));
}

}  // namespace dragonfly
