#include "sim/harness/group.hpp"

#include <string>

namespace dragonfly {

Group::Group(const sc_core::sc_module_name& name, NetworkClock& clock, const Dragonfly& network,
             int number, const RouterShape& shape, const WheelLayout& router_layout,
             const WheelLayout& bank_layout, bool with_oracle, const RouterFactory& make_router,
             Terminals& terminals)
    : sc_module(name),
      clock_(clock),
      terminals_("terminals", clock, terminals, number * network.a() * network.p(),
                 network.a() * network.p(), bank_layout) {
  for (int index = 0; index < network.a(); ++index) {
    const int router = number * network.a() + index;
    routers_.push_back(std::make_unique<RouterModule>(("router_" + std::to_string(index)).c_str(),
                                                      clock, router, make_router(router), shape,
                                                      router_layout));
  }
  connect_terminals(network);
  connect_routers(network);
  if (with_oracle) connect_oracle(network.h(), shape);
  SC_METHOD(edge);
  sensitive << clock_.edge;
  dont_initialize();
}

void Group::edge() {
  if (clock_.failure) return;
  terminals_.edge();
  for (const auto& router : routers_) router->edge();
}

void Group::connect_terminals(const Dragonfly& network) {
  for (int index = 0; index < network.a(); ++index)
    for (int port = 0; port < network.p(); ++port) {
      const int terminal = index * network.p() + port;
      router(index).connect(port, terminals_.channel().outlet(terminal, Leg::kToTerminal));
      terminals_.connect(terminal, router(index).channel().outlet(port, Leg::kFromTerminal));
    }
}

void Group::connect_routers(const Dragonfly& network) {
  for (int from = 0; from < network.a(); ++from)
    for (int to = 0; to < network.a(); ++to)
      if (to != from)
        router(from).connect(
            network.local_port(from, to),
            router(to).channel().outlet(network.local_port(to, from), Leg::kLocal));
}

void Group::connect_oracle(int globals, const RouterShape& shape) {
  // Routers read whole 64-bit words; the lanes that fill the last one stay 0.
  constexpr std::size_t kLanesInWord = 4;
  const std::size_t lanes = (static_cast<std::size_t>(shape.oracle_lanes) + kLanesInWord - 1) /
                            kLanesInWord * kLanesInWord;
  oracle_.assign(2 * lanes, 0);
  for (std::size_t index = 0; index < routers_.size(); ++index)
    routers_[index]->connect_oracle(oracle_.data(), oracle_.data() + lanes,
                                    static_cast<int>(index) * globals);
}

}  // namespace dragonfly
