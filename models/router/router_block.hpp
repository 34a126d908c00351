// SPDX-License-Identifier: Apache-2.0
// The registers of one router, in the form in which the model works on them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "models/router/bits.hpp"
#include "models/router/router_parameters.hpp"

namespace dragonfly {

/// Registers of a port.
struct PortBlock {
  std::int64_t next_free;  ///< first cycle in which a flit can leave that is granted from now on
  std::uint64_t granted;   ///< flits that have ever entered the output queue
  std::uint16_t pointer;   ///< an input VC
  std::uint16_t interval;  ///< the output sends a flit in so many cycles at most, >= 1
  std::int32_t room;       ///< it takes flits while next_free is at most so many cycles away

  /// Flits in the output queue at the start of a cycle, before which the last was granted.
  [[nodiscard]] std::int64_t waiting(std::int64_t cycle) const {
    return next_free <= cycle ? 0 : (next_free - cycle) / interval;
  }
  /// Cycles from it until the output may send again.
  [[nodiscard]] std::int64_t pause(std::int64_t cycle) const {
    return next_free <= cycle ? 0 : (next_free - cycle) % interval;
  }
};

/// Registers of a router. In memory there follow the claims on its output VCs, the port blocks, the
/// random number registers of its askers and, where decisions are taken on arrival, queues and
/// arrival VCs.
/// kWords: 64-bit words of a vector over input or output VCs.
///
/// Of an output queue it is enough to know how long it is: a flit's departure is known when it
/// enters, as the queue sends one flit in so many cycles. So next_free stands for the queue, and
/// what becomes of flits is left to the links. The buffers of the input VCs are rings apart.
template <int kWords>
struct alignas(64) RouterBlock {
  static constexpr unsigned kVcs = 64 * kWords;
  using Mask = Bits<kWords>;

  Mask front;  ///< input VCs with a flit in the FIFO
  /// Input VCs whose front is a head without a route yet: askers' without a decision.
  Mask fresh;
  Mask mid;  ///< mid-packet
  Mask batch;
  Mask held;                    ///< output VCs
  Mask wanted;                  ///< output VCs with claims
  Mask funded;                  ///< output VCs with credits
  std::uint16_t route[kVcs];    ///< output VC of an input VC that holds a route
  std::uint16_t behind[kVcs];   ///< flits in the FIFO behind the front, by input VC
  std::uint16_t first[kVcs];    ///< place of the front in the ring
  std::uint16_t credits[kVcs];  ///< by output VC

  /// Bytes of a router with these parameters.
  static std::size_t bytes(const RouterParameters& parameters) {
    const std::size_t sum = sizeof(RouterBlock) +
                            static_cast<std::size_t>(parameters.vectors) * sizeof(Mask) +
                            static_cast<std::size_t>(parameters.ports) * sizeof(PortBlock) +
                            parameters.lfsrs * sizeof(std::uint32_t) + arrival_bytes(parameters);
    return (sum + 63) / 64 * 64;
  }
  /// Input VCs that hold a route to an output VC, by output VC.
  [[nodiscard]] Mask* claims() {
    return reinterpret_cast<Mask*>(reinterpret_cast<std::byte*>(this) + sizeof(RouterBlock));
  }
  [[nodiscard]] const Mask* claims() const { return const_cast<RouterBlock*>(this)->claims(); }
  [[nodiscard]] PortBlock* ports(const RouterParameters& parameters) {
    return reinterpret_cast<PortBlock*>(claims() + parameters.vectors);
  }
  [[nodiscard]] const PortBlock* ports(const RouterParameters& parameters) const {
    return const_cast<RouterBlock*>(this)->ports(parameters);
  }
  /// Random number registers by asker.
  [[nodiscard]] std::uint32_t* lfsrs(const RouterParameters& parameters) {
    return reinterpret_cast<std::uint32_t*>(ports(parameters) + parameters.ports);
  }
  [[nodiscard]] const std::uint32_t* lfsrs(const RouterParameters& parameters) const {
    return const_cast<RouterBlock*>(this)->lfsrs(parameters);
  }
  // Where decisions are taken on arrival.

  /// q(o) by output.
  [[nodiscard]] std::int32_t* queues(const RouterParameters& parameters) {
    return reinterpret_cast<std::int32_t*>(lfsrs(parameters) + parameters.lfsrs);
  }
  [[nodiscard]] const std::int32_t* queues(const RouterParameters& parameters) const {
    return const_cast<RouterBlock*>(this)->queues(parameters);
  }
  /// Arrival VCs by terminal port.
  [[nodiscard]] std::uint16_t* arrival_vcs(const RouterParameters& parameters) {
    return reinterpret_cast<std::uint16_t*>(queues(parameters) + parameters.ports);
  }
  [[nodiscard]] const std::uint16_t* arrival_vcs(const RouterParameters& parameters) const {
    return const_cast<RouterBlock*>(this)->arrival_vcs(parameters);
  }

  /// Flits in the FIFO of an input VC.
  [[nodiscard]] unsigned occupancy(unsigned i) const { return front.test(i) ? behind[i] + 1U : 0; }

  /// From zeros: what the control registers set.
  void configure(const RouterParameters& parameters, const RouterRegisters& registers) {
    for (unsigned port = 0; port < static_cast<unsigned>(parameters.ports); ++port) {
      for (unsigned vc = 0; vc < static_cast<unsigned>(parameters.vcs); ++vc) {
        const unsigned output = (port << parameters.vc_bits) + vc;
        credits[output] = static_cast<std::uint16_t>(parameters.depth);
        if (parameters.depth > 0) funded.set(output);
      }
      const unsigned given = port < registers.interval.size() ? registers.interval[port] : 0U;
      PortBlock& output = ports(parameters)[port];
      output.interval = static_cast<std::uint16_t>(std::max(1U, given));
      // The queue then has room_limit flits, and the pause lasts as long as it can.
      output.room = output.interval * (parameters.room_limit + 1) - 1;
    }
    std::copy_n(registers.lfsr.begin(), std::min(registers.lfsr.size(), parameters.lfsrs),
                lfsrs(parameters));
  }

 private:
  static std::size_t arrival_bytes(const RouterParameters& parameters) {
    if (!parameters.on_arrival) return 0;
    return static_cast<std::size_t>(parameters.ports) * sizeof(std::int32_t) +
           parameters.lfsrs * sizeof(std::uint16_t);
  }
};

}  // namespace dragonfly
