#include "models/design/design_metrics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "models/common/error.hpp"
#include "models/topology/distances.hpp"
#include "models/topology/greedy_wiring.hpp"

namespace dragonfly {
namespace {

/// The largest graph built: about a gigabyte for a list of channels and one of neighbours.
constexpr std::int64_t kMaxChannels = std::int64_t{1} << 26;

void check_size(const DragonflyShape& shape) {
  if (shape.a < 1 || shape.g < 1 || shape.h < 0) {
    throw InputError(
        fmt::format("g = {} groups of a = {} routers with h = {} global ports make no "
                    "network: a and g must be at least 1, h at least 0",
                    shape.g, shape.a, shape.h));
  }
  const double channels = static_cast<double>(shape.g) * static_cast<double>(shape.a) *
                          static_cast<double>(shape.channels()) / 2;
  if (channels > static_cast<double>(kMaxChannels)) {
    throw InputError(
        fmt::format("a dragonfly of {} groups of {} routers with {} global ports each has {:.3g} "
                    "channels (about {:.3g} GB); networks of up to {} channels are measured",
                    shape.g, shape.a, shape.h, channels, channels * 16e-9, kMaxChannels));
  }
}

/// Neighbours of all routers, one list after the other, with the number of channels to each.
struct MultiAdjacency {
  std::vector<std::int64_t> first;  ///< [router]; one more at the end
  std::vector<int> neighbour, channels;

  MultiAdjacency(const NetworkGraph& graph, int redundancy) {
    std::vector<std::vector<std::pair<int, int>>> lists(graph.routers);
    for (const GraphChannel& channel : graph.channels) {
      const int parallel = channel.channel_class == kOpticalClass ? redundancy : 1;
      lists[channel.from].emplace_back(channel.to, parallel);
      lists[channel.to].emplace_back(channel.from, parallel);
    }
    first.push_back(0);
    for (std::vector<std::pair<int, int>>& list : lists) {
      std::sort(list.begin(), list.end());
      for (const auto& [router, parallel] : list) {
        const bool again = static_cast<std::int64_t>(neighbour.size()) > first.back() &&
                           neighbour.back() == router;
        if (again) {
          channels.back() += parallel;
        } else {
          neighbour.push_back(router);
          channels.push_back(parallel);
        }
      }
      first.push_back(static_cast<std::int64_t>(neighbour.size()));
    }
  }
  [[nodiscard]] int routers() const { return static_cast<int>(first.size()) - 1; }
};

/// Channel loads by one breadth-first search a router: shortest paths are counted on the way out,
/// and what flows over each channel is summed up on the way back (as Brandes does for betweenness).
class LoadSum {
 public:
  explicit LoadSum(const MultiAdjacency& graph)
      : graph_(graph),
        distance_(graph.routers()),
        paths_(graph.routers()),
        flow_of_path_(graph.routers()),
        loads_(graph.neighbour.size()) {}

  /// Adds one unit of traffic from `source` to each other router. False if some are out of reach.
  [[nodiscard]] bool add(int source) {
    search(source);
    const int last = distance_[order_.back()];
    for (std::size_t i = order_.size(); i-- > 0;) {
      const int router = order_[i];
      double flow = 1;  // what ends here, and what passes on
      if (distance_[router] < last) {
        for (std::int64_t n = graph_.first[router]; n < graph_.first[router + 1]; ++n) {
          const int next = graph_.neighbour[n];
          if (distance_[next] != distance_[router] + 1) continue;
          const double each = paths_[router] * flow_of_path_[next];
          loads_[n] += each;
          flow += each * graph_.channels[n];
        }
      }
      flow_of_path_[router] = flow / paths_[router];
    }
    return static_cast<int>(order_.size()) == graph_.routers();
  }

  [[nodiscard]] double busiest() const { return *std::max_element(loads_.begin(), loads_.end()); }

 private:
  void search(int source) {
    std::fill(distance_.begin(), distance_.end(), -1);
    std::fill(paths_.begin(), paths_.end(), 0.0);
    order_.assign(1, source);
    distance_[source] = 0;
    paths_[source] = 1;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const int router = order_[i];
      const bool all_found = static_cast<int>(order_.size()) == graph_.routers();
      if (all_found && distance_[router] == distance_[order_.back()]) break;  // the last level
      for (std::int64_t n = graph_.first[router]; n < graph_.first[router + 1]; ++n) {
        const int next = graph_.neighbour[n];
        if (distance_[next] < 0) {
          distance_[next] = distance_[router] + 1;
          order_.push_back(next);
        }
        if (distance_[next] == distance_[router] + 1) {
          paths_[next] += paths_[router] * graph_.channels[n];
        }
      }
    }
  }

