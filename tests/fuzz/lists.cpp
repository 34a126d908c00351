// SPDX-License-Identifier: Apache-2.0
// Lists and ranges of the command line.
#include "sim/command/lists.hpp"

#include <algorithm>
#include <cstdint>

#include "models/cost/teh2017.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace dragonfly::fuzz {
namespace {

template <class Parse>
auto taken(const std::string& text, Parse&& parse) -> std::optional<decltype(parse())> {
  try {
    return parse();
  } catch (const InputError& error) {
    const std::string message = error.what();
    require(message.starts_with("--x ") || message.starts_with("offered-radices") ||
                message.starts_with("the range") || message.starts_with("the list"),
            "the message does not name the option", text);
    return std::nullopt;
  }
}

template <class Number>
bool ascending(const std::vector<Number>& list) {
  return std::adjacent_find(list.begin(), list.end(),
                            [](Number a, Number b) { return !(a < b); }) == list.end();
}

}  // namespace

void look_at(std::string_view input) {
  if (names_large_sizes(input)) return;
  const std::string text(input), option = "--x";
  if (const auto loads = taken(text, [&] { return parse_loads(option, text); }))
    require(ascending(*loads) && loads->front() >= 0 && loads->back() <= 1,
            "loads are not ascending from 0 to 1", text);
  constexpr int kLimit = 10000;
  if (const auto list = taken(text, [&] { return parse_indices(option, text, "router", kLimit); }))
    require(ascending(*list) && list->front() >= 0 && list->back() < kLimit,
            "indices are not ascending", text);
  if (const auto list =
          taken(text, [&] { return parse_integers(option, text, -kLimit, kLimit); })) {
    require(*std::min_element(list->begin(), list->end()) >= -kLimit &&
                *std::max_element(list->begin(), list->end()) <= kLimit,
            "integers are out of range", text);
  }
  if (const auto span = taken(text, [&] { return parse_cycles(option, text); }))
    require(0 <= span->first && span->first <= span->second, "a span of cycles is empty", text);
  if (const auto real = taken(text, [&] { return parse_real(option, text, 0, 1); }))
    require(*real >= 0 && *real <= 1, "a number is out of range", text);
  if (const auto count = taken(text, [&] { return parse_count(option, text, 1, kLimit); }))
    require(*count >= 1 && *count <= kLimit, "a count is out of range", text);
  if (const auto radices = taken(text, [&] { return parse_radices(text); }))
    require(ascending(*radices), "radices are not ascending", text);
}

}  // namespace dragonfly::fuzz
