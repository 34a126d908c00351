// SPDX-License-Identifier: Apache-2.0
#include "models/families/dragonfly/greedy_wiring.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <numeric>
#include <utility>

#include "models/common/error.hpp"
#include "models/families/dragonfly/dragonfly.hpp"

namespace dragonfly {
namespace {

void check(int a, int h, int g) {
  if (a < 1 || h < 0 || g < 1) {
    throw InputError(
        fmt::format("a network of g = {} groups of a = {} routers with h = {} global ports each "
                    "cannot be wired: a and g must be at least 1, h at least 0",
                    g, a, h));
  }
  // Two of the three factors fit into 64 bits in any case.
  const std::int64_t routers = std::int64_t{g} * a;
  if (h > 0 && routers > kMaxGlobalPorts / h) {
    throw InputError(
        fmt::format("a network of g = {} groups of a = {} routers has {:.4g} global ports with "
                    "h = {} (about {:.3g} GB); at most {} can be wired, which is h = {} here",
                    g, a, static_cast<double>(routers) * h, h,
                    static_cast<double>(routers) * h * sizeof(GlobalEnd) / 1e9, kMaxGlobalPorts,
                    kMaxGlobalPorts / routers));
  }
}

/// Lays the links of a group to the group's routers in turn, so the next router is always the one
/// of the lowest number among those with the fewest links.
class GroupPorts {
 public:
  GroupPorts(int a, int h, int g) : a_(a), h_(h), used_(g, 0), far_(std::size_t{1} * g * a * h) {
    std::fill(far_.begin(), far_.end(), kUnconnected);
  }

  void join(int one, int other) {
    const GlobalEnd near = next_port(one);
    const GlobalEnd far = next_port(other);
    far_[index(near)] = far;
    far_[index(far)] = near;
  }

  [[nodiscard]] std::vector<GlobalEnd> take() { return std::move(far_); }

 private:
  [[nodiscard]] GlobalEnd next_port(int group) {
    const int link = used_[group]++;
    return {group, link % a_, link / a_};
  }
  [[nodiscard]] std::size_t index(const GlobalEnd& end) const {
    return (static_cast<std::size_t>(end.group) * a_ + end.router) * h_ + end.port;
  }

  int a_, h_;
  std::vector<int> used_;  ///< [group]
  std::vector<GlobalEnd> far_;
};

}  // namespace

std::vector<GlobalEnd> greedy_links(int a, int h, int g) {
  check(a, h, g);
  if (h == 0) return {};
  const int ports = a * h;
  std::vector<int> free(g, ports);   // [group]
  std::vector<int> with_turn(g, 0);  // [group]: links with the group whose turn it is
  std::deque<int> waiting(g);        // groups with free ports, the next to get a link in front
  std::iota(waiting.begin(), waiting.end(), 0);
  GroupPorts routers(a, h, g);
  std::vector<int> partners;
  for (int turn = 0; turn < g; ++turn) {
    partners.clear();
    while (free[turn] > 0 && !waiting.empty()) {
      const int group = waiting.front();
      waiting.pop_front();
      if (group <= turn) continue;  // its turn is over, so it is full
      if (with_turn[group]++ == 0) partners.push_back(group);
      --free[turn];
      if (--free[group] > 0) waiting.push_back(group);
    }
    for (const int partner : partners) {
      for (; with_turn[partner] > 0; --with_turn[partner]) routers.join(turn, partner);
    }
  }
  return routers.take();
}

}  // namespace dragonfly
