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

/// A value by its type: integer, real, text (of choices too), list of integers.
using Value = std::variant<std::int64_t, double, std::string, std::vector<std::int64_t>>;

/// As people write it on a command line: "0.5", "ugal-l", "0,5,7". Reals in the shortest form that
/// reads back to the same number.
[[nodiscard]] std::string to_text(const Value& value);

}  // namespace dragonfly
