// Options that name a network of any family.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "models/families/family_registry.hpp"
#include "sim/command/key_options.hpp"
#include "sim/command/named_files.hpp"

namespace dragonfly {

/// A network that the options name.
struct NamedNetwork {
  std::string family;           ///< as in the registry
  FamilyParameters parameters;  ///< that were given

  [[nodiscard]] bool is_dragonfly() const { return family == "dragonfly"; }
  [[nodiscard]] Wiring build() const { return build_network(family, parameters); }
  /// What it was built from: "p" "4", "arrangement" "relative", ...
  [[nodiscard]] ShownParameters shown() const { return shown_parameters(family, parameters); }
};

/// The smallest network of a family with at least so many terminals from routers of so many ports.
[[nodiscard]] NamedNetwork smallest_named(const std::string& family, std::int64_t terminals,
                                          std::int64_t radix);

/// --topology NAME with the parameters of its family; the dragonfly's are the keys of section
/// [topology]. --terminals N [--radix K] looks for the smallest network of the family instead.
class NetworkOptions {
 public:
  /// Adds the options to `app`, which must outlive this object. `section`: of the configuration,
  /// if not all keys are to be options.
  explicit NetworkOptions(CLI::App& app, const std::string& section = "");

  [[nodiscard]] const std::string& family_name() const { return family_; }
  [[nodiscard]] bool names_family() const { return family_option_->count() > 0; }
  /// Whether a parameter was given.
  [[nodiscard]] bool gives(const std::string& name) const;
  /// The text of a parameter, empty if it was not given: for commands that read it in their own
  /// way.
  [[nodiscard]] std::string text(const std::string& name) const;
  /// Whether any parameter of a network was given, --terminals and --radix included.
  [[nodiscard]] bool names_size() const {
    return !given_parameters().empty() || gives("terminals") || gives("radix");
  }
  /// Gives an option another description.
  void describe(const std::string& name, const std::string& text);
  /// Parameters of the network itself that were given: not --terminals and --radix.
  [[nodiscard]] std::vector<std::string> given_parameters() const;
  /// Throws InputError with the option that is wrong. `elsewhere`: an option that also means
  /// something else, and so may be given to networks that do not have it.
  [[nodiscard]] NamedNetwork network(const std::string& elsewhere = "") const;
  [[nodiscard]] const KeyOptions& keys() const { return key_options_; }
  /// The files that are read, for check_files().
  [[nodiscard]] std::vector<NamedFile> inputs() const;

 private:
  struct Parameter {
    std::string name;
    ParameterKind kind = ParameterKind::kNumber;
    std::string text;
    CLI::Option* option = nullptr;
  };

  void add_parameters(CLI::App& app);
  [[nodiscard]] FamilyParameters given() const;
  [[nodiscard]] FamilyParameters smallest(const Family& family,
                                          const FamilyParameters& given) const;
  [[nodiscard]] bool looks_for_smallest(const Family& family) const;

  KeyOptions key_options_;
  std::string family_ = "dragonfly";
  CLI::Option* family_option_ = nullptr;
  std::deque<Parameter> parameters_;  ///< a deque, as CLI11 keeps references
};

}  // namespace dragonfly
