#include "sim/command/network_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "models/common/error.hpp"
#include "models/config/keys.hpp"
#include "models/families/dragonfly/dragonfly.hpp"
#include "models/families/dragonfly/dragonfly_family.hpp"
#include "sim/command/lists.hpp"

namespace dragonfly {
namespace {

constexpr std::int64_t kUsualRadix = 64;  // of the papers' comparisons

/// Whether a parameter of the dragonfly is a key of configurations, too.
bool is_dragonfly_key(const std::string& name) { return find_key("topology", name) != nullptr; }

/// The only value of an option that takes one.
std::int64_t one_of(const std::string& name, const ParameterValue& value) {
  const std::vector<std::int64_t>& values = value.numbers();
  if (values.size() != 1)
    throw InputError(fmt::format("--{} {}: give one number here", name, fmt::join(values, ",")));
  return values.front();
}

/// What was given to a family that is not the dragonfly.
void check_names(const Family& family, const FamilyParameters& values) {
  const std::vector<std::string> names = parameter_names(family);
  for (const auto& [name, list] : values)
    if (std::find(names.begin(), names.end(), name) == names.end())
      throw InputError(fmt::format("--{}: there is no such parameter of {}; its parameters: --{}",
                                   name, family.name, fmt::join(names, ", --")));
  for (const FamilyParameter& parameter : family.parameters)
    if (parameter.required && !values.contains(parameter.name))
      throw InputError(
          fmt::format("--topology {} needs --{} ({}), or --terminals for the smallest network",
                      family.name, parameter.name, parameter.meaning));
}

const char* type_name(ParameterKind kind) {
  switch (kind) {
    case ParameterKind::kNumber:
      return "INT";
    case ParameterKind::kList:
      return "LIST";
    case ParameterKind::kName:
      return "NAME";
    case ParameterKind::kFile:
      return "FILE";
  }
  return "";
}

}  // namespace

NamedNetwork smallest_named(const std::string& family, std::int64_t terminals, std::int64_t radix) {
  if (radix > kMaxGlobalPorts)
    throw InputError(fmt::format("--radix {}: use {} or less", radix, kMaxGlobalPorts));
  const std::string& name = dragonfly::family(family).name;
  return {name, smallest_network(name, terminals, static_cast<int>(radix))};
}

NetworkOptions::NetworkOptions(CLI::App& app, const std::string& section)
    : key_options_(app, section) {
  const std::string group = "Families of networks";
  family_option_ = app.add_option("--topology", family_,
                                  fmt::format("family of the network; one of {}",
                                              fmt::join(family_names(), ", ")))
                       ->type_name("NAME=dragonfly")
                       ->group(group);
  add_parameters(app);
}

void NetworkOptions::add_parameters(CLI::App& app) {
  const auto add = [&](const std::string& name, ParameterKind kind, const std::string& help) {
    Parameter& parameter = parameters_.emplace_back();
    parameter.name = name;
    parameter.kind = kind;
    parameter.option = app.add_option("--" + name, parameter.text, help)
                           ->type_name(type_name(kind))
                           ->group(family_option_->get_group());
  };
  add("terminals", ParameterKind::kNumber,
      "take the smallest network of the family with at least so many terminals");
  add("radix", ParameterKind::kNumber,
      fmt::format("ports of a router; for --terminals {} unless given", kUsualRadix));
  for (const Family& family : families())
    for (const FamilyParameter& parameter : family.parameters) {
      if (is_dragonfly_key(parameter.name)) continue;
      const auto same = std::find_if(parameters_.begin(), parameters_.end(),
                                     [&](const Parameter& p) { return p.name == parameter.name; });
      if (same == parameters_.end())
        add(parameter.name, parameter.kind, fmt::format("{}: {}", family.name, parameter.meaning));
      else if (same->name != "terminals" && same->name != "radix")
        same->option->description(fmt::format("{}; {}: {}", same->option->get_description(),
                                              family.name, parameter.meaning));
    }
}

std::vector<NamedFile> NetworkOptions::inputs() const {
  std::vector<NamedFile> files = key_options_.inputs({});
  for (const Parameter& parameter : parameters_)
    if (parameter.kind == ParameterKind::kFile)
      files.push_back({"--" + parameter.name, parameter.text});
  return files;
}

std::string NetworkOptions::text(const std::string& name) const {
  for (const Parameter& parameter : parameters_)
    if (parameter.name == name) return parameter.text;
  return {};
}

bool NetworkOptions::gives(const std::string& name) const {
  return std::any_of(parameters_.begin(), parameters_.end(), [&](const Parameter& parameter) {
    return parameter.name == name && parameter.option->count() > 0;
  });
}

void NetworkOptions::describe(const std::string& name, const std::string& text) {
  if (name == "topology") family_option_->description(text);
  for (const Parameter& parameter : parameters_)
    if (parameter.name == name) parameter.option->description(text);
}

std::vector<std::string> NetworkOptions::given_parameters() const {
  std::vector<std::string> names;
  for (const Key* key : key_options_.given())
    if (is_dragonfly_key(key->name)) names.push_back(key->name);
  for (const Parameter& parameter : parameters_)
    if (parameter.option->count() > 0 && parameter.name != "terminals" && parameter.name != "radix")
      names.push_back(parameter.name);
  return names;
}

FamilyParameters NetworkOptions::given() const {
  // No terminals mean all that a folded Clos of given parameters can have.
  const auto least = [&](const std::string& name) {
    return name == "terminals" && looks_for_smallest(family(family_)) ? 1 : 0;
  };
  FamilyParameters values;
  for (const Parameter& parameter : parameters_) {
    if (parameter.option->count() == 0) continue;
    const std::string option = "--" + parameter.name;
    values[parameter.name] =
        parameter.kind == ParameterKind::kFile || parameter.kind == ParameterKind::kName
            ? ParameterValue(parameter.text)
            : parse_integers(option, parameter.text, least(parameter.name), INT64_MAX);
  }
  return values;
}

bool NetworkOptions::looks_for_smallest(const Family& family) const {
  if (!gives("terminals")) return false;
  const std::vector<std::string> names = given_parameters();
  // A folded Clos has a parameter of this name itself, beside others.
  const bool own_parameter =
      std::any_of(family.parameters.begin(), family.parameters.end(),
                  [](const FamilyParameter& parameter) { return parameter.name == "terminals"; });
  if (names.empty() || own_parameter) return names.empty();
  throw InputError(
      fmt::format("--terminals looks for a network, and --{} describes one; give one of the two",
                  names.front()));
}

FamilyParameters NetworkOptions::smallest(const Family& family,
                                          const FamilyParameters& given) const {
  const auto radix = given.find("radix");
  const std::int64_t ports = radix == given.end() ? kUsualRadix : one_of("radix", radix->second);
  return smallest_named(family.name, one_of("terminals", given.at("terminals")), ports).parameters;
}

NamedNetwork NetworkOptions::network(const std::string& elsewhere) const {
  const Family& chosen = family(family_);
  FamilyParameters values = given();
  const bool looks = looks_for_smallest(chosen);
  if (looks) values = smallest(chosen, values);
  const std::vector<std::string> names = parameter_names(chosen);
  if (std::find(names.begin(), names.end(), elsewhere) == names.end()) values.erase(elsewhere);

  // What the keys of a configuration say of a dragonfly.
  NamedNetwork network{chosen.name, values};
  if (network.is_dragonfly()) {
    for (const auto& [name, value] : values)
      if (std::find(names.begin(), names.end(), name) == names.end())
        throw InputError(
            fmt::format("--{} belongs to another family; name it with --topology, or use p, a, h "
                        "and g for the dragonfly",
                        name));
    // Those of the smallest network win; it has any arrangement.
    network.parameters.merge(parameters_of(key_options_.configuration().topology));
    return network;
  }
  for (const Key* key : key_options_.given())
    if (key->section == "topology")
      throw InputError(fmt::format("--{} belongs to the dragonfly; {} has: {}", key->name,
                                   chosen.name, fmt::join(names, ", ")));
  check_names(chosen, values);
  return network;
}

}  // namespace dragonfly
