// SPDX-License-Identifier: Apache-2.0
#include "sim/command/lists.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "models/common/error.hpp"
#include "models/common/integer_range.hpp"

namespace dragonfly {
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = text.find(separator, begin);
    parts.push_back(text.substr(begin, end - begin));
    if (end == std::string::npos) return parts;
    begin = end + 1;
  }
}

template <class Number>
std::optional<Number> parse(const std::string& text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

double parse_load(const std::string& option, const std::string& text) {
  const auto load = parse<double>(text);
  if (load && *load >= 0 && *load <= 1) return *load;
  throw InputError(fmt::format(
      "{} {}: this is not a load; allowed: numbers from 0 to 1 (flits per terminal and cycle), in "
      "a list 0.1,0.2 or a range first:last:step",
      option, text));
}

/// Appends first, first + step, ... up to last.
void add_range(const std::string& option, const std::vector<std::string>& parts,
               std::vector<double>& loads) {
  const double first = parse_load(option, parts[0]);
  const double last = parse_load(option, parts[1]);
  const double step = parse_load(option, parts[2]);
  constexpr double kSmallestStep = 1e-4;
  if (!(step >= kSmallestStep) || last < first) {
    throw InputError(
        fmt::format("{} {}: a range is first:last:step with first <= last and a step of {} or more",
                    option, fmt::join(parts, ":"), kSmallestStep));
  }
  const auto count = static_cast<int>(std::floor((last - first) / step + 1e-9)) + 1;
  for (int i = 0; i < count; ++i) {
    // Rounded to decimals, or else 3 x 0.1 would be 0.30000000000000004; and not beyond the last.
    loads.push_back(std::min(std::round((first + i * step) * 1e9) / 1e9, last));
  }
}

std::string limits_text(std::int64_t lowest, std::int64_t highest) {
  return highest == INT64_MAX ? fmt::format(", {} or more", lowest)
                              : fmt::format(" from {} to {}", lowest, highest);
}

template <class Number>
void sort_unique(std::vector<Number>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace

std::vector<std::string> split_list(const std::string& option, const std::string& text) {
  std::vector<std::string> parts = split(text, ',');
  for (const std::string& part : parts) {
    if (part.empty()) {
      throw InputError(
          fmt::format("{} '{}': an element of the list is empty; separate elements by one comma, "
                      "without blanks",
                      option, text));
    }
  }
  return parts;
}

std::vector<double> parse_loads(const std::string& option, const std::string& text) {
  std::vector<double> loads;
  for (const std::string& part : split_list(option, text)) {
    const std::vector<std::string> range = split(part, ':');
    if (range.size() == 3) {
      add_range(option, range, loads);
    } else {
      loads.push_back(parse_load(option, part));
    }
  }
  sort_unique(loads);
  return loads;
}

int parse_count(const std::string& option, const std::string& text, int lowest, int highest) {
  return static_cast<int>(parse_integer(option, text, lowest, highest));
}

std::int64_t parse_integer(const std::string& option, const std::string& text, std::int64_t lowest,
                           std::int64_t highest) {
  const auto number = parse<std::int64_t>(text);
  if (number && lowest <= *number && *number <= highest) return *number;
  throw InputError(
      fmt::format("{} {}: allowed: an integer{}", option, text, limits_text(lowest, highest)));
}

std::vector<std::int64_t> parse_integers(const std::string& option, const std::string& text,
                                         std::int64_t lowest, std::int64_t highest) {
  std::vector<std::int64_t> numbers;
  for (const std::string& part : split_list(option, text)) {
    const auto range = parse_integer_range(part);
    if (!range || !range->within(lowest, highest)) {
      throw InputError(
          fmt::format("{} {}: '{}' is not allowed; allowed: integers{}, in a list of "
                      "numbers and ranges first-last",
                      option, text, part, limits_text(lowest, highest)));
    }
    append_range(*range, numbers, option);
  }
  return numbers;
}

double parse_real(const std::string& option, const std::string& text, double lowest,
                  double highest) {
  const auto number = parse<double>(text);
  if (number && lowest <= *number && *number <= highest) return *number;
  throw InputError(
      fmt::format("{} {}: allowed: a number from {} to {}", option, text, lowest, highest));
}

std::pair<std::int64_t, std::int64_t> parse_cycles(const std::string& option,
                                                   const std::string& text) {
  const std::vector<std::string> parts = split(text, ':');
  if (parts.size() == 2) {
    const auto first = parse<std::int64_t>(parts[0]);
    const auto last = parse<std::int64_t>(parts[1]);
    if (first && last && 0 <= *first && *first <= *last) return {*first, *last};
  }
  throw InputError(fmt::format(
      "{} {}: this is not a span of cycles; allowed: first:last with 0 <= first <= last, as in "
      "0:500",
      option, text));
}

std::vector<int> parse_indices(const std::string& option, const std::string& text,
                               const std::string& what, int limit) {
  std::vector<std::int64_t> indices;
  for (const std::string& part : split_list(option, text)) {
    const auto range = parse_integer_range(part);
    if (!range || !range->within(0, limit - 1)) {
      throw InputError(
          fmt::format("{} {}: there is no {} '{}'; allowed: 0 to {}, in a list of "
                      "numbers and ranges first-last",
                      option, text, what, part, limit - 1));
    }
    append_range(*range, indices, option);
  }
  sort_unique(indices);
  return {indices.begin(), indices.end()};
}

}  // namespace dragonfly
