// SPDX-License-Identifier: Apache-2.0
#include "models/families/parameter_classes.hpp"

#include <cstddef>

namespace dragonfly {

ParameterClasses classes_of_number(std::string name,
                                   std::vector<std::pair<std::int64_t, std::string>> classes,
                                   std::function<std::int64_t(const FamilyParameters&)> number) {
  ParameterClasses dimension{std::move(name), {}, {}};
  for (const auto& [lowest, text] : classes) dimension.classes.push_back(text);
  dimension.class_of = [classes = std::move(classes),
                        number = std::move(number)](const FamilyParameters& values) {
    const std::int64_t value = number(values);
    std::size_t of_value = 0;
    while (of_value + 1 < classes.size() && classes[of_value + 1].first <= value) ++of_value;
    return of_value;
  };
  return dimension;
}

std::function<std::int64_t(const FamilyParameters&)> length_of(std::string parameter) {
  return [parameter = std::move(parameter)](const FamilyParameters& values) {
    return static_cast<std::int64_t>(values.at(parameter).numbers().size());
  };
}

std::function<std::int64_t(const FamilyParameters&)> number_of(std::string parameter) {
  return [parameter = std::move(parameter)](const FamilyParameters& values) {
    return values.at(parameter).number();
  };
}

}  // namespace dragonfly
