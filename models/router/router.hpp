// SPDX-License-Identifier: Apache-2.0
// The router as the harness sees it: a block that advances by one clock edge at a time. What it is
// made of (Verilated RTL, a software model, a stand-in of a test) is nobody else's business.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>

namespace dragonfly {

/// Sizes that every router of a network shares. Vectors over input or output VCs hold VC `vc` of
/// port `p` at bit p * stride + vc (docs/microarchitecture.md, "Words").
struct RouterShape {
  int ports = 0;            ///< of the router that has most
  int vc_bits = 0;          ///< log2 of stride
  int flit_words = 1;       ///< 64-bit words of a flit, 1 or 2
  int oracle_lanes = 1;     ///< occupancies that the oracle shows
  int occupancy_lanes = 1;  ///< of which this many come from one router

  [[nodiscard]] int stride() const { return 1 << vc_bits; }
  [[nodiscard]] int vector_bits() const { return ports << vc_bits; }
  /// 64-bit words of a vector over input or output VCs.
  [[nodiscard]] int mask_words() const { return (vector_bits() + 63) / 64; }
};

/// A write of a control register (docs/microarchitecture.md, "Control registers").
struct RegisterWrite {
  std::uint16_t address = 0;
  std::uint32_t data = 0;
};

/// What arrives in a cycle: the values that the input registers take over at the edge that begins
/// it.
struct RouterInputs {
  const std::uint64_t* valid_ivc = nullptr;   ///< mask_words() words: a flit arrives
  const std::uint64_t* credit_ovc = nullptr;  ///< mask_words() words: a credit returns
  /// flit_words words a port; read for ports with a valid flit only.
  const std::uint64_t* flit_ip = nullptr;
  /// Occupancies that the routers of the group publish; null unless the routing looks at them.
  const std::uint16_t* oracle = nullptr;
};

/// Where what leaves in a cycle can be read after its step. The pointers stay good for the life of
/// the router.
struct RouterOutputs {
  const std::uint64_t* valid_ovc = nullptr;   ///< mask_words() words: a flit leaves
  const std::uint64_t* credit_ivc = nullptr;  ///< mask_words() words: a slot became free
  /// flit_words x 8 bytes a port, little endian, not aligned; good for ports with a valid flit
  /// only.
  const std::byte* flit_op = nullptr;
  /// occupancy_lanes values; kept up to date while an oracle is given.
  const std::uint16_t* occupancy = nullptr;
};

/// A router found something wrong: an assertion of the RTL failed. It cannot be used any further.
class RouterFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Router {
 public:
  Router() = default;
  Router(const Router&) = delete;
  Router& operator=(const Router&) = delete;
  virtual ~Router() = default;

  /// Resets the router, writes its control registers in the given order, one at an edge, and idles
  /// until `edges` edges (at least two more than there are writes) have passed since the reset, so
  /// that routers with tables of different length stay in step. Throws RouterFailure.
  virtual void configure(std::span<const RegisterWrite> writes, int edges) = 0;

  /// One cycle: the clock edge that begins it, and what follows from it. Throws RouterFailure.
  virtual void step(const RouterInputs& inputs) = 0;

  [[nodiscard]] virtual RouterOutputs outputs() const = 0;
};

}  // namespace dragonfly
