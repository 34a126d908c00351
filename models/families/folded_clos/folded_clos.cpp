#include "models/families/folded_clos/folded_clos.hpp"

#include <fmt/format.h>

#include <algorithm>
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
struct Place {
  int router = -1;  ///< -1: no router, as it would have no channels
  int channels = 0;
};

class Builder {
 public:
  Builder(int radix, int levels, std::int64_t leaves)
      : radix_(radix), half_(radix / 2), levels_(levels) {
    std::vector<std::vector<Place>> subtrees;
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

  std::vector<Place> subtree(int level, std::int64_t leaves) {
    if (level == 1) return {{add(1), half_}};
    std::vector<std::vector<Place>> parts;
    const std::int64_t largest = power(half_, level - 2);
    for (std::int64_t left = leaves; left > 0; left -= largest) {
      parts.push_back(subtree(level - 1, std::min(left, largest)));
    }
    std::vector<Place> top;
    for (std::size_t place = 0; place < parts[0].size(); ++place) {
      for (int x = 0; x < half_; ++x) {
        Place above;
        for (const std::vector<Place>& part : parts) {
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

  void join_at_the_top(const std::vector<std::vector<Place>>& subtrees) {
    for (std::size_t place = 0; place < subtrees[0].size(); ++place) {
      int channels = 0;
      for (const std::vector<Place>& subtree : subtrees) channels += subtree[place].channels;
      const int count = static_cast<int>(rounded_up(channels, radix_));
      const int first = static_cast<int>(routers_.size());
      for (int i = 0; i < count; ++i) add(levels_);
      int turn = 0;
      for (const std::vector<Place>& subtree : subtrees) {
        for (int i = 0; i < subtree[place].channels; ++i, ++turn) {
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

NetworkGraph folded_clos(const FoldedClos& network) {
  const std::int64_t terminals = checked_terminals(network);
  const int half = network.radix / 2;
  const std::int64_t leaves = rounded_up(terminals, half);
  const std::int64_t ups = product(leaves, half);  // channels above each level
  require_graph_fits(fmt::format("folded Clos of {} terminals with radix {} and {} levels",
                                 terminals, network.radix, network.levels),
                     product(leaves, network.levels), product(ups, network.levels - 1), terminals);
  const Builder builder(network.radix, network.levels, leaves);
  const std::vector<ClosRouter>& built = builder.routers();

  NetworkGraph graph;
  graph.family = "folded-clos";
  graph.routers = static_cast<int>(built.size());
  graph.sources.assign(graph.routers, 0);
  graph.group.resize(graph.routers);
  for (int level = 1; level < network.levels; ++level) {
    graph.classes.push_back(fmt::format("level-{}", level));
  }
  std::vector<int> number(built.size());
  int next = 0;
  std::int64_t left = terminals;
  for (int level = 1; level <= network.levels; ++level) {
    for (std::size_t i = 0; i < built.size(); ++i) {
      if (built[i].level != level) continue;
      number[i] = next;
      graph.group[next] = built[i].subtree;
      if (level == 1) {
        graph.sources[next] = static_cast<int>(std::min<std::int64_t>(half, left));
        left -= graph.sources[next];
      }
      for (const int below : built[i].below) {
        graph.channels.push_back({number[below], next, level - 2});
      }
      ++next;
    }
  }
  if (terminals == largest_folded_clos(network.radix, network.levels)) {
    graph.orbits = {{0, leaves}};  // subtrees of any level can change places
    graph.channels_alike = true;
  }
  return graph;
}

}  // namespace dragonfly
