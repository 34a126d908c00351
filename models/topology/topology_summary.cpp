#include "models/topology/topology_summary.hpp"

#include <algorithm>
#include <vector>

#include "models/topology/distances.hpp"
#include "models/topology/dragonfly_graph.hpp"

namespace dragonfly {
namespace {

void count_global_channels(const Dragonfly& network, TopologySummary& summary) {
  const int g = network.g();
  std::int64_t ends = 0;
  summary.min_channels_per_group_pair = g > 1 ? network.a() * network.h() : 0;
  std::vector<int> channels(g);
  for (int group = 0; group < g; ++group) {
    std::fill(channels.begin(), channels.end(), 0);
    for (int router = 0; router < network.a(); ++router) {
      for (int port = 0; port < network.h(); ++port) {
        const int far_group = network.far_end(group, router, port).group;
        if (far_group < 0) {
          ++summary.unconnected_global_ports;
        } else {
          ++channels[far_group];
          ++ends;
        }
      }
    }
    for (int other = 0; other < g; ++other) {
      if (other == group) continue;
      summary.min_channels_per_group_pair =
          std::min(summary.min_channels_per_group_pair, channels[other]);
      summary.max_channels_per_group_pair =
          std::max(summary.max_channels_per_group_pair, channels[other]);
    }
  }
  summary.global_channels = ends / 2;
}

}  // namespace

TopologySummary summarize(const Dragonfly& network) {
  TopologySummary summary;
  summary.terminals = network.terminals();
  summary.routers = network.routers();
  summary.groups = network.g();
  summary.radix = network.radix();
  summary.effective_radix = std::int64_t{network.a()} * (network.p() + network.h());
  summary.local_channels = std::int64_t{network.routers()} * (network.a() - 1) / 2;
  count_global_channels(network, summary);
  const DistanceMetrics distances = measure_distances(dragonfly_graph(network));
  summary.diameter = distances.diameter;
  summary.average_distance = distances.average;
  summary.max_difference_percent = distances.max_difference_percent;
  summary.cv2 = distances.cv2;
  return summary;
}

}  // namespace dragonfly
