// SPDX-License-Identifier: Apache-2.0
#include "sim/command/network_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/families/dragonfly/dragonfly.hpp"
#include "models/keys/keys.hpp"
#include "sim/command/lists.hpp"

namespace dragonfly {
namespace {

constexpr std::int64_t kUsualRadix = 64;  // of the papers' comparisons

/// The family of the network.
const Key& family_key() { return keys().front(); }

bool has_parameter(const Family& family, const std::string& name) {
  const std::vector<std::string> names = parameter_names(family);
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// " (folded-clos: ports of a router, even)": what families say of their parameter of this name.
std::string as_parameter(const std::string& name) {
  const Key* key = find_key("topology", name);
  return key == nullptr ? "" : fmt::format(" ({})", key->help);
}

void require_complete(const Family& family, const FamilyParameters& values) {
  for (const FamilyParameter& parameter : family.parameters) {
    if (parameter.required && !values.contains(parameter.name)) {
      throw InputError(
          fmt::format("--topology {} needs --{} ({}), or --terminals for the smallest network",
                      family.name, parameter.name, parameter.meaning));
    }
  }
}

}  // namespace

TopologyConfig smallest_named(const std::string& family, std::int64_t terminals,
                              std::int64_t radix) {
  if (radix > kMaxGlobalPorts)
    throw InputError(fmt::format("--radix {}: use {} or less", radix, kMaxGlobalPorts));
  const std::string& name = dragonfly::family(family).name;
  return {name, smallest_network(name, terminals, static_cast<int>(radix))};
}

NetworkOptions::NetworkOptions(OptionList& app, const std::string& section)
    : key_options_(app, section, {"terminals", "radix"}) {
  const auto add = [&](Size& size, const std::string& help) {
    size.option = app.add_option("--" + size.name, size.text, help + as_parameter(size.name))
                      ->type_name("INT")
                      ->group("[topology]");
  };
  add(terminals_, "take the smallest network of the family with at least so many terminals");
  add(radix_, fmt::format("ports of a router; for --terminals {} unless given", kUsualRadix));
}

std::vector<NamedFile> NetworkOptions::inputs() const {
  const std::string name = family_name();
  const bool several = name == "all" || name.find(',') != std::string::npos;
  return key_options_.inputs(several ? Configuration() : key_options_.configuration());
}

std::string NetworkOptions::family_name() const {
  if (key_options_.option(family_key())->count() > 0) return key_options_.text(family_key());
  return key_options_.configuration().topology.family;
}

bool NetworkOptions::names_family() const {
  const std::vector<const Key*> named = key_options_.named();
  return std::find(named.begin(), named.end(), &family_key()) != named.end();
}

const NetworkOptions::Size& NetworkOptions::size(const std::string& name) const {
  return name == terminals_.name ? terminals_ : radix_;
}

const std::string& NetworkOptions::text(const std::string& name) const { return size(name).text; }

bool NetworkOptions::gives(const std::string& name) const { return size(name).option->count() > 0; }

void NetworkOptions::describe(const std::string& name, const std::string& text) {
  Option* option = name == "topology" ? key_options_.option(family_key()) : size(name).option;
  option->description(text);
}

std::vector<std::string> NetworkOptions::given_parameters() const {
  std::vector<std::string> names;
  for (const Key* key : key_options_.named())
    if (!key->families.empty()) names.push_back(key->options.front());
  return names;
}

bool NetworkOptions::looks_for_smallest(const Family& family) const {
  if (!gives("terminals")) return false;
  const std::vector<std::string> names = given_parameters();
  // A folded Clos has a parameter of this name itself, beside others.
  if (names.empty() || has_parameter(family, "terminals")) return names.empty();
  throw InputError(
      fmt::format("--terminals looks for a network, and --{} describes one; give one of the two",
                  names.front()));
}

FamilyParameters NetworkOptions::smallest(const std::string& family) const {
  const std::int64_t radix =
      gives("radix") ? parse_integer("--radix", radix_.text, 0) : kUsualRadix;
  return smallest_named(family, parse_integer("--terminals", terminals_.text, 1), radix).parameters;
}

Configuration NetworkOptions::configuration(const std::string& elsewhere) const {
  Configuration config = key_options_.configuration();
  const Family& chosen = family(config.topology.family);
  if (looks_for_smallest(chosen)) {
    config.topology.parameters = smallest(chosen.name);
    return config;
  }
  for (const Size* size : {&terminals_, &radix_}) {
    if (!gives(size->name)) continue;
    if (size->name == elsewhere && !has_parameter(chosen, elsewhere)) continue;
    assign_text(*find_key("topology", size->name), size->text, config,
                fmt::format("--{} {}", size->name, size->text));
  }
  require_complete(chosen, config.topology.parameters);
  return config;
}

}  // namespace dragonfly
