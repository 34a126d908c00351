// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>

namespace dragonfly::fuzz {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Removes ":" and a number; whether they were there.
bool take_number(std::string_view& text) {
  if (!text.starts_with(':')) return false;
  std::size_t end = 1;
  while (end < text.size() && is_digit(text[end])) ++end;
  text.remove_prefix(end);
  return end > 1;
}

}  // namespace

void require(bool holds, const char* what, std::string_view text) {
  if (holds) return;
  std::fprintf(stderr, "fuzz: %s\n%.*s\n", what, static_cast<int>(text.size()), text.data());
  std::abort();
}

void require_place(std::string_view message, std::string_view name, Place place) {
  std::string_view rest = message;
  bool named = rest.starts_with(name);
  rest.remove_prefix(named ? name.size() : 0);
  if (place == Place::kInFolder) rest.remove_prefix(std::min(rest.find(':'), rest.size()));
  if (place != Place::kFile && place != Place::kName) named = named && take_number(rest);
  if (place == Place::kColumn) named = named && take_number(rest);
  require(named && (place == Place::kName || rest.starts_with(':')),
          "the message does not name the place", message);
}

std::vector<std::string> files_of(std::string_view input, std::size_t count) {
  constexpr std::string_view kSeparator = "%%\n";
  std::vector<std::string> files;
  while (files.size() + 1 < count) {
    const std::size_t end = std::min(input.find(kSeparator), input.size());
    files.emplace_back(input.substr(0, end));
    input.remove_prefix(std::min(end + kSeparator.size(), input.size()));
  }
  files.emplace_back(input);
  return files;
}

bool names_large_sizes(std::string_view text) {
  constexpr std::size_t kLarge = 5, kTooLarge = 10;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!is_digit(text[at])) continue;
    while (at < text.size() && text[at] == '0') ++at;
    const std::size_t begin = at;
    while (at < text.size() && is_digit(text[at])) ++at;
    if (at - begin >= kLarge && at - begin < kTooLarge) return true;
  }
  return false;
}

}  // namespace dragonfly::fuzz
