// SPDX-License-Identifier: Apache-2.0
// Where the slots of buffers are: no credit is lost, and none comes from nowhere.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/router/router.hpp"
#include "models/router/router_state.hpp"
#include "models/router/routes.hpp"
#include "models/wiring/wiring.hpp"

namespace dragonfly {

/// Counts what passes the ports of one router, and holds it against its registers. Of each output
/// VC the D slots of the next buffer are free (credits), asked for by flits that wait in the output
/// queue, or at the neighbour's: flits on their way there, in its buffer, and credits on their way
/// back. Of each input VC what has arrived and not been given back is in the FIFO, or a pending
/// credit. And no timestamp queue is deeper than credits of its output VC are out.
///
/// Router and model are compared elsewhere, and could agree on what is wrong; this asks neither how
/// it should work. A flit that stands in the output queue is counted by port, as registers count
/// it.
class CreditAudit {
 public:
  /// Of routers with `vcs` VCs and buffers of `depth` flits: the control register DEPTH.
  CreditAudit(const StateLayout& layout, const RouterDesign& design, int vcs, int depth);

  /// What arrived and left in a cycle.
  void count(const RouterShape& shape, const RouterInputs& inputs, const RouterOutputs& outputs);

  /// Of a state in force in the cycle that count() has not been told of yet: what is wrong with it;
  /// empty if nothing.
  [[nodiscard]] std::string fault(const std::vector<std::uint32_t>& state) const;

  /// Slots of the buffer behind an output VC that its neighbour has: flits that left, less credits
  /// that came back.
  [[nodiscard]] std::int64_t lent(int port, int vc) const { return lent_[place(port, vc)]; }
  /// Slots of an input VC that are taken: flits that arrived, less credits that were given back.
  [[nodiscard]] std::int64_t taken(int port, int vc) const { return taken_[place(port, vc)]; }
  [[nodiscard]] int vcs() const { return vcs_; }

 private:
  [[nodiscard]] std::size_t place(int port, int vc) const {
    return (static_cast<std::size_t>(port) << vc_bits_) + static_cast<std::size_t>(vc);
  }

  StateLayout layout_;
  int ports_, vc_bits_, vcs_;
  std::int64_t depth_;
  std::vector<bool> moves_;  ///< [port]: flits enter the FIFO of another VC than that they come on
  std::vector<std::int32_t> lent_, taken_;  ///< [VC]
};

/// What is wrong with the channels between routers; empty if nothing. `audits`: [router], none of
/// one that was not looked at; all have counted the same cycles. What one end has sent and the
/// other has not received must be as much as can be on the way.
[[nodiscard]] std::string channel_fault(const Wiring& wiring,
                                        const std::vector<std::optional<CreditAudit>>& audits);

}  // namespace dragonfly
