#include "sim/command/output_option.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <system_error>

#include "models/common/error.hpp"

namespace dragonfly {

namespace fs = std::filesystem;

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
  check_different_files({{one.name_, one.file()}, {other.name_, other.file()}});
}

void check_different_files(const std::vector<NamedFile>& files) {
  std::map<fs::path, std::string> options;
  for (const NamedFile& file : files) {
    if (file.path.empty() || file.path.starts_with("/dev/")) continue;
    std::error_code ignored;
    const fs::path path = fs::weakly_canonical(fs::absolute(file.path, ignored), ignored);
    const auto [known, added] = options.emplace(path, file.option);
    if (!added)
      throw InputError(fmt::format("{} and {} name the same file, {}; give each its own",
                                   known->second, file.option, file.path));
  }
}

}  // namespace dragonfly
