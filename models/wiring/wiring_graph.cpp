// SPDX-License-Identifier: Apache-2.0
#include "models/wiring/wiring_graph.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dragonfly {
namespace {

/// Calls visit(from, to, class) for each channel between routers: once for one that leads both
/// ways, from the port that comes first. `to` is the index of a port.
template <class Visit>
void for_each_channel(const Wiring& wiring, Visit&& visit) {
  for (int router = 0; router < wiring.routers(); ++router) {
    for (int port = 0; port < wiring.ports(router); ++port) {
      const std::int64_t peer = wiring.output_index(router, port);
      if (peer < 0 || (!wiring.directed() && peer < wiring.index(router, port))) continue;
      visit(router, peer, static_cast<std::size_t>(wiring.output_class(router, port)));
    }
  }
}

/// The classes, but for those that only terminals' channels have.
std::vector<int> numbers_of_classes(const Wiring& wiring, const std::vector<std::size_t>& channels,
                                    NetworkGraph& graph) {
  std::vector<bool> to_terminals(channels.size(), false);
  for (int terminal = 0; terminal < wiring.terminals(); ++terminal) {
    const PortPlace place = wiring.ejection(terminal);
    to_terminals[static_cast<std::size_t>(wiring.output_class(place.router, place.port))] = true;
  }
  std::vector<int> number(channels.size(), -1);
  for (std::size_t i = 0; i < channels.size(); ++i) {
    if (to_terminals[i] && channels[i] == 0) continue;
    number[i] = static_cast<int>(graph.classes.size());
    graph.classes.push_back(wiring.classes()[i].name);
  }
  return number;
}

void add_channels(const Wiring& wiring, NetworkGraph& graph) {
  std::vector<std::size_t> count(wiring.classes().size(), 0);
  for_each_channel(wiring, [&](int, std::int64_t, std::size_t own) { ++count[own]; });
  const std::vector<int> number = numbers_of_classes(wiring, count, graph);
  std::vector<std::size_t> next(count.size(), 0);
  std::size_t all = 0;
  for (std::size_t i = 0; i < count.size(); ++i) {
    next[i] = all;
    all += count[i];
  }
  graph.channels.resize(all);
  for_each_channel(wiring, [&](int from, std::int64_t to, std::size_t own) {
    graph.channels[next[own]++] = {from, wiring.router_of(to), number[own]};
  });
}

void count_terminals(const Wiring& wiring, NetworkGraph& graph) {
  graph.sources.resize(static_cast<std::size_t>(graph.routers));
  for (int router = 0; router < graph.routers; ++router)
    graph.sources[static_cast<std::size_t>(router)] = wiring.terminals_of(router);
  std::vector<int> sinks(graph.sources.size());
  for (int terminal = 0; terminal < wiring.terminals(); ++terminal)
    ++sinks[static_cast<std::size_t>(wiring.ejection(terminal).router)];
  if (graph.directed || sinks != graph.sources) graph.sinks = std::move(sinks);
}

}  // namespace

NetworkGraph graph_of(const Wiring& wiring) {
  NetworkGraph graph;
  graph.family = wiring.family();
  graph.routers = wiring.routers();
  graph.directed = wiring.directed();
  add_channels(wiring, graph);
  count_terminals(wiring, graph);
  if (wiring.groups() > 0) {
    graph.group.resize(static_cast<std::size_t>(graph.routers));
    for (int router = 0; router < graph.routers; ++router)
      graph.group[static_cast<std::size_t>(router)] = wiring.group(router);
  }
  graph.dimensions = wiring.dimensions();
  graph.orbits = wiring.orbits();
  graph.channels_alike = wiring.channels_alike();
  return graph;
}

}  // namespace dragonfly
