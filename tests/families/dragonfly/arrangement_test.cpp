// SPDX-License-Identifier: Apache-2.0
// Global link arrangements against their definitions and the theorems of Curtsinger and Bunde
// ("Shortest paths in Dragonfly systems"), and for fewer groups against what any legal, even
// arrangement must satisfy.
#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/catch.hpp"
#include "tests/families/dragonfly/networks.hpp"

namespace dragonfly {
namespace {

/// Those that spread the channels of a pair of groups evenly over the routers of both.
constexpr Arrangement kEvenOverRouters[] = {Arrangement::kRelative, Arrangement::kAbsolute};

/// First violation of: both ends agree, no channel stays in its group, only those ports that parity
/// forbids are unconnected.
std::string symmetry_fault(const Dragonfly& n) {
  int unconnected = 0;
  for (int group = 0; group < n.g(); ++group) {
    for (int router = 0; router < n.a(); ++router) {
      for (int port = 0; port < n.h(); ++port) {
        const GlobalEnd end = n.far_end(group, router, port);
        const std::string where = fmt::format("{}: {}.{}:{}", name_of(n), group, router, port);
        if (end == kUnconnected) {
          ++unconnected;
          continue;
        }
        if (end.group < 0 || end.group >= n.g() || end.router < 0 || end.router >= n.a() ||
            end.port < 0 || end.port >= n.h()) {
          return where + " leads out of range";
        }
        if (end.group == group) return where + " leads into its own group";
        if (!(n.far_end(end.group, end.router, end.port) == GlobalEnd{group, router, port})) {
          return where + ": the far end disagrees";
        }
      }
    }
  }
  // Ends come in pairs: with an odd number of ports in all, one must remain, and no more.
  const int allowed = n.g() * n.a() * n.h() % 2;
  if (unconnected != allowed) return fmt::format("{}: {} unconnected", name_of(n), unconnected);
  return "";
}

/// First violation of: floor or ceil of the even share for every pair of groups, spread evenly over
/// the routers of both groups.
std::string spread_fault(const Dragonfly& n) {
  const int share = n.a() * n.h() / (n.g() - 1);
  const bool even = n.a() * n.h() % (n.g() - 1) == 0;
  for (int from = 0; from < n.g(); ++from) {
    for (int to = 0; to < n.g(); ++to) {
      if (from == to) continue;
      const std::vector<GlobalEnd> channels = n.channels_between(from, to);
      const int count = static_cast<int>(channels.size());
      const std::string where = fmt::format("{}: groups {} to {}", name_of(n), from, to);
      if (count != share && (even || count != share + 1)) {
        return where + fmt::format(" have {} channels", count);
      }
      std::vector<int> near(n.a(), 0), far(n.a(), 0);
      for (const GlobalEnd& channel : channels) {
        ++near[channel.router];
        ++far[n.far_end(from, channel.router, channel.port).router];
      }
      for (const std::vector<int>& routers : {near, far}) {
        const auto [least, most] = std::minmax_element(routers.begin(), routers.end());
        if (*most - *least > 1) {
          return where + fmt::format(" have {} to {} channels a router", *least, *most);
        }
      }
    }
  }
  return "";
}

TEST_CASE("relative arrangement of the largest size is the paper's (Section III)") {
  std::string fault;
  for (int a = 1; a <= 12; ++a) {
    for (int h = 1; h <= 8; ++h) {
      const Dragonfly n = make_network(1, a, h);
      REQUIRE(n.g() == a * h + 1);
      for (int i = 0; i < n.g(); ++i) {
        for (int k = 0; k < a * h; ++k) {
          const GlobalEnd end = n.far_end(i, k / h, k % h);
          // Port k leads to group i + k + 1, port ah - k to group i - k; router j to router a-1-j.
          const int back = a * h - k;
          if (end.group != (i + k + 1) % n.g() || end.router != a - 1 - k / h ||
              (k > 0 && n.far_end(i, back / h, back % h).group != (i - k + n.g()) % n.g())) {
            fault = fmt::format("{}: group {} port {}", name_of(n), i, k);
          }
        }
      }
    }
  }
  REQUIRE(fault == "");
}

TEST_CASE("absolute arrangement of the largest size is the paper's (Section IV)") {
  std::string fault;
  for (int a = 1; a <= 12; ++a) {
    for (int h = 1; h <= 8; ++h) {
      const Dragonfly n = make_network(1, a, h, 0, Arrangement::kAbsolute);
      for (int i = 0; i < n.g(); ++i) {
        for (int k = 0; k < a * h; ++k) {
          const GlobalEnd end = n.far_end(i, k / h, k % h);
          const int group = k < i ? k : k + 1;
          // Lemma 6: the router at the far end.
          const int router = group > i ? i / h : (i - 1) / h;
          if (end.group != group || end.router != router) {
            fault = fmt::format("{}: group {} port {}", name_of(n), i, k);
          }
        }
      }
    }
  }
  REQUIRE(fault == "");
}

TEST_CASE("the shortcut of Figure 1: S(0,1) reaches S(1,1) over two global channels") {
  const Dragonfly n = make_network(1, 4, 2);
  const auto joined = [&](int group, int router, int far_group, int far_router) {
    for (const GlobalEnd& end : n.channels_between(group, far_group)) {
      if (end.router == router && n.far_end(group, router, end.port).router == far_router) {
        return true;
      }
    }
    return false;
  };
  REQUIRE(joined(0, 1, 4, 2));
  REQUIRE(joined(4, 2, 1, 1));
  REQUIRE(joined(0, 0, 1, 3));
}

/// Routers reached from (group, router) over two global channels, without itself.
std::set<std::pair<int, int>> two_global_hops(const Dragonfly& n, int group, int router) {
  std::set<std::pair<int, int>> reached;
  for (int first = 0; first < n.h(); ++first) {
    const GlobalEnd middle = n.far_end(group, router, first);
    for (int second = 0; second < n.h(); ++second) {
      const GlobalEnd end = n.far_end(middle.group, middle.router, second);
      reached.insert({end.group, end.router});
    }
  }
  reached.erase({group, router});
  return reached;
}

/// Hops of the minimal path (at most one global channel) between routers of different groups, in a
/// network of the largest size.
int minimal_hops(const Dragonfly& n, int group, int router, int far_group, int far_router) {
  const GlobalEnd near = n.channels_between(group, far_group).at(0);
  const GlobalEnd far = n.far_end(group, near.router, near.port);
  return 1 + (near.router != router ? 1 : 0) + (far.router != far_router ? 1 : 0);
}

TEST_CASE("relative arrangement: shorter and equal two-hop paths of Theorem 1") {
  for (const auto& [a, h] : {std::pair{4, 2}, {6, 3}, {5, 4}, {3, 1}, {8, 4}}) {
    const Dragonfly n = make_network(1, a, h);
    for (int group : {0, 1, n.g() / 2, n.g() - 1}) {
      for (int router = 0; router < a; ++router) {
        int shorter = 0, equal = 0;
        for (const auto& [far_group, far_router] : two_global_hops(n, group, router)) {
          const int hops = minimal_hops(n, group, router, far_group, far_router);
          shorter += hops > 2 ? 1 : 0;
          equal += hops == 2 ? 1 : 0;
        }
        const bool terminal = router == 0 || router == a - 1;
        REQUIRE(shorter == (terminal ? 0 : 2 * h - 2));
        REQUIRE(equal == (terminal ? 2 * h - 2 : 0));
      }
    }
  }
}

TEST_CASE("one channel between any two groups in networks of the largest size") {
  for (const Arrangement arrangement : kEvenOverRouters) {
    std::string fault;
    for (int a = 1; a <= 12 && fault.empty(); ++a) {
      for (int h = 1; h <= 8 && fault.empty(); ++h) {
        const Dragonfly n = make_network(1, a, h, 0, arrangement);
        fault = symmetry_fault(n);
        if (fault.empty()) fault = spread_fault(n);
      }
    }
    REQUIRE(fault == "");
  }
}

TEST_CASE("smaller networks: symmetric, evenly spread over pairs of groups and over routers") {
  for (const Arrangement arrangement : kEvenOverRouters) {
    std::string fault;
    for (int a = 1; a <= 7 && fault.empty(); ++a) {
      for (int h = 1; h <= 7 && fault.empty(); ++h) {
        for (int g = 2; g <= a * h && fault.empty(); ++g) {
          const Dragonfly n = make_network(1, a, h, g, arrangement);
          fault = symmetry_fault(n);
          if (fault.empty()) fault = spread_fault(n);
        }
      }
    }
    REQUIRE(fault == "");
  }
}

TEST_CASE("larger networks with many channels between two groups") {
  for (const Arrangement arrangement : kEvenOverRouters) {
    for (const int g : {2, 3, 4, 9, 16, 17, 40, 71, 96}) {
      for (const auto& [a, h] : {std::pair{12, 8}, {11, 9}, {9, 13}, {1, 96}, {97, 1}}) {
        const Dragonfly n = make_network(1, a, h, g, arrangement);
        REQUIRE(symmetry_fault(n) == "");
        REQUIRE(spread_fault(n) == "");
      }
    }
  }
}

TEST_CASE("a single group leaves its global ports unconnected") {
  for (const Arrangement arrangement : kEvenOverRouters) {
    const Dragonfly n = make_network(2, 4, 3, 1, arrangement);
    for (int router = 0; router < 4; ++router) {
      for (int port = 0; port < 3; ++port) REQUIRE(n.far_end(0, router, port) == kUnconnected);
    }
  }
}

}  // namespace
}  // namespace dragonfly
