#include "models/wiring/wiring_graph.hpp"

#include <cstddef>
#include <vector>

namespace dragonfly {
namespace {

void add_channels(const Wiring& wiring, NetworkGraph& graph) {
  std::vector<int> number(wiring.classes().size(), -1);  // of a class, in the graph
  for (int router = 0; router < wiring.routers(); ++router)
    for (int port = 0; port < wiring.ports(router); ++port) {
      const Peer peer = wiring.output(router, port);
      if (peer.kind != PeerKind::kRouter) continue;
      // A channel both ways counts once, from the port that comes first.
      if (!graph.directed && wiring.index(peer.router, peer.port) < wiring.index(router, port))
        continue;
      const auto own = static_cast<std::size_t>(wiring.output_class(router, port));
      number[own] = 0;
      graph.channels.push_back({router, peer.router, static_cast<int>(own)});
    }
  for (std::size_t i = 0; i < number.size(); ++i) {
    if (number[i] < 0) continue;
    number[i] = static_cast<int>(graph.classes.size());
    graph.classes.push_back(wiring.classes()[i].name);
  }
  for (GraphChannel& channel : graph.channels)
    channel.channel_class = number[static_cast<std::size_t>(channel.channel_class)];
}

void count_terminals(const Wiring& wiring, NetworkGraph& graph) {
  graph.sources.resize(static_cast<std::size_t>(graph.routers));
  for (int router = 0; router < graph.routers; ++router)
    graph.sources[static_cast<std::size_t>(router)] = wiring.terminals_of(router);
  std::vector<int> sinks(graph.sources.size());
  for (int terminal = 0; terminal < wiring.terminals(); ++terminal)
    ++sinks[static_cast<std::size_t>(wiring.ejection(terminal).router)];
  if (sinks != graph.sources) graph.sinks = std::move(sinks);
}

}  // namespace

NetworkGraph graph_of(const Wiring& wiring) {
  NetworkGraph graph;
  graph.family = wiring.family();
  graph.routers = wiring.routers();
  graph.directed = wiring.directed();
  add_channels(wiring, graph);
  count_terminals(wiring, graph);
  if (wiring.groups() > 0)
    for (int router = 0; router < wiring.routers(); ++router)
      graph.group.push_back(wiring.group(router));
  graph.dimensions = wiring.dimensions();
  graph.orbits = wiring.orbits();
  graph.channels_alike = wiring.channels_alike();
  return graph;
}

}  // namespace dragonfly
