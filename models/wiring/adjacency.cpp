// SPDX-License-Identifier: Apache-2.0
#include "models/wiring/adjacency.hpp"

#include <algorithm>
#include <utility>

namespace dragonfly {

Adjacency adjacency(const NetworkGraph& graph, Direction direction) {
  const auto for_each_pair = [&](auto&& visit) {
    for (const GraphChannel& channel : graph.channels) {
      const bool forward = direction == Direction::kForward;
      if (!graph.directed || forward) visit(channel.from, channel.to);
      if (!graph.directed || !forward) visit(channel.to, channel.from);
    }
  };
  std::vector<std::int64_t> ends(graph.routers + std::size_t{1}, 0);
  for_each_pair([&](int from, int) { ++ends[from + 1]; });
  for (int router = 0; router < graph.routers; ++router) ends[router + 1] += ends[router];
  std::vector<int> all(ends.back());
  std::vector<std::int64_t> filled(ends.begin(), ends.end() - 1);
  for_each_pair([&](int from, int to) { all[filled[from]++] = to; });

  Adjacency result;
  result.first.reserve(ends.size());
  result.first.push_back(0);
  std::int64_t kept = 0;
  for (int router = 0; router < graph.routers; ++router) {
    const auto begin = all.begin() + ends[router];
    const auto end = all.begin() + ends[router + 1];
    // Channels of a class come in ascending order, so most of a list is sorted already.
    const auto sorted = std::is_sorted_until(begin, end);
    std::sort(sorted, end);
    std::inplace_merge(begin, sorted, end);
    int last = router;  // so a channel to the router itself is left out
    for (auto it = begin; it != end; ++it) {
      if (*it == router || *it == last) continue;
      last = *it;
      all[kept++] = last;
    }
    result.first.push_back(kept);
  }
  all.resize(kept);
  result.neighbours = std::move(all);
  return result;
}

}  // namespace dragonfly
