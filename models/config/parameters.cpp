// SPDX-License-Identifier: Apache-2.0
#include "models/config/parameters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace dragonfly {

std::string ParameterValue::shown() const {
  return numbers_.empty() ? text_ : fmt::format("{}", fmt::join(numbers_, ","));
}

int int_of(const FamilyParameters& values, const std::string& name) {
  return static_cast<int>(values.at(name).number());
}

std::vector<int> ints_of(const FamilyParameters& values, const std::string& name) {
  const std::vector<std::int64_t>& numbers = values.at(name).numbers();
  return {numbers.begin(), numbers.end()};
}

}  // namespace dragonfly
