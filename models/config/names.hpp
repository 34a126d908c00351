// SPDX-License-Identifier: Apache-2.0
// The names of choices, as files and options spell them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "models/config/choices.hpp"

namespace dragonfly {

/// The names of each enumeration, in the order of its values; the argument only says which.
[[nodiscard]] const std::vector<std::string>& names(Allocator);
[[nodiscard]] const std::vector<std::string>& names(FlowControl);
[[nodiscard]] const std::vector<std::string>& names(HopMetric);
[[nodiscard]] const std::vector<std::string>& names(Pattern);
[[nodiscard]] const std::vector<std::string>& names(Injection);

/// The name of a value.
template <class Enum>
requires requires(Enum value) { names(value); }
[[nodiscard]] std::string name_of(Enum value) {
  return names(value).at(static_cast<std::size_t>(value));
}

}  // namespace dragonfly
