#include "sim/harness/network.hpp"

#include <string>

#include "models/router/control_registers.hpp"
#include "models/statistics/channel_utilisation.hpp"
#include "sim/harness/blocked_routers.hpp"

namespace dragonfly {

Network::Network(const sc_core::sc_module_name& name, const Dragonfly& network,
                 const Configuration& config, const RouterShape& shape,
                 const RouterFactory& make_router, Terminals& terminals, Callbacks callbacks)
    : sc_module(name),
      network_(network),
      terminals_(terminals),
      channels_(config.channels),
      buffer_depth_(config.router.buffer_depth),
      shape_(shape),
      router_layout_(shape.ports, shape.vc_bits, shape.flit_words, longest_delay(channels_)),
      bank_layout_(network.p() * network.a(), shape.vc_bits, shape.flit_words,
                   longest_delay(channels_)),
      callbacks_(std::move(callbacks)) {
  clock_.place = callbacks_.place;
  const bool with_oracle = config.routing.algorithm == Routing::kUgalG;
  for (int group = 0; group < network.g(); ++group)
    groups_.push_back(std::make_unique<Group>(("group_" + std::to_string(group)).c_str(), clock_,
                                              network, group, shape, router_layout_, bank_layout_,
                                              with_oracle, make_router, terminals));
  connect_groups();
  SC_METHOD(tick);
}

void Network::connect_groups() {
  for (int number = 0; number < network_.routers(); ++number)
    for (int index = 0; index < network_.h(); ++index) {
      const int port = network_.global_port(index);
      const Link link = network_.link(number, port);
      if (link.connected)
        router(number).connect(port, router(link.router).channel().outlet(link.port, Leg::kGlobal));
    }
}

/// Where in the wheels what is sent in this cycle has to be put.
void Network::turn_wheels() {
  const auto set = [&](Leg leg, const WheelLayout& layout, int latency) {
    clock_.sending[static_cast<std::size_t>(leg)] = layout.slot(clock_.cycle + latency);
  };
  set(Leg::kFromTerminal, router_layout_, channels_.terminal_latency);
  set(Leg::kToTerminal, bank_layout_, channels_.terminal_latency);
  set(Leg::kLocal, router_layout_, channels_.local_latency);
  set(Leg::kGlobal, router_layout_, channels_.global_latency);
}

void Network::tick() {
  static const sc_core::sc_time kCycle(1, sc_core::SC_NS);
  try {
    if (started_ && !finish_cycle()) {
      sc_core::sc_stop();
      return;
    }
    started_ = true;
    if (callbacks_.before_edge) callbacks_.before_edge(clock_.cycle);
  } catch (...) {
    clock_.fail();
    sc_core::sc_stop();
    return;
  }
  if (clock_.place != nullptr) clock_.place->begin_cycle(clock_.cycle);
  turn_wheels();
  clock_.edge.notify();
  next_trigger(kCycle);
}

/// Whether the run goes on, with the next cycle.
bool Network::finish_cycle() {
  if (clock_.failure || !callbacks_.end_of_cycle(clock_.cycle)) return false;
  ++clock_.cycle;
  return true;
}

std::vector<std::int64_t> Network::global_flits() {
  std::vector<std::int64_t> flits(static_cast<std::size_t>(network_.routers() * network_.h()));
  for (int number = 0; number < network_.routers(); ++number)
    for (int index = 0; index < network_.h(); ++index)
      for (int vc = 0; vc < shape_.stride(); ++vc)
        flits[global_channel_index(network_, number, index)] +=
            router(number).sent((network_.global_port(index) << shape_.vc_bits) + vc);
  return flits;
}

std::string Network::describe_blocked() {
  return describe_blocked_routers(*this, terminals_, buffer_depth_);
}

}  // namespace dragonfly
