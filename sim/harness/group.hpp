// SPDX-License-Identifier: Apache-2.0
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
  /// Routers first .. last - 1, and their terminals, lane number `lane` of `terminals`.
  /// `published`: the outputs of which each publishes the occupancy, for the group to look at;
  /// none: nobody looks.
  Group(const sc_core::sc_module_name& name, const NetworkClock& clock, const Wiring& wiring,
        int first, int last, const RouterShape& shape, const WheelLayout& router_layout,
        const WheelLayout& bank_layout, std::optional<int> published,
        const RouterFactory& make_router, Terminals& terminals, int lane);

  /// Router by its number in the group.
  [[nodiscard]] RouterModule& router(int index) {
    return *routers_[static_cast<std::size_t>(index)];
  }
  [[nodiscard]] TerminalBank& terminals() { return terminals_; }

 private:
  void connect_oracle(int published, const RouterShape& shape);

  std::vector<std::unique_ptr<RouterModule>> routers_;
  TerminalBank terminals_;
  std::vector<std::uint16_t> oracle_;  ///< lanes of even, then of odd cycles
};

}  // namespace dragonfly
