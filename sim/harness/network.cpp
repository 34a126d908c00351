#include "sim/harness/network.hpp"

#include <algorithm>
#include <string>

#include "models/statistics/channel_utilisation.hpp"
#include "sim/harness/control_registers.hpp"

namespace dragonfly {

Network::Network(const sc_core::sc_module_name& name, const Dragonfly& network,
                 const Configuration& config, const RouterShape& shape,
                 const RouterFactory& make_router, Terminals& terminals, Callbacks callbacks)
    : sc_module(name), network_(network), shape_(shape), callbacks_(std::move(callbacks)) {
  const int longest = longest_delay(config.channels);
  for (int group = 0; group < network.g(); ++group)
    groups_.push_back(std::make_unique<Group>(("group_" + std::to_string(group)).c_str(), clock_,
                                              network, config, group, shape, longest, make_router,
                                              terminals));
  connect_groups(channel_latency(config.channels, PortClass::kGlobal));
  SC_METHOD(tick);
}

void Network::connect_groups(int latency) {
  for (int number = 0; number < network_.routers(); ++number)
    for (int index = 0; index < network_.h(); ++index) {
      const int port = network_.global_port(index);
      const Link link = network_.link(number, port);
      if (link.connected)
        router(number).connect(port, router(link.router).channel().outlet(link.port, latency));
    }
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

int longest_delay(const ChannelConfig& channels) {
  return std::max({channels.terminal_latency, channels.local_latency, channels.global_latency});
}

}  // namespace dragonfly
