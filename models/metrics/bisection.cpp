#include "models/metrics/bisection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdlib>
#include <numeric>
#include <string>

#include "models/common/error.hpp"
#include "models/metrics/shortest_paths.hpp"

namespace dragonfly {
namespace {

/// A graph parted in two.
class Cut {
 public:
  explicit Cut(const NetworkGraph& graph)
      : graph_(graph), ends_(graph.routers), side_(graph.routers, false), gain_(graph.routers) {
    for (const GraphChannel& channel : graph.channels) {
      if (channel.from == channel.to) continue;
      ends_[channel.from].push_back(channel.to);
      ends_[channel.to].push_back(channel.from);
    }
    for (int router = 0; router < graph.routers; ++router) {
      gain_[router] = -static_cast<std::int64_t>(ends_[router].size());
    }
    difference_ = graph.terminals();
  }

  /// Puts a router in the other half.
  void move(int router) {
    channels_ -= gain_[router];
    gain_[router] = -gain_[router];
    side_[router] = !side_[router];
    difference_ += (side_[router] ? -2 : 2) * std::int64_t{graph_.sources[router]};
    for (const int end : ends_[router]) gain_[end] += side_[end] == side_[router] ? -2 : 2;
  }

  /// Channels saved by moving a router.
  [[nodiscard]] std::int64_t gain(int router) const { return gain_[router]; }
  [[nodiscard]] bool side(int router) const { return side_[router]; }
  [[nodiscard]] std::int64_t channels() const { return channels_; }
  /// Terminals of the first half less those of the second.
  [[nodiscard]] std::int64_t difference() const { return difference_; }
  [[nodiscard]] Bisection result(bool exact) const {
    return {channels_, std::abs(difference_), exact, side_};
  }

 private:
  const NetworkGraph& graph_;
  std::vector<std::vector<int>> ends_;  ///< [router]: where its channels lead
  std::vector<bool> side_;
  std::vector<std::int64_t> gain_;
  std::int64_t channels_ = 0, difference_ = 0;
};

void check(const NetworkGraph& graph) {
  if (graph.directed) {
    throw InputError(fmt::format(
        "bisection of a {}: its channels lead one way, and a terminal injects and ejects at "
        "different routers; the lower bound by channel loads holds for it",
        graph.family));
  }
}

bool better(const Bisection& one, const Bisection& other) {
  return one.imbalance != other.imbalance ? one.imbalance < other.imbalance
                                          : one.channels < other.channels;
}

/// The cut after as many routers of an order as come nearest to half of the terminals.
Cut cut_halfway(const NetworkGraph& graph, const std::vector<int>& order) {
  Cut cut(graph);
  for (const int router : order) {
    const std::int64_t before = std::abs(cut.difference());
    if (graph.sources[router] > 0 &&
        std::abs(cut.difference() - 2 * std::int64_t{graph.sources[router]}) >= before) {
      break;
    }
    cut.move(router);
  }
  return cut;
}

/// Moves routers without terminals, and swaps such with equally many, while that saves channels.
void improve(const NetworkGraph& graph, Cut& cut) {
  for (;;) {
    int lone = -1;
    for (int router = 0; router < graph.routers; ++router) {
      if (graph.sources[router] == 0 && cut.gain(router) > 0 &&
          (lone < 0 || cut.gain(router) > cut.gain(lone))) {
        lone = router;
      }
    }
    if (lone >= 0) {
      cut.move(lone);
      continue;
    }
    // The router of each half whose move alone saves most.
    int best[2] = {-1, -1};
    for (int router = 0; router < graph.routers; ++router) {
      int& chosen = best[cut.side(router) ? 1 : 0];
      if (graph.sources[router] > 0 && (chosen < 0 || cut.gain(router) > cut.gain(chosen))) {
        chosen = router;
      }
    }
    if (best[0] < 0 || best[1] < 0 || graph.sources[best[0]] != graph.sources[best[1]]) return;
    const std::int64_t before = cut.channels();
    cut.move(best[0]);
    cut.move(best[1]);
    if (cut.channels() >= before) {
      cut.move(best[0]);
      cut.move(best[1]);
      return;
    }
  }
}

}  // namespace

Bisection exact_bisection(const NetworkGraph& graph) {
  check(graph);
  if (graph.routers > kMaxExactBisection) {
    throw InputError(fmt::format(
        "exact bisection of {} routers: all 2^{} cuts would have to be tried; at most {} routers "
        "are possible, the upper bound has no limit",
        graph.routers, graph.routers - 1, kMaxExactBisection));
  }
  Cut cut(graph);
  Bisection best = cut.result(true);
  // All halves with the last router in the first one, in an order in which neighbours differ by one
  // router (Gray code).
  const int others = std::max(0, graph.routers - 1);
  for (std::uint32_t i = 1; i < std::uint32_t{1} << others; ++i) {
    cut.move(std::countr_zero(i));
    const std::int64_t imbalance = std::abs(cut.difference());
    if (imbalance < best.imbalance ||
        (imbalance == best.imbalance && cut.channels() < best.channels)) {
      best = cut.result(true);
    }
  }
  return best;
}

Bisection bisection_upper_bound(const NetworkGraph& graph) {
  check(graph);
  std::vector<int> numbers(graph.routers);
  std::iota(numbers.begin(), numbers.end(), 0);
  std::vector<std::vector<int>> orders{numbers};
  if (graph.routers > 0) {
    ShortestPaths search(graph);
    search.search(0);
    orders.push_back(search.order());
  }
  Bisection best;
  for (std::size_t i = 0; i < orders.size(); ++i) {
    Cut cut = cut_halfway(graph, orders[i]);
    improve(graph, cut);
    const Bisection found = cut.result(false);
    if (i == 0 || better(found, best)) best = found;
  }
  return best;
}

double bisection_lower_bound(std::int64_t terminals, double largest_load) {
  return largest_load > 0 ? static_cast<double>(terminals) / 2 / largest_load : 0;
}

}  // namespace dragonfly
