// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "models/common/error.hpp"
#include "models/common/spelling.hpp"
#include "models/papers/paper.hpp"

namespace dragonfly {
namespace {

/// "Figure 8" as "fig8".
std::string short_name(std::string_view text) {
  std::string name;
  for (const char c : text)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (name.starts_with("figure")) name.erase(3, 3);
  return name;
}

}  // namespace

const std::vector<Paper>& papers() {
  static const std::vector<Paper> all = {kim2008_paper(), kim2007_paper(), curtsinger_paper(),
                                         teh2017_paper()};
  return all;
}

const Paper& paper_named(std::string_view name) {
  std::vector<std::string> names;
  for (const Paper& paper : papers()) {
    if (paper.name == folded(name)) return paper;
    names.push_back(paper.name);
  }
  throw InputError(fmt::format("there is no paper '{}'{}; papers: {}", name,
                               did_you_mean(name, names), fmt::join(names, ", ")));
}

const PaperItem& item_named(const Paper& paper, std::string_view name) {
  std::vector<std::string> names;
  for (const PaperItem& item : paper.items) {
    if (item.name == short_name(name)) return item;
    names.push_back(item.name);
  }
  throw InputError(fmt::format("{} has no '{}'{}; it has: {}", paper.name, name,
                               did_you_mean(short_name(name), names), fmt::join(names, ", ")));
}

}  // namespace dragonfly
