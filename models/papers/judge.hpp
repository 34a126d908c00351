// SPDX-License-Identifier: Apache-2.0
// Measured values beside what a paper says of them.
#pragma once

#include <string>
#include <vector>

#include "models/papers/figure.hpp"

namespace dragonfly {

/// How values are written.
enum class Unit {
  kNumber,   ///< 0.9243
  kPercent,  ///< 47.5%
  kFactor,   ///< 2.02 x
  kCycles,   ///< 26.7 cycles
  kCount,    ///< 262,656
};

[[nodiscard]] std::string shown(double value, Unit unit);
/// Several values: "29.7, 77.7, 269.7".
[[nodiscard]] std::string shown(const std::vector<double>& values, Unit unit);

/// Who says where a bound lies. What a paper only words ("near capacity") gets a bound of ours.
enum class Source { kPaper, kOurs };

/// Whose words, and in which unit the value is.
struct Said {
  std::string about;  ///< what is looked at
  std::string words;  ///< of the paper
  /// What would have to be wrong here for the statement not to hold (Statement::could_fail_by).
  std::string could_fail_by;
  Unit unit = Unit::kNumber;
  Source source = Source::kOurs;
  std::string cause = {};  ///< shown if it differs
};

[[nodiscard]] Statement at_least(const Said& said, double bound, double value);
[[nodiscard]] Statement at_most(const Said& said, double bound, double value);
[[nodiscard]] Statement between(const Said& said, double low, double high, double value);
/// Of a number that the paper prints, and how far from it we take it to hold.
[[nodiscard]] Statement near(const Said& said, double printed, double tolerance, double value);
/// Of whole numbers and others that must be met to the last digit shown.
[[nodiscard]] Statement equal(const Said& said, double printed, double value);
/// Of anything else. `bound`: what is asked of it, by us unless the words say so.
[[nodiscard]] Statement judged(const Said& said, const std::string& bound, const std::string& ours,
                               bool holds, const std::string& difference = {});

/// The same row under a choice that is not the default, as "--threshold 4".
[[nodiscard]] Statement with_choice(const std::string& choice, Statement statement);

}  // namespace dragonfly
