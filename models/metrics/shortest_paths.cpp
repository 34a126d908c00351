// SPDX-License-Identifier: Apache-2.0
#include "models/metrics/shortest_paths.hpp"

#include <cstddef>

namespace dragonfly {

ShortestPaths::ShortestPaths(const NetworkGraph& graph)
    : first_(graph.routers + std::size_t{1}, 0),
      distance_(graph.routers, -1),
      paths_(graph.routers, 0) {
  for (const GraphChannel& channel : graph.channels) {
    ++first_[channel.from + 1];
    if (!graph.directed) ++first_[channel.to + 1];
  }
  for (int router = 0; router < graph.routers; ++router) first_[router + 1] += first_[router];
  edges_.resize(first_.back());
  std::vector<std::int64_t> filled(first_.begin(), first_.end() - 1);
  for (std::size_t i = 0; i < graph.channels.size(); ++i) {
    const GraphChannel& channel = graph.channels[i];
    const auto index = static_cast<std::int64_t>(i);
    edges_[filled[channel.from]++] = {channel.to, index, false};
    if (!graph.directed) edges_[filled[channel.to]++] = {channel.from, index, true};
  }
}

void ShortestPaths::search(int source) {
  search_until(source, [](int) { return false; });
}

void ShortestPaths::search(int source, int target) {
  // When the first router as far as the target comes up, all of them were found, with all paths.
  search_until(source, [&](int router) { return distance_[router] == distance_[target]; });
}

template <class Stop>
void ShortestPaths::search_until(int source, Stop&& stop) {
  for (const int router : order_) {
    distance_[router] = -1;
    paths_[router] = 0;
  }
  order_.assign(1, source);
  distance_[source] = 0;
  paths_[source] = 1;
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const int router = order_[i];
    if (stop(router)) return;
    for (std::int64_t e = first_[router]; e < first_[router + 1]; ++e) {
      const int to = edges_[e].to;
      if (distance_[to] < 0) {
        distance_[to] = distance_[router] + 1;
        order_.push_back(to);
      }
      if (distance_[to] == distance_[router] + 1) paths_[to] += paths_[router];
    }
  }
}

}  // namespace dragonfly
