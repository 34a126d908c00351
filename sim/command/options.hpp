// SPDX-License-Identifier: Apache-2.0
// Options of the command line. CLI11, which reads them, is behind this: compilers take seconds for
// every file that includes it.
#pragma once

#include <deque>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace dragonfly {

/// An option. What says more about it returns it, to go on with.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  /// What help shows for the value: "INT", "FILE", "REAL=0.5".
  Option* type_name(const std::string& name);
  /// The heading in help below which it stands; empty: help does not show it.
  Option* group(const std::string& name);
  Option* required();
  /// Fewest and most values that it takes.
  Option* expected(int least, int most);
  Option* description(const std::string& text);

  [[nodiscard]] std::string description() const;
  /// With its dashes.
  [[nodiscard]] std::string name() const;
  /// How often it was given.
  [[nodiscard]] std::size_t count() const;

 private:
  CLI::Option* option_;
};

/// The options of a subcommand. They write to the variables that they were added with, which must
/// outlive the parsing.
class OptionList {
 public:
  /// The options of a new subcommand of `root`.
  OptionList(CLI::App& root, const std::string& name, const std::string& help);
  OptionList(const OptionList&) = delete;
  OptionList& operator=(const OptionList&) = delete;

  /// `name`: with dashes, or a positional argument without; several names are separated by commas.
  Option* add_option(const std::string& name, std::string& value, const std::string& help = "");
  /// One that takes several values, or can be given several times.
  Option* add_option(const std::string& name, std::vector<std::string>& values,
                     const std::string& help = "");
  Option* add_flag(const std::string& name, bool& value, const std::string& help);
  /// What help says at its end.
  void footer(const std::string& text);

  /// The option of that name, which must be there.
  [[nodiscard]] Option* find(const std::string& name);
  /// How often the option of that name was given.
  [[nodiscard]] std::size_t count(const std::string& name) const;

  [[nodiscard]] const CLI::App& parser() const { return *app_; }

 private:
  Option* keep(CLI::Option* option) { return &options_.emplace_back(option); }

  CLI::App* app_;               ///< owned by the root
  std::deque<Option> options_;  ///< a deque: pointers to them stay good
};

}  // namespace dragonfly
