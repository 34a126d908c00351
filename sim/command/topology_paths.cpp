// SPDX-License-Identifier: Apache-2.0
#include "sim/command/topology_paths.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "models/common/error.hpp"
#include "models/paths/theorems.hpp"
#include "sim/command/lists.hpp"

namespace dragonfly {
namespace {

struct Count {
  const char* name;
  std::int64_t RouterPaths::*value;
};
constexpr std::array kCounts = {Count{"gg", &RouterPaths::gg},
                                Count{"ggl", &RouterPaths::ggl},
                                Count{"lgg", &RouterPaths::lgg},
                                Count{"glg", &RouterPaths::glg},
                                Count{"shorter", &RouterPaths::shorter},
                                Count{"equal", &RouterPaths::equal},
                                Count{"shorter_or_equal", &RouterPaths::shorter_or_equal}};

/// Of its column.
std::size_t width(const Count& count) {
  return std::max<std::size_t>(8, std::string_view(count.name).size() + 2);
}

std::string header(const char* first) {
  std::string text = fmt::format("{:<8}", first);
  for (const Count& count : kCounts) text += fmt::format("{:>{}}", count.name, width(count));
  return text + "\n";
}

std::string symmetric_rows(const std::vector<RouterPaths>& row) {
  std::string text = header("router");
  for (std::size_t router = 0; router < row.size(); ++router) {
    text += fmt::format("{:<8}", router);
    for (const Count& count : kCounts)
      text += fmt::format("{:>{}}", row[router].*count.value, width(count));
    text += "\n";
  }
  return text;
}

std::string spread_rows(const PathCounts& counts) {
  std::string least = fmt::format("{:<8}", "least"), mean = fmt::format("{:<8}", "mean"),
              most = fmt::format("{:<8}", "most");
  for (const Count& count : kCounts) {
    std::int64_t low = std::numeric_limits<std::int64_t>::max(), high = 0, sum = 0, routers = 0;
    for (const auto& group : counts.groups) {
      for (const RouterPaths& paths : group) {
        const std::int64_t value = paths.*count.value;
        low = std::min(low, value);
        high = std::max(high, value);
        sum += value;
        ++routers;
      }
    }
    least += fmt::format("{:>{}}", low, width(count));
    mean += fmt::format("{:>{}.2f}", static_cast<double>(sum) / static_cast<double>(routers),
                        width(count));
    most += fmt::format("{:>{}}", high, width(count));
  }
  return header("") + least + "\n" + mean + "\n" + most + "\n";
}

std::string relative_theorems(const Dragonfly& network) {
  std::string text =
      "\nTheorems 1 to 4 (relative arrangement): shorter gg, equal gg, equal ggl, "
      "equal glg,\nequal glg or ggl\n";
  const auto of = [&](const char* which, int j) {
    const PathRelation gg = theorem1_relative_gg(network.a(), network.h(), j);
    return fmt::format("{:<20}{:>8}{:>8}{:>8}{:>8}{:>8}\n", which, gg.shorter, gg.equal,
                       theorem2_relative_equal_ggl(network.a(), network.h(), j),
                       theorem3_relative_equal_glg(network.a(), network.h(), j),
                       theorem4_relative_equal_glg_ggl(network.a(), network.h(), j));
  };
  text += of("first, last router", 0);
  if (network.a() > 2) text += of("other routers", 1);
  return text;
}

std::string absolute_theorems(const Dragonfly& network) {
  std::int64_t least = std::numeric_limits<std::int64_t>::max(), most = 0;
  for (int group = 0; group < network.g(); ++group) {
    for (int router = 0; router < network.a(); ++router) {
      const std::int64_t shorter = figure2_absolute_shorter(network.h(), group, router);
      least = std::min(least, shorter);
      most = std::max(most, shorter);
    }
  }
  return fmt::format(
      "\nFigure 2 (absolute arrangement): shorter {} to {}; Theorem 5: equal glg or ggl at least "
      "{}{}\n",
      least, most, theorem5_absolute_bound(network.a(), network.h()),
      network.a() > 2 ? "" : " (for a > 2 only)");
}

std::string circulant_theorem(const Dragonfly& network) {
  std::string text = "\nTheorem 6 (circulant arrangement): |R_gg|; shorter, with the corrected s\n";
  for (int j = 0; j < network.a(); ++j) {
    const std::int64_t gg = theorem6_circulant_gg(network.a(), network.h(), j);
    text += fmt::format("{:<8}{:>10}{:>10}\n", j, gg,
                        gg - circulant_adjacent_gg(network.a(), network.h(), j));
  }
  return text;
}

std::string theorems(const Dragonfly& network) {
  // They are about the largest networks, of groups of two routers or more.
  if (network.a() < 2 || network.g() != network.a() * network.h() + 1) return {};
  switch (network.arrangement()) {
    case Arrangement::kRelative:
      return relative_theorems(network);
    case Arrangement::kAbsolute:
      return absolute_theorems(network);
    case Arrangement::kCirculant:
      return circulant_theorem(network);
    case Arrangement::kHelix:
    case Arrangement::kNautilus:
    case Arrangement::kGreedy:
      break;
  }
  return {};
}

std::optional<int> parse_int(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < 0) return {};
  return number;
}

std::array<std::pair<const char*, const std::vector<ListedPath>*>, 3> kinds(const PathList& list) {
  return {{{"minimal", &list.minimal}, {"shorter", &list.shorter}, {"equal", &list.equal}}};
}

/// -1: there is no such router.
int parse_router(const Dragonfly& network, const std::string& text) {
  const std::size_t dot = text.find('.');
  const auto first = parse_int(std::string_view(text).substr(0, dot));
  if (!first) return -1;
  if (dot == std::string::npos) return *first < network.routers() ? *first : -1;
  const auto index = parse_int(std::string_view(text).substr(dot + 1));
  if (!index || *first >= network.g() || *index >= network.a()) return -1;
  return *first * network.a() + *index;
}

}  // namespace

