// SPDX-License-Identifier: Apache-2.0
// The network in SystemC.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <systemc>

#include "models/network/router_network.hpp"

namespace dragonfly {

/// A network of routers as a module: cycle n lasts from n ns to n + 1 ns of simulated time. One
/// process evaluates all routers and terminals in each cycle. A signal for each wire would cost
/// more than the routers do.
class NetworkModule : public sc_core::sc_module {
 public:
  /// What somebody does between cycles. An exception ends the run.
  struct Callbacks {
    /// Before the edge of `cycle`, when all that it takes is there. May be empty.
    std::function<void(std::int64_t cycle)> before_edge;
    /// All modules have done `cycle`; false ends the run.
    std::function<bool(std::int64_t cycle)> end_of_cycle;
  };

  /// `network` must outlive this object.
  NetworkModule(const sc_core::sc_module_name& name, RouterNetwork& network, Callbacks callbacks);

  /// The cycle that is simulated; the last one, once the run has ended.
  [[nodiscard]] std::int64_t cycle() const { return cycle_; }
  /// What ended the run, if something failed.
  [[nodiscard]] RouterNetwork::Failure failure() const;

 private:
  SC_HAS_PROCESS(NetworkModule);

  void tick();

  RouterNetwork& network_;
  Callbacks callbacks_;
  std::int64_t cycle_ = 0;
  std::exception_ptr error_;  ///< of what is done between cycles
};

}  // namespace dragonfly
