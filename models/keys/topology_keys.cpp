// SPDX-License-Identifier: Apache-2.0
#include "models/keys/topology_keys.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "models/common/error.hpp"
#include "models/common/spelling.hpp"
#include "models/config/configuration.hpp"
#include "models/families/family_registry.hpp"

namespace dragonfly {
namespace {

ValueType type_of(ParameterKind kind) {
  switch (kind) {
    case ParameterKind::kNumber:
      return ValueType::kInteger;
    case ParameterKind::kList:
      return ValueType::kIntegers;
    case ParameterKind::kName:
      return ValueType::kChoice;
    case ParameterKind::kFile:
      return ValueType::kText;
  }
  throw Error(ExitCode::kInternal, "a parameter of unknown kind");
}

Value value_of(const ParameterValue& value, ParameterKind kind) {
  if (value.empty()) return NoValue();
  switch (kind) {
    case ParameterKind::kNumber:
      return value.number();
    case ParameterKind::kList:
      return value.numbers();
    case ParameterKind::kName:
    case ParameterKind::kFile:
      return value.text();
  }
  return NoValue();
}

ParameterValue parameter_value(const Value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return {*number};
  if (const auto* list = std::get_if<std::vector<std::int64_t>>(&value)) return *list;
  return std::get<std::string>(value);
}

/// A parameter and what each family that has it says of it.
struct Parameter {
  std::string name;
  ParameterKind kind;
  std::vector<std::pair<const Family*, const FamilyParameter*>> uses;
};

std::vector<Parameter> all_parameters() {
  std::vector<Parameter> all;
  for (const Family& family : families()) {
    for (const FamilyParameter& parameter : family.parameters) {
      auto same = std::find_if(all.begin(), all.end(),
                               [&](const Parameter& p) { return p.name == parameter.name; });
      if (same == all.end()) same = all.insert(all.end(), {parameter.name, parameter.kind, {}});
      if (same->kind != parameter.kind) {
        throw Error(
            ExitCode::kInternal,
            fmt::format("parameter {} is of one kind in the family {}, and of another in {}",
                        parameter.name, same->uses.front().first->name, family.name));
      }
      same->uses.emplace_back(&family, &parameter);
    }
  }
  return all;
}

/// "torus, hypercube: terminals per router (1); k-ary-n-flat: ...". The value that a family takes
/// where it is not given stands in brackets, unless all families with the parameter have it: then
/// it is that of the key.
std::string help_of(const Parameter& parameter) {
  const bool alike =
      std::all_of(parameter.uses.begin(), parameter.uses.end(), [&](const auto& use) {
        return use.second->standard == parameter.uses.front().second->standard;
      });
  std::vector<std::pair<std::string, std::string>> meanings;  // and the families
  for (const auto& [family, use] : parameter.uses) {
    std::string meaning = use->meaning;
    if (!alike && !use->standard.empty()) meaning += fmt::format(" ({})", use->standard.shown());
    const auto same = std::find_if(meanings.begin(), meanings.end(),
                                   [&](const auto& known) { return known.first == meaning; });
    if (same == meanings.end())
      meanings.emplace_back(meaning, family->name);
    else
      same->second += ", " + family->name;
  }
  std::vector<std::string> texts;
  texts.reserve(meanings.size());
  for (const auto& [meaning, names] : meanings)
    texts.push_back(fmt::format("{}: {}", names, meaning));
  return fmt::format("{}", fmt::join(texts, "; "));
}

template <class T>
void add_new(const std::vector<T>& from, std::vector<T>& to) {
  for (const T& element : from)
    if (std::find(to.begin(), to.end(), element) == to.end()) to.push_back(element);
}

/// What a configuration says of a parameter, or else its family.
Value parameter_of(const Configuration& config, const std::string& name) {
  const auto given = config.topology.parameters.find(name);
  for (const FamilyParameter& parameter : family(config.topology.family).parameters) {
    if (parameter.name == name) {
      return value_of(
          given == config.topology.parameters.end() ? parameter.standard : given->second,
          parameter.kind);
    }
  }
  return NoValue();
}

Key key_of(const Parameter& parameter) {
  Key key;
  key.section = "topology";
  key.name = parameter.name;
  std::replace(key.name.begin(), key.name.end(), '-', '_');
  key.options = {folded(parameter.name)};
  key.type = type_of(parameter.kind);
  key.is_file = parameter.kind == ParameterKind::kFile;
  key.help = help_of(parameter);
  key.lowest = parameter.uses.front().second->lowest;
  key.highest = parameter.uses.front().second->highest;
  for (const auto& [family, use] : parameter.uses) {
    key.families.push_back(family->name);
    key.lowest = std::min(key.lowest, use->lowest);
    key.highest = std::max(key.highest, use->highest);
    add_new(use->choices, key.choices);
    add_new(use->aliases, key.aliases);
  }
  const std::string name = parameter.name;
  key.get = [name](const Configuration& config) { return parameter_of(config, name); };
  key.set = [name](Configuration& config, const Value& value) {
    if (is_none(value))
      config.topology.parameters.erase(name);
    else
      config.topology.parameters[name] = parameter_value(value);
  };
  return key;
}

Key family_key() {
  Key key;
  key.section = "topology";
  key.name = "family";
  key.options = {"topology"};
  key.type = ValueType::kChoice;
  key.choices = family_names();
  key.help = "family of the network";
  key.get = [](const Configuration& config) { return config.topology.family; };
  key.set = [](Configuration& config, const Value& value) {
    const auto& name = std::get<std::string>(value);
    if (name != config.topology.family) config.topology = {name, {}};
  };
  return key;
}

}  // namespace

std::vector<Key> topology_keys() {
  std::vector<Key> list = {family_key()};
  for (const Parameter& parameter : all_parameters()) list.push_back(key_of(parameter));
  return list;
}

std::vector<std::string> routing_names() {
  std::vector<std::string> names;
  for (const Family& family : families())
    for (const FamilyRouting& routing : routings(family)) add_new({routing.name}, names);
  return names;
}

}  // namespace dragonfly
