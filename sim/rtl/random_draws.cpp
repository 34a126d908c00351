// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/random_draws.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "models/common/input_file.hpp"

namespace dragonfly {

namespace {

/// The first of the words that draw, or null. One in a comment costs no more than speed.
const char* drawing_word(const std::string& text) {
  constexpr std::array kWords = {"$random", "$urandom", "$dist_", "randcase"};
  const auto* const found = std::find_if(kWords.begin(), kWords.end(), [&](const char* word) {
    return text.find(word) != std::string::npos;
  });
  return found == kWords.end() ? nullptr : *found;
}

std::string reason(const std::string& file, const char* word) {
  return fmt::format("{} has {}, whose numbers depend on the thread", file, word);
}

}  // namespace

std::string random_draws(const std::vector<SourceFile>& sources,
                         const std::optional<UserRtl>& user) {
  if (user) {
    for (const auto& file : user->files)
      if (const char* const word = drawing_word(read_text_file(file.string())); word != nullptr)
        return reason(file.string(), word);
    return "";
  }
  for (const SourceFile& file : sources) {
    if (!file.name.starts_with("rtl/") && !file.name.starts_with("family/")) continue;
    if (const char* const word = drawing_word(file.content); word != nullptr)
      return reason(file.origin, word);
  }
  return "";
}

}  // namespace dragonfly
