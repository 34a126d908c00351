// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/rtl_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace dragonfly {

namespace {

// By hand: the regular expressions of the standard library call themselves for each character, and
// a long text ends them.

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The first place from `at` on whose character is not of the kind.
template <class Kind>
std::size_t past(const std::string& text, std::size_t at, Kind&& of_kind) {
  while (at < text.size() && of_kind(text[at])) ++at;
  return at;
}

/// The name of an include: from `begin` to `end`.
struct Name {
  std::size_t begin = 0, end = 0;
};

std::vector<Name> included_names(const std::string& text) {
  constexpr std::string_view kInclude = "`include";
  std::vector<Name> names;
  for (std::size_t at = text.find(kInclude); at != std::string::npos;
       at = text.find(kInclude, at)) {
    const std::size_t behind = at + kInclude.size(), mark = past(text, behind, is_blank);
    at = behind;
    if (mark == behind || mark == text.size() || text[mark] != '"') continue;
    const std::size_t end = text.find('"', mark + 1);
    if (end == std::string::npos) break;
    if (end > mark + 1) names.push_back({mark + 1, end});
    at = end + 1;
  }
  return names;
}

/// The word at a place, which moves behind it and the blanks that follow.
std::string take_word(const std::string& text, std::size_t& at) {
  const std::size_t end = past(text, at, in_word);
  std::string word = text.substr(at, end - at);
  at = past(text, end, is_blank);
  return word;
}

}  // namespace

std::vector<std::string> included_files(const std::string& text) {
  std::vector<std::string> files;
  for (const Name& name : included_names(text))
    files.push_back(text.substr(name.begin, name.end - name.begin));
  return files;
}

std::string without_folders(const std::string& text) {
  std::string result;
  std::size_t copied = 0;
  for (const Name& name : included_names(text)) {
    const std::size_t slash = text.rfind('/', name.end - 1);
    if (slash == std::string::npos || slash < name.begin || slash + 1 == name.end) continue;
    result.append(text, copied, name.begin - copied);
    copied = slash + 1;
  }
  return result.append(text, copied, std::string::npos);
}

std::vector<Declaration> declarations(const std::string& text) {
  constexpr std::array<std::string_view, 3> kKinds = {"module", "package", "interface"};
  std::vector<Declaration> list;
  for (std::size_t line = 0; line < text.size();
       line = std::min(text.find('\n', line), text.size() - 1) + 1) {
    std::size_t at = past(text, line, is_blank);
    line = at;  // blank lines are not looked at again
    if (line == text.size()) break;
    const std::string kind = take_word(text, at);
    if (std::find(kKinds.begin(), kKinds.end(), kind) == kKinds.end()) continue;
    std::string name = take_word(text, at);
    if (name == "automatic" || name == "static") name = take_word(text, at);
    if (!name.empty()) list.push_back({kind, name});
  }
  return list;
}

std::string with_include(const std::string& text, const std::string& file) {
  std::size_t at = 0;
  while (text.compare(at, 2, "//") == 0) at = std::min(text.find('\n', at), text.size() - 1) + 1;
  const char* const end_of_line = at > 0 && text[at - 1] != '\n' ? "\n" : "";
  return text.substr(0, at) + fmt::format("{}`include \"{}\"\n", end_of_line, file) +
         text.substr(at);
}

}  // namespace dragonfly
