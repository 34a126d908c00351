// SPDX-License-Identifier: Apache-2.0
// Options that name a network of any family.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/families/family_registry.hpp"
#include "sim/command/key_options.hpp"
#include "sim/command/named_files.hpp"
#include "sim/command/options.hpp"

namespace dragonfly {

/// The smallest network of a family with at least so many terminals from routers of so many ports.
[[nodiscard]] TopologyConfig smallest_named(const std::string& family, std::int64_t terminals,
                                            std::int64_t radix);

/// The keys of a configuration with those of a network, --topology and the parameters of its
/// family, and beside them --terminals N [--radix K], which looks for the smallest network of the
/// family instead. A family that has parameters of these names gets them from the same options.
class NetworkOptions {
 public:
  /// Adds the options to `app`, which must outlive this object. `section`: of the configuration,
  /// if not all keys are to be options.
  explicit NetworkOptions(OptionList& app, const std::string& section = "");

  /// As it was given: cost takes several. The default if it was not.
  [[nodiscard]] std::string family_name() const;
  [[nodiscard]] bool names_family() const;
  /// Whether --terminals or --radix was given.
  [[nodiscard]] bool gives(const std::string& name) const;
  /// The text of --terminals or --radix, empty if it was not given: for commands that read it in
  /// their own way.
  [[nodiscard]] const std::string& text(const std::string& name) const;
  /// Whether any parameter of a network was given, --terminals and --radix included.
  [[nodiscard]] bool names_size() const {
    return !given_parameters().empty() || gives("terminals") || gives("radix");
  }
  /// Gives --topology, --terminals or --radix another description.
  void describe(const std::string& name, const std::string& text);
  /// Parameters of the network itself that were given: not --terminals and --radix.
  [[nodiscard]] std::vector<std::string> given_parameters() const;
  /// The configuration with the network that the options name. Throws InputError with the option
  /// that is wrong. `elsewhere`: --terminals or --radix, if it also means something else and so may
  /// be given to networks that do not have it.
  [[nodiscard]] Configuration configuration(const std::string& elsewhere = "") const;
  /// The files that are read, for check_files().
  [[nodiscard]] std::vector<NamedFile> inputs() const;

 private:
  struct Size {
    std::string name;
    std::string text = {};
    Option* option = nullptr;
  };

  [[nodiscard]] const Size& size(const std::string& name) const;
  [[nodiscard]] FamilyParameters smallest(const std::string& family) const;
  [[nodiscard]] bool looks_for_smallest(const Family& family) const;

  KeyOptions key_options_;
  Size terminals_{"terminals"}, radix_{"radix"};
};

}  // namespace dragonfly
