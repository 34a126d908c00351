// SPDX-License-Identifier: Apache-2.0
#include "models/network/network_engine.hpp"

#include "models/config/configuration.hpp"
#include "models/network/engines.hpp"

namespace dragonfly {

bool decide_once(const RouterSizes& sizes, const Wiring& wiring) {
  for (const int vc : sizes.askers()) {
    const int port = vc >> sizes.vc_bits();
    for (int router = 0; router < wiring.routers(); ++router) {
      if (port < wiring.ports(router) && wiring.input(router, port).kind == PeerKind::kRouter)
        return false;
    }
  }
  return true;
}

bool packets_suffice(const Configuration& config, const Fabric& fabric, const RoutingNeeds& needs) {
  return !fabric.routes->design().decides_on_arrival && config.traffic.packet_size == 1 &&
         config.traffic.pattern != Pattern::kTrace && config.traffic.sink_rate == 1 &&
         !needs.delays_credits && !fabric.wiring.has_slow_channels() &&
         decide_once(router_sizes(config, fabric), fabric.wiring);
}

std::uint64_t most_packets(const Configuration& config, const Fabric& fabric) {
  const Wiring& wiring = fabric.wiring;
  auto vcs = static_cast<std::uint64_t>(wiring.terminals());
  for (int router = 0; router < wiring.routers(); ++router) {
    for (int port = 0; port < wiring.ports(router); ++port) {
      if (wiring.output(router, port).connected())
        vcs +=
            static_cast<std::uint64_t>(fabric.routes->used_vcs(wiring.output_class(router, port)));
    }
  }
  return vcs * static_cast<std::uint64_t>(config.router.buffer_depth);
}

std::unique_ptr<RouteUnit> configured_unit(const Configuration& config, const Fabric& fabric) {
  auto unit = fabric.routes->make_unit();
  const int groups = fabric.routes->groups_alike(), routers = fabric.wiring.routers() / groups;
  for (int router = 0; router < routers; ++router)
    unit->add_router(control_registers(config, fabric, router));
  if (groups > 1) unit->repeat(groups);
  return unit;
}

RouterRegisters EngineNetwork::registers(std::size_t router) const {
  return RouterRegisters::from(common_registers(config_, fabric_, static_cast<int>(router)));
}

std::unique_ptr<NetworkEngine> make_network_engine(const Configuration& config,
                                                   const Fabric& fabric, Terminals& terminals,
                                                   const Workers& workers) {
  const int words = (router_sizes(config, fabric).vectors() + 63) / 64;
  if (fabric.routes->design().decides_on_arrival)
    return make_arrival_engine(words, config, fabric, terminals, workers);
  const auto make = words <= 4 ? make_small_engine : make_large_engine;
  return make(words, config, fabric, terminals, workers);
}

}  // namespace dragonfly
