// SPDX-License-Identifier: Apache-2.0
#include "models/design/design_metrics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "models/common/error.hpp"
#include "models/families/dragonfly/dragonfly_wiring.hpp"
#include "models/families/dragonfly/greedy_wiring.hpp"
#include "models/metrics/channel_load.hpp"
#include "models/wiring/distances.hpp"
#include "models/wiring/wiring_graph.hpp"

namespace dragonfly {
namespace {

/// Of the largest graph built: about a gigabyte for lists of channels and neighbours.
constexpr std::int64_t kMaxChannels = std::int64_t{1} << 26;
/// A wiring of more global ports takes seconds to measure at each point of a design space.
constexpr std::int64_t kMaxDesignPorts = std::int64_t{1} << 24;

/// Says why the graph of a shape cannot be held in memory; empty: it can.
std::string graph_too_large(const DragonflyShape& shape, int copies) {
  const auto routers = static_cast<double>(shape.g) * static_cast<double>(shape.a);
  const double ports = routers * static_cast<double>(shape.h);
  const double channels =
      routers * (static_cast<double>(shape.a - 1) + static_cast<double>(shape.h) * copies) / 2;
  if (ports > static_cast<double>(kMaxDesignPorts)) {
    return fmt::format(
        "a dragonfly of {} groups of {} routers with {} global ports each has {:.4g} global ports; "
        "networks of up to {} are measured",
        shape.g, shape.a, shape.h, ports, kMaxDesignPorts);
  }
  if (channels > static_cast<double>(kMaxChannels)) {
    return fmt::format(
        "a dragonfly of {} groups of {} routers with {} global ports each has {:.3g} channels "
        "(about {:.3g} GB); networks of up to {} channels are measured",
        shape.g, shape.a, shape.h, channels, channels * 16e-9, kMaxChannels);
  }
  return "";
}

void check_size(const DragonflyShape& shape) {
  if (shape.a < 1 || shape.g < 1 || shape.h < 0) {
    throw InputError(
        fmt::format("g = {} groups of a = {} routers with h = {} global ports make no "
                    "network: a and g must be at least 1, h at least 0",
                    shape.g, shape.a, shape.h));
  }
  const std::string reason = graph_too_large(shape, 1);
  if (!reason.empty()) throw InputError(reason);
}

/// The network with each global channel laid `redundancy` times.
NetworkGraph with_redundancy(NetworkGraph graph, int redundancy) {
  const std::size_t channels = graph.channels.size();
  for (std::size_t i = 0; i < channels; ++i) {
    if (graph.channels[i].channel_class != kOpticalClass) continue;
    for (int copy = 1; copy < redundancy; ++copy) graph.channels.push_back(graph.channels[i]);
  }
  return graph;
}

bool surely_disconnected(const DragonflyShape& shape) {
  return (shape.h == 0 && shape.g > 1) || (shape.a * shape.h == 1 && shape.g > 2);
}

}  // namespace

NetworkGraph design_graph(const DragonflyShape& shape) {
  check_size(shape);
  const auto a = static_cast<int>(shape.a);
  const auto g = static_cast<int>(shape.g);
  const auto h = static_cast<int>(shape.h);
  const Wiring wiring = dragonfly_wiring({1, a, h, g, greedy_links(a, h, g), {}});
  return graph_of(wiring);
}

std::string too_large(const DragonflyShape& shape, int copies) {
  // Closed forms: of the distances where groups are all joined by each router, of the loads where
  // they are so once.
  const bool closed = shape.h >= shape.g - 1 && (copies == 1 || shape.h == shape.g - 1);
  if (closed || surely_disconnected(shape)) return "";
  return graph_too_large(shape, copies);
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
  graph.orbits.clear();
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
  const NetworkGraph graph = with_redundancy(design_graph(shape), redundancy);
  const TrafficMatrix to_all_others = [&](int source, std::vector<Share>& shares) {
    for (int router = 0; router < graph.routers; ++router)
      if (router != source) shares.push_back({router, 1 / others});
  };
  return summarize(graph, shortest_path_loads(graph, to_all_others)).largest;
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
