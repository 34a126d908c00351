#include "models/topology/distances.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <span>

namespace dragonfly {
namespace {

constexpr int kBatch = 64;  ///< searches at once

/// The routers from which distances are measured, each with how many routers it stands for.
std::vector<Orbit> search_starts(const NetworkGraph& graph) {
  if (!graph.orbits.empty()) return graph.orbits;
  std::vector<Orbit> starts;
  for (int router = 0; router < graph.routers; ++router) {
    if (graph.sources[router] > 0) starts.push_back({router, 1});
  }
  return starts;
}

/// For each search of a batch: routers found and the sum of their distances.
struct Found {
  std::int64_t routers = 0;
  std::int64_t distance = 0;
};

class Search {
 public:
  explicit Search(const NetworkGraph& graph)
      : graph_(graph),
        adjacency_(adjacency(graph)),
        reached_(graph.routers),
        next_(graph.routers) {}

  /// Adds the pairs found, by distance and weighted by orbit, to `pairs_at`.
  std::vector<Found> run(std::span<const Orbit> starts, std::vector<std::int64_t>& pairs_at) {
    std::fill(reached_.begin(), reached_.end(), 0);
    for (std::size_t b = 0; b < starts.size(); ++b) {
      reached_[starts[b].router] |= std::uint64_t{1} << b;
    }
    std::vector<Found> found(starts.size());
    for (std::size_t distance = 1; step(starts, distance, found, pairs_at); ++distance) {
    }
    return found;
  }

 private:
  /// One level of all searches. False if nothing was reached.
  bool step(std::span<const Orbit> starts, std::size_t distance, std::vector<Found>& found,
            std::vector<std::int64_t>& pairs_at) {
    std::vector<std::int64_t> reached_by(starts.size());
    bool any = false;
    for (int router = 0; router < graph_.routers; ++router) {
      std::uint64_t bits = reached_[router];
      for (std::int64_t i = adjacency_.first[router]; i < adjacency_.first[router + 1]; ++i) {
        bits |= reached_[adjacency_.neighbours[i]];
      }
      next_[router] = bits;
      std::uint64_t fresh = bits ^ reached_[router];
      any = any || fresh != 0;
      if (graph_.ejecting()[router] == 0) continue;
      for (; fresh != 0; fresh &= fresh - 1) ++reached_by[std::countr_zero(fresh)];
    }
    reached_.swap(next_);
    for (std::size_t b = 0; b < starts.size(); ++b) {
      if (reached_by[b] == 0) continue;
      found[b].routers += reached_by[b];
      found[b].distance += reached_by[b] * static_cast<std::int64_t>(distance);
      if (pairs_at.size() <= distance) pairs_at.resize(distance + 1);
      pairs_at[distance] += reached_by[b] * starts[b].count;
    }
    return any;
  }

  const NetworkGraph& graph_;
  Adjacency adjacency_;  ///< against the direction of the channels
  std::vector<std::uint64_t> reached_, next_;
};

}  // namespace

Adjacency adjacency(const NetworkGraph& graph) {
  std::vector<std::vector<int>> lists(graph.routers);
  for (const Channel& channel : graph.channels) {
    lists[channel.to].push_back(channel.from);
    if (!graph.directed) lists[channel.from].push_back(channel.to);
  }
  Adjacency result;
  result.first.push_back(0);
  for (std::vector<int>& list : lists) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    result.neighbours.insert(result.neighbours.end(), list.begin(), list.end());
    result.first.push_back(static_cast<std::int64_t>(result.neighbours.size()));
  }
  return result;
}

DistanceMetrics measure_distances(const NetworkGraph& graph) {
  DistanceMetrics metrics;
  const std::vector<Orbit> starts = search_starts(graph);
  std::int64_t ejecting = 0;
  for (const int count : graph.ejecting()) ejecting += count > 0 ? 1 : 0;
  Search search(graph);
  double pairs = 0;
  double distances = 0;
  for (std::size_t first = 0; first < starts.size(); first += kBatch) {
    const std::span<const Orbit> batch(starts.data() + first,
                                       std::min<std::size_t>(kBatch, starts.size() - first));
    const std::vector<Found> found = search.run(batch, metrics.pairs_at);
    for (std::size_t b = 0; b < batch.size(); ++b) {
      const int router = batch[b].router;
      const std::int64_t others = ejecting - (graph.ejecting()[router] > 0 ? 1 : 0);
      if (found[b].routers < others) metrics.connected = false;
      const auto count = static_cast<double>(batch[b].count);
      pairs += count * static_cast<double>(found[b].routers);
      distances += count * static_cast<double>(found[b].distance);
      metrics.delta.push_back(found[b].routers == 0 ? 0
                                                    : static_cast<double>(found[b].distance) /
                                                          static_cast<double>(found[b].routers));
      metrics.delta_count.push_back(batch[b].count);
    }
  }
  metrics.diameter = metrics.pairs_at.empty() ? 0 : static_cast<int>(metrics.pairs_at.size()) - 1;
  metrics.average = pairs > 0 ? distances / pairs : 0;
  double routers = 0;
  double sum = 0;
  for (std::size_t i = 0; i < metrics.delta.size(); ++i) {
    routers += static_cast<double>(metrics.delta_count[i]);
    sum += metrics.delta[i] * static_cast<double>(metrics.delta_count[i]);
  }
  if (metrics.delta.empty() || sum == 0) return metrics;
  const double mean = sum / routers;
  double squares = 0;
  for (std::size_t i = 0; i < metrics.delta.size(); ++i) {
    const double off = metrics.delta[i] - mean;
    squares += off * off * static_cast<double>(metrics.delta_count[i]);
  }
  const auto [least, most] = std::minmax_element(metrics.delta.begin(), metrics.delta.end());
  metrics.max_difference_percent = 100 * (*most - *least) / *least;
  metrics.cv2 = squares / routers / (mean * mean);
  return metrics;
}

}  // namespace dragonfly
