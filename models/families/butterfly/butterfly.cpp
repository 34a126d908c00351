#include "models/families/butterfly/butterfly.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "models/common/error.hpp"
#include "models/wiring/graph_size.hpp"

namespace dragonfly {

NetworkGraph butterfly(int k, int n) {
  constexpr int kMaxStages = 31;
  if (k < 2 || n < 1 || n > kMaxStages) {
    throw InputError(fmt::format(
        "{}-ary {}-fly: k must be 2 or more, n 1 to {}; the nearest is the {}-ary {}-fly", k, n,
        kMaxStages, std::max(k, 2), std::clamp(n, 1, kMaxStages)));
  }
  const std::int64_t rows = power(k, n - 1);
  require_graph_fits(fmt::format("{}-ary {}-fly", k, n), product(rows, n),
                     product(product(rows, n - 1), k), product(rows, k));

  NetworkGraph graph;
  graph.family = "butterfly";
  graph.directed = true;
  const int per_stage = static_cast<int>(rows);
  graph.routers = per_stage * n;
  graph.sources.assign(graph.routers, 0);
  graph.sinks.assign(graph.routers, 0);
  graph.group.resize(graph.routers);
  for (int row = 0; row < per_stage; ++row) {
    graph.sources[row] = k;
    graph.sinks[(n - 1) * per_stage + row] = k;
  }
  for (int router = 0; router < graph.routers; ++router) graph.group[router] = router / per_stage;
  int stride = per_stage;
  for (int stage = 0; stage + 1 < n; ++stage) {
    stride /= k;
    graph.classes.push_back(fmt::format("rank-{}", stage + 1));
    for (int row = 0; row < per_stage; ++row) {
      const int base = row - row / stride % k * stride;
      for (int digit = 0; digit < k; ++digit) {
        graph.channels.push_back(
            {stage * per_stage + row, (stage + 1) * per_stage + base + digit * stride, stage});
      }
    }
  }
  graph.orbits = {{0, per_stage}};  // digits can be renumbered in all stages at once
  graph.channels_alike = true;
  return graph;
}

}  // namespace dragonfly
