// SPDX-License-Identifier: Apache-2.0
// What the model knows of a router apart from its state: sizes and control registers in the form in
// which they are quickest to use.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/router/bits.hpp"
#include "models/router/flit_format.hpp"
#include "models/router/route_unit.hpp"
#include "models/router/router_registers.hpp"
#include "models/router/routes.hpp"

namespace dragonfly {

struct Configuration;

/// Sizes of a router, as of docs/microarchitecture.md, "Structural parameters".
struct RouterSizes {
  RouterDesign design;
  int vcs = 3;
  int speedup = 4;
  /// Flits that a VC buffer can hold, a power of two; matters to the state only, where pointers are
  /// counted modulo it.
  int depth = 1024;

  [[nodiscard]] int ports() const { return design.ports; }
  /// log2 of the stride.
  [[nodiscard]] int vc_bits() const;
  /// Number of input VCs: ports x stride.
  [[nodiscard]] int vectors() const { return ports() << vc_bits(); }
  /// The input VCs that ask for decisions, in ascending order: the askers. Where decisions are
  /// taken on arrival: VC 0 of each port, which stands for the port.
  [[nodiscard]] std::vector<int> askers() const;
};

/// The sizes of the routers of a configuration.
[[nodiscard]] RouterSizes router_sizes(const Configuration& config, const Fabric& fabric);

/// What all routers of a network have in common.
struct RouterParameters {
  RouterParameters(const RouterSizes& sizes, const RouterRegisters& registers,
                   const RoutingNeeds& needs);

  /// Whether credits of an input port are delayed when credits are.
  [[nodiscard]] bool delays(unsigned port) const {
    return port >= first_delayed && port < end_delayed;
  }
  /// Input VCs where nothing is decided.
  template <int kWords>
  [[nodiscard]] Bits<kWords> silent_inputs() const {
    Bits<kWords> mask;
    for (int w = 0; w < kWords; ++w) mask.word[w] = ~asking[static_cast<std::size_t>(w)];
    return mask;
  }

  FlitFormat format;
  RoutingNeeds needs;
  int vcs, speedup;
  int vc_bits, vc_mask;  ///< of the number of an input or output VC
  int ports, vectors;
  PortRange published;
  int oracle_lanes;
  unsigned first_delayed, end_delayed;  ///< ports
  bool sequential, cut_through;
  bool on_arrival;  ///< decides then
  int depth;        ///< D
  int ring_log;     ///< log2 of the flits that a VC's ring has room for
  int room_limit;   ///< an output takes flits while its queue holds at most so many
  int ctq_one_in;
  std::size_t lfsrs;  ///< random number registers
  /// Input VCs that ask for decisions, ascending. Where decisions are taken on arrival: VC 0 of
  /// each port, which stands for the port.
  std::vector<int> askers;
  std::vector<std::uint16_t> asker_of;  ///< [input VC]: its number among them
  /// The same as bits; where decisions are taken on arrival, of those on which terminals' flits
  /// arrive.
  std::array<std::uint64_t, 32> asking{};
};

}  // namespace dragonfly