  const MultiAdjacency& graph_;
  std::vector<int> distance_, order_;
  std::vector<double> paths_;         ///< [router]: shortest paths from the source
  std::vector<double> flow_of_path_;  ///< [router]: flow that each of its paths brings
  std::vector<double> loads_;         ///< of one channel to each neighbour, as in graph_.neighbour
};

bool surely_disconnected(const DragonflyShape& shape) {
  return (shape.h == 0 && shape.g > 1) || (shape.a * shape.h == 1 && shape.g > 2);
}

}  // namespace

NetworkGraph design_graph(const DragonflyShape& shape) {
  check_size(shape);
  const auto a = static_cast<int>(shape.a);
  const auto g = static_cast<int>(shape.g);
  const auto h = static_cast<int>(shape.h);
  NetworkGraph graph;
  graph.family = "dragonfly";
  graph.routers = a * g;
  graph.classes = {"electrical", "optical"};
  graph.sources.assign(graph.routers, 1);
  graph.channels.reserve(static_cast<std::size_t>(shape.routers() * shape.channels() / 2));
  for (int router = 0; router < graph.routers; ++router) {
    graph.group.push_back(router / a);
    for (int other = router + 1; other < (router / a + 1) * a; ++other) {
      graph.channels.push_back({router, other, kElectricalClass});
    }
  }
  const std::vector<GlobalEnd> ends = greedy_links(a, h, g);
  for (std::size_t i = 0; i < ends.size(); ++i) {
    if (ends[i] == kUnconnected) continue;
    const auto from = static_cast<int>(i / static_cast<std::size_t>(h));
    const int to = ends[i].group * a + ends[i].router;
    if (from < to) graph.channels.push_back({from, to, kOpticalClass});
  }
  return graph;
}

std::int64_t optical_channels(const DragonflyShape& shape) {
  return shape.g > 1 ? shape.routers() * shape.h / 2 : 0;
}

DesignDistances measure_design(const DragonflyShape& shape) {
  if (surely_disconnected(shape)) return {.connected = false};
  const auto others = static_cast<double>(shape.routers() - 1);
  if (others == 0) return {};
  if (shape.h >= shape.g - 1) {
    const auto neighbours = static_cast<double>(shape.a + shape.g - 2);
    return {.diameter = others > neighbours ? 2 : 1,
            .average_distance = (neighbours + 2 * (others - neighbours)) / others};
  }
  const DistanceMetrics metrics = measure_distances(design_graph(shape));
  if (!metrics.connected) return {.connected = false};
  return {.diameter = metrics.diameter, .average_distance = metrics.average};
}

double average_distance_bound(const DragonflyShape& shape) {
  NetworkGraph graph = design_graph(shape);
  const std::int64_t routers = graph.routers;
  const std::int64_t searches = std::min<std::int64_t>(64, routers);
  for (std::int64_t i = 0; i < searches; ++i) {
    graph.orbits.push_back({static_cast<int>(i * routers / searches), 1});
  }
  const DistanceMetrics metrics = measure_distances(graph);
  if (!metrics.connected) return 0;
  // Over all pairs, the distances to and from the router in the middle add up to 2 (S-1) times
  // their sum, and there are S (S-1) pairs.
  const double mean = *std::min_element(metrics.delta.begin(), metrics.delta.end());
  return 2 * mean * static_cast<double>(routers - 1) / static_cast<double>(routers);
}

double busiest_load(const DragonflyShape& shape, int redundancy) {
  if (surely_disconnected(shape)) {
    throw InputError(
        fmt::format("the network of {} groups of {} routers with {} global ports is not connected",
                    shape.g, shape.a, shape.h));
  }
  const auto others = static_cast<double>(shape.routers() - 1);
  if (others == 0) return 0;
  if (shape.h == shape.g - 1) {
    const auto electrical = static_cast<double>(shape.a > 1 ? shape.g : 0);
    const auto optical = static_cast<double>(shape.g > 1 ? shape.a : 0);
    return std::max(electrical, optical / redundancy) / others;
  }
  const MultiAdjacency graph(design_graph(shape), redundancy);
  LoadSum loads(graph);
  for (int router = 0; router < graph.routers(); ++router) {
    if (!loads.add(router)) {
      throw Error(ExitCode::kInternal, "a network of the greedy wiring is not connected");
    }
  }
  return loads.busiest() / others;
}

double busiest_load_bound(const DragonflyShape& shape, int redundancy) {
  if (shape.g == 1) return 0;
  const auto routers = static_cast<double>(shape.routers());
  const auto a = static_cast<double>(shape.a);
  const auto others = static_cast<double>(shape.g - 1);
  const double near = std::min(others, a * static_cast<double>(shape.h));
  const double hops = (near + 2 * (others - near)) / others;  // between groups
  return hops * (routers - a) / (routers - 1) /
         (static_cast<double>(shape.h) * static_cast<double>(redundancy));
}

}  // namespace dragonfly
