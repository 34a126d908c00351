// SPDX-License-Identifier: Apache-2.0
// The greedy wiring against what Teh et al. 2017 say of it, against its definition carried out word
// by word, and against what any legal wiring must satisfy.
#include "models/families/dragonfly/greedy_wiring.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "models/common/error.hpp"
#include "models/families/dragonfly/dragonfly.hpp"
#include "tests/catch.hpp"
#include "tests/design/naive.hpp"

namespace dragonfly {
namespace {

/// First violation of: both ends agree, no channel stays in its group, no port is unconnected but
/// the one that is left over if their number is odd.
std::string legality_fault(const std::vector<GlobalEnd>& links, int a, int h, int g) {
  if (static_cast<int>(links.size()) != g * a * h) return "wrong number of ports";
  int unconnected = 0;
  for (int group = 0; group < g; ++group) {
    for (int router = 0; router < a; ++router) {
      for (int port = 0; port < h; ++port) {
        const std::string where =
            fmt::format("a = {}, h = {}, g = {}: {}.{}:{}", a, h, g, group, router, port);
        const GlobalEnd far = links[(group * a + router) * h + port];
        if (far == kUnconnected) {
          ++unconnected;
          continue;
        }
        if (far.group < 0 || far.group >= g || far.router < 0 || far.router >= a || far.port < 0 ||
            far.port >= h) {
          return where + " leads out of range";
        }
        if (far.group == group) return where + " leads into its own group";
        const GlobalEnd back = links[(far.group * a + far.router) * h + far.port];
        if (!(back == GlobalEnd{group, router, port})) return where + ": the far end disagrees";
      }
    }
  }
  const int left = g == 1 ? a * h : g * a * h % 2;
  return unconnected == left ? "" : fmt::format("{} ports unconnected, not {}", unconnected, left);
}

std::vector<std::vector<int>> links_of_groups(const std::vector<GlobalEnd>& links, int a, int h,
                                              int g) {
  std::vector<std::vector<int>> eta(g, std::vector<int>(g, 0));
  for (std::size_t i = 0; i < links.size(); ++i) {
    if (links[i].group >= 0) ++eta[i / (a * h)][links[i].group];
  }
  return eta;
}

enum class Reading { kTotalFirst, kPairFirst };

/// Algorithm 1 as its text says, all groups looked at for each link; "the fewest links" in either
/// reading, with the other as the tie-break, and then the lowest number.
std::vector<std::vector<int>> literal_links_of_groups(int ports, int g, Reading reading) {
  std::vector<std::vector<int>> eta(g, std::vector<int>(g, 0));
  std::vector<int> total(g, 0);
  for (int k = 0; k < g; ++k) {
    while (total[k] < ports) {
      int best = -1;
      const auto score = [&](int i) {
        return reading == Reading::kTotalFirst ? std::pair(total[i], eta[k][i])
                                               : std::pair(eta[k][i], total[i]);
      };
      for (int i = 0; i < g; ++i) {
        if (i == k || total[i] >= ports) continue;
        if (best < 0 || score(i) < score(best)) best = i;
      }
      if (best < 0) break;
      ++eta[k][best];
      ++eta[best][k];
      ++total[k];
      ++total[best];
    }
  }
  return eta;
}

struct Parameters {
  int a, h, g;
};

std::vector<Parameters> random_parameters(int count, int max_a, int max_h, int max_g) {
  std::mt19937 random(17);
  std::vector<Parameters> all;
  for (int i = 0; i < count; ++i) {
    const auto below = [&](int limit) { return static_cast<int>(random() % limit); };
    all.push_back({1 + below(max_a), below(max_h + 1), 1 + below(max_g)});
  }
  return all;
}

}  // namespace

TEST_CASE("The greedy wiring is legal for any numbers of routers, ports and groups") {
  std::string fault;
  for (int a = 1; a <= 9 && fault.empty(); ++a) {
    for (int h = 0; h <= 7 && fault.empty(); ++h) {
      for (int g = 1; g <= 30 && fault.empty(); ++g) {
        fault = legality_fault(greedy_links(a, h, g), a, h, g);
      }
    }
  }
  CHECK(fault == "");
  for (const auto& [a, h, g] : random_parameters(60, 40, 30, 120)) {
    CHECK(legality_fault(greedy_links(a, h, g), a, h, g) == "");
  }
}

TEST_CASE("Both readings of the fewest links so far lead to the links of the greedy wiring") {
  std::vector<Parameters> cases = random_parameters(150, 8, 8, 60);
  cases.insert(cases.end(), {{48, 15, 21}, {23, 1, 45}, {9, 83, 167}, {1, 3, 200}, {1, 2, 99}});
  for (const auto& [a, h, g] : cases) {
    INFO("a = " << a << ", h = " << h << ", g = " << g);
    const auto eta = links_of_groups(greedy_links(a, h, g), a, h, g);
    CHECK(eta == literal_links_of_groups(g > 1 ? a * h : 0, g, Reading::kTotalFirst));
    CHECK(eta == literal_links_of_groups(g > 1 ? a * h : 0, g, Reading::kPairFirst));
  }
}

TEST_CASE("Any two groups have an even share of links, on different routers") {
  for (const auto& [a, h, g] : random_parameters(300, 12, 12, 40)) {
    if (g == 1) continue;
    INFO("a = " << a << ", h = " << h << ", g = " << g);
    const std::vector<GlobalEnd> links = greedy_links(a, h, g);
    const auto eta = links_of_groups(links, a, h, g);
    const int share = a * h / (g - 1);
    bool even = true;
    bool spread = true;
    for (int from = 0; from < g; ++from) {
      for (int to = 0; to < g; ++to) {
        if (from == to) continue;
        even = even && (eta[from][to] == share || eta[from][to] == share + 1);
        std::set<int> routers;
        for (int port = 0; port < a * h; ++port) {
          if (links[from * a * h + port].group == to) routers.insert(port / h);
        }
        spread = spread && static_cast<int>(routers.size()) == std::min(a, eta[from][to]);
      }
    }
    CHECK(even);
    CHECK(spread);
  }
}

TEST_CASE("The greedy wiring is connected whenever a network can be") {
  for (int a = 1; a <= 4; ++a) {
    for (int h = 0; h <= 4; ++h) {
      for (int g = 1; g <= 40; ++g) {
        INFO("a = " << a << ", h = " << h << ", g = " << g);
        // A connected network of g groups needs g - 1 links, and each group has a h of them.
        const bool possible = g == 1 || a * h >= 2 || (a * h == 1 && g == 2);
        CHECK(naive_greedy_metrics(a, h, g).connected == possible);
      }
    }
  }
}

TEST_CASE("Ideal fairness and diameters of Section 2 come out") {
  // Figure 3, S = 1000, a = ceil(1000 / g).
  for (const auto& [g, h] : {std::pair(12, 15), std::pair(21, 15), std::pair(21, 10)}) {
    INFO("g = " << g << ", h = " << h);
    const NaiveMetrics metrics = naive_greedy_metrics((1000 + g - 1) / g, h, g);
    CHECK(metrics.connected);
    CHECK(metrics.max_difference_percent == 0);
  }
  CHECK(naive_greedy_metrics(84, 15, 12).diameter == 2);  // a flattened butterfly, as h >= g - 1
  CHECK(naive_greedy_metrics(23, 1, 45).diameter == 5);
  CHECK(naive_greedy_metrics(31, 1, 33).diameter == 5);
  // Figure 5c, b = 1: groups of one router with h as of d = 0.5 and 0.8; a fifth of its size.
  CHECK(naive_greedy_metrics(1, 150, 300).diameter == 2);
  CHECK(naive_greedy_metrics(1, 239, 300).diameter == 2);
  // All routers a ring, as far as there are two links each.
  const NaiveMetrics ring = naive_greedy_metrics(1, 2, 101);
  CHECK(ring.diameter == 50);
  CHECK(ring.max_difference_percent == 0);
}

TEST_CASE("Canonical dragonflies have one channel between any two groups") {
  for (const int a : {2, 6, 11}) {
    const NaiveMetrics metrics = naive_greedy_metrics(a, 1, a + 1);
    CHECK(metrics.diameter == 3);
    // From a router: a - 1 in the group, one beyond its channel, the a - 1 in the group of that
    // one and the a - 1 at the far ends of the others' channels at 2, the others at 3.
    const double n = a - 1;
    const double sum = n + 1 + 2 * (n + n) + 3 * n * n;
    CHECK(metrics.average == Approx(sum / (a * (a + 1) - 1)).epsilon(1e-12));
  }
}

TEST_CASE("With h >= g - 1 further channels only double those of a flattened butterfly") {
  for (const auto& [a, h, g] :
       std::vector<Parameters>{{6, 6, 7}, {5, 7, 4}, {4, 9, 6}, {1, 8, 5}}) {
    auto neighbours = naive_neighbours(greedy_links(a, h, g), a, h, g);
    for (std::vector<int>& list : neighbours) {
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
      CHECK(static_cast<int>(list.size()) == a + g - 2);
    }
    CHECK(naive_metrics(neighbours).diameter == (a == 1 ? 1 : 2));
  }
}

TEST_CASE("Numbers that make no network, or one too large, are refused") {
  CHECK_THROWS_AS(greedy_links(0, 1, 2), InputError);
  CHECK_THROWS_AS(greedy_links(2, -1, 2), InputError);
  CHECK_THROWS_AS(greedy_links(2, 1, 0), InputError);
  // 2^25 ports in 10,000 groups of one router.
  CHECK_THROWS_WITH(greedy_links(1, 9999, 10000), ContainsSubstring("h = 3355"));
  CHECK_THROWS_AS(greedy_links(2147483647, 2147483647, 2147483647), InputError);
  CHECK(greedy_links(2147483647, 0, 2).empty());
}

}  // namespace dragonfly
