// SPDX-License-Identifier: Apache-2.0
#include "models/families/fabric.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/families/family_registry.hpp"
#include "models/families/table/table_routes.hpp"

namespace dragonfly {
namespace {

/// The configuration with all parameters of its family and its routing, checked.
Configuration completed(const Configuration& config) {
  Configuration all = config;
  all.topology.parameters = complete_parameters(config.topology.family, config.topology.parameters);
  all.routing.algorithm = routing_name(config);
  all.routing.allocator = allocator(all);
  return all;
}

/// Whether channels of each class lead from one group to another.
std::vector<bool> classes_between_groups(const Wiring& wiring) {
  std::vector<bool> between(wiring.classes().size());
  for (int router = 0; router < wiring.routers(); ++router) {
    for (int port = 0; port < wiring.ports(router); ++port) {
      const Peer peer = wiring.output(router, port);
      if (peer.kind == PeerKind::kRouter && wiring.group(peer.router) != wiring.group(router))
        between[static_cast<std::size_t>(wiring.output_class(router, port))] = true;
    }
  }
  return between;
}

/// A value for each of the usual classes of channels.
struct OfClasses {
  int terminal, local, global;
  bool operator==(const OfClasses&) const = default;
};

OfClasses latencies(const ChannelConfig& channels) {
  return {channels.terminal_latency, channels.local_latency, channels.global_latency};
}
OfClasses intervals(const ChannelConfig& channels) {
  return {channels.terminal_interval, channels.local_interval, channels.global_interval};
}

/// Calls set(class, value) for each class: by the usual names, and else by where the channels lead.
template <class Set>
void set_by_class(const Wiring& wiring, const OfClasses& values, Set&& set) {
  const std::vector<bool> between = classes_between_groups(wiring);
  for (std::size_t number = 0; number < between.size(); ++number) {
    const std::string& name = wiring.classes()[number].name;
    const bool global = name == "global" || (name != "local" && between[number]);
    set(static_cast<int>(number),
        name == "terminal" ? values.terminal : (global ? values.global : values.local));
  }
}

}  // namespace

Wiring make_wiring(const Configuration& config) {
  const Family& chosen = family(config.topology.family);
  Wiring wiring = build_network(chosen.name, config.topology.parameters);
  // Those of a class stay, unless said otherwise.
  const OfClasses cycles = latencies(config.channels), one_in = intervals(config.channels);
  const ChannelConfig standard;
  if (one_in != intervals(standard))
    set_by_class(wiring, one_in,
                 [&](int number, int value) { wiring.set_interval(number, value); });
  if (cycles == latencies(standard)) return wiring;
  if (!chosen.own_latencies) {
    set_by_class(wiring, cycles, [&](int number, int value) { wiring.set_latency(number, value); });
  } else {
    throw InputError(
        fmt::format("channels: the latencies of a network of the family {} are what it was built "
                    "with; leave terminal_latency, local_latency and global_latency out",
                    chosen.name));
  }
  return wiring;
}

std::unique_ptr<const Routes> make_routes(const Configuration& config) {
  const Configuration all = completed(config);
  const Family& chosen = family(all.topology.family);
  return chosen.routes ? chosen.routes(all) : make_fabric(config).routes;
}

Fabric make_fabric(const Configuration& config) {
  const Configuration all = completed(config);
  const Family& chosen = family(all.topology.family);
  return chosen.fabric ? chosen.fabric(all) : table_fabric(make_wiring(config), all);
}

}  // namespace dragonfly
