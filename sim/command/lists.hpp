// SPDX-License-Identifier: Apache-2.0
// Lists and ranges as the command line takes them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace dragonfly {

/// The parts between commas. Throws InputError if one is empty; `option` is for the message.
[[nodiscard]] std::vector<std::string> split_list(const std::string& option,
                                                  const std::string& text);

/// "0.1,0.2,0.5", or "0.05:0.95:0.05" (first : last : step, last included if a step meets it), or
/// both mixed; ascending, without duplicates. Loads are 0 .. 1.
[[nodiscard]] std::vector<double> parse_loads(const std::string& option, const std::string& text);

/// An integer lowest .. highest.
[[nodiscard]] int parse_count(const std::string& option, const std::string& text, int lowest,
                              int highest);

/// The same for larger numbers, of which none is too high if `highest` is not given.
[[nodiscard]] std::int64_t parse_integer(const std::string& option, const std::string& text,
                                         std::int64_t lowest, std::int64_t highest = INT64_MAX);

/// A number lowest .. highest, not NaN.
[[nodiscard]] double parse_real(const std::string& option, const std::string& text, double lowest,
                                double highest);

/// "A:B" with 0 <= A <= B.
[[nodiscard]] std::pair<std::int64_t, std::int64_t> parse_cycles(const std::string& option,
                                                                 const std::string& text);

/// "8,4-6" of integers lowest .. highest, in the order given: 8, 4, 5, 6.
[[nodiscard]] std::vector<std::int64_t> parse_integers(const std::string& option,
                                                       const std::string& text, std::int64_t lowest,
                                                       std::int64_t highest);

/// "0,5,7-9" of integers 0 .. limit-1, ascending, without duplicates; `what` names them in
/// messages.
[[nodiscard]] std::vector<int> parse_indices(const std::string& option, const std::string& text,
                                             const std::string& what, int limit);

}  // namespace dragonfly
