// The subcommands of `dragonfly`.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>

namespace dragonfly {

/// A subcommand: its options, and what it does once they are parsed.
class Subcommand {
 public:
  Subcommand(CLI::App& root, const std::string& name, const std::string& help);
  Subcommand(const Subcommand&) = delete;
  Subcommand& operator=(const Subcommand&) = delete;
  virtual ~Subcommand() = default;

  [[nodiscard]] CLI::App& app() { return *app_; }
  /// Throws Error.
  virtual void execute() = 0;

 private:
  CLI::App* app_;  ///< owned by the root
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

}  // namespace dragonfly
