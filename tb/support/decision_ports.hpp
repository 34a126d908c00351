// SPDX-License-Identifier: Apache-2.0
// Ports of the units that decide: vectors over askers and their candidates (rtl/df_pkg.sv).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tb/reference/candidates.hpp"
#include "tb/support/parameters.hpp"
#include "tb/support/signal_bits.hpp"
#include "tests/catch.hpp"

namespace dragonfly::tb {

inline constexpr int kWeightBits = 4, kBiasBits = 16;

/// What these ports depend on, of any family.
struct DecisionSizes {
  int candidates, port_w, vc_w, lane_w, mid_w;
};

/// The dragonfly's: terminal ports ask.
[[nodiscard]] constexpr DecisionSizes decision_sizes(const Parameters& p) {
  return {2, p.port_w(), p.vc_w(), p.channel_w(), p.group_w()};
}

/// Drives the inputs for the candidates of asker n of a unit that takes them. A queue that is not
/// asked is noise.
template <class Dut>
void put_candidates(Dut& dut, const DecisionSizes& sizes, int n, const Candidates& candidates,
                    const QueueEstimates& estimates) {
  const auto put = [](auto& signal, int index, int width, int value) {
    set_field(signal, index, width, static_cast<std::uint64_t>(value));
  };
  for (int c = 0; c < sizes.candidates; ++c) {
    const int i = n * sizes.candidates + c;
    const auto& candidate = candidates[static_cast<std::size_t>(c)];
    set_bit(dut->valid_cand_i, i, candidate.has_value());
    if (!candidate) continue;
    const auto [port, vc] = candidate->route;
    put(dut->port_cand_i, i, sizes.port_w, port);
    put(dut->vc_cand_i, i, sizes.vc_w, vc);
    put(dut->kind_cand_i, i, 2, candidate->queue);
    put(dut->lane_cand_i, i, sizes.lane_w, candidate->lane);
    put(dut->weight_cand_i, i, kWeightBits, candidate->weight);
    put(dut->bias_cand_i, i, kBiasBits, candidate->bias);
    set_bit(dut->nonmin_cand_i, i, candidate->nonmin);
    put(dut->mid_cand_i, i, sizes.mid_w, candidate->mid);
    const int queue =
        candidate->queue == kQueueOfLane ? 0xABCD
        : candidate->queue == kQueueOfVc
            ? estimates.vc_queue[static_cast<std::size_t>(port)][static_cast<std::size_t>(vc)]
            : estimates.of(port);
    put(dut->queue_cand_i, i, 16, queue);
  }
}

/// Checks that queues are asked exactly where there is something to choose.
template <class Dut>
void check_questions(Dut& dut, const DecisionSizes& sizes, int n, const Candidates& candidates) {
  int valid = 0;
  for (const auto& candidate : candidates) valid += candidate ? 1 : 0;
  for (int c = 0; c < sizes.candidates; ++c) {
    const int i = n * sizes.candidates + c;
    const auto& candidate = candidates[static_cast<std::size_t>(c)];
    CAPTURE(n, c, valid);
    const bool asks = valid > 1 && candidate && candidate->queue != kQueueOfLane;
    REQUIRE(bit(dut->ask_cand_o, i) == asks);
    if (asks) REQUIRE(bit(dut->vc_queue_cand_o, i) == (candidate->queue == kQueueOfVc));
  }
}

}  // namespace dragonfly::tb
