// SPDX-License-Identifier: Apache-2.0
// What several runs of the same point say together.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace dragonfly {

/// Values of independent runs, such as those of several seeds.
class Sample {
 public:
  void add(double value) { values_.push_back(value); }
  [[nodiscard]] std::size_t size() const { return values_.size(); }
  /// There must be one value.
  [[nodiscard]] double mean() const;
  /// Of the sample, with size - 1 in the denominator. There must be two values.
  [[nodiscard]] double standard_deviation() const;
  /// Half the width of the interval around mean() that holds the true mean with a probability of 95
  /// %, if the values are normally distributed (Student's t). There must be two values.
  [[nodiscard]] double confidence_95() const;

 private:
  std::vector<double> values_;
};

/// Decimals, `least` or more, with which an interval shows a digit other than 0: up to 6.
[[nodiscard]] int interval_digits(double half_width, int least);
/// "±0.2", with these decimals; "±0" if it has no width.
[[nodiscard]] std::string shown_interval(double half_width, int least);

/// The value that a variable with Student's t distribution of `freedom` >= 1 degrees of freedom
/// exceeds with a probability of 2.5 %; to 0.001.
[[nodiscard]] double student_t_975(std::size_t freedom);

}  // namespace dragonfly
