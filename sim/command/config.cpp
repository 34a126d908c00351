// SPDX-License-Identifier: Apache-2.0
// `dragonfly config`: the configuration that options and file add up to.
#include "models/common/atomic_file.hpp"
#include "models/config/configuration.hpp"
#include "models/keys/documentation.hpp"
#include "models/keys/toml.hpp"
#include "models/run/validate.hpp"
#include "sim/command/key_options.hpp"
#include "sim/command/subcommand.hpp"

namespace dragonfly {
namespace {

class ConfigCommand : public Subcommand {
 public:
  explicit ConfigCommand(CLI::App& root)
      : Subcommand(root, "config", "check a configuration and print it as TOML with all keys"),
        key_options_(app()) {
    app().add_option("--out", out_path_, "write it to a file")->type_name("FILE");
    app().add_flag("--list", list_, "print the reference of all keys instead (Markdown)");
  }

  void execute() override {
    if (list_) {
      put(key_reference());
      return;
    }
    const Configuration config = key_options_.configuration();
    validate(config);
    check_files(key_options_.inputs(config), {{"--out", out_path_}});
    put(to_toml(config));
  }

 private:
  void put(const std::string& text) const { write_file(out_path_, text); }

  KeyOptions key_options_;
  std::string out_path_ = kStandardOutput;
  bool list_ = false;
};

}  // namespace

std::unique_ptr<Subcommand> make_config(CLI::App& root) {
  return std::make_unique<ConfigCommand>(root);
}

}  // namespace dragonfly
