#include "sim/harness/group.hpp"

#include <string>

#include "sim/harness/control_registers.hpp"

namespace dragonfly {

Group::Group(const sc_core::sc_module_name& name, NetworkClock& clock, const Dragonfly& network,
             const Configuration& config, int number, const RouterShape& shape, int longest,
             const RouterFactory& make_router, Terminals& terminals)
    : sc_module(name),
      terminals_("terminals", clock, terminals, number * network.a() * network.p(),
                 network.a() * network.p(), shape, longest) {
  for (int index = 0; index < network.a(); ++index) {
    const int router = number * network.a() + index;
    routers_.push_back(std::make_unique<RouterModule>(("router_" + std::to_string(index)).c_str(),
                                                      clock, router, make_router(router), shape,
                                                      longest));
  }
  connect_terminals(network, channel_latency(config.channels, PortClass::kTerminal));
  connect_routers(network, channel_latency(config.channels, PortClass::kLocal));
  if (config.routing.algorithm == Routing::kUgalG) connect_oracle(network.h(), shape);
}

void Group::connect_terminals(const Dragonfly& network, int latency) {
  for (int index = 0; index < network.a(); ++index)
    for (int port = 0; port < network.p(); ++port) {
      const int terminal = index * network.p() + port;
      router(index).connect(port, terminals_.channel().outlet(terminal, latency));
      terminals_.connect(terminal, router(index).channel().outlet(port, latency));
    }
}

void Group::connect_routers(const Dragonfly& network, int latency) {
  for (int from = 0; from < network.a(); ++from)
    for (int to = 0; to < network.a(); ++to)
      if (to != from)
        router(from).connect(network.local_port(from, to),
                             router(to).channel().outlet(network.local_port(to, from), latency));
}

void Group::connect_oracle(int globals, const RouterShape& shape) {
  // Routers read whole 64-bit words; the lanes that fill the last one stay 0.
  constexpr std::size_t kLanesInWord = 4;
  const std::size_t lanes =
      (static_cast<std::size_t>(shape.oracle_lanes) + kLanesInWord - 1) / kLanesInWord * kLanesInWord;
  oracle_.assign(2 * lanes, 0);
  for (std::size_t index = 0; index < routers_.size(); ++index)
    routers_[index]->connect_oracle(oracle_.data(), oracle_.data() + lanes,
                                    static_cast<int>(index) * globals);
}

}  // namespace dragonfly
