// SPDX-License-Identifier: Apache-2.0
// Suggestions for misspelt names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dragonfly {

/// The text in lower case with '-' for '_': names are compared in this form.
[[nodiscard]] std::string folded(std::string_view text);

/// Number of edits between two texts: insertions, deletions, replacements, and swaps of neighbours
/// (optimal string alignment distance).
[[nodiscard]] int edit_distance(std::string_view from, std::string_view to);

/// The candidate that `word` probably means, both compared in folded form: the only one that starts
/// with it, or else the one with the fewest edits, if these are at most a third of its length.
/// Empty if none is near enough.
[[nodiscard]] std::string nearest(std::string_view word,
                                  const std::vector<std::string>& candidates);

/// " (did you mean X?)", with `prefix` before X; empty if no candidate is near enough.
[[nodiscard]] std::string did_you_mean(std::string_view word,
                                       const std::vector<std::string>& candidates,
                                       std::string_view prefix = "");

}  // namespace dragonfly
