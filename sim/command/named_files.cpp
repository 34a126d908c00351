// SPDX-License-Identifier: Apache-2.0
#include "sim/command/named_files.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>
#include <map>
#include <system_error>

#include "models/common/atomic_file.hpp"
#include "models/common/error.hpp"

namespace dragonfly {
namespace {

namespace fs = std::filesystem;

/// What two names of the same file have in common: its place in the file system if it is there, or
/// else its path without links and detours. Empty for what may be used several times.
std::string identity(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) == 0) {
    if (S_ISCHR(status.st_mode)) return {};
    return fmt::format("{}:{}", status.st_dev, status.st_ino);
  }
  std::error_code ignored;
  return fs::weakly_canonical(fs::absolute(path, ignored), ignored).string();
}

class Uses {
 public:
  void add_input(const NamedFile& file) {
    if (!file.path.empty()) inputs_.emplace(identity(file.path), file.option);
  }

  void add_output(const NamedFile& file) {
    if (file.path.empty()) return;
    const bool standard_output = file.path == kStandardOutput;
    const std::string id = standard_output ? file.path : identity(file.path);
    if (id.empty()) return;
    const auto input = inputs_.find(id);
    if (!standard_output && input != inputs_.end())
      throw InputError(fmt::format("{} would write over {}, which {} reads; give another file",
                                   file.option, file.path, input->second));
    const auto [other, added] = outputs_.emplace(id, file.option);
    if (added) return;
    if (standard_output) {
      throw InputError(
          fmt::format("{} and {}: only one of them can go to standard output; name a file for the "
                      "other",
                      other->second, file.option));
    }
    throw InputError(fmt::format("{} and {} name the same file, {}; give each its own",
                                 other->second, file.option, file.path));
  }

 private:
  std::map<std::string, std::string> inputs_, outputs_;  ///< option, by identity
};

}  // namespace

void check_files(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs) {
  Uses uses;
  for (const NamedFile& file : inputs) uses.add_input(file);
  for (const NamedFile& file : outputs) uses.add_output(file);
}

}  // namespace dragonfly
