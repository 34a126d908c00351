// SPDX-License-Identifier: Apache-2.0
// Channel load of a dragonfly's own minimal routing.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

#include "models/common/error.hpp"
#include "models/metrics/channel_load.hpp"

namespace dragonfly {
namespace {

/// One direction of a global channel.
struct GlobalHop {
  std::size_t channel = 0;
  bool backward = false;
  int leaves = 0, enters = 0;  ///< routers
};

class HierarchicalLoad {
 public:
  HierarchicalLoad(const NetworkGraph& graph, const TrafficMatrix& traffic)
      : graph_(graph), traffic_(traffic) {
    sort_routers();
    sort_channels();
    for (int group = 0; group < groups_; ++group) send_from(group);
    add_local_legs();
  }

  ChannelLoads take() { return std::move(loads_); }

 private:
  void sort_routers() {
    if (graph_.group.empty()) throw InputError("dragonfly routing: the network has no groups");
    groups_ = 1 + *std::max_element(graph_.group.begin(), graph_.group.end());
    members_.resize(groups_);
    place_.resize(graph_.routers);
    legs_.resize(graph_.routers);
    for (int router = 0; router < graph_.routers; ++router) {
      std::vector<int>& members = members_[graph_.group[router]];
      place_[router] = members.size();
      members.push_back(router);
    }
    for (int router = 0; router < graph_.routers; ++router) {
      legs_[router].assign(members_[graph_.group[router]].size(), 0);
    }
  }

  void sort_channels() {
    const auto found = std::find(graph_.classes.begin(), graph_.classes.end(), "global");
    if (found == graph_.classes.end() || graph_.directed) {
      throw InputError("dragonfly routing: the network has no global channels of both directions");
    }
    const auto global = found - graph_.classes.begin();
    hops_.resize(groups_);
    for (std::size_t i = 0; i < graph_.channels.size(); ++i) {
      const GraphChannel& channel = graph_.channels[i];
      if (channel.channel_class != global) continue;
      const int one = graph_.group[channel.from];
      const int other = graph_.group[channel.to];
      hops_[one][other].push_back({i, false, channel.from, channel.to});
      hops_[other][one].push_back({i, true, channel.to, channel.from});
    }
    loads_.forward.assign(graph_.channels.size(), 0);
    loads_.backward.assign(graph_.channels.size(), 0);
  }

  /// Global hops of what a group sends, and the legs before and after them.
  void send_from(int group) {
    // What each router sends to each group, and what each router gets from this group.
    std::vector<std::map<int, double>> sent(members_[group].size());
    std::map<int, std::vector<double>> received;
    std::vector<Share> shares;
    for (const int source : members_[group]) {
      shares.clear();
      traffic_(source, shares);
      for (const Share& share : shares) {
        const int target = graph_.group[share.router];
        if (target == group) {
          legs_[source][place_[share.router]] += share.amount;
          continue;
        }
        sent[place_[source]][target] += share.amount;
        std::vector<double>& parts = received[target];
        parts.resize(members_[target].size());
        parts[place_[share.router]] += share.amount;
      }
    }
    for (const auto& [target, parts] : received) {
      const std::vector<GlobalHop>& hops = hops_to(group, target);
      const double share = 1 / static_cast<double>(hops.size());
      for (const GlobalHop& hop : hops) {
        double& load = (hop.backward ? loads_.backward : loads_.forward)[hop.channel];
        for (const int source : members_[group]) {
          const auto amount = sent[place_[source]].find(target);
          if (amount == sent[place_[source]].end()) continue;
          load += amount->second * share;
          legs_[source][place_[hop.leaves]] += amount->second * share;
        }
        for (std::size_t i = 0; i < parts.size(); ++i) legs_[hop.enters][i] += parts[i] * share;
      }
    }
  }

  const std::vector<GlobalHop>& hops_to(int group, int target) const {
    const auto hops = hops_[group].find(target);
    if (hops == hops_[group].end()) {
      throw InputError(fmt::format(
          "dragonfly routing: no global channel joins groups {} and {}; take shortest paths in "
          "networks whose groups are not all connected",
          group, target));
    }
    return hops->second;
  }

  /// Legs within groups take shortest paths over local channels.
  void add_local_legs() {
    NetworkGraph local;
    local.routers = graph_.routers;
    local.classes = {"local"};
    std::vector<std::size_t> number;
    for (std::size_t i = 0; i < graph_.channels.size(); ++i) {
      const GraphChannel& channel = graph_.channels[i];
      if (graph_.group[channel.from] != graph_.group[channel.to]) continue;
      local.channels.push_back({channel.from, channel.to, 0});
      number.push_back(i);
    }
    const ChannelLoads loads =
        shortest_path_loads(local, [&](int source, std::vector<Share>& shares) {
          const std::vector<int>& members = members_[graph_.group[source]];
          for (std::size_t i = 0; i < members.size(); ++i) {
            if (legs_[source][i] > 0) shares.push_back({members[i], legs_[source][i]});
          }
        });
    for (std::size_t i = 0; i < number.size(); ++i) {
      loads_.forward[number[i]] += loads.forward[i];
      loads_.backward[number[i]] += loads.backward[i];
    }
  }

  const NetworkGraph& graph_;
  const TrafficMatrix& traffic_;
  int groups_ = 0;
  std::vector<std::vector<int>> members_;                    ///< [group]
  std::vector<std::size_t> place_;                           ///< [router]: place in its group
  std::vector<std::map<int, std::vector<GlobalHop>>> hops_;  ///< [from group][to group]
  std::vector<std::vector<double>> legs_;                    ///< [router][place of the target]
  ChannelLoads loads_;
};

}  // namespace

ChannelLoads hierarchical_minimal_loads(const NetworkGraph& graph, const TrafficMatrix& traffic) {
  return HierarchicalLoad(graph, traffic).take();
}

}  // namespace dragonfly
