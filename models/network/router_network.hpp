// SPDX-License-Identifier: Apache-2.0
// A network of routers behind the interface Router, whatever they are made of: Verilated RTL, a
// model, both, or a test's.
#pragma once

#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/common/team.hpp"
#include "models/endpoint/terminals.hpp"
#include "models/network/network_clock.hpp"
#include "models/network/network_router.hpp"
#include "models/network/router_region.hpp"
#include "models/network/running_network.hpp"
#include "models/network/simulation_place.hpp"
#include "models/network/terminal_bank.hpp"
#include "models/router/router.hpp"
#include "models/router/routes.hpp"
#include "models/wiring/wiring.hpp"

namespace dragonfly {

struct Configuration;

/// Makes the router with a global number, configured and ready for cycle 0. `place`: of the thread
/// that will step it.
using RouterFactory = std::function<std::unique_ptr<Router>(int router, std::size_t place)>;

/// Routers, terminals, and the channels between them, in regions that a thread each evaluates.
/// Results do not depend on the number of threads.
class RouterNetwork : public RunningNetwork {
 public:
  struct Failure {
    std::exception_ptr error;  ///< null if there was none
    int router = -1;           ///< that threw it; -1: a terminal did
  };

  /// `places`: at least one. Each place has a thread, unless there are fewer routers than places;
  /// the thread records in its place which router it evaluates. All references must outlive this
  /// object. Throws InputError for threads that cannot be started, and what make_router throws.
  RouterNetwork(const Fabric& fabric, const Configuration& config, const RouterShape& shape,
                const RouterFactory& make_router, Terminals& terminals,
                std::span<SimulationPlace> places);

  /// One cycle of all terminals and routers; to be called for 0, 1, 2, ... False if one of them
  /// failed.
  [[nodiscard]] bool cycle(std::int64_t now);
  /// Of those that failed in a cycle the first, in the order of groups, terminals before routers,
  /// however many threads there are.
  [[nodiscard]] Failure failure() const;

  /// Router by global number.
  [[nodiscard]] NetworkRouter& router(int number) {
    return routers_[static_cast<std::size_t>(number)];
  }
  /// What the next step of a router takes, between cycles: all that arrives in cycle `now`.
  [[nodiscard]] RouterInputs inputs(int number, std::int64_t now) const {
    return routers_[static_cast<std::size_t>(number)].inputs(now);
  }
  [[nodiscard]] const Wiring& wiring() const override { return wiring_; }
  [[nodiscard]] const RouterShape& shape() const { return shape_; }
  /// The last cycle.
  [[nodiscard]] std::int64_t now() const { return clock_.cycle; }
  [[nodiscard]] std::vector<std::int64_t> flits_sent() override;
  [[nodiscard]] std::uint64_t moved() const override;
  [[nodiscard]] std::string describe_blocked() override;

 private:
  void connect_oracle(std::size_t group, int published);
  [[nodiscard]] std::size_t group_of(int router) const;
  void divide_regions(std::size_t places);
  void make_regions(std::span<SimulationPlace> places);
  [[nodiscard]] std::size_t region_number(int router) const;
  [[nodiscard]] RouterRegion& region_of(int router) { return *regions_[region_number(router)]; }
  void turn_wheels();
  void connect();
  void connect_router(int number);
  void connect_terminal(int terminal);
  /// Where `from` sends to.
  [[nodiscard]] Outlet outlet_to(RouterRegion& from, const Peer& peer, int latency);
  [[nodiscard]] Outlet outlet_to(RouterRegion& from, const PortPlace& place, int latency);
  [[nodiscard]] DelayClass delay_class(const WheelLayout& layout, int latency);

  NetworkClock clock_;
  const Wiring& wiring_;
  const Terminals& terminals_;
  int buffer_depth_;
  RouterShape shape_;
  std::vector<int> first_routers_;           ///< of the groups, and the number of routers
  WheelLayout router_layout_, bank_layout_;  ///< of the channels to routers, to banks of terminals
  std::deque<NetworkRouter> routers_;        ///< [router]; in places that do not change
  std::deque<TerminalBank> banks_;           ///< [group]: terminals that send to its routers
  std::vector<std::vector<std::uint16_t>> oracles_;  ///< [group]: lanes of even, then of odd cycles
  std::vector<int> first_of_region_;                 ///< routers
  std::vector<std::unique_ptr<RouterRegion>> regions_;
  struct Delay {
    const WheelLayout* layout;  ///< of the receivers' wheels
    int latency;                ///< cycles
  };
  std::vector<Delay> delays_;  ///< [delay class]
  std::optional<Team> team_;   ///< a member for each region; none if there is only one
};

}  // namespace dragonfly
