// SPDX-License-Identifier: Apache-2.0
#include "models/statistics/sample.hpp"

#include <cmath>

#include "tests/catch.hpp"

namespace dragonfly {
namespace {

TEST_CASE("mean, deviation and confidence of a sample") {
  Sample sample;
  for (const double value : {2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0}) sample.add(value);
  CHECK(sample.mean() == 5);
  // Squares of the deviations: 9 + 1 + 1 + 1 + 0 + 0 + 4 + 16 = 32.
  CHECK(sample.standard_deviation() == Approx(std::sqrt(32.0 / 7)));
  CHECK(sample.confidence_95() == Approx(2.365 * std::sqrt(32.0 / 7 / 8)));
}

TEST_CASE("an interval shows a digit other than 0, unless it has no width") {
  CHECK(shown_interval(0.23, 1) == "±0.2");
  CHECK(shown_interval(12.34, 1) == "±12.3");
  CHECK(shown_interval(0.05, 1) == "±0.1");
  CHECK(shown_interval(0.04, 1) == "±0.04");
  CHECK(shown_interval(0.00123, 1) == "±0.001");
  CHECK(shown_interval(0.00004, 4) == "±0.00004");
  CHECK(shown_interval(0, 1) == "±0");
  CHECK(interval_digits(0.04, 1) == 2);
  CHECK(interval_digits(0, 1) == 1);
  CHECK(interval_digits(1e-30, 1) == 6);
}

TEST_CASE("Student's t has the values of the tables") {
  // Abramowitz and Stegun, Table 26.10, A = 0.95.
  CHECK(student_t_975(1) == Approx(12.706).margin(0.001));
  CHECK(student_t_975(20) == Approx(2.086).margin(0.001));
  CHECK(student_t_975(21) == Approx(2.080).margin(0.001));
  CHECK(student_t_975(30) == Approx(2.042).margin(0.001));
  CHECK(student_t_975(40) == Approx(2.021).margin(0.001));
  CHECK(student_t_975(120) == Approx(1.980).margin(0.001));
}

}  // namespace
}  // namespace dragonfly
