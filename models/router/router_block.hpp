// The registers of one router, in the form in which the model works on them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "models/router/bits.hpp"
#include "models/router/router_parameters.hpp"

namespace dragonfly {

/// Registers of a port. kWords: 64-bit words of a vector over input or output VCs.
template <int kWords>
struct PortBlock {
  Bits<kWords> claims;     ///< input VCs that hold a route to this output
  std::int64_t next_free;  ///< first cycle in which no flit of the output queue leaves
  std::uint64_t granted;   ///< flits that have ever entered the output queue
  std::uint32_t lfsr;      ///< of a terminal port
  std::uint16_t pointer;   ///< an input VC
};

/// Registers of a router. Its port blocks follow in memory, one for each port.
///
/// Of an output queue it is enough to know how long it is: a flit's departure is known when it
/// enters, as the queue sends one flit a cycle. So next_free stands for the queue, and what
/// becomes of flits is left to the links. The buffers of the input VCs are rings apart.
template <int kWords>
struct alignas(64) RouterBlock {
  static constexpr unsigned kVcs = 64 * kWords;
  static constexpr int kPortWords = kWords < 4 ? kWords : 4;  ///< a router has at most 255 ports

  Bits<kWords> front;      ///< input VCs with a flit in the FIFO
  Bits<kWords> undecided;  ///< input VCs of terminals whose front is a head without a decision
  Bits<kWords> mid;        ///< mid-packet
  Bits<kWords> batch;
  Bits<kWords> held;            ///< by output VC
  Bits<kPortWords> active;      ///< outputs with claims
  Bits<kWords> route_vc[8];     ///< [VC]: input VCs whose route is on this VC
  std::uint16_t route[kVcs];    ///< output VC of an input VC that holds a route
  std::uint16_t count[kVcs];    ///< flits in the FIFO, by input VC
  std::uint16_t first[kVcs];    ///< place of the oldest one in the ring
  std::uint16_t credits[kVcs];  ///< by output VC

  /// Bytes of a router with `ports` ports.
  static std::size_t bytes(int ports) {
    const std::size_t sum =
        sizeof(RouterBlock) + static_cast<std::size_t>(ports) * sizeof(PortBlock<kWords>);
    return (sum + 63) / 64 * 64;
  }
  [[nodiscard]] PortBlock<kWords>* ports() {
    return reinterpret_cast<PortBlock<kWords>*>(reinterpret_cast<std::byte*>(this) +
                                                sizeof(RouterBlock));
  }
  [[nodiscard]] const PortBlock<kWords>* ports() const {
    return const_cast<RouterBlock*>(this)->ports();
  }

  /// From zeros: what the control registers set.
  void configure(const RouterParameters& parameters, const RouterRegisters& registers) {
    for (unsigned port = 0; port < static_cast<unsigned>(parameters.ports); ++port)
      for (unsigned vc = 0; vc < static_cast<unsigned>(parameters.sizes.vcs); ++vc)
        credits[(port << parameters.vc_bits) + vc] = static_cast<std::uint16_t>(parameters.depth);
    for (std::size_t port = 0; port < registers.lfsr.size(); ++port)
      ports()[port].lfsr = registers.lfsr[port];
  }
};

}  // namespace dragonfly
