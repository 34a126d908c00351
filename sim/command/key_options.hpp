// Every configuration key as an option of the command line.
#pragma once

#include <CLI/CLI.hpp>
#include <deque>
#include <string>

#include "models/config/configuration.hpp"

namespace dragonfly {

/// --config FILE and an option for every key, which wins over the file.
class KeyOptions {
 public:
  /// Adds the options to `app`, which must outlive this object.
  explicit KeyOptions(CLI::App& app);

  /// The configuration that the parsed options and the file describe. Throws InputError with the
  /// place (file, line and column, or option) of what is wrong. Does not look at several keys
  /// together: validate() does.
  [[nodiscard]] Configuration configuration() const;

 private:
  std::string config_path_;
  std::deque<std::string> texts_;      ///< [key]; a deque, as CLI11 keeps references
  std::vector<CLI::Option*> options_;  ///< [key]
};

}  // namespace dragonfly
