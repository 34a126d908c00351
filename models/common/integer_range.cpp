// SPDX-License-Identifier: Apache-2.0
#include "models/common/integer_range.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "models/common/error.hpp"

namespace dragonfly {

namespace {

std::optional<std::int64_t> parse(std::string_view text) {
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

}  // namespace

std::optional<IntegerRange> parse_integer_range(std::string_view text) {
  if (const auto number = parse(text)) return IntegerRange{*number, *number};
  // The first character may be the sign of the first number.
  const std::size_t dash = text.find('-', 1);
  if (dash == std::string_view::npos) return std::nullopt;
  const auto first = parse(text.substr(0, dash)), last = parse(text.substr(dash + 1));
  if (!first || !last || *last < *first) return std::nullopt;
  return IntegerRange{*first, *last};
}

void append_range(const IntegerRange& range, std::vector<std::int64_t>& list,
                  std::string_view place) {
  constexpr std::uint64_t kMost = 1'000'000;
  const auto steps =
      static_cast<std::uint64_t>(range.last) - static_cast<std::uint64_t>(range.first);
  if (steps >= kMost)
    throw InputError(fmt::format("{}: the range {}-{} has more than {} numbers; give a shorter one",
                                 place, range.first, range.last, kMost));
  if (steps >= kMost - std::min<std::uint64_t>(list.size(), kMost)) {
    throw InputError(fmt::format(
        "{}: the list has more than {} numbers with the range {}-{}; give a shorter one", place,
        kMost, range.first, range.last));
  }
  for (std::int64_t number = range.first;; ++number) {
    list.push_back(number);
    if (number == range.last) return;
  }
}

}  // namespace dragonfly
