// SPDX-License-Identifier: Apache-2.0
// What enters and leaves one router, edge by edge, as text that any simulator can replay.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <span>
#include <string>

#include "models/router/router.hpp"

namespace dragonfly {

/// Writes a line for each clock edge of a router in the packaging `df_router`: the inputs that it
/// takes over, and the outputs that the model has after it. docs/verification.md, "In other
/// simulators", describes the file; sim/rtl/df_replay.sv plays it.
class PortRecording {
 public:
  /// `out` must outlive this object.
  PortRecording(std::ostream& out, const RouterShape& shape);

  /// The edges of Router::configure().
  void configure(std::span<const RegisterWrite> writes, int edges);
  /// Before a step, so that one in which an assertion fails is there as well, without outputs.
  void arrives(const RouterInputs& inputs);
  /// After it.
  void leaves(const RouterOutputs& outputs);

  /// The mark at the end: what lacks it is not whole.
  static void end(std::ostream& out);

 private:
  void put_inputs(bool reset, const RegisterWrite* write, const RouterInputs& inputs);
  /// A vector of so many bits.
  void put_bits(const std::uint64_t* words, int bits);
  void put_occupancies(const std::uint16_t* occupancies, int lanes);
  /// The flits of all ports; 0 where none is valid.
  void put_flits(const std::uint64_t* valid, const std::byte* flits);

  std::ostream& out_;
  RouterShape shape_;
};

}  // namespace dragonfly
