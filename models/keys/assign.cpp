// SPDX-License-Identifier: Apache-2.0
// Checks and sets values of keys.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <limits>

#include "models/common/error.hpp"
#include "models/common/integer_range.hpp"
#include "models/common/spelling.hpp"
#include "models/config/configuration.hpp"
#include "models/keys/keys.hpp"

namespace dragonfly {
namespace {

[[noreturn]] void refuse(const Key& key, const std::string& place, const std::string& problem,
                         const std::string& suggestion = "") {
  throw InputError(fmt::format("{}: {}{}; allowed: {}", place, problem, suggestion, allowed(key)));
}

std::string type_name(const Value& value) {
  static const char* const kNames[] = {"an integer", "a real number", "a text",
                                       "a list of integers", "nothing"};
  return kNames[value.index()];
}

void check_range(const Key& key, std::int64_t number, const std::string& place) {
  if (number < key.lowest || number > key.highest) refuse(key, place, "out of range");
}

/// The value in the type of the key.
Value converted(const Key& key, const Value& value, const std::string& place) {
  const auto refuse_type = [&]() { refuse(key, place, "this is " + type_name(value)); };
  switch (key.type) {
    case ValueType::kInteger: {
      if (!std::holds_alternative<std::int64_t>(value)) refuse_type();
      check_range(key, std::get<std::int64_t>(value), place);
      return value;
    }
    case ValueType::kReal: {
      if (value.index() > 1) refuse_type();
      const double number = std::holds_alternative<double>(value)
                                ? std::get<double>(value)
                                : static_cast<double>(std::get<std::int64_t>(value));
      const bool inside =
          number >= static_cast<double>(key.lowest) && number <= static_cast<double>(key.highest);
      if (!inside) refuse(key, place, "out of range");  // so is NaN
      return number;
    }
    case ValueType::kChoice: {
      if (!std::holds_alternative<std::string>(value)) refuse_type();
      const std::string name = folded(std::get<std::string>(value));
      for (const std::string& choice : key.choices) {
        if (choice == name) return choice;
      }
      for (const auto& [alias, choice] : key.aliases) {
        if (alias == name) return choice;
      }
      refuse(key, place, "no such choice", did_you_mean(name, key.choices));
    }
    case ValueType::kText:
      if (!std::holds_alternative<std::string>(value)) refuse_type();
      return value;
    case ValueType::kIntegers: {
      if (!std::holds_alternative<std::vector<std::int64_t>>(value)) refuse_type();
      const auto& list = std::get<std::vector<std::int64_t>>(value);
      if (list.empty()) refuse(key, place, "the list is empty");
      for (const std::int64_t number : list) check_range(key, number, place);
      return value;
    }
  }
  throw Error(ExitCode::kInternal, "a key of unknown type: " + full_name(key));
}

/// Refuses parameters of other families, by their names.
void require_family(const Key& key, const Configuration& config, const std::string& place) {
  if (applies(key, config)) return;
  std::vector<std::string> own;
  for (const Key& other : keys())
    if (!other.families.empty() && applies(other, config)) own.push_back(other.name);
  const std::string& family = config.topology.family;
  throw InputError(fmt::format(
      "{}: the family {} has no parameter {}{}, it belongs to {}; {} has: {}; name another family "
      "with --topology (topology.family)",
      place, family, key.name, did_you_mean(key.name, own), fmt::join(key.families, ", "), family,
      fmt::join(own, ", ")));
}

template <class Number>
Number parse_number(const Key& key, std::string_view text, const std::string& place) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc::result_out_of_range && stop == end) refuse(key, place, "out of range");
  if (error != std::errc() || stop != end) {
    const bool integral = std::is_integral_v<Number>;
    refuse(key, place, integral ? "this is not an integer" : "this is not a number");
  }
  return number;
}

std::vector<std::int64_t> parse_list(const Key& key, std::string_view text,
                                     const std::string& place) {
  std::vector<std::int64_t> list;
  while (true) {
    const std::size_t comma = text.find(',');
    const std::string_view part = text.substr(0, comma);
    const auto range = parse_integer_range(part);
    if (!range) {
      const bool digits = !part.empty() && part.find_first_not_of("0123456789") == part.npos;
      if (digits) refuse(key, place, "out of range");
      refuse(key, place, fmt::format("'{}' is neither an integer nor a range first-last", part));
    }
    if (!range->within(key.lowest, key.highest)) refuse(key, place, "out of range");
    append_range(*range, list, place);
    if (comma == std::string_view::npos) return list;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace

std::string allowed(const Key& key) {
  const auto range = fmt::format("from {} to {}", key.lowest, key.highest);
  switch (key.type) {
    case ValueType::kInteger:
      return "an integer " + range;
    case ValueType::kReal:
      return "a number " + range;
    case ValueType::kChoice:
      return fmt::format("one of {}", fmt::join(key.choices, ", "));
    case ValueType::kText:
      return key.is_file ? "the path of a file" : "a text";
    case ValueType::kIntegers:
      return "a list of integers " + range;
  }
  return {};
}

void assign(const Key& key, const Value& value, Configuration& config, const std::string& place) {
  require_family(key, config, place);
  key.set(config, converted(key, value, place));
}

void assign_text(const Key& key, std::string_view text, Configuration& config,
                 const std::string& place) {
  require_family(key, config, place);
  switch (key.type) {
    case ValueType::kInteger:
      return assign(key, parse_number<std::int64_t>(key, text, place), config, place);
    case ValueType::kReal:
      return assign(key, parse_number<double>(key, text, place), config, place);
    case ValueType::kChoice:
    case ValueType::kText:
      return assign(key, std::string(text), config, place);
    case ValueType::kIntegers:
      return assign(key, parse_list(key, text, place), config, place);
  }
}

}  // namespace dragonfly
