// SPDX-License-Identifier: Apache-2.0
// Named parameters of the cost models: found, read and changed by name.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "models/common/error.hpp"
#include "models/common/spelling.hpp"

namespace dragonfly {

/// A parameter of a model as it is shown to users.
struct ParameterInfo {
  std::string name;  ///< "router-chip-cost"
  std::string unit;  ///< "$", "m", ...; empty: a plain number
  double minimum = 0, maximum = 0;
  bool whole = false;  ///< whole numbers only
  std::string source;  ///< where the default comes from
  std::string meaning;
  double default_value = 0;
  double value = 0;
};

/// A parameter as a member of the struct Model.
template <typename Model>
struct ModelParameter {
  std::string name, unit;
  double Model::*member;
  double minimum, maximum;
  bool whole;
  std::string source, meaning;
};

/// The parameter of this name; names are compared in folded form. Throws InputError with the names
/// there are.
template <typename Model>
const ModelParameter<Model>& find_parameter(const std::vector<ModelParameter<Model>>& table,
                                            std::string_view name) {
  std::vector<std::string> names;
  for (const ModelParameter<Model>& p : table) {
    if (p.name == folded(name)) return p;
    names.push_back(p.name);
  }
  throw InputError(fmt::format("the model has no parameter \"{}\"{}; its parameters: {}", name,
                               did_you_mean(name, names), fmt::join(names, ", ")));
}

/// Throws InputError for a value that is out of range.
template <typename Model>
void check_parameter(const ModelParameter<Model>& p, double value) {
  const bool in_range = std::isfinite(value) && value >= p.minimum && value <= p.maximum;
  if (in_range && (!p.whole || value == std::floor(value))) return;
  throw InputError(fmt::format("{} = {:g}: use {:g} to {:g}{}{}{} ({})", p.name, value, p.minimum,
                               p.maximum, p.unit.empty() ? "" : " ", p.unit,
                               p.whole ? ", a whole number" : "", p.meaning));
}

/// Sets a parameter by name; throws InputError for an unknown name or a value out of range.
template <typename Model>
void set_parameter(Model& model, const std::vector<ModelParameter<Model>>& table,
                   std::string_view name, double value) {
  const ModelParameter<Model>& p = find_parameter(table, name);
  check_parameter(p, value);
  model.*(p.member) = value;
}

template <typename Model>
std::vector<ParameterInfo> describe_parameters(const Model& model,
                                               const std::vector<ModelParameter<Model>>& table) {
  const Model defaults;
  std::vector<ParameterInfo> result;
  result.reserve(table.size());
  for (const ModelParameter<Model>& p : table) {
    result.push_back({p.name, p.unit, p.minimum, p.maximum, p.whole, p.source, p.meaning,
                      defaults.*(p.member), model.*(p.member)});
  }
  return result;
}

}  // namespace dragonfly
