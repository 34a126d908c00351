// SPDX-License-Identifier: Apache-2.0
#include "models/metrics/channel_load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "models/common/error.hpp"
#include "models/metrics/shortest_paths.hpp"

namespace dragonfly {

namespace {

/// Splits traffic over shortest paths, one source after the other.
class Splitter {
 public:
  explicit Splitter(const NetworkGraph& graph) : search_(graph), through_(graph.routers, 0) {}

  /// Calls add(edge, amount) for each direction of a channel that the shares use.
  template <class Add>
  void split(int source, const std::vector<Share>& shares, Add&& add) {
    if (shares.size() == 1) {
      search_.search(source, shares.front().router);
    } else {
      search_.search(source);
    }
    for (const Share& share : shares) {
      if (search_.distance(share.router) < 0) {
        throw InputError(fmt::format(
            "channel loads: router {} sends to router {}, but no path leads there; the network is "
            "not connected",
            source, share.router));
      }
      through_[share.router] += share.amount;
    }
    // From the farthest routers back: a router's traffic comes over its predecessors in proportion
    // to the paths that each of them has.
    const std::vector<int>& order = search_.order();
    for (auto router = order.rbegin(); router != order.rend(); ++router) {
      search_.for_each_next(*router, [&](const Edge& edge) {
        if (through_[edge.to] == 0) return;
        const double part = through_[edge.to] * (search_.paths(*router) / search_.paths(edge.to));
        add(edge, part);
        through_[*router] += part;
      });
    }
    for (const int router : order) through_[router] = 0;
  }

 private:
  ShortestPaths search_;
  std::vector<double> through_;  ///< [router]: what ends there or goes on from there
};

void set_largest(LoadSummary& summary) {
  for (const double load : summary.most) summary.largest = std::max(summary.largest, load);
  summary.throughput = 1 / std::max(1.0, summary.largest);
}

}  // namespace

ChannelLoads shortest_path_loads(const NetworkGraph& graph, const TrafficMatrix& traffic) {
  ChannelLoads loads;
  loads.forward.assign(graph.channels.size(), 0);
  if (!graph.directed) loads.backward.assign(graph.channels.size(), 0);
  Splitter splitter(graph);
  std::vector<Share> shares;
  for (int source = 0; source < graph.routers; ++source) {
    shares.clear();
    traffic(source, shares);
    if (shares.empty()) continue;
    splitter.split(source, shares, [&](const Edge& edge, double amount) {
      (edge.backward ? loads.backward : loads.forward)[edge.channel] += amount;
    });
  }
  return loads;
}

LoadSummary uniform_load_summary(const NetworkGraph& graph) {
  const TrafficMatrix traffic = uniform_traffic(graph);
  if (!graph.channels_alike) return summarize(graph, shortest_path_loads(graph, traffic));
  LoadSummary summary;
  summary.mean.assign(graph.classes.size(), 0);
  Splitter splitter(graph);
  std::vector<Share> shares;
  for (const Orbit& orbit : graph.orbits) {
    shares.clear();
    traffic(orbit.router, shares);
    splitter.split(orbit.router, shares, [&](const Edge& edge, double amount) {
      summary.mean[graph.channels[edge.channel].channel_class] +=
          amount * static_cast<double>(orbit.count);
    });
  }
  std::vector<double> directions(graph.classes.size(), 0);
  for (const GraphChannel& channel : graph.channels) {
    directions[channel.channel_class] += graph.directed ? 1 : 2;
  }
  for (std::size_t c = 0; c < directions.size(); ++c) {
    if (directions[c] > 0) summary.mean[c] /= directions[c];
  }
  summary.most = summary.mean;
  set_largest(summary);
  return summary;
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
  }
  set_largest(summary);
  return summary;
}

double valiant_throughput(const LoadSummary& uniform) {
  return 1 / std::max(1.0, 2 * uniform.largest);
}

}  // namespace dragonfly
