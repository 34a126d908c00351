// SPDX-License-Identifier: Apache-2.0
#include "models/families/folded_clos/folded_clos.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "models/common/error.hpp"
#include "models/common/rounding.hpp"
#include "models/wiring/graph_size.hpp"

namespace dragonfly {
namespace {

/// A router while the network is built: where it stands, and its channels downwards.
struct ClosRouter {
  int level = 1;
  int subtree = 0;         ///< of level levels - 1
  std::vector<int> below;  ///< numbers in the order of creation
};

/// A place at the top of a subtree, with the channels that leave it upwards.
struct TopPlace {
  int router = -1;  ///< -1: no router, as it would have no channels
  int channels = 0;
};

class Builder {
 public:
  Builder(int radix, int levels, std::int64_t leaves)
      : radix_(radix), half_(radix / 2), levels_(levels) {
    std::vector<std::vector<TopPlace>> subtrees;
    const std::int64_t largest = power(half_, levels - 2);  // leaves of a full subtree
    for (std::int64_t left = leaves; left > 0; left -= largest) {
      subtrees.push_back(subtree(levels - 1, std::min(left, largest)));
      ++subtrees_;
    }
    join_at_the_top(subtrees);
  }

  [[nodiscard]] const std::vector<ClosRouter>& routers() const { return routers_; }

 private:
  int add(int level) {
    routers_.push_back({level, subtrees_, {}});
    return static_cast<int>(routers_.size()) - 1;
  }

  std::vector<TopPlace> subtree(int level, std::int64_t leaves) {
    if (level == 1) return {{add(1), half_}};
    std::vector<std::vector<TopPlace>> parts;
    const std::int64_t largest = power(half_, level - 2);
    for (std::int64_t left = leaves; left > 0; left -= largest) {
      parts.push_back(subtree(level - 1, std::min(left, largest)));
    }
    std::vector<TopPlace> top;
    for (std::size_t place = 0; place < parts[0].size(); ++place) {
      for (int x = 0; x < half_; ++x) {
        TopPlace above;
        for (const std::vector<TopPlace>& part : parts) {
          if (part[place].channels <= x) continue;
          if (above.router < 0) above.router = add(level);
          routers_[above.router].below.push_back(part[place].router);
          ++above.channels;
        }
        top.push_back(above);
      }
    }
    return top;
  }

  void join_at_the_top(const std::vector<std::vector<TopPlace>>& subtrees) {
    for (std::size_t place = 0; place < subtrees[0].size(); ++place) {
      int channels = 0;
      for (const std::vector<TopPlace>& subtree : subtrees) channels += subtree[place].channels;
      const int count = static_cast<int>(rounded_up(channels, radix_));
      const int first = static_cast<int>(routers_.size());
      for (int i = 0; i < count; ++i) add(levels_);
      int turn = 0;
      for (const std::vector<TopPlace>& subtree : subtrees) {
        for (int i = 0; i < subtree[place].channels; ++i, ++turn) {
          // NOLINTNEXTLINE(clang-analyzer-core.DivideZero): this channel needs a router above
          routers_[first + turn % count].below.push_back(subtree[place].router);
        }
      }
    }
  }

  int radix_, half_, levels_;
  int subtrees_ = 0;
  std::vector<ClosRouter> routers_;
};

std::int64_t checked_terminals(const FoldedClos& network) {
  const std::int64_t most = largest_folded_clos(network.radix, network.levels);
  if (network.terminals == 0) return most;
  const std::int64_t least = power(network.radix / 2, network.levels - 1) + 1;
  if (network.terminals < least || network.terminals > most) {
    throw InputError(fmt::format(
        "folded Clos of {} terminals with radix {} and {} levels: it can have {} to {}{}",
        network.terminals, network.radix, network.levels, least, most,
        network.terminals < least ? "; fewer levels do for less" : ""));
  }
  return network.terminals;
}

/// The routers with their numbers in the network: level by level, in the order of creation.
std::vector<std::size_t> by_level(const std::vector<ClosRouter>& built) {
  std::vector<std::size_t> order(built.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t one, std::size_t other) {
    return built[one].level < built[other].level;
  });
  return order;
}

/// Terminals of each leaf router: full ones first.
int terminals_of_leaf(std::int64_t leaf, int half, std::int64_t terminals) {
  return static_cast<int>(std::min<std::int64_t>(half, terminals - leaf * half));
}

}  // namespace

std::int64_t largest_folded_clos(int radix, int levels) {
  if (radix < 4 || radix % 2 != 0) {
    throw InputError(fmt::format(
        "folded Clos of routers with {} ports: half of them lead upwards, so the number must be "
        "even and 4 or more; use {}",
        radix, radix < 4 ? "4" : fmt::format("{} or {}", radix - 1, radix + 1LL)));
  }
  if (levels < 2 || levels > 4) {
    throw InputError(fmt::format("folded Clos of {} levels: use {}", levels, levels < 2 ? 2 : 4));
  }
  const std::int64_t most = product(2, power(radix / 2, levels));
  if (most == kTooMany) {
    throw InputError(
        fmt::format("folded Clos of {} levels with radix {}: too large to count", levels, radix));
  }
  return most;
}

Wiring folded_clos_wiring(const FoldedClos& network) {
  const std::int64_t terminals = checked_terminals(network);
  const int half = network.radix / 2;
  const std::int64_t leaves = rounded_up(terminals, half);
  const std::int64_t ups = product(leaves, half);  // channels above each level
  require_graph_fits(fmt::format("folded Clos of {} terminals with radix {} and {} levels",
                                 terminals, network.radix, network.levels),
                     product(leaves, network.levels), product(ups, network.levels - 1), terminals);
  const Builder tree(network.radix, network.levels, leaves);
  const std::vector<ClosRouter>& built = tree.routers();
  const std::vector<std::size_t> order = by_level(built);

  std::vector<int> number(built.size()), groups, ports(built.size(), 0);
  for (std::size_t i = 0; i < order.size(); ++i) number[order[i]] = static_cast<int>(i);
  const auto own = [&](int place) {
    return static_cast<std::size_t>(number[static_cast<std::size_t>(place)]);
  };
  std::vector<int> next_up(built.size());  // the port upwards that is connected next
  for (std::size_t i = 0; i < order.size(); ++i) {
    const ClosRouter& router = built[order[i]];
    groups.push_back(router.subtree);
    const int downwards = router.level == 1
                              ? terminals_of_leaf(static_cast<std::int64_t>(i), half, terminals)
                              : static_cast<int>(router.below.size());
    next_up[i] = downwards;
    ports[i] += downwards;
    for (const int below : router.below) ++ports[own(below)];
  }
  WiringBuilder builder("folded-clos", ports);
  const int terminal = builder.add_class("terminal");
  for (int level = 1; level < network.levels; ++level)
    builder.add_class(fmt::format("level-{}", level));
  for (std::size_t i = 0; i < order.size(); ++i) {
    const ClosRouter& router = built[order[i]];
    const int here = static_cast<int>(i);
    for (int port = 0; router.level == 1 && port < next_up[i]; ++port)
      builder.attach({here, port}, terminal);
    for (std::size_t port = 0; port < router.below.size(); ++port) {
      const std::size_t below = own(router.below[port]);
      builder.connect({static_cast<int>(below), next_up[below]++}, {here, static_cast<int>(port)},
                      terminal + router.level - 1);
    }
  }
  builder.set_groups(std::move(groups));
  if (terminals == largest_folded_clos(network.radix, network.levels))
    builder.set_symmetry({{0, leaves}}, true);  // subtrees of any level can change places
  return builder.build();
}

}  // namespace dragonfly
