// SPDX-License-Identifier: Apache-2.0
#include "models/families/dragonfly/topology_summary.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "models/families/dragonfly/dragonfly_wiring.hpp"
#include "models/wiring/distances.hpp"
#include "models/wiring/wiring_graph.hpp"

namespace dragonfly {
namespace {

/// What leaves a group.
struct GroupExits {
  explicit GroupExits(int groups) : channels(static_cast<std::size_t>(groups), 0) {}

  std::vector<int> channels;  ///< [group]
  std::int64_t all = 0;       ///< terminals and unconnected ones included
};

std::vector<std::vector<int>> members_of_groups(const Wiring& wiring) {
  std::vector<std::vector<int>> members(static_cast<std::size_t>(wiring.groups()));
  for (int router = 0; router < wiring.routers(); ++router)
    members[static_cast<std::size_t>(wiring.group(router))].push_back(router);
  return members;
}

/// Counts the ports of a router; its channels count twice, once at each end.
void count_ports(const Wiring& wiring, int router, GroupExits& ports, TopologySummary& summary) {
  const int own = wiring.group(router);
  // Where groups are runs, most channels are known to be local without a look at where they lead.
  const bool runs = wiring.groups_are_runs();
  const std::int64_t begin = runs ? wiring.index(wiring.first_of_group(own), 0) : 0;
  const int next = wiring.first_of_group(own + 1);
  const std::int64_t end = !runs                     ? 0
                           : next < wiring.routers() ? wiring.index(next, 0)
                                                     : wiring.all_ports();
  for (int port = 0; port < wiring.ports(router); ++port) {
    const std::int64_t index = wiring.output_index(router, port);
    if (index >= begin && index < end) {
      ++summary.local_channels;
      continue;
    }
    const Peer peer = wiring.output(router, port);
    if (peer.kind == PeerKind::kRouter) {
      const int group = wiring.group(peer.router);
      if (group == own) {
        ++summary.local_channels;
        continue;
      }
      ++summary.global_channels;
      ++ports.channels[static_cast<std::size_t>(group)];
    } else if (!peer.connected()) {
      ++summary.unconnected_global_ports;
    }
    ++ports.all;
  }
}

}  // namespace

TopologySummary summarize(const Dragonfly& network) {
  const Wiring wiring = dragonfly_wiring(network);
  TopologySummary summary = count_channels(wiring);
  const DistanceMetrics distances = measure_distances(graph_of(wiring));
  summary.diameter = distances.diameter;
  summary.average_distance = distances.average;
  summary.max_difference_percent = distances.max_difference_percent;
  summary.cv2 = distances.cv2;
  return summary;
}

TopologySummary count_channels(const Wiring& wiring) {
  TopologySummary summary;
  summary.routers = wiring.routers();
  summary.terminals = wiring.terminals();
  summary.groups = wiring.groups();
  summary.radix = wiring.most_ports();
  int least = std::numeric_limits<int>::max(), most = 0;
  const std::vector<std::vector<int>> members = members_of_groups(wiring);
  for (std::size_t group = 0; group < members.size(); ++group) {
    GroupExits ports(wiring.groups());
    for (const int router : members[group]) count_ports(wiring, router, ports, summary);
    summary.effective_radix = std::max(summary.effective_radix, ports.all);
    for (std::size_t other = 0; other < members.size(); ++other) {
      if (other == group) continue;
      least = std::min(least, ports.channels[other]);
      most = std::max(most, ports.channels[other]);
    }
  }
  summary.local_channels /= 2;
  summary.global_channels /= 2;
  summary.min_channels_per_group_pair = wiring.groups() > 1 ? least : 0;
  summary.max_channels_per_group_pair = most;
  return summary;
}

}  // namespace dragonfly
