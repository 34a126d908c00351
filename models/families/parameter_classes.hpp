// SPDX-License-Identifier: Apache-2.0
// Classes of the values of parameters, for the coverage of random tests.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "models/families/family.hpp"

namespace dragonfly {

/// A number by the lowest value of each class and its name, ascending; the first class takes what
/// is lower, too.
[[nodiscard]] ParameterClasses classes_of_number(
    std::string name, std::vector<std::pair<std::int64_t, std::string>> classes,
    std::function<std::int64_t(const FamilyParameters&)> number);

/// The deepest buffers, a power of two, whose flits the queue counters of routers hold that decide
/// on arrival (16 bits), with 8 VCs on each of so many ports.
[[nodiscard]] constexpr int counted_depth(int ports) { return ports <= 62 ? 128 : 64; }

/// The length of a list.
[[nodiscard]] std::function<std::int64_t(const FamilyParameters&)> length_of(std::string parameter);
/// A parameter that is a number.
[[nodiscard]] std::function<std::int64_t(const FamilyParameters&)> number_of(std::string parameter);

}  // namespace dragonfly
