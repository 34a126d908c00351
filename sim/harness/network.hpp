// The network: groups, global channels, and the clock.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "models/config/configuration.hpp"
#include "models/endpoint/terminals.hpp"
#include "models/network/running_network.hpp"
#include "models/router/router.hpp"
#include "models/router/routes.hpp"
#include "models/wiring/wiring.hpp"
#include "sim/harness/group.hpp"
#include "sim/harness/network_clock.hpp"

namespace dragonfly {

/// Cycle n lasts from n ns to n + 1 ns of simulated time.
class Network : public sc_core::sc_module, public RunningNetwork {
 public:
  /// What somebody does between cycles. An exception ends the run.
  struct Callbacks {
    /// Before the edge of `cycle`, when all that it takes is there. May be empty.
    std::function<void(std::int64_t cycle)> before_edge;
    /// All modules have done `cycle`; false ends the run.
    std::function<bool(std::int64_t cycle)> end_of_cycle;
    /// Told which router is being evaluated. May be null; must outlive the network.
    SimulationPlace* place = nullptr;
  };

  /// `fabric` must outlive this object.
  Network(const sc_core::sc_module_name& name, const Fabric& fabric, const Configuration& config,
          const RouterShape& shape, const RouterFactory& make_router, Terminals& terminals,
          Callbacks callbacks);

  /// Router by global number.
  [[nodiscard]] RouterModule& router(int number) {
    const std::size_t group = group_of(number);
    return groups_[group]->router(number - first_routers_[group]);
  }
  [[nodiscard]] const Wiring& wiring() const override { return wiring_; }
  [[nodiscard]] const RouterShape& shape() const { return shape_; }
  [[nodiscard]] const NetworkClock& clock() const { return clock_; }
  [[nodiscard]] std::vector<std::int64_t> flits_sent() override;
  [[nodiscard]] std::uint64_t moved() const override { return clock_.moved; }
  [[nodiscard]] std::string describe_blocked() override;

 private:
  SC_HAS_PROCESS(Network);

  void tick();
  [[nodiscard]] std::size_t group_of(int router) const;
  void turn_wheels();
  bool finish_cycle();
  void connect();
  [[nodiscard]] Outlet outlet_to(const Peer& peer, int latency);
  [[nodiscard]] DelayClass delay_class(const WheelLayout& layout, int latency);

  NetworkClock clock_;
  const Wiring& wiring_;
  const Terminals& terminals_;
  int buffer_depth_;
  RouterShape shape_;
  std::vector<int> first_routers_;           ///< of the groups, and the number of routers
  WheelLayout router_layout_, bank_layout_;  ///< of the channels to routers, to banks of terminals
  Callbacks callbacks_;
  bool started_ = false;
  std::vector<std::unique_ptr<Group>> groups_;
  struct Delay {
    const WheelLayout* layout;  ///< of the receivers' wheels
    int latency;                ///< cycles
  };
  std::vector<Delay> delays_;  ///< [delay class]
};

}  // namespace dragonfly
