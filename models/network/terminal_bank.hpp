// SPDX-License-Identifier: Apache-2.0
// The terminals of one group.
#pragma once

#include <vector>

#include "models/endpoint/terminals.hpp"
#include "models/network/network_clock.hpp"
#include "models/network/router_wheel.hpp"

namespace dragonfly {

/// Moves flits and credits between the terminals that send to a group's routers and their channels.
///
/// The course of events at channel latency L (docs/microarchitecture.md, "Ports" and "Credit round
/// trips"):
///
///     cycle c       a terminal creates a packet, and its head leaves the terminal
///     cycle c + L   the flit arrives at the router; an idle one sends it on in the same cycle
///     cycle n       a router grants a flit to a terminal port, which takes a credit; from an idle
///                   output the flit leaves in this cycle
///     cycle n + L   the flit arrives at the terminal, which returns the credit at once
///     cycle n + 2L  the credit arrives at the router
///
/// With traffic.sink_rate < 1 the terminal returns the credit in the cycle in which it consumes the
/// flit.
class TerminalBank {
 public:
  /// Terminals first .. first + count - 1, lane number `lane` of `terminals`; `layout` may have
  /// room for more.
  TerminalBank(const NetworkClock& clock, Terminals& terminals, int lane, int first, int count,
               const WheelLayout& layout);

  /// What arrives at the terminals; port t is terminal first + t.
  [[nodiscard]] const RouterWheel& wheel() const { return wheel_; }

  /// Terminal first + `index` sends to `outlet`, and returns the credits of what it consumes to
  /// `credit_outlet`.
  void connect(int index, const Outlet& outlet, const Outlet& credit_outlet) {
    outlets_[static_cast<std::size_t>(index)] = outlet;
    credit_outlets_[static_cast<std::size_t>(index)] = credit_outlet;
  }

  /// The terminals' turn in a cycle. Throws what `terminals` throws.
  void edge();

 private:
  void take_credits(const RouterWheel::Slot& arrivals);
  void send();
  void send_single_flits();
  void send_flit(int terminal, const std::uint64_t* flit) const;
  void take_flits(const RouterWheel::Slot& arrivals);

  const NetworkClock& clock_;
  Terminals& terminals_;
  int lane_, first_, count_;
  int vc_bits_, flit_words_, mask_words_;
  bool single_flits_;
  std::vector<Outlet> outlets_, credit_outlets_;  ///< [terminal of the bank]
  RouterWheel wheel_;
};

}  // namespace dragonfly
