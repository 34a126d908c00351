// SPDX-License-Identifier: Apache-2.0
// Values of configuration keys, whatever their type.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace dragonfly {

enum class ValueType {
  kInteger,
  kReal,
  kChoice,  ///< one of some names
  kText,
  kIntegers,  ///< a list
};

/// That a configuration has no value for a key: a parameter of another family, or one not given
/// that has no standard value.
using NoValue = std::monostate;

/// A value by its type: integer, real, text (of choices too), list of integers.
using Value = std::variant<std::int64_t, double, std::string, std::vector<std::int64_t>, NoValue>;

[[nodiscard]] inline bool is_none(const Value& value) {
  return std::holds_alternative<NoValue>(value);
}

/// As people write it on a command line: "0.5", "ugal-l", "0,5,7". Reals in the shortest form that
/// reads back to the same number. Empty for no value.
[[nodiscard]] std::string to_text(const Value& value);

}  // namespace dragonfly
