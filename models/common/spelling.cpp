// SPDX-License-Identifier: Apache-2.0
#include "models/common/spelling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdlib>

namespace dragonfly {

std::string folded(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    c = c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return result;
}

int edit_distance(std::string_view from, std::string_view to) {
  const std::size_t columns = to.size() + 1;
  std::vector<int> distance((from.size() + 1) * columns);
  const auto at = [&](std::size_t row, std::size_t column) -> int& {
    return distance[row * columns + column];
  };
  for (std::size_t i = 0; i <= from.size(); ++i) at(i, 0) = static_cast<int>(i);
  for (std::size_t j = 0; j <= to.size(); ++j) at(0, j) = static_cast<int>(j);
  for (std::size_t i = 1; i <= from.size(); ++i) {
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const int replacement = at(i - 1, j - 1) + (from[i - 1] == to[j - 1] ? 0 : 1);
      at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, replacement});
      const bool swapped = i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
      if (swapped) at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
    }
  }
  return at(from.size(), to.size());
}

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string wanted = folded(word);
  if (wanted.empty()) return {};
  std::vector<const std::string*> longer;
  for (const std::string& candidate : candidates) {
    if (folded(candidate).starts_with(wanted)) longer.push_back(&candidate);
  }
  if (longer.size() == 1) return *longer.front();

  // Of names with equally many edits the one of the same length: letters are swapped or mistaken
  // more often than left out.
  const auto badness = [&](const std::string& candidate) {
    const int edits = edit_distance(wanted, folded(candidate));
    return 2 * edits + (candidate.size() == wanted.size() ? 0 : 1);
  };
  const std::string* best = nullptr;
  int least = 0;
  for (const std::string& candidate : candidates) {
    const int allowed = static_cast<int>(candidate.size()) / 3;
    // There are as many edits at least, and a long word would take long to compare.
    const auto difference = static_cast<std::ptrdiff_t>(wanted.size() - candidate.size());
    if (std::abs(difference) > allowed) continue;
    const int bad = badness(candidate);
    if (bad / 2 <= allowed && (best == nullptr || bad < least)) {
      best = &candidate;
      least = bad;
    }
  }
  return best == nullptr ? std::string() : *best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates,
                         std::string_view prefix) {
  const std::string meant = nearest(word, candidates);
  return meant.empty() ? std::string() : fmt::format(" (did you mean {}{}?)", prefix, meant);
}

}  // namespace dragonfly
