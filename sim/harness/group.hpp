// A group: its routers, its terminals, and the channels among them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "models/endpoint/terminals.hpp"
#include "models/families/dragonfly/dragonfly.hpp"
#include "sim/harness/network_clock.hpp"
#include "sim/harness/router_module.hpp"
#include "sim/harness/terminal_bank.hpp"

namespace dragonfly {

/// Makes the router with a global number, configured and ready for cycle 0.
using RouterFactory = std::function<std::unique_ptr<Router>(int router)>;

class Group : public sc_core::sc_module {
 public:
  /// `with_oracle`: the routing is UGAL-G.
  Group(const sc_core::sc_module_name& name, NetworkClock& clock, const Dragonfly& network,
        int number, const RouterShape& shape, const WheelLayout& router_layout,
        const WheelLayout& bank_layout, bool with_oracle, const RouterFactory& make_router,
        Terminals& terminals);

  /// Router of the group, 0 .. a-1.
  [[nodiscard]] RouterModule& router(int index) {
    return *routers_[static_cast<std::size_t>(index)];
  }

 private:
  SC_HAS_PROCESS(Group);

  /// The process of the group's modules: each takes its turn in every cycle anyway, and a process
  /// of its own for each would cost SystemC's kernel a tenth of the time of a router at low load.
  void edge();
  void connect_terminals(const Dragonfly& network);
  void connect_routers(const Dragonfly& network);
  void connect_oracle(int globals, const RouterShape& shape);

  NetworkClock& clock_;
  std::vector<std::unique_ptr<RouterModule>> routers_;
  TerminalBank terminals_;
  std::vector<std::uint16_t> oracle_;  ///< UGAL-G: lanes of even, then of odd cycles
};

}  // namespace dragonfly
