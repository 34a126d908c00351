// SPDX-License-Identifier: Apache-2.0
#include "models/metrics/minimal_routing.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace dragonfly {
namespace {

std::size_t at(int number) { return static_cast<std::size_t>(number); }

/// Whether paths within each group join all its routers.
bool groups_are_connected(const NetworkGraph& graph, int groups) {
  std::vector<int> root(at(graph.routers));
  std::iota(root.begin(), root.end(), 0);
  const auto find = [&](int router) {
    while (root[at(router)] != router) router = root[at(router)] = root[at(root[at(router)])];
    return router;
  };
  int parts = graph.routers;
  for (const GraphChannel& channel : graph.channels) {
    if (graph.group[at(channel.from)] != graph.group[at(channel.to)]) continue;
    const int one = find(channel.from), other = find(channel.to);
    if (one == other) continue;
    root[at(one)] = other;
    --parts;
  }
  return parts == groups;
}

bool is_dragonfly(const NetworkGraph& graph, int groups) {
  const auto found = std::find(graph.classes.begin(), graph.classes.end(), "global");
  if (graph.family != "dragonfly" || graph.directed || found == graph.classes.end()) return false;
  const auto global = static_cast<int>(found - graph.classes.begin());
  const bool classes_fit =
      std::all_of(graph.channels.begin(), graph.channels.end(), [&](const GraphChannel& channel) {
        const bool within = graph.group[at(channel.from)] == graph.group[at(channel.to)];
        return within == (channel.channel_class != global);
      });
  return classes_fit && groups_are_connected(graph, groups);
}

/// Whether a channel joins any two groups.
bool all_groups_are_joined(const NetworkGraph& graph, int groups) {
  std::vector<std::pair<int, int>> pairs;
  for (const GraphChannel& channel : graph.channels) {
    const int one = graph.group[at(channel.from)], other = graph.group[at(channel.to)];
    if (one != other) pairs.emplace_back(std::minmax(one, other));
  }
  std::sort(pairs.begin(), pairs.end());
  const auto joined = std::unique(pairs.begin(), pairs.end()) - pairs.begin();
  return joined == std::ptrdiff_t{groups} * (groups - 1) / 2;
}

}  // namespace

std::optional<MinimalRouting> minimal_routing(const NetworkGraph& graph) {
  if (graph.group.empty()) return MinimalRouting::kShortestPaths;
  const int groups = 1 + *std::max_element(graph.group.begin(), graph.group.end());
  if (!is_dragonfly(graph, groups)) return MinimalRouting::kShortestPaths;
  if (!all_groups_are_joined(graph, groups)) return std::nullopt;
  return MinimalRouting::kHierarchical;
}

}  // namespace dragonfly
