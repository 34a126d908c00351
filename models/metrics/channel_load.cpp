#include "models/metrics/channel_load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "models/common/error.hpp"
#include "models/metrics/shortest_paths.hpp"

namespace dragonfly {

ChannelLoads shortest_path_loads(const NetworkGraph& graph, const TrafficMatrix& traffic) {
  ChannelLoads loads;
  loads.forward.assign(graph.channels.size(), 0);
  if (!graph.directed) loads.backward.assign(graph.channels.size(), 0);
  ShortestPaths search(graph);
  std::vector<Share> shares;
  std::vector<double> through(graph.routers, 0);  // what ends at a router or goes on from it
  for (int source = 0; source < graph.routers; ++source) {
    shares.clear();
    traffic(source, shares);
    if (shares.empty()) continue;
    search.search(source);
    for (const Share& share : shares) {
      if (search.distance(share.router) < 0) {
        throw InputError(fmt::format(
            "channel loads: router {} sends to router {}, but no path leads there; the network is "
            "not connected",
            source, share.router));
      }
      through[share.router] += share.amount;
    }
    // From the farthest routers back: a router's traffic comes over its predecessors in proportion
    // to the paths that each of them has.
    const std::vector<int>& order = search.order();
    for (auto router = order.rbegin(); router != order.rend(); ++router) {
      search.for_each_next(*router, [&](const Edge& edge) {
        if (through[edge.to] == 0) return;
        const double part = through[edge.to] * (search.paths(*router) / search.paths(edge.to));
        (edge.backward ? loads.backward : loads.forward)[edge.channel] += part;
        through[*router] += part;
      });
    }
    for (const int router : order) through[router] = 0;
  }
  return loads;
}

LoadSummary summarize(const NetworkGraph& graph, const ChannelLoads& loads) {
  LoadSummary summary;
  summary.most.assign(graph.classes.size(), 0);
  summary.mean.assign(graph.classes.size(), 0);
  std::vector<std::int64_t> directions(graph.classes.size(), 0);
  const auto add = [&](const std::vector<double>& load) {
    for (std::size_t i = 0; i < load.size(); ++i) {
      const int channel_class = graph.channels[i].channel_class;
      summary.most[channel_class] = std::max(summary.most[channel_class], load[i]);
      summary.mean[channel_class] += load[i];
      ++directions[channel_class];
    }
  };
  add(loads.forward);
  add(loads.backward);
  for (std::size_t c = 0; c < directions.size(); ++c) {
    if (directions[c] > 0) summary.mean[c] /= static_cast<double>(directions[c]);
    summary.largest = std::max(summary.largest, summary.most[c]);
  }
  summary.throughput = 1 / std::max(1.0, summary.largest);
  return summary;
}

double valiant_throughput(const LoadSummary& uniform) {
  return 1 / std::max(1.0, 2 * uniform.largest);
}

}  // namespace dragonfly
