// SPDX-License-Identifier: Apache-2.0
#include "models/metrics/bisection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <numeric>
#include <string>
#include <utility>

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

/// A graph whose routers have other numbers.
struct Reordered {
  NetworkGraph graph;
  std::vector<int> number;  ///< [router]: its number in `graph`
};

/// The same grid with its dimensions sorted by size and channels, so that what is found for it does
/// not depend on their order. Other graphs stay as they are.
Reordered with_sorted_dimensions(const NetworkGraph& graph) {
  Reordered result{graph, std::vector<int>(static_cast<std::size_t>(graph.routers))};
  std::iota(result.number.begin(), result.number.end(), 0);
  const std::size_t dimensions = graph.dimensions.size();
  if (dimensions < 2) return result;
  std::vector<std::int64_t> channels(graph.classes.size(), 0);
  for (const GraphChannel& channel : graph.channels) ++channels[channel.channel_class];
  std::vector<std::size_t> order(dimensions);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t one, std::size_t other) {
    return std::pair(graph.dimensions[one], channels[one]) <
           std::pair(graph.dimensions[other], channels[other]);
  });
  std::vector<int> stride(dimensions);  // [old dimension]: in the new numbers
  int next = 1;
  for (std::size_t d = 0; d < dimensions; ++d) {
    stride[order[d]] = next;
    next *= graph.dimensions[order[d]];
    result.graph.dimensions[d] = graph.dimensions[order[d]];
  }
  for (int router = 0; router < graph.routers; ++router) {
    int number = 0, rest = router;
    for (std::size_t d = 0; d < dimensions; ++d) {
      number += rest % graph.dimensions[d] * stride[d];
      rest /= graph.dimensions[d];
    }
    result.number[router] = number;
    result.graph.sources[number] = graph.sources[router];
  }
  for (GraphChannel& channel : result.graph.channels) {
    channel.from = result.number[channel.from];
    channel.to = result.number[channel.to];
    if (channel.from > channel.to) std::swap(channel.from, channel.to);
  }
  std::sort(result.graph.channels.begin(), result.graph.channels.end(),
            [](const GraphChannel& one, const GraphChannel& other) {
              return std::pair(one.from, one.to) < std::pair(other.from, other.to);
            });
  return result;
}

/// The orders of routers that are cut halfway.
std::vector<std::vector<int>> cutting_orders(const NetworkGraph& graph) {
  std::vector<int> numbers(static_cast<std::size_t>(graph.routers));
  std::iota(numbers.begin(), numbers.end(), 0);
  std::vector<std::vector<int>> orders{numbers};
  int stride = 1;
  for (const int size : graph.dimensions) {
    const auto digit = [&](int router) { return router / stride % size; };
    if (size > 1) {
      orders.push_back(numbers);
      std::stable_sort(orders.back().begin(), orders.back().end(),
                       [&](int one, int other) { return digit(one) < digit(other); });
    }
    stride *= size;
  }
  if (graph.routers > 0) {
    ShortestPaths search(graph);
    search.search(0);
    orders.push_back(search.order());
  }
  return orders;
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
  const Reordered reordered = with_sorted_dimensions(graph);
  Bisection best;
  bool first = true;
  for (const std::vector<int>& order : cutting_orders(reordered.graph)) {
    Cut cut = cut_halfway(reordered.graph, order);
    improve(reordered.graph, cut);
    const Bisection found = cut.result(false);
    if (first || better(found, best)) best = found;
    first = false;
  }
  std::vector<bool> side(static_cast<std::size_t>(graph.routers));
  for (int router = 0; router < graph.routers; ++router) {
    side[router] = best.side[reordered.number[router]];
  }
  best.side = side;
  return best;
}

std::int64_t bisection_lower_bound(std::int64_t terminals, std::int64_t imbalance,
                                   double largest_load) {
  if (!(largest_load > 0) || !std::isfinite(largest_load)) return 0;
  const auto all = static_cast<double>(terminals);
  const auto difference = static_cast<double>(imbalance);
  const double each_way = (all * all - difference * difference) / 4 / all;
  constexpr double kRounding = 1e-9;  // of loads, which are sums of many quotients
  return static_cast<std::int64_t>(std::ceil(each_way / largest_load * (1 - kRounding)));
}

BisectionBounds measure_bisection(const NetworkGraph& graph, double largest_load) {
  if (graph.routers <= kMaxExactBisection) {
    const Bisection exact = exact_bisection(graph);
    return {exact, exact.channels};
  }
  BisectionBounds bounds{bisection_upper_bound(graph), 0};
  bounds.lower = bisection_lower_bound(graph.terminals(), bounds.cut.imbalance, largest_load);
  // Terminals that cannot be parted more evenly: an odd number of routers that have equally many.
  const int most = *std::max_element(graph.sources.begin(), graph.sources.end());
  const bool alike = std::all_of(graph.sources.begin(), graph.sources.end(),
                                 [&](int count) { return count == 0 || count == most; });
  const bool even = bounds.cut.imbalance == 0 || (alike && bounds.cut.imbalance == most);
  bounds.cut.exact = even && bounds.lower == bounds.cut.channels;
  return bounds;
}

}  // namespace dragonfly
