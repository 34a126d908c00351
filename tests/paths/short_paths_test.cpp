// SPDX-License-Identifier: Apache-2.0
// Counts of short Valiant paths against a naive brute force.
#include "models/paths/short_paths.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <vector>

#include "tests/catch.hpp"
#include "tests/paths/brute_force.hpp"

namespace dragonfly {
namespace {

/// First router whose counts differ from the brute force.
std::string difference(const Dragonfly& n) {
  const PathCounts counts = count_short_paths(n);
  if (counts.groups.size() != (counts.groups_symmetric ? 1 : static_cast<std::size_t>(n.g()))) {
    return fmt::format("{}: {} rows", name_of(n), counts.groups.size());
  }
  for (int router = 0; router < n.routers(); ++router) {
    const std::size_t row = counts.groups_symmetric ? 0 : n.group_of_router(router);
    if (counts.groups[row].size() != static_cast<std::size_t>(n.a())) return "a short row";
    if (!(counts.groups[row][n.local_index(router)] == brute_force(n, router))) {
      return fmt::format("{}: router {}.{}", name_of(n), n.group_of_router(router),
                         n.local_index(router));
    }
  }
  return "";
}

TEST_CASE("counts of all arrangements equal the brute force, largest size") {
  for (const Arrangement arrangement : kArrangements) {
    for (const auto& [a, h] : {std::pair{4, 2},
                               {8, 4},
                               {1, 4},
                               {2, 2},
                               {2, 4},
                               {3, 2},
                               {3, 4},
                               {6, 2},
                               {5, 4},
                               {5, 2},
                               {4, 3},
                               {3, 5},
                               {5, 1},
                               {1, 3},
                               {2, 1},
                               {1, 1},
                               {7, 3}}) {
      if (!exists(arrangement, h)) continue;
      REQUIRE(difference(make_network(2, a, h, 0, arrangement)) == "");
    }
  }
}

TEST_CASE("counts of all arrangements equal the brute force, several channels between groups") {
  for (const Arrangement arrangement : kArrangements) {
    for (const auto& [a, h, g] : {std::array{4, 2, 8},
                                  {4, 2, 5},
                                  {4, 2, 3},
                                  {4, 2, 2},
                                  {4, 2, 1},
                                  {6, 3, 12},
                                  {3, 3, 5},
                                  {3, 3, 9},
                                  {5, 4, 11},
                                  {5, 4, 20},
                                  {1, 8, 5},
                                  {1, 4, 2}}) {
      if (!exists(arrangement, h)) continue;
      REQUIRE(difference(make_network(1, a, h, g, arrangement)) == "");
    }
  }
}

TEST_CASE("no channels between groups, no short Valiant paths") {
  const PathCounts counts = count_short_paths(make_network(1, 3, 0, 1));
  REQUIRE(counts.groups.size() == 1);
  for (const RouterPaths& paths : counts.groups[0]) REQUIRE(paths == RouterPaths{});
}

/// Whether the map (group, router) -> (group + 1, router) keeps all global channels: compared as a
/// set of channels between routers with how often they occur.
bool turned_onto_itself(const Dragonfly& n) {
  std::multiset<std::pair<int, int>> channels, turned;
  const auto next = [&](int router) { return (router + n.a()) % n.routers(); };
  for (int router = 0; router < n.routers(); ++router) {
    for (int port = n.global_port(0); port < n.radix(); ++port) {
      const Link link = n.link(router, port);
      if (!link.connected) continue;
      channels.emplace(router, link.router);
      turned.emplace(next(router), next(link.router));
    }
  }
  return channels == turned;
}

TEST_CASE("groups are symmetric exactly where a turn keeps the wiring") {
  for (const Arrangement arrangement : kArrangements) {
    for (const auto& [a, h] : {std::pair{4, 2}, {3, 3}, {5, 4}, {2, 3}, {1, 4}, {6, 1}}) {
      if (!exists(arrangement, h)) continue;
      for (int g = 1; g <= a * h + 1; ++g) {
        const Dragonfly n = make_network(1, a, h, g, arrangement);
        INFO(name_of(n));
        REQUIRE(groups_symmetric(n) == turned_onto_itself(n));
      }
    }
  }
}

TEST_CASE("largest networks: relative, circulant and helix groups are symmetric, others not") {
  for (const Arrangement arrangement : kArrangements) {
    const bool symmetric = arrangement == Arrangement::kRelative ||
                           arrangement == Arrangement::kCirculant ||
                           arrangement == Arrangement::kHelix;
    for (const auto& [a, h] : {std::pair{4, 2}, {8, 4}, {6, 2}}) {
      const PathCounts counts = count_short_paths(make_network(1, a, h, 0, arrangement));
      REQUIRE(counts.groups_symmetric == symmetric);
    }
  }
}

TEST_CASE("relations that hold for every router") {
  for (const Arrangement arrangement : kArrangements) {
    const Dragonfly n = make_network(1, 8, 4, 0, arrangement);
    for (const std::vector<RouterPaths>& row : count_short_paths(n).groups) {
      for (const RouterPaths& paths : row) {
        REQUIRE(paths.shorter <= paths.gg);
        REQUIRE(paths.shorter_or_equal >= std::max(paths.shorter, paths.equal));
        REQUIRE(paths.shorter_or_equal <= paths.shorter + paths.equal);
        REQUIRE(paths.equal_glg_ggl <= paths.equal_glg + paths.equal_ggl);
        // At most h^2 walks gg, of which h come back to the source.
        REQUIRE(paths.gg <= 4 * 4 - 4);
      }
    }
  }
}

TEST_CASE("large networks are counted at once") {
  // 16,416 routers. The counts are those of Theorem 1 and Figure 2.
  const PathCounts counts = count_short_paths(make_network(1, 32, 16));
  REQUIRE(counts.groups.size() == 1);
  REQUIRE(counts.groups[0][0].shorter == 0);
  REQUIRE(counts.groups[0][5].shorter == 2 * 16 - 2);
  REQUIRE(counts.groups[0][5].equal == 4 * 32 * 16 - 3 * 32 - 10 * 16 + 9);

  const Dragonfly absolute = make_network(1, 16, 8, 0, Arrangement::kAbsolute);
  REQUIRE(count_short_paths(absolute).groups.size() == 129);
}

}  // namespace
}  // namespace dragonfly
