// SPDX-License-Identifier: Apache-2.0
#include "models/metrics/traffic_matrix.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "models/common/error.hpp"

namespace dragonfly {
namespace {

std::int64_t sinks_of(const NetworkGraph& graph) {
  std::int64_t sum = 0;
  for (const int count : graph.ejecting()) sum += count;
  return sum;
}

/// Spreads what a router's terminals send over the terminals of the given routers.
void spread(const NetworkGraph& graph, int source, const std::vector<int>& routers,
            std::int64_t terminals, std::vector<Share>& shares) {
  const double per_terminal =
      static_cast<double>(graph.sources[source]) / static_cast<double>(terminals);
  for (const int router : routers)
    shares.push_back({router, per_terminal * graph.ejecting()[router]});
}

}  // namespace

TrafficMatrix uniform_traffic(const NetworkGraph& graph) {
  return [&graph, targets = routers_with_terminals(graph.ejecting()), sinks = sinks_of(graph)](
             int source, std::vector<Share>& shares) {
    if (graph.sources[source] > 0) spread(graph, source, targets, sinks, shares);
  };
}

TrafficMatrix next_router_traffic(const NetworkGraph& graph) {
  const std::vector<int> targets = routers_with_terminals(graph.ejecting());
  std::vector<int> next(graph.routers, -1);
  std::size_t position = 0;
  for (const int router : routers_with_terminals(graph.sources)) {
    next[router] = targets[++position % targets.size()];
  }
  return [&graph, next = std::move(next)](int source, std::vector<Share>& shares) {
    if (next[source] >= 0) {
      shares.push_back({next[source], static_cast<double>(graph.sources[source])});
    }
  };
}

TrafficMatrix next_group_traffic(const NetworkGraph& graph) {
  if (graph.group.empty()) {
    throw InputError("worst-case traffic from group to group: the network has no groups");
  }
  const int groups = 1 + *std::max_element(graph.group.begin(), graph.group.end());
  std::vector<std::vector<int>> members(groups);
  std::vector<std::int64_t> terminals(groups);
  for (int router = 0; router < graph.routers; ++router) {
    members[graph.group[router]].push_back(router);
    terminals[graph.group[router]] += graph.ejecting()[router];
  }
  if (std::find(terminals.begin(), terminals.end(), 0) != terminals.end()) {
    throw InputError("worst-case traffic from group to group: a group has no terminals");
  }
  return [&graph, members = std::move(members), terminals = std::move(terminals)](
             int source, std::vector<Share>& shares) {
    if (graph.sources[source] == 0) return;
    const std::size_t target = (graph.group[source] + std::size_t{1}) % members.size();
    spread(graph, source, members[target], terminals[target], shares);
  };
}

}  // namespace dragonfly
