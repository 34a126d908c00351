// SPDX-License-Identifier: Apache-2.0
#include "models/statistics/sample.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numeric>

namespace dragonfly {

double Sample::mean() const {
  return std::accumulate(values_.begin(), values_.end(), 0.0) / static_cast<double>(size());
}

double Sample::standard_deviation() const {
  const double centre = mean();
  double squares = 0;
  for (const double value : values_) squares += (value - centre) * (value - centre);
  return std::sqrt(squares / static_cast<double>(size() - 1));
}

double Sample::confidence_95() const {
  return student_t_975(size() - 1) * standard_deviation() / std::sqrt(static_cast<double>(size()));
}

int interval_digits(double half_width, int least) {
  constexpr int kMost = 6;
  int digits = least;
  while (digits < kMost && half_width > 0 && half_width < 0.5 * std::pow(10, -digits)) ++digits;
  return digits;
}

std::string shown_interval(double half_width, int least) {
  if (half_width == 0) return "±0";
  return fmt::format("±{:.{}f}", half_width, interval_digits(half_width, least));
}

double student_t_975(std::size_t freedom) {
  // As printed in tables of the distribution; beyond them, the first terms of its expansion around
  // the normal one (Abramowitz and Stegun, 26.7.5).
  constexpr std::array<double, 20> kTable = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365,
                                             2.306,  2.262, 2.228, 2.201, 2.179, 2.160, 2.145,
                                             2.131,  2.120, 2.110, 2.101, 2.093, 2.086};
  if (freedom <= kTable.size()) return kTable[freedom - 1];
  constexpr double z = 1.959964;
  const auto n = static_cast<double>(freedom);
  return z + (std::pow(z, 3) + z) / (4 * n) +
         (5 * std::pow(z, 5) + 16 * std::pow(z, 3) + 3 * z) / (96 * n * n);
}

}  // namespace dragonfly