nlohmann::ordered_json to_json(const PathCounts& counts) {
  nlohmann::ordered_json json = {{"symmetric_groups", counts.groups_symmetric}};
  for (const Count& count : kCounts) {
    nlohmann::ordered_json& rows = json[count.name] = nlohmann::ordered_json::array();
    for (const auto& group : counts.groups) {
      nlohmann::ordered_json row = nlohmann::ordered_json::array();
      for (const RouterPaths& paths : group) row.push_back(paths.*count.value);
      rows.push_back(std::move(row));
    }
  }
  return json;
}

std::string to_csv(const PathCounts& counts) {
  std::string text = "group,router";
  for (const Count& count : kCounts) text += fmt::format(",{}", count.name);
  text += "\n";
  for (std::size_t group = 0; group < counts.groups.size(); ++group) {
    for (std::size_t router = 0; router < counts.groups[group].size(); ++router) {
      text += fmt::format("{},{}", group, router);
      for (const Count& count : kCounts)
        text += fmt::format(",{}", counts.groups[group][router].*count.value);
      text += "\n";
    }
  }
  return text;
}

nlohmann::ordered_json to_json(const Dragonfly& network, const PathList& list) {
  nlohmann::ordered_json json = {{"from", list.from}, {"to", list.to}};
  for (const auto& [kind, paths] : kinds(list)) {
    json[kind] = nlohmann::ordered_json::array();
    for (const ListedPath& path : *paths)
      json[kind].push_back({{"type", path.type}, {"path", describe(network, list.from, path)}});
  }
  return json;
}

std::string to_csv(const Dragonfly& network, const PathList& list) {
  std::string text = "kind,type,path\n";
  for (const auto& [kind, paths] : kinds(list))
    for (const ListedPath& path : *paths)
      text += fmt::format("{},{},{}\n", kind, path.type, describe(network, list.from, path));
  return text;
}

std::string to_table(const Dragonfly& network, const PathCounts& counts) {
  return fmt::format(
             "\nDestinations outside the group by short Valiant paths, of {}; shorter than and "
             "equal to\nthe hierarchically minimal path; {}\n",
             network.routers() - network.a(),
             counts.groups_symmetric ? "all groups are alike" : "over all routers") +
         (counts.groups_symmetric ? symmetric_rows(counts.groups.front()) : spread_rows(counts)) +
         theorems(network);
}

std::pair<int, int> parse_routers(const Dragonfly& network, const std::string& text) {
  const std::vector<std::string> parts = split_list("--paths", text);
  if (parts.size() == 2) {
    const int from = parse_router(network, parts[0]), to = parse_router(network, parts[1]);
    if (from >= 0 && to >= 0) return {from, to};
  }
  throw InputError(fmt::format(
      "--paths {}: name two routers, each as group.index, 0.0 to {}.{}, or by its number, 0 to {}; "
      "for example --paths 0.0,1.1",
      text, network.g() - 1, network.a() - 1, network.routers() - 1));
}

}  // namespace dragonfly
