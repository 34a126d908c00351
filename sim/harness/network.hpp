// The network: groups, global channels, and the clock.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "models/config/configuration.hpp"
#include "models/endpoint/terminals.hpp"
#include "models/topology/dragonfly.hpp"
#include "sim/harness/group.hpp"
#include "sim/harness/network_clock.hpp"
#include "models/router/router.hpp"

namespace dragonfly {

/// Cycle n lasts from n ns to n + 1 ns of simulated time.
class Network : public sc_core::sc_module {
 public:
  /// What somebody does between cycles. An exception ends the run.
  struct Callbacks {
    /// Before the edge of `cycle`, when all that it takes is there. May be empty.
    std::function<void(std::int64_t cycle)> before_edge;
    /// All modules have done `cycle`; false ends the run.
    std::function<bool(std::int64_t cycle)> end_of_cycle;
  };

  /// `network` must outlive this object.
  Network(const sc_core::sc_module_name& name, const Dragonfly& network,
          const Configuration& config, const RouterShape& shape, const RouterFactory& make_router,
          Terminals& terminals, Callbacks callbacks);

  /// Router by global number.
  [[nodiscard]] RouterModule& router(int number) {
    return groups_[static_cast<std::size_t>(network_.group_of_router(number))]->router(
        network_.local_index(number));
  }
  [[nodiscard]] const Dragonfly& topology() const { return network_; }
  [[nodiscard]] const RouterShape& shape() const { return shape_; }
  [[nodiscard]] const NetworkClock& clock() const { return clock_; }
  /// Flits sent so far on every global channel, by global_channel_index().
  [[nodiscard]] std::vector<std::int64_t> global_flits();

 private:
  SC_HAS_PROCESS(Network);

  void tick();
  void turn_wheels();
  bool finish_cycle();
  void connect_groups();

  NetworkClock clock_;
  const Dragonfly& network_;
  ChannelConfig channels_;
  RouterShape shape_;
  WheelLayout router_layout_, bank_layout_;  ///< of the channels to routers, to banks of terminals
  Callbacks callbacks_;
  bool started_ = false;
  std::vector<std::unique_ptr<Group>> groups_;
};

/// Largest latency of a channel of the network, in cycles.
[[nodiscard]] int longest_delay(const ChannelConfig& channels);

}  // namespace dragonfly
