// Options that name a network of any family.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "models/families/dragonfly/dragonfly.hpp"
#include "models/families/dragonfly/dragonfly_graph.hpp"
#include "models/families/family_registry.hpp"
#include "models/wiring/graph_export.hpp"
#include "sim/command/key_options.hpp"

namespace dragonfly {

/// A network that the options name.
struct NamedNetwork {
  std::string family;           ///< as in the registry
  FamilyParameters parameters;  ///< of a family other than the dragonfly
  /// A dragonfly has a configuration instead, which `dragonfly run` takes.
  Configuration config;
  GroupNetwork group_network;

  [[nodiscard]] bool is_dragonfly() const { return family == "dragonfly"; }
  /// Whether all groups can be connected with one another: more of them only the greedy wiring
  /// knows, and class Dragonfly does not.
  [[nodiscard]] bool is_plain_dragonfly() const;
  /// Whether groups have another network than single channels between all routers.
  [[nodiscard]] bool has_group_network() const {
    return !group_network.sizes.empty() || !group_network.parallel.empty();
  }
};

/// A network as a graph.
struct BuiltNetwork {
  /// Of a dragonfly, also where groups are not all connected.
  std::optional<DragonflyWiring> wiring;
  NetworkGraph graph;
};

[[nodiscard]] BuiltNetwork build(const NamedNetwork& network);
/// The smallest network of a family with at least so many terminals from routers of so many ports.
[[nodiscard]] NamedNetwork smallest_named(const std::string& family, std::int64_t terminals,
                                          std::int64_t radix);
/// What the network was built from: "p" "4", "arrangement" "relative", ...
[[nodiscard]] GraphParameters parameters_of(const NamedNetwork& network);

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

 private:
  struct Parameter {
    std::string name;
    std::string text;
    CLI::Option* option = nullptr;
  };

  [[nodiscard]] FamilyParameters given() const;
  [[nodiscard]] bool looks_for_smallest(const Family& family) const;

  KeyOptions key_options_;
  std::string family_ = "dragonfly";
  CLI::Option* family_option_ = nullptr;
  std::deque<Parameter> parameters_;  ///< a deque, as CLI11 keeps references
};

}  // namespace dragonfly
