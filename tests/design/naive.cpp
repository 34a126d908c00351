// SPDX-License-Identifier: Apache-2.0
#include "tests/design/naive.hpp"

#include <algorithm>

#include "models/families/dragonfly/greedy_wiring.hpp"

namespace dragonfly {

std::vector<std::vector<int>> naive_neighbours(const std::vector<GlobalEnd>& links, int a, int h,
                                               int g) {
  std::vector<std::vector<int>> neighbours(a * g);
  for (int router = 0; router < a * g; ++router) {
    for (int other = 0; other < a * g; ++other) {
      if (other != router && other / a == router / a) neighbours[router].push_back(other);
    }
    for (int port = 0; port < h; ++port) {
      const GlobalEnd far = links.at(router * h + port);
      if (far.group >= 0) neighbours[router].push_back(far.group * a + far.router);
    }
  }
  return neighbours;
}

std::vector<std::vector<int>> naive_distances(const std::vector<std::vector<int>>& neighbours) {
  std::vector<std::vector<int>> all;
  for (std::size_t source = 0; source < neighbours.size(); ++source) {
    std::vector<int> distance(neighbours.size(), -1);
    std::vector<int> found{static_cast<int>(source)};
    distance[source] = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
      for (const int next : neighbours[found[i]]) {
        if (distance[next] >= 0) continue;
        distance[next] = distance[found[i]] + 1;
        found.push_back(next);
      }
    }
    all.push_back(distance);
  }
  return all;
}

NaiveMetrics naive_metrics(const std::vector<std::vector<int>>& neighbours) {
  NaiveMetrics metrics;
  std::int64_t sum = 0;
  std::int64_t least = -1;
  std::int64_t most = 0;
  for (const std::vector<int>& row : naive_distances(neighbours)) {
    std::int64_t from_here = 0;
    for (const int distance : row) {
      if (distance < 0) metrics.connected = false;
      metrics.diameter = std::max(metrics.diameter, distance);
      from_here += distance;
    }
    sum += from_here;
    least = least < 0 ? from_here : std::min(least, from_here);
    most = std::max(most, from_here);
  }
  const auto routers = static_cast<double>(neighbours.size());
  if (neighbours.size() > 1) {
    metrics.average = static_cast<double>(sum) / routers / (routers - 1);
    metrics.max_difference_percent =
        100 * static_cast<double>(most - least) / static_cast<double>(least);
  }
  return metrics;
}

NaiveMetrics naive_greedy_metrics(int a, int h, int g) {
  return naive_metrics(naive_neighbours(greedy_links(a, h, g), a, h, g));
}

}  // namespace dragonfly
