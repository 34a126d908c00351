// SPDX-License-Identifier: Apache-2.0
// The circulant, helix and nautilus arrangements against the definitions of Curtsinger and Bunde
// ("Shortest paths in Dragonfly systems", Sections V to VII), written here as the paper writes
// them, and for fewer groups against what any legal, even arrangement must satisfy.
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "models/common/error.hpp"
#include "models/families/dragonfly/arrangement_check.hpp"
#include "tests/catch.hpp"
#include "tests/families/dragonfly/networks.hpp"

namespace dragonfly {
namespace {

using Router = std::pair<int, int>;  ///< group, index

/// The paper's modular arithmetic on group and router numbers.
Router router(int group, int index, const Dragonfly& n) {
  return {((group % n.g()) + n.g()) % n.g(), ((index % n.a()) + n.a()) % n.a()};
}

std::vector<Router> neighbours(const Dragonfly& n, int group, int index) {
  std::vector<Router> far;
  for (int port = 0; port < n.h(); ++port) {
    const GlobalEnd end = n.far_end(group, index, port);
    far.emplace_back(end.group, end.router);
  }
  std::sort(far.begin(), far.end());
  return far;
}

/// First router whose neighbours are not the `expected(group, index)`.
template <class Expected>
std::string difference(const Dragonfly& n, const Expected& expected) {
  for (int i = 0; i < n.g(); ++i) {
    for (int j = 0; j < n.a(); ++j) {
      std::vector<Router> routers = expected(i, j);
      std::sort(routers.begin(), routers.end());
      if (routers != neighbours(n, i, j)) return fmt::format("{}: router {}.{}", name_of(n), i, j);
    }
  }
  return "";
}

TEST_CASE("circulant arrangement: Equations 3 and 4") {
  for (int a = 1; a <= 12; ++a) {
    for (int h = 2; h <= 8; h += 2) {
      const Dragonfly n = make_network(1, a, h, 0, Arrangement::kCirculant);
      REQUIRE(difference(n, [&](int i, int j) {
                std::vector<Router> reached;
                for (int x = i - n.g(); x <= i + n.g(); ++x) {
                  const bool up = i + j * (h / 2) < x && x <= i + j * (h / 2) + h / 2;
                  const bool down = i - j * (h / 2) - h / 2 <= x && x < i - j * (h / 2);
                  if (up || down) reached.push_back(router(x, j, n));
                }
                return reached;
              }) == "");
    }
  }
}

/// Section VI. `block(j)`: the block of distances in which the down channels of router j lie.
template <class Block>
std::vector<Router> helix_neighbours(const Dragonfly& n, int i, int j, const Block& block) {
  const int half = n.h() / 2;
  std::vector<Router> reached;
  for (int x = i - n.g(); x <= i + n.g(); ++x) {
    if (i + j * half < x && x <= i + j * half + half) reached.push_back(router(x, j + 1, n));
    const int down = block(j) * half;
    if (i - down - half <= x && x < i - down) reached.push_back(router(x, j - 1, n));
  }
  if (n.h() % 2 == 1) reached.push_back(router(i + n.a() * half + j + 1, n.a() - 1 - j, n));
  return reached;
}

TEST_CASE("helix arrangement: the sets of Section VI, downwards the block of the far router") {
  for (int a = 1; a <= 12; ++a) {
    for (int h = 1; h <= 8; ++h) {
      const Dragonfly n = make_network(1, a, h, 0, Arrangement::kHelix);
      REQUIRE(difference(n, [&](int i, int j) {
                return helix_neighbours(n, i, j, [&](int k) { return (k - 1 + a) % a; });
              }) == "");
    }
  }
}

TEST_CASE("helix arrangement: the downward set as printed has ends that do not agree") {
  const auto printed = [](int j) { return j; };
  for (const auto& [a, h] : {std::pair{4, 2}, {8, 4}, {3, 3}, {2, 2}}) {
    const Dragonfly n = make_network(1, a, h, 0, Arrangement::kHelix);
    int one_sided = 0;
    for (int i = 0; i < n.g(); ++i) {
      for (int j = 0; j < a; ++j) {
        for (const Router& far : helix_neighbours(n, i, j, printed)) {
          const std::vector<Router> back = helix_neighbours(n, far.first, far.second, printed);
          if (std::find(back.begin(), back.end(), Router{i, j}) == back.end()) ++one_sided;
        }
      }
    }
    // No up or down channel agrees with its far end; the mutual links do.
    REQUIRE(one_sided == n.g() * a * (h / 2) * 2);
  }
}

/// Section VII step by step: from router to router, each time one group further on that is not yet
/// connected.
std::vector<std::vector<Router>> nautilus_by_steps(int a, int h) {
  const int g = a * h + 1;
  std::vector<std::vector<Router>> far(static_cast<std::size_t>(g) * a);
  std::set<std::pair<int, int>> connected;
  for (int i = 0; i < g; ++i) {
    for (int j = 0; j < a; ++j) {
      int x = i;
      while (static_cast<int>(far[i * a + j].size()) < h) {
        do {
          x = (x + (j % 2 == 0 ? 1 : g - 1)) % g;
        } while (x == i || connected.count({i, x}) > 0);
        connected.insert({i, x});
        connected.insert({x, i});
        far[i * a + j].emplace_back(x, i % a);
        far[x * a + i % a].emplace_back(i, j);
      }
    }
  }
  return far;
}

TEST_CASE("nautilus arrangement: the incremental construction of Section VII") {
  for (int a = 1; a <= 12; ++a) {
    for (int h = 1; h <= 8; ++h) {
      const Dragonfly n = make_network(1, a, h, 0, Arrangement::kNautilus);
      const std::vector<std::vector<Router>> far = nautilus_by_steps(a, h);
      REQUIRE(difference(n, [&](int i, int j) { return far[i * a + j]; }) == "");
    }
  }
}

TEST_CASE("every arrangement is legal for all a <= 12 and h <= 8") {
  for (const Arrangement arrangement : kArrangements) {
    for (int a = 1; a <= 12; ++a) {
      for (int h = 1; h <= 8; ++h) {
        if (!exists(arrangement, h)) continue;
        const Dragonfly n = make_network(1, a, h, 0, arrangement);
        INFO(name_of(n));
        REQUIRE(rules_of_even_wiring(a, h, n.g()).share == ChannelShare{1, 1});
        REQUIRE(check_legal(n) == "");
      }
    }
  }
}

TEST_CASE("every arrangement is legal and even with fewer groups") {
  for (const Arrangement arrangement : kArrangements) {
    for (int a = 1; a <= 9; ++a) {
      for (int h = 1; h <= 8; ++h) {
        if (!exists(arrangement, h)) continue;
        for (int g = 1; g <= a * h; ++g) {
          const Dragonfly n = make_network(1, a, h, g, arrangement);
          INFO(name_of(n));
          REQUIRE(check_legal(n) == "");
        }
      }
    }
    for (const int g : {2, 3, 4, 9, 16, 17, 40, 71, 96}) {
      for (const auto& [a, h] : {std::pair{12, 8}, {12, 9}, {11, 9}, {9, 14}, {1, 96}, {97, 1}}) {
        if (!exists(arrangement, h)) continue;
        const Dragonfly n = make_network(1, a, h, g, arrangement);
        INFO(name_of(n));
        REQUIRE(check_legal(n) == "");
      }
    }
  }
}

/// Most channels of a pair of groups on one router, less the fewest.
int spread(const Dragonfly& n) {
  int worst = 0;
  for (int from = 0; from < n.g(); ++from) {
    for (int to = 0; to < n.g(); ++to) {
      if (from == to) continue;
      std::vector<int> near(n.a(), 0);
      for (const GlobalEnd& channel : n.channels_between(from, to)) ++near[channel.router];
      const auto [least, most] = std::minmax_element(near.begin(), near.end());
      worst = std::max(worst, *most - *least);
    }
  }
  return worst;
}

TEST_CASE("channels of a pair of groups spread over the routers") {
  for (int a = 1; a <= 8; ++a) {
    for (int h = 1; h <= 8; ++h) {
      for (int g = 2; g <= a * h; ++g) {
        if (exists(Arrangement::kCirculant, h)) {
          const Dragonfly n = make_network(1, a, h, g, Arrangement::kCirculant);
          INFO(name_of(n));
          REQUIRE(spread(n) <= (g % 2 == 0 ? 2 : 1));
        }
      }
    }
  }
}

TEST_CASE("nautilus: the channels of the first group end at one router after the other") {
  // No router is full yet, so channel t of a pair ends at router t (mod a).
  for (const auto& [a, h, g] :
       {std::array{4, 2, 3}, {4, 2, 2}, {5, 3, 4}, {6, 4, 7}, {3, 5, 2}, {6, 2, 12}}) {
    const Dragonfly n = make_network(1, a, h, g, Arrangement::kNautilus);
    INFO(name_of(n));
    for (int other = 1; other < g; ++other) {
      std::vector<int> expected, found;
      for (const GlobalEnd& near : n.channels_between(0, other)) {
        expected.push_back(static_cast<int>(expected.size()) % a);
        found.push_back(n.far_end(0, near.router, near.port).router);
      }
      std::sort(expected.begin(), expected.end());
      std::sort(found.begin(), found.end());
      REQUIRE(found == expected);
    }
  }
}

TEST_CASE("a large network is laid at once") {
  // A million ports; and free ports found without looking at every router before them.
  REQUIRE(check_legal(make_network(1, 32, 32, 0, Arrangement::kNautilus)) == "");
  REQUIRE(check_legal(make_network(1, 1 << 18, 1, 3, Arrangement::kNautilus)) == "");
}

TEST_CASE("circulant arrangement with odd h is refused, with what works") {
  const auto message = [](int a, int h, int g) {
    try {
      make_network(1, a, h, g, Arrangement::kCirculant);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  REQUIRE_THAT(message(4, 3, 0), ContainsSubstring("h must be even") &&
                                     ContainsSubstring("use h = 2 or 4") &&
                                     ContainsSubstring("helix"));
  REQUIRE_THAT(message(4, 1, 0), ContainsSubstring("use h = 2,"));
  REQUIRE_THAT(message(4, 3, 10), ContainsSubstring("use h = 4,"));  // 2 reach only 9 groups
  REQUIRE_THAT(message(4, 3, 9), ContainsSubstring("use h = 2 or 4"));
  REQUIRE(message(4, 3, 1).empty());  // no channels between groups
  REQUIRE(message(4, 4, 0).empty());
}

}  // namespace
}  // namespace dragonfly
