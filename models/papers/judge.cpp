// SPDX-License-Identifier: Apache-2.0
#include "models/papers/judge.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

namespace dragonfly {
namespace {

/// 262656 as "262,656".
std::string with_commas(double value) {
  std::string digits = fmt::format("{:.0f}", std::abs(value));
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return (value < 0 ? "-" : "") + digits;
}

std::string bound_text(const Said& said, const std::string& bound) {
  return fmt::format("{} ({})", bound, said.source == Source::kPaper ? "paper" : "ours");
}

/// "+12.5 points", "-0.0123": how far a value is from the bound that it passes.
std::string passed(double value, double bound, Unit unit) {
  const double by = value - bound;
  const char* sign = by < 0 ? "-" : "+";
  if (unit == Unit::kPercent) return fmt::format("{}{:.1f} points", sign, 100 * std::abs(by));
  return sign + shown(std::abs(by), unit);
}

Statement statement(const Said& said, const std::string& bound, const std::string& ours, bool holds,
                    const std::string& difference) {
  return {said.about,
          said.words,
          bound_text(said, bound),
          ours,
          holds,
          holds ? "" : difference,
          holds ? "" : said.cause,
          said.could_fail_by};
}

}  // namespace

std::string shown(double value, Unit unit) {
  if (!std::isfinite(value)) return "-";
  switch (unit) {
    case Unit::kPercent:
      return fmt::format("{:.1f}%", 100 * value);
    case Unit::kFactor:
      return fmt::format("{:.2f} x", value);
    case Unit::kCycles:
      return fmt::format("{:.1f} cycles", value);
    case Unit::kCount:
      return with_commas(value);
    case Unit::kNumber:
      break;
  }
  return fmt::format("{:.4g}", value);
}

std::string shown(const std::vector<double>& values, Unit unit) {
  std::vector<std::string> texts;
  texts.reserve(values.size());
  for (const double value : values) texts.push_back(shown(value, unit));
  return fmt::format("{}", fmt::join(texts, ", "));
}

Statement at_least(const Said& said, double bound, double value) {
  return statement(said, "at least " + shown(bound, said.unit), shown(value, said.unit),
                   value >= bound, passed(value, bound, said.unit));
}

Statement at_most(const Said& said, double bound, double value) {
  return statement(said, "at most " + shown(bound, said.unit), shown(value, said.unit),
                   value <= bound, passed(value, bound, said.unit));
}

Statement between(const Said& said, double low, double high, double value) {
  return statement(said, fmt::format("{} to {}", shown(low, said.unit), shown(high, said.unit)),
                   shown(value, said.unit), low <= value && value <= high,
                   passed(value, value < low ? low : high, said.unit));
}

Statement near(const Said& said, double printed, double tolerance, double value) {
  const std::string points = said.unit == Unit::kPercent
                                 ? fmt::format("{:.3g} points", 100 * tolerance)
                                 : shown(tolerance, said.unit);
  return statement(said, fmt::format("{} +- {}", shown(printed, said.unit), points),
                   shown(value, said.unit), std::abs(value - printed) <= tolerance,
                   passed(value, printed, said.unit));
}

Statement equal(const Said& said, double printed, double value) {
  return statement(said, shown(printed, said.unit), shown(value, said.unit),
                   shown(printed, said.unit) == shown(value, said.unit),
                   passed(value, printed, said.unit));
}

Statement judged(const Said& said, const std::string& bound, const std::string& ours, bool holds,
                 const std::string& difference) {
  return statement(said, bound, ours, holds, difference);
}

Statement with_choice(const std::string& choice, Statement statement) {
  statement.choice = choice;
  return statement;
}

}  // namespace dragonfly
