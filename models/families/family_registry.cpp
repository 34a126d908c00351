#include "models/families/family_registry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "models/common/error.hpp"
#include "models/common/spelling.hpp"
#include "models/families/butterfly/butterfly_family.hpp"
#include "models/families/dragonfly/dragonfly_family.hpp"
#include "models/families/file/file_family.hpp"
#include "models/families/flattened_butterfly/flattened_butterfly_families.hpp"
#include "models/families/folded_clos/folded_clos_family.hpp"
#include "models/families/torus/torus_family.hpp"

namespace dragonfly {
namespace {

void check_numbers(const Family& family, const FamilyParameter& parameter,
                   const std::vector<std::int64_t>& numbers) {
  if (parameter.kind != ParameterKind::kList && numbers.size() != 1)
    throw InputError(fmt::format("{}: parameter {} takes one value, not {} ({})", family.name,
                                 parameter.name, numbers.size(), parameter.meaning));
  for (const std::int64_t value : numbers) {
    const bool counts_terminals = parameter.name == "terminals";
    if (value < 0 || (value > std::numeric_limits<int>::max() && !counts_terminals))
      throw InputError(fmt::format("{}: parameter {} = {}: use 0 to {} ({})", family.name,
                                   parameter.name, value, std::numeric_limits<int>::max(),
                                   parameter.meaning));
  }
}

void check(const Family& family, const FamilyParameter& parameter, const ParameterValue& value) {
  const bool is_text =
      parameter.kind == ParameterKind::kName || parameter.kind == ParameterKind::kFile;
  if (!is_text && value.text().empty()) return check_numbers(family, parameter, value.numbers());
  if (!is_text || value.text().empty())
    throw InputError(fmt::format("{}: parameter {} takes a {} ({})", family.name, parameter.name,
                                 !is_text                                 ? "number"
                                 : parameter.kind == ParameterKind::kFile ? "file"
                                                                          : "name",
                                 parameter.meaning));
}

/// The given values, checked, and the standard values of those not given.
FamilyParameters completed(const Family& family, const FamilyParameters& given) {
  FamilyParameters values;
  for (const FamilyParameter& parameter : family.parameters) {
    const auto found = given.find(parameter.name);
    if (found == given.end() && parameter.required) {
      throw InputError(fmt::format("{}: parameter {} is missing ({})", family.name, parameter.name,
                                   parameter.meaning));
    }
    const ParameterValue& value = found == given.end() ? parameter.standard : found->second;
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

}  // namespace

const std::vector<Family>& families() {
  static const std::vector<Family> all{dragonfly_family(),
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

ShownParameters shown_parameters(const std::string& name, const FamilyParameters& given) {
  const Family& chosen = family(name);
  if (chosen.shown) return chosen.shown(given);
  ShownParameters list;
  for (const auto& [parameter, value] : given) list.emplace_back(parameter, value.shown());
  return list;
}

FamilyParameters smallest_network(const std::string& name, std::int64_t terminals, int radix) {
  return family(name).smallest(terminals, radix);
}

}  // namespace dragonfly
