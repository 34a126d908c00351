#include "models/topology/topology_summary.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

namespace dragonfly {
namespace {

/// Neighbours of all routers, one list after the other.
struct Adjacency {
  std::vector<std::size_t> first;  ///< [router]; one more at the end
  std::vector<int> neighbours;
};

Adjacency adjacency(const Dragonfly& network) {
  Adjacency graph;
  graph.first.push_back(0);
  for (int router = 0; router < network.routers(); ++router) {
    for (int port = network.p(); port < network.radix(); ++port) {
      const Link link = network.link(router, port);
      if (link.connected) graph.neighbours.push_back(link.router);
    }
    graph.first.push_back(graph.neighbours.size());
  }
  return graph;
}

/// Diameter and average distance. 64 searches run at once, one in each bit of a word: bit b of
/// reached[r] says that router r has been reached from source b of the batch.
void measure_distances(const Dragonfly& network, TopologySummary& summary) {
  const Adjacency graph = adjacency(network);
  const int routers = network.routers();
  std::vector<std::uint64_t> reached(routers), next(routers);
  double distances = 0;
  for (int first_source = 0; first_source < routers; first_source += 64) {
    std::fill(reached.begin(), reached.end(), 0);
    for (int b = 0; b < std::min(64, routers - first_source); ++b) {
      reached[first_source + b] = std::uint64_t{1} << b;
    }
    for (int distance = 1;; ++distance) {
      std::int64_t found = 0;
      for (int router = 0; router < routers; ++router) {
        std::uint64_t bits = reached[router];
        for (std::size_t i = graph.first[router]; i < graph.first[router + 1]; ++i) {
          bits |= reached[graph.neighbours[i]];
        }
        next[router] = bits;
        found += std::popcount(bits ^ reached[router]);
      }
      if (found == 0) break;
      reached.swap(next);
      distances += static_cast<double>(distance) * static_cast<double>(found);
      summary.diameter = std::max(summary.diameter, distance);
    }
  }
  const double pairs = static_cast<double>(routers) * (routers - 1.0);
  summary.average_distance = routers > 1 ? distances / pairs : 0;
}

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
  measure_distances(network, summary);
  return summary;
}

}  // namespace dragonfly
