// SPDX-License-Identifier: Apache-2.0
// The subcommands of `dragonfly`.
#pragma once

#include <memory>
#include <string>

#include "sim/command/options.hpp"

namespace dragonfly {

/// A subcommand: its options, and what it does once they are parsed.
class Subcommand {
 public:
  Subcommand(CLI::App& root, const std::string& name, const std::string& help)
      : options_(root, name, help), name_(name) {}
  Subcommand(const Subcommand&) = delete;
  Subcommand& operator=(const Subcommand&) = delete;
  virtual ~Subcommand() = default;

  [[nodiscard]] OptionList& app() { return options_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  /// Throws Error.
  virtual void execute() = 0;

 private:
  OptionList options_;
  std::string name_;
};

[[nodiscard]] std::unique_ptr<Subcommand> make_run(CLI::App& root);
[[nodiscard]] std::unique_ptr<Subcommand> make_sweep(CLI::App& root);
[[nodiscard]] std::unique_ptr<Subcommand> make_topology(CLI::App& root);
[[nodiscard]] std::unique_ptr<Subcommand> make_waves(CLI::App& root);
[[nodiscard]] std::unique_ptr<Subcommand> make_lockstep(CLI::App& root);
[[nodiscard]] std::unique_ptr<Subcommand> make_compare(CLI::App& root);
[[nodiscard]] std::unique_ptr<Subcommand> make_config(CLI::App& root);
[[nodiscard]] std::unique_ptr<Subcommand> make_cost(CLI::App& root);
[[nodiscard]] std::unique_ptr<Subcommand> make_explore(CLI::App& root);
[[nodiscard]] std::unique_ptr<Subcommand> make_paper(CLI::App& root);
[[nodiscard]] std::unique_ptr<Subcommand> make_rtl(CLI::App& root);

}  // namespace dragonfly
