#include "models/families/dragonfly/topology_summary.hpp"

#include <algorithm>
#include <vector>

#include "models/families/dragonfly/dragonfly_graph.hpp"
#include "models/wiring/distances.hpp"

namespace dragonfly {
namespace {

void count_global_channels(const DragonflyWiring& wiring, TopologySummary& summary) {
  const int g = wiring.g;
  std::int64_t ends = 0;
  summary.min_channels_per_group_pair = g > 1 ? wiring.a * wiring.h : 0;
  std::vector<int> channels(g);
  auto end = wiring.ends.begin();
  for (int group = 0; group < g; ++group) {
    std::fill(channels.begin(), channels.end(), 0);
    for (int port = 0; port < wiring.a * wiring.h; ++port, ++end) {
      if (end->group < 0) {
        ++summary.unconnected_global_ports;
      } else {
        ++channels[end->group];
        ++ends;
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
  const DragonflyWiring wiring = wiring_of(network);
  TopologySummary summary = count_channels(wiring);
  const DistanceMetrics distances = measure_distances(dragonfly_graph(wiring));
  summary.diameter = distances.diameter;
  summary.average_distance = distances.average;
  summary.max_difference_percent = distances.max_difference_percent;
  summary.cv2 = distances.cv2;
  return summary;
}

TopologySummary count_channels(const DragonflyWiring& wiring) {
  TopologySummary summary;
  const int local = local_ports(wiring.group_network, wiring.a);
  summary.routers = wiring.a * wiring.g;
  summary.terminals = summary.routers * wiring.p;
  summary.groups = wiring.g;
  summary.radix = wiring.p + local + wiring.h;
  summary.effective_radix = std::int64_t{wiring.a} * (wiring.p + wiring.h);
  summary.local_channels = std::int64_t{summary.routers} * local / 2;
  count_global_channels(wiring, summary);
  return summary;
}

}  // namespace dragonfly
