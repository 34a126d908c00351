// SPDX-License-Identifier: Apache-2.0
// Every configuration key as an option of the command line.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "models/keys/keys.hpp"
#include "sim/command/named_files.hpp"
#include "sim/command/options.hpp"

namespace dragonfly {

struct Configuration;

/// --config FILE and an option for every key, which wins over the file.
class KeyOptions {
 public:
  /// Adds the options to `app`, which must outlive this object: of all keys, or of those of one
  /// section. `without`: options that the command has itself.
  explicit KeyOptions(OptionList& app, const std::string& section = "",
                      const std::vector<std::string>& without = {});

  /// The configuration that the parsed options and the file describe. Throws InputError with the
  /// place (file, line and column, or option) of what is wrong. Does not look at several keys
  /// together: validate() does.
  [[nodiscard]] Configuration configuration() const;

  /// The files that are read, for check_files(): that of --config, and those that `config` names.
  [[nodiscard]] std::vector<NamedFile> inputs(const Configuration& config) const;

  /// The keys that the options or the file name, each once, in the order of keys().
  [[nodiscard]] std::vector<const Key*> given() const;

  /// The keys that the options or the file name, also where they do not go together.
  [[nodiscard]] std::vector<const Key*> named() const;

  /// The option of a key; null if there is none here.
  [[nodiscard]] Option* option(const Key& key) const;
  /// Its text, empty if it was not given.
  [[nodiscard]] const std::string& text(const Key& key) const;

 private:
  /// Applies file and options; returns what given() does.
  std::vector<const Key*> apply(Configuration& config) const;

  std::string config_path_;
  std::deque<std::string> texts_;  ///< [key]; a deque, as CLI11 keeps references
  std::vector<Option*> options_;   ///< [key]; null: none
};

/// What a configuration differs from the default in, as options: {"--p", "2", "--load", "0.4"}. The
/// default of a parameter of a family is that of the family.
[[nodiscard]] std::vector<std::string> option_arguments(const Configuration& config);

}  // namespace dragonfly
