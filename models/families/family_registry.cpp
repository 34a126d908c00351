// SPDX-License-Identifier: Apache-2.0
#include "models/families/family_registry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "models/common/error.hpp"
#include "models/common/spelling.hpp"
#include "models/config/configuration.hpp"
#include "models/families/butterfly/butterfly_family.hpp"
#include "models/families/dragonfly/dragonfly_family.hpp"
#include "models/families/file/file_family.hpp"
#include "models/families/flattened_butterfly/flattened_butterfly_families.hpp"
#include "models/families/folded_clos/folded_clos_family.hpp"
#include "models/families/table/table_routings.hpp"
#include "models/families/torus/torus_family.hpp"
#include "models/wiring/terminal_groups.hpp"

namespace dragonfly {
namespace {

/// "torus: topology.sizes", to begin a message with.
std::string place_of(const Family& family, const FamilyParameter& parameter) {
  return fmt::format("{}: topology.{}", family.name, parameter.name);
}

void check_numbers(const Family& family, const FamilyParameter& parameter,
                   const std::vector<std::int64_t>& numbers) {
  if (parameter.kind != ParameterKind::kList && numbers.size() != 1)
    throw InputError(fmt::format("{} takes one value, not {} ({})", place_of(family, parameter),
                                 numbers.size(), parameter.meaning));
  for (const std::int64_t value : numbers) {
    if (value < parameter.lowest || value > parameter.highest)
      throw InputError(fmt::format("{} = {}: use {} to {} ({})", place_of(family, parameter), value,
                                   parameter.lowest, parameter.highest, parameter.meaning));
  }
}

void check_name(const Family& family, const FamilyParameter& parameter, const std::string& name) {
  const std::vector<std::string>& all = parameter.choices;
  if (std::find(all.begin(), all.end(), name) != all.end()) return;
  throw InputError(fmt::format("{} = {}: there is no such choice{}; use one of {}",
                               place_of(family, parameter), name, did_you_mean(name, all),
                               fmt::join(all, ", ")));
}

void check(const Family& family, const FamilyParameter& parameter, const ParameterValue& value) {
  const bool is_text =
      parameter.kind == ParameterKind::kName || parameter.kind == ParameterKind::kFile;
  if (!is_text && value.text().empty()) return check_numbers(family, parameter, value.numbers());
  if (!is_text || value.text().empty()) {
    throw InputError(fmt::format("{} takes a {} ({})", place_of(family, parameter),
                                 !is_text                                 ? "number"
                                 : parameter.kind == ParameterKind::kFile ? "file"
                                                                          : "name",
                                 parameter.meaning));
  }
  if (parameter.kind == ParameterKind::kName) check_name(family, parameter, value.text());
}

/// A choice in its own spelling.
ParameterValue as_spelt(const FamilyParameter& parameter, const ParameterValue& value) {
  if (parameter.kind != ParameterKind::kName) return value;
  const std::string name = folded(value.text());
  for (const auto& [alias, choice] : parameter.aliases)
    if (alias == name) return choice;
  return name;
}

/// The given values, checked, and the standard values of those not given.
FamilyParameters completed(const Family& family, const FamilyParameters& given) {
  FamilyParameters values;
  for (const FamilyParameter& parameter : family.parameters) {
    const auto found = given.find(parameter.name);
    if (found == given.end() && parameter.required) {
      throw InputError(fmt::format("{} is missing ({}); give it as --{}",
                                   place_of(family, parameter), parameter.meaning, parameter.name));
    }
    const ParameterValue value =
        as_spelt(parameter, found == given.end() ? parameter.standard : found->second);
    check(family, parameter, value);
    values[parameter.name] = value;
  }
  for (const auto& [name, value] : given) {
    if (values.contains(name)) continue;
    throw InputError(fmt::format("{}: there is no parameter {}{}; there are: {}", family.name, name,
                                 did_you_mean(name, parameter_names(family)),
                                 fmt::join(parameter_names(family), ", ")));
  }
  return values;
}

std::vector<Family>& all_families() {
  static std::vector<Family> all{dragonfly_family(),
                                 flattened_butterfly_family(),
                                 k_ary_n_flat_family(),
                                 butterfly_family(),
                                 folded_clos_family(),
                                 hypercube_family(),
                                 generalized_hypercube_family(),
                                 torus_family(),
                                 file_family()};
  return all;
}

}  // namespace

const std::vector<Family>& families() { return all_families(); }

void add_family(Family family) {
  for (const Family& known : families())
    if (known.name == family.name)
      throw Error(ExitCode::kInternal, "a second family of networks called " + family.name);
  all_families().push_back(std::move(family));
}

const std::vector<FamilyRouting>& routings(const Family& family) {
  static const std::vector<FamilyRouting> by_table = table_routings();
  return family.routings.empty() ? by_table : family.routings;
}

std::string routing_name(const Configuration& config) {
  const std::string& given = config.routing.algorithm;
  return given.empty() ? routings(family(config.topology.family)).front().name : given;
}

const FamilyRouting& routing_of(const Configuration& config) {
  const Family& chosen = family(config.topology.family);
  const std::string name = routing_name(config);
  const std::vector<FamilyRouting>& all = routings(chosen);
  const auto routing = std::find_if(all.begin(), all.end(),
                                    [&](const FamilyRouting& each) { return each.name == name; });
  if (routing != all.end()) return *routing;
  std::vector<std::string> names;
  names.reserve(all.size());
  for (const FamilyRouting& known : all) names.push_back(known.name);
  throw InputError(fmt::format("routing.algorithm = {}: networks of the family {} have {}", name,
                               chosen.name, fmt::join(names, ", ")));
}

Allocator allocator(const Configuration& config) {
  const FamilyRouting& routing = routing_of(config);
  const Allocator given = config.routing.allocator;
  if (given == Allocator::kGreedy && routing.only_sequential) {
    throw InputError(fmt::format(
        "routing.allocator = greedy: {} is {}; use the routing that it is without, or leave the "
        "allocator to the routing (by-routing)",
        routing.name, routing.description));
  }
  if (given != Allocator::kByRouting) return given;
  return routing.sequential ? Allocator::kSequential : Allocator::kGreedy;
}

std::vector<std::string> family_names() {
  std::vector<std::string> names;
  for (const Family& family : families()) names.push_back(family.name);
  return names;
}

std::vector<std::string> parameter_names(const Family& family) {
  std::vector<std::string> names;
  for (const FamilyParameter& parameter : family.parameters) names.push_back(parameter.name);
  return names;
}

const Family& family(const std::string& name) {
  for (const Family& family : families()) {
    if (folded(family.name) == folded(name)) return family;
  }
  const std::vector<std::string> names = family_names();
  throw InputError(fmt::format("no family of networks is called \"{}\"{}; there are: {}", name,
                               did_you_mean(name, names), fmt::join(names, ", ")));
}

FamilyParameters complete_parameters(const std::string& name, const FamilyParameters& given) {
  return completed(family(name), given);
}

Wiring build_network(const std::string& name, const FamilyParameters& parameters) {
  const Family& chosen = family(name);
  return chosen.build(completed(chosen, parameters));
}

NetworkShape network_shape(const TopologyConfig& network) {
  const Family& chosen = family(network.family);
  const FamilyParameters values = completed(chosen, network.parameters);
  if (chosen.shape) return chosen.shape(values);
  const Wiring wiring = chosen.build(values);
  return {wiring.routers(), wiring.terminals(), equal_terminal_groups(wiring), wiring.most_ports(),
          static_cast<int>(wiring.dimensions().size())};
}

ShownParameters shown_parameters(const TopologyConfig& network) {
  const Family& chosen = family(network.family);
  if (chosen.shown) return chosen.shown(network.parameters);
  ShownParameters list;
  for (const auto& [parameter, value] : network.parameters)
    list.emplace_back(parameter, value.shown());
  return list;
}

FamilyParameters smallest_network(const std::string& name, std::int64_t terminals, int radix) {
  return family(name).smallest(terminals, radix);
}

}  // namespace dragonfly
