// SPDX-License-Identifier: Apache-2.0
#include "sim/harness/network_module.hpp"

#include <utility>

namespace dragonfly {

NetworkModule::NetworkModule(const sc_core::sc_module_name& name, RouterNetwork& network,
                             Callbacks callbacks)
    : sc_module(name), network_(network), callbacks_(std::move(callbacks)) {
  SC_METHOD(tick);
}

void NetworkModule::tick() {
  static const sc_core::sc_time kCycle(1, sc_core::SC_NS);
  try {
    if (callbacks_.before_edge) callbacks_.before_edge(cycle_);
    if (network_.cycle(cycle_) && callbacks_.end_of_cycle(cycle_)) {
      ++cycle_;
      next_trigger(kCycle);
      return;
    }
  } catch (...) {
    // SystemC itself would reduce it to its text.
    error_ = std::current_exception();
  }
  sc_core::sc_stop();
}

RouterNetwork::Failure NetworkModule::failure() const {
  return error_ ? RouterNetwork::Failure{error_, -1} : network_.failure();
}

}  // namespace dragonfly
