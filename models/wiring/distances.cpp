// SPDX-License-Identifier: Apache-2.0
#include "models/wiring/distances.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>

#include "models/common/rounding.hpp"
#include "models/wiring/bit_search.hpp"

namespace dragonfly {
namespace {

/// What was found from one router, or from one that stands for an orbit.
struct Found {
  int router = 0;
  std::int64_t count = 1;      ///< routers for which it stands
  std::int64_t others = 0;     ///< routers reached
  std::int64_t distances = 0;  ///< sum over them
};

class DistanceCount {
 public:
  DistanceCount(const NetworkGraph& graph, const WorkProgress& progress)
      : graph_(graph), progress_(progress) {
    if (graph.orbits.empty()) {
      search_from_targets();
    } else {
      search_from_orbits();
    }
  }

  [[nodiscard]] const std::vector<Found>& found() const { return found_; }
  [[nodiscard]] std::vector<std::int64_t>& pairs_at() { return pairs_at_; }

 private:
  void count_pairs(std::size_t distance, std::int64_t pairs) {
    if (pairs == 0) return;
    if (pairs_at_.size() <= distance) pairs_at_.resize(distance + 1);
    pairs_at_[distance] += pairs;
  }

  /// Searches against the channels, from where packets go to. How many of them reach a router is
  /// then how many targets the router has at that distance: one count of bits, and no need to tell
  /// the searches apart.
  void search_from_targets() {
    const Adjacency forward = adjacency(graph_, Direction::kForward);
    BitSearch search(forward);
    for (const int router : routers_with_terminals(graph_.sources)) found_.push_back({router});
    const std::vector<int> targets = routers_with_terminals(graph_.ejecting());
    for (std::size_t first = 0; first < targets.size(); first += BitSearch::kSearches) {
      search.start(std::span(targets).subspan(
          first, std::min(BitSearch::kSearches, targets.size() - first)));
      for (std::int64_t distance = 1; search.step(); ++distance) {
        std::int64_t pairs = 0;
        for (Found& found : found_) {
          const int reached = search.newly_reached(found.router);
          found.others += reached;
          found.distances += distance * reached;
          pairs += reached;
        }
        count_pairs(static_cast<std::size_t>(distance), pairs);
      }
      report(first, targets.size());
    }
  }

  /// Searches along the channels from one router of each orbit.
  void search_from_orbits() {
    const Adjacency backward = adjacency(graph_, Direction::kBackward);
    BitSearch search(backward);
    const std::vector<int> targets = routers_with_terminals(graph_.ejecting());
    std::vector<int> roots;
    for (const Orbit& orbit : graph_.orbits) {
      found_.push_back({orbit.router, orbit.count});
      roots.push_back(orbit.router);
    }
    for (std::size_t first = 0; first < roots.size(); first += BitSearch::kSearches) {
      const std::size_t searches = std::min(BitSearch::kSearches, roots.size() - first);
      search.start(std::span(roots).subspan(first, searches));
      for (std::int64_t distance = 1; search.step(); ++distance) {
        std::vector<std::int64_t> reached(searches);
        for (const int target : targets) {
          search.for_each_new(target, [&](std::size_t i) { ++reached[i]; });
        }
        for (std::size_t i = 0; i < searches; ++i) {
          Found& found = found_[first + i];
          found.others += reached[i];
          found.distances += distance * reached[i];
          count_pairs(static_cast<std::size_t>(distance), reached[i] * found.count);
        }
      }
      report(first, roots.size());
    }
  }

  /// The searches from `first` on were made.
  void report(std::size_t first, std::size_t all) const {
    const auto part = static_cast<std::int64_t>(BitSearch::kSearches);
    const std::int64_t done = static_cast<std::int64_t>(first) / part + 1;
    if (progress_) progress_(done, rounded_up(static_cast<std::int64_t>(all), part));
  }

  const NetworkGraph& graph_;
  const WorkProgress& progress_;
  std::vector<Found> found_;
  std::vector<std::int64_t> pairs_at_;
};

/// Delta, delta_i and whether all pairs have a path.
void summarize(const NetworkGraph& graph, const std::vector<Found>& all, DistanceMetrics& metrics) {
  const std::vector<int>& ejecting = graph.ejecting();
  const std::int64_t targets =
      std::count_if(ejecting.begin(), ejecting.end(), [](int count) { return count > 0; });
  double pairs = 0;
  double distances = 0;
  for (const Found& found : all) {
    const std::int64_t others = targets - (ejecting[found.router] > 0 ? 1 : 0);
    if (found.others < others) metrics.connected = false;
    const auto count = static_cast<double>(found.count);
    const auto reached = static_cast<double>(found.others);
    const auto sum = static_cast<double>(found.distances);
    pairs += count * reached;
    distances += count * sum;
    metrics.delta.push_back(found.others == 0 ? 0 : sum / reached);
    metrics.delta_count.push_back(found.count);
  }
  metrics.average = pairs > 0 ? distances / pairs : 0;
}

void measure_fairness(DistanceMetrics& metrics) {
  if (!metrics.connected) {
    metrics.max_difference_percent = metrics.cv2 = std::numeric_limits<double>::quiet_NaN();
    return;
  }
  if (metrics.delta.empty()) return;
  const auto [least, most] = std::minmax_element(metrics.delta.begin(), metrics.delta.end());
  if (*least == *most) return;  // 0 also where the mean would be rounded
  double routers = 0;
  double sum = 0;
  for (std::size_t i = 0; i < metrics.delta.size(); ++i) {
    const auto count = static_cast<double>(metrics.delta_count[i]);
    routers += count;
    sum += metrics.delta[i] * count;
  }
  const double mean = sum / routers;
  double squares = 0;
  for (std::size_t i = 0; i < metrics.delta.size(); ++i) {
    const double off = metrics.delta[i] - mean;
    squares += off * off * static_cast<double>(metrics.delta_count[i]);
  }
  metrics.max_difference_percent = 100 * (*most - *least) / *least;
  metrics.cv2 = squares / routers / (mean * mean);
}

}  // namespace

DistanceMetrics measure_distances(const NetworkGraph& graph, const WorkProgress& progress) {
  DistanceCount measurement(graph, progress);
  DistanceMetrics metrics;
  metrics.pairs_at = std::move(measurement.pairs_at());
  metrics.diameter = metrics.pairs_at.empty() ? 0 : static_cast<int>(metrics.pairs_at.size()) - 1;
  summarize(graph, measurement.found(), metrics);
  measure_fairness(metrics);
  return metrics;
}

}  // namespace dragonfly
