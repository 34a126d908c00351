// SPDX-License-Identifier: Apache-2.0
// --json and --csv: results for other programs.
#pragma once

#include <optional>
#include <string>

#include "models/common/atomic_file.hpp"
#include "sim/command/named_files.hpp"
#include "sim/command/options.hpp"

namespace dragonfly {

/// An option that writes to a file, or without a file, or with "-", to standard output in place of
/// what people would read there.
class OutputOption {
 public:
  /// `name`: with its dashes. The option is part of `app`, which must outlive this object.
  OutputOption(OptionList& app, const std::string& name, const std::string& help);
  OutputOption(const OutputOption&) = delete;
  OutputOption& operator=(const OutputOption&) = delete;

  [[nodiscard]] bool given() const { return option_->count() > 0; }
  [[nodiscard]] bool to_standard_output() const {
    return given() && (path_.empty() || path_ == kStandardOutput);
  }

  /// Opens the file if there is to be one: before the work, which must not end in a place that
  /// cannot be written. Throws InputError.
  void open();
  /// Writes all of it. Does nothing if the option was not given.
  void put(const std::string& text);

  /// For check_files().
  [[nodiscard]] NamedFile named() const {
    return {name_, to_standard_output() ? kStandardOutput : path_};
  }

 private:
  std::string name_, path_;
  Option* option_;
  std::optional<AtomicFile> file_;
};

}  // namespace dragonfly
