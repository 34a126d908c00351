// What there is to know of a family of networks, by name: what its folder gives to the registry.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "models/wiring/wiring.hpp"

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

enum class ParameterKind {
  kNumber,  ///< >= 0
  kList,    ///< of such numbers
  kName,    ///< one of some names
  kFile,    ///< the path of a file that is read
};

struct FamilyParameter {
  std::string name;
  std::string meaning;
  ParameterKind kind = ParameterKind::kNumber;
  bool required = true;
  ParameterValue standard = {};  ///< the value if it is not given and not required
};

/// Names and values of what a network was built from, for people, in the order in which they are
/// shown.
using ShownParameters = std::vector<std::pair<std::string, std::string>>;

struct Family {
  std::string name;
  std::string description;
  std::vector<FamilyParameter> parameters;
  /// Builds the network from the values of all parameters.
  std::function<Wiring(const FamilyParameters&)> build;
  /// The smallest network with at least so many terminals from routers of so many ports.
  std::function<FamilyParameters(std::int64_t terminals, int radix)> smallest;
  /// What is shown of the values given; none: all of them as they are.
  std::function<ShownParameters(const FamilyParameters&)> shown = nullptr;
};

}  // namespace dragonfly
