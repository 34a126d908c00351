// SPDX-License-Identifier: Apache-2.0
// Values of a family's parameters by name: what a configuration says of its network.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace dragonfly {

/// The value of a parameter: whole numbers, one unless it is a list, or a text.
class ParameterValue {
 public:
  ParameterValue() = default;
  ParameterValue(std::initializer_list<std::int64_t> numbers) : numbers_(numbers) {}
  ParameterValue(std::vector<std::int64_t> numbers) : numbers_(std::move(numbers)) {}
  ParameterValue(const std::vector<int>& numbers) : numbers_(numbers.begin(), numbers.end()) {}
  ParameterValue(std::string text) : text_(std::move(text)) {}

  [[nodiscard]] const std::vector<std::int64_t>& numbers() const { return numbers_; }
  /// The only one.
  [[nodiscard]] std::int64_t number() const { return numbers_.at(0); }
  [[nodiscard]] const std::string& text() const { return text_; }
  /// Neither numbers nor a text: as if it were not given.
  [[nodiscard]] bool empty() const { return numbers_.empty() && text_.empty(); }
  /// "4", "4,4,2" or the text.
  [[nodiscard]] std::string shown() const;

  bool operator==(const ParameterValue&) const = default;

 private:
  std::vector<std::int64_t> numbers_;
  std::string text_;
};

/// Values by parameter name.
using FamilyParameters = std::map<std::string, ParameterValue>;

/// Values of parameters that are known to be ints (see complete_parameters()).
[[nodiscard]] int int_of(const FamilyParameters& values, const std::string& name);
[[nodiscard]] std::vector<int> ints_of(const FamilyParameters& values, const std::string& name);

}  // namespace dragonfly
