// SPDX-License-Identifier: Apache-2.0
#include "sim/lockstep/credit_audit.hpp"

#include <fmt/format.h>

#include <bit>

#include "models/router/state_difference.hpp"

namespace dragonfly {

namespace {

/// Adds `change` for each bit of a vector over VCs.
void add(std::vector<std::int32_t>& counts, const std::uint64_t* bits, int words, int change) {
  for (int word = 0; word < words; ++word) {
    for (std::uint64_t rest = bits[word]; rest != 0; rest &= rest - 1) {
      const auto first = static_cast<std::size_t>(word) * 64;
      counts[first + static_cast<std::size_t>(std::countr_zero(rest))] += change;
    }
  }
}

}  // namespace

CreditAudit::CreditAudit(const StateLayout& layout, const RouterDesign& design, int vcs, int depth)
    : layout_(layout),
      ports_(design.ports),
      vc_bits_(layout.vc_bits()),
      vcs_(vcs),
      depth_(depth),
      moves_(static_cast<std::size_t>(design.ports)),
      lent_(static_cast<std::size_t>(design.ports) << vc_bits_),
      taken_(lent_.size()) {
  for (std::size_t port = 0; port < moves_.size() && port < design.only_terminals.size(); ++port)
    moves_[port] = design.decides_on_arrival && design.only_terminals[port];
}

void CreditAudit::count(const RouterShape& shape, const RouterInputs& inputs,
                        const RouterOutputs& outputs) {
  const int words = shape.mask_words();
  add(taken_, inputs.valid_ivc, words, 1);
  add(taken_, outputs.credit_ivc, words, -1);
  add(lent_, outputs.valid_ovc, words, 1);
  add(lent_, inputs.credit_ovc, words, -1);
}

std::string CreditAudit::fault(const std::vector<std::uint32_t>& state) const {
  const auto value = [&](StatePart part, std::size_t entry) -> std::int64_t {
    return state_entry(layout_, state, part, entry);
  };
  for (int port = 0; port < ports_; ++port) {
    std::int64_t slots = value(StatePart::kQueueLength, static_cast<std::size_t>(port));
    const std::int64_t queued = slots;
    std::int64_t arrived = 0, kept = 0;
    for (int vc = 0; vc < vcs_; ++vc) {
      const std::size_t at = place(port, vc);
      const std::int64_t credits = value(StatePart::kCredits, at);
      if (lent_[at] < 0 || credits + lent_[at] > depth_ || credits + lent_[at] + queued < depth_) {
        return fmt::format(
            "credits are not conserved: of {} slots behind output port {} VC{} {} are free and {} "
            "at the neighbour's, and {} flits wait in the output queue",
            depth_, port, vc, credits, lent_[at], queued);
      }
      const std::int64_t times = value(StatePart::kTimestampLength, at);
      if (times > depth_ - credits) {
        return fmt::format(
            "the timestamp queue of output port {} VC{} has {} entries, and {} credits are out",
            port, vc, times, depth_ - credits);
      }
      slots += credits + lent_[at];
      const std::int64_t held =
          value(StatePart::kOccupancy, at) + value(StatePart::kPendingLength, at);
      if (!moves_[static_cast<std::size_t>(port)] && taken_[at] != held) {
        return fmt::format(
            "slots are not conserved: of input port {} VC{} {} are taken, and {} hold flits or "
            "pending credits",
            port, vc, taken_[at], held);
      }
      arrived += taken_[at];
      kept += held;
    }
    if (arrived != kept) {
      return fmt::format(
          "slots are not conserved: of input port {} {} are taken, and {} hold flits or pending "
          "credits",
          port, arrived, kept);
    }
    if (slots != depth_ * vcs_) {
      return fmt::format(
          "credits are not conserved: of {} slots behind output port {} {} are free, wait for a "
          "flit of the output queue, or are at the neighbour's",
          depth_ * vcs_, port, slots);
    }
  }
  return {};
}

std::string channel_fault(const Wiring& wiring,
                          const std::vector<std::optional<CreditAudit>>& audits) {
  for (int router = 0; router < wiring.routers(); ++router) {
    const std::optional<CreditAudit>& from = audits[static_cast<std::size_t>(router)];
    for (int port = 0; from && port < wiring.ports(router); ++port) {
      const Peer peer = wiring.output(router, port);
      if (peer.kind != PeerKind::kRouter) continue;
      const std::optional<CreditAudit>& to = audits[static_cast<std::size_t>(peer.router)];
      // A flit in each cycle there, and a credit in each back.
      const int most = 2 * wiring.output_latency(router, port);
      for (int vc = 0; to && vc < from->vcs(); ++vc) {
        const std::int64_t on_the_way = from->lent(port, vc) - to->taken(peer.port, vc);
        if (on_the_way < 0 || on_the_way > most) {
          return fmt::format(
              "credits are not conserved: router {} port {} VC{} has lent {} slots, and router {} "
              "has {} of them: {} cannot be on the channel, which holds 0 to {}",
              router, port, vc, from->lent(port, vc), peer.router, to->taken(peer.port, vc),
              on_the_way, most);
        }
      }
    }
  }
  return {};
}

}  // namespace dragonfly
