// A group: routers with successive numbers, and their terminals.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <systemc>
#include <vector>

#include "models/endpoint/terminals.hpp"
#include "models/wiring/wiring.hpp"
#include "sim/harness/network_clock.hpp"
#include "sim/harness/router_module.hpp"
#include "sim/harness/terminal_bank.hpp"

namespace dragonfly {

/// Makes the router with a global number, configured and ready for cycle 0.
using RouterFactory = std::function<std::unique_ptr<Router>(int router)>;

class Group : public sc_core::sc_module {
 public:
  /// Routers first .. last - 1. `published`: the outputs of which each publishes the occupancy, for
  /// the group to look at; none: nobody looks.
  Group(const sc_core::sc_module_name& name, NetworkClock& clock, const Wiring& wiring, int first,
        int last, const RouterShape& shape, const WheelLayout& router_layout,
        const WheelLayout& bank_layout, std::optional<int> published,
        const RouterFactory& make_router, Terminals& terminals);

  /// Router by its number in the group.
  [[nodiscard]] RouterModule& router(int index) {
    return *routers_[static_cast<std::size_t>(index)];
  }
  [[nodiscard]] TerminalBank& terminals() { return terminals_; }

 private:
  SC_HAS_PROCESS(Group);

  /// The process of the group's modules: each takes its turn in every cycle anyway, and a process
  /// of its own for each would cost SystemC's kernel a tenth of the time of a router at low load.
  void edge();
  void connect_oracle(int published, const RouterShape& shape);

  NetworkClock& clock_;
  std::vector<std::unique_ptr<RouterModule>> routers_;
  TerminalBank terminals_;
  std::vector<std::uint16_t> oracle_;  ///< lanes of even, then of odd cycles
};

}  // namespace dragonfly
