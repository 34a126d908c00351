// SPDX-License-Identifier: Apache-2.0
// A region of the network: what one thread evaluates.
#pragma once

#include <cstdint>
#include <deque>
#include <exception>
#include <vector>

#include "models/network/message_queue.hpp"
#include "models/network/network_clock.hpp"
#include "models/network/network_router.hpp"
#include "models/network/simulation_place.hpp"
#include "models/network/terminal_bank.hpp"

namespace dragonfly {

/// Routers that follow each other, and banks of terminals. All regions take their turns in a cycle
/// at the same time, each in a thread of its own; what one sends into another region goes by
/// message.
class alignas(64) RouterRegion {
 public:
  /// Number `number` of `count` regions. The references must outlive this object.
  RouterRegion(const NetworkClock& clock, SimulationPlace& place, std::size_t number,
               std::size_t count);

  // Turns are taken in the order in which they are added.
  void add(TerminalBank& bank) { turns_.push_back({&bank, {}}); }
  void add(NetworkRouter& router);

  /// The sender's end, in this region, of a channel that ends at `there` in region `to`.
  [[nodiscard]] Outlet outlet(const Outlet& there, const RouterRegion& to);

  /// The turns of all of them in this cycle, which ends for the region with the first exception.
  void take_turns(const std::vector<std::unique_ptr<RouterRegion>>& regions) noexcept;

  /// Changes whenever a flit leaves a router.
  [[nodiscard]] std::uint64_t moved() const { return moved_; }
  /// The exception thrown in a turn, if there was one.
  [[nodiscard]] const std::exception_ptr& failure() const { return failure_; }
  /// The router that threw it; -1: a terminal did.
  [[nodiscard]] int failed_router() const { return failed_router_; }

 private:
  /// Of a bank of terminals, if there is one, and then of routers.
  struct Turns {
    TerminalBank* bank;
    std::vector<NetworkRouter*> routers;
  };

  void read_messages(const std::vector<std::unique_ptr<RouterRegion>>& regions);

  const NetworkClock& clock_;
  SimulationPlace& place_;
  std::size_t number_;
  std::vector<Turns> turns_;
  std::vector<MessageQueue> queues_;  ///< [region that they are for]
  std::deque<FarEnd> far_ends_;       ///< in a place that does not change
  std::uint64_t moved_ = 0;
  std::exception_ptr failure_;
  int failed_router_ = -1;
};

}  // namespace dragonfly
