// SPDX-License-Identifier: Apache-2.0
// The network: groups, global channels, and the clock.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <systemc>
#include <vector>

#include "models/common/team.hpp"
#include "models/endpoint/terminals.hpp"
#include "models/network/running_network.hpp"
#include "models/router/router.hpp"
#include "models/router/routes.hpp"
#include "models/wiring/wiring.hpp"
#include "sim/harness/group.hpp"
#include "sim/harness/network_clock.hpp"
#include "sim/harness/region.hpp"

namespace dragonfly {

struct Configuration;

/// Cycle n lasts from n ns to n + 1 ns of simulated time.
class Network : public sc_core::sc_module, public RunningNetwork {
 public:
  /// What somebody does between cycles. An exception ends the run.
  struct Callbacks {
    /// Before the edge of `cycle`, when all that it takes is there. May be empty.
    std::function<void(std::int64_t cycle)> before_edge;
    /// All modules have done `cycle`; false ends the run.
    std::function<bool(std::int64_t cycle)> end_of_cycle;
  };

  struct Failure {
    std::exception_ptr error;  ///< null if there was none
    int router = -1;           ///< that threw it; -1: something else did
  };

  /// `places`: one at least; there is a thread for each of them, or for each router if these are
  /// fewer. They are told which router is being evaluated. They and `fabric` must outlive this
  /// object. Throws InputError for threads that cannot be started.
  Network(const sc_core::sc_module_name& name, const Fabric& fabric, const Configuration& config,
          const RouterShape& shape, const RouterFactory& make_router, Terminals& terminals,
          Callbacks callbacks, std::span<SimulationPlace> places);

  /// Router by global number.
  [[nodiscard]] RouterModule& router(int number) {
    const std::size_t group = group_of(number);
    return groups_[group]->router(number - first_routers_[group]);
  }
  [[nodiscard]] const Wiring& wiring() const override { return wiring_; }
  [[nodiscard]] const RouterShape& shape() const { return shape_; }
  /// The cycle that is simulated; the last one, once the run has ended.
  [[nodiscard]] std::int64_t cycle() const { return clock_.cycle; }
  /// What ended the run, if something failed. Of the modules that threw something in a cycle it is
  /// the first, in the order of groups, terminals before routers, however many threads there are.
  [[nodiscard]] Failure failure() const;
  [[nodiscard]] std::vector<std::int64_t> flits_sent() override;
  [[nodiscard]] std::uint64_t moved() const override;
  [[nodiscard]] std::string describe_blocked() override;

 private:
  SC_HAS_PROCESS(Network);

  void tick();
  /// All modules take their turns; false if one threw an exception.
  [[nodiscard]] bool evaluate();
  [[nodiscard]] std::size_t group_of(int router) const;
  void make_regions(std::span<SimulationPlace> places);
  [[nodiscard]] Region& region_of(int router);
  void turn_wheels();
  void connect();
  void connect_router(int number);
  void connect_terminal(int terminal);
  /// Where `from` sends to.
  [[nodiscard]] Outlet outlet_to(Region& from, const Peer& peer, int latency);
  [[nodiscard]] Outlet outlet_to(Region& from, const PortPlace& place, int latency);
  [[nodiscard]] DelayClass delay_class(const WheelLayout& layout, int latency);

  NetworkClock clock_;
  const Wiring& wiring_;
  const Terminals& terminals_;
  int buffer_depth_;
  RouterShape shape_;
  std::vector<int> first_routers_;           ///< of the groups, and the number of routers
  WheelLayout router_layout_, bank_layout_;  ///< of the channels to routers, to banks of terminals
  Callbacks callbacks_;
  std::vector<std::unique_ptr<Group>> groups_;
  std::vector<int> first_of_region_;  ///< routers
  std::vector<std::unique_ptr<Region>> regions_;
  std::exception_ptr error_;  ///< of what is done between cycles
  struct Delay {
    const WheelLayout* layout;  ///< of the receivers' wheels
    int latency;                ///< cycles
  };
  std::vector<Delay> delays_;  ///< [delay class]
  std::optional<Team> team_;   ///< a member for each region; none if there is only one
};

}  // namespace dragonfly
