// SPDX-License-Identifier: Apache-2.0
#include "models/run/expectations.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "models/config/configuration.hpp"
#include "models/metrics/channel_load.hpp"
#include "models/metrics/minimal_routing.hpp"
#include "models/traffic/destination_pattern.hpp"
#include "models/wiring/wiring_graph.hpp"

namespace dragonfly {
namespace {

/// What is done at most: pairs of terminals that send to each other, and searches times channels.
constexpr std::int64_t kMostPairs = std::int64_t{1} << 26, kMostSteps = std::int64_t{1} << 27;

std::size_t at(int number) { return static_cast<std::size_t>(number); }

/// The traffic of a configuration when every terminal sends a flit per cycle.
struct Offered {
  std::vector<std::vector<Share>> between;  ///< [router of the source]: amounts for routers
  std::vector<double> received;             ///< [terminal]

  Offered(const Configuration& config, const Wiring& wiring)
      : between(at(wiring.routers())), received(at(wiring.terminals())) {
    const DestinationPattern pattern(config.traffic, config.measurement.seed, wiring);
    std::vector<double> amounts(at(wiring.routers()));
    std::vector<int> routers;
    for (int source = 0; source < wiring.terminals(); ++source) {
      pattern.for_each_destination(source, [&](int destination, double probability) {
        received[at(destination)] += probability;
        const int router = wiring.ejection(destination).router;
        if (amounts[at(router)] == 0) routers.push_back(router);
        amounts[at(router)] += probability;
      });
      const int from = wiring.injection(source).router;
      const bool last =
          source + 1 == wiring.terminals() || wiring.injection(source + 1).router != from;
      if (!last) continue;
      for (const int router : routers) {
        if (amounts[at(router)] > 0) between[at(from)].push_back({router, amounts[at(router)]});
        amounts[at(router)] = 0;
      }
      routers.clear();
    }
  }
};

/// Mean latency and greatest interval of the channels of a class from one router to another.
/// Parallel ones carry the same.
class ChannelKinds {
 public:
  explicit ChannelKinds(const Wiring& wiring) {
    for (int router = 0; router < wiring.routers(); ++router) {
      for (int port = 0; port < wiring.ports(router); ++port) {
        const Peer peer = wiring.output(router, port);
        if (peer.kind != PeerKind::kRouter) continue;
        const int number = wiring.output_class(router, port);
        Kind& kind = kinds_[{router, peer.router, wiring.classes()[at(number)].name}];
        kind.latencies += wiring.output_latency(router, port);
        ++kind.channels;
        kind.interval = wiring.classes()[at(number)].interval;
      }
    }
  }

  struct Kind {
    double latencies = 0;
    int channels = 0, interval = 1;
    [[nodiscard]] double latency() const { return latencies / channels; }
  };
  [[nodiscard]] const Kind& of(int from, int to, const std::string& channel_class) const {
    return kinds_.at({from, to, channel_class});
  }

 private:
  std::map<std::tuple<int, int, std::string>, Kind> kinds_;
};

/// Latency of the channel of each terminal, to its router or from it.
struct TerminalChannels {
  double latencies = 0;  ///< of injection and of ejection by their traffic, added up
  double busiest = 0;    ///< share of time, at full load

  TerminalChannels(const Wiring& wiring, const Offered& offered) {
    for (int terminal = 0; terminal < wiring.terminals(); ++terminal) {
      const PortPlace in = wiring.injection(terminal), out = wiring.ejection(terminal);
      const double received = offered.received[at(terminal)];
      latencies += wiring.input_latency(in.router, in.port) +
                   received * wiring.output_latency(out.router, out.port);
      const auto interval = [&](int number) { return wiring.classes()[at(number)].interval; };
      busiest = std::max({busiest, 1.0 * interval(wiring.input_class(in.router, in.port)),
                          received * interval(wiring.output_class(out.router, out.port))});
    }
  }
};

}  // namespace

std::optional<Expectations> expectations(const Configuration& config, const Wiring& wiring) {
  const TrafficConfig& traffic = config.traffic;
  const std::int64_t terminals = wiring.terminals();
  if (traffic.pattern == Pattern::kTrace || terminals == 0 || terminals > kMostPairs / terminals)
    return std::nullopt;
  const NetworkGraph graph = graph_of(wiring);
  const auto routing = minimal_routing(graph);
  const auto channels = static_cast<std::int64_t>(graph.channels.size());
  if (!routing || graph.routers > kMostSteps / (channels + 1)) return std::nullopt;

  const Offered offered(config, wiring);
  const TrafficMatrix matrix = [&](int source, std::vector<Share>& shares) {
    const std::vector<Share>& own = offered.between[at(source)];
    shares.insert(shares.end(), own.begin(), own.end());
  };
  const ChannelLoads loads = *routing == MinimalRouting::kHierarchical
                                 ? hierarchical_minimal_loads(graph, matrix)
                                 : shortest_path_loads(graph, matrix);
  const TerminalChannels ends(wiring, offered);
  const ChannelKinds kinds(wiring);
  // A channel holds its load times its latency of flits, so by Little's law the sum over all
  // channels is the mean latency of a flit times the flits per cycle.
  double held = ends.latencies, busiest = ends.busiest;
  const auto add = [&](const std::vector<double>& load, bool backward) {
    for (std::size_t i = 0; i < load.size(); ++i) {
      const GraphChannel& channel = graph.channels[i];
      const auto& kind =
          kinds.of(backward ? channel.to : channel.from, backward ? channel.from : channel.to,
                   graph.classes[at(channel.channel_class)]);
      held += load[i] * kind.latency();
      busiest = std::max(busiest, load[i] * kind.interval);
    }
  };
  add(loads.forward, false);
  add(loads.backward, true);
  for (const double received : offered.received)
    busiest = std::max(busiest, received / traffic.sink_rate);

  Expectations expected;
  expected.throughput = 1 / busiest;
  if (traffic.packet_size == 1 || !wiring.has_slow_channels())
    expected.zero_load_latency = held / static_cast<double>(terminals) + traffic.packet_size - 1;
  return expected;
}

}  // namespace dragonfly
