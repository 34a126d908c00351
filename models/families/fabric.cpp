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

bool is_standard(const ChannelConfig& channels) {
  const ChannelConfig standard;
  return channels.terminal_latency == standard.terminal_latency &&
         channels.local_latency == standard.local_latency &&
         channels.global_latency == standard.global_latency;
}

/// By the usual names of classes, and else by where the channels lead.
void set_latencies(Wiring& wiring, const ChannelConfig& channels) {
  if (is_standard(channels)) return;  // that of a class, unless said otherwise
  const std::vector<bool> between = classes_between_groups(wiring);
  for (std::size_t number = 0; number < between.size(); ++number) {
    const std::string& name = wiring.classes()[number].name;
    const bool global = name == "global" || (name != "local" && between[number]);
    wiring.set_latency(static_cast<int>(number), name == "terminal" ? channels.terminal_latency
                                                 : global           ? channels.global_latency
                                                                    : channels.local_latency);
  }
}

}  // namespace

Wiring make_wiring(const Configuration& config) {
  const Family& chosen = family(config.topology.family);
  Wiring wiring = build_network(chosen.name, config.topology.parameters);
  if (!chosen.own_latencies) {
    set_latencies(wiring, config.channels);
  } else if (!is_standard(config.channels)) {
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
