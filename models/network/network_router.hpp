// SPDX-License-Identifier: Apache-2.0
// A router in the network.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "models/network/network_clock.hpp"
#include "models/network/router_wheel.hpp"
#include "models/router/router.hpp"

namespace dragonfly {

/// Holds a Router, whichever it is, and moves its inputs and outputs between channels.
class NetworkRouter {
 public:
  /// `number`: of the router in the network. The router must be configured. The references must
  /// outlive this object.
  NetworkRouter(const NetworkClock& clock, int number, std::unique_ptr<Router> router,
                const RouterShape& shape, const WheelLayout& layout);

  /// Of the router in the network.
  [[nodiscard]] int number() const { return number_; }

  /// What arrives at this router.
  [[nodiscard]] const RouterWheel& wheel() const { return wheel_; }

  /// What leaves on port `port` goes to `outlet`; and so do the credits of what arrives there,
  /// unless they have an outlet of their own.
  void connect(int port, const Outlet& outlet) {
    outlets_[static_cast<std::size_t>(port)] = outlet;
  }
  /// Where channels are one way: the credits of what arrives on port `port` go to `outlet`.
  void connect_credits(int port, const Outlet& outlet) {
    credit_outlets_.resize(outlets_.size());
    credit_outlets_[static_cast<std::size_t>(port)] = outlet;
  }

  /// The occupancies that the routers of the group publish, as two buffers for even and odd
  /// cycles. The router writes its own, from `first_lane` on, and reads what all wrote in the cycle
  /// before. Without this call there is no oracle.
  void connect_oracle(std::uint16_t* even, std::uint16_t* odd, int first_lane) {
    oracle_ = {even, odd};
    first_lane_ = first_lane;
  }

  /// Flits sent on an output VC and credits returned for an input VC so far.
  [[nodiscard]] std::int64_t sent(int output_vc) const {
    return counts_[static_cast<std::size_t>(output_vc)].sent;
  }
  [[nodiscard]] std::int64_t returned(int input_vc) const {
    return counts_[static_cast<std::size_t>(input_vc)].returned;
  }

  /// The router's turn in a cycle. Whether a flit left. Throws what the router throws.
  bool edge();

  /// What the router's step takes in a cycle.
  [[nodiscard]] RouterInputs inputs(std::int64_t cycle) const {
    const RouterWheel::Slot slot = wheel_.arrivals(cycle);
    return {slot.valid(), slot.credit(), slot.flits(), oracle_[(cycle + 1) & 1]};
  }
  [[nodiscard]] Router& router() { return *router_; }

 private:
  /// Whether there were any.
  template <int kFlitWords>
  bool send_flits();
  void send_credits();
  [[noreturn]] void throw_unconnected(int port) const;

  const NetworkClock& clock_;
  int number_;
  std::unique_ptr<Router> router_;
  const RouterShape& shape_;
  int mask_words_;
  RouterOutputs outputs_;
  std::array<std::uint16_t*, 2> oracle_{};  ///< [cycle modulo 2]
  int first_lane_ = 0;
  std::vector<Outlet> outlets_;         ///< [output port]
  std::vector<Outlet> credit_outlets_;  ///< [input port]; empty where channels are not one way
  /// 32 bits: Verilated routers take years to send 2^32 flits.
  struct Counts {
    std::uint32_t sent = 0;      ///< on the output VC of this number
    std::uint32_t returned = 0;  ///< for the input VC of this number
  };
  std::vector<Counts> counts_;  ///< [VC]
  RouterWheel wheel_;
};

}  // namespace dragonfly
