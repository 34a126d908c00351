// SPDX-License-Identifier: Apache-2.0
#include "models/metrics/network_size.hpp"

#include <algorithm>

namespace dragonfly {

NetworkSize measure_size(const NetworkGraph& graph) {
  NetworkSize size;
  size.terminals = graph.terminals();
  size.routers = graph.routers;
  size.channels = static_cast<std::int64_t>(graph.channels.size());
  for (const std::string& name : graph.classes) size.classes.push_back({name, 0});
  std::vector<int> inputs = graph.sources;
  std::vector<int> outputs = graph.ejecting();
  for (const GraphChannel& channel : graph.channels) {
    ++size.classes[channel.channel_class].channels;
    ++outputs[channel.from];
    ++inputs[channel.to];
    if (graph.directed) continue;
    ++outputs[channel.to];
    ++inputs[channel.from];
  }
  for (int router = 0; router < graph.routers; ++router) {
    size.radix = std::max({size.radix, inputs[router], outputs[router]});
  }
  std::vector<int> groups = graph.group;
  std::sort(groups.begin(), groups.end());
  size.groups = static_cast<int>(std::unique(groups.begin(), groups.end()) - groups.begin());
  return size;
}

}  // namespace dragonfly
