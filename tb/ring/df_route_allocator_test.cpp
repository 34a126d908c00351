// SPDX-License-Identifier: Apache-2.0
// df_route_allocator with three candidates and with askers on several VCs of a port, against the
// rule of docs/microarchitecture.md, section 2, "Decision".
#include <tb/verilated/VRing_df_route_allocator/VRing_df_route_allocator.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tb/reference/candidates.hpp"
#include "tb/ring/ring.hpp"
#include "tb/support/bench.hpp"
#include "tb/support/random.hpp"
#include "tb/support/route_words.hpp"
#include "tb/support/signal_bits.hpp"
#include "tests/catch.hpp"

using namespace dragonfly::tb;
using namespace dragonfly::tb::ring;

namespace {

Candidates random_candidates(Random& random) {
  Candidates candidates(3);
  bool any = false;
  while (!any) {
    for (auto& candidate : candidates) {
      candidate.reset();
      if (!random.chance(60)) continue;
      any = true;
      candidate = Candidate{};
      candidate->route = {random.below(kPorts), random.below(kVcs)};
      candidate->queue = static_cast<QueueKind>(random.below(3));
      candidate->lane = random.below(kLanes);
      candidate->weight = random.chance(10) ? random.below(16) : random.between(1, 3);
      candidate->bias = random.chance(10) ? random.between(-32768, 32767) : random.between(-3, 3);
      candidate->nonmin = random.chance(50);
      candidate->mid = random.below(kRouters);
    }
  }
  return candidates;
}

QueueEstimates random_queues(Random& random) {
  const int longest = random.chance(10) ? 0xFFFF - kAskers : 4;
  QueueEstimates queues;
  for (int port = 0; port < kPorts; ++port) {
    queues.vc_queue.emplace_back();
    for (int vc = 0; vc < kVcs; ++vc)
      queues.vc_queue.back().push_back(random.between(0, longest / kVcs));
  }
  for (int lane = 0; lane < kLanes; ++lane) queues.oracle.push_back(random.between(0, longest));
  return queues;
}

}  // namespace

// Checks: FM-18, QE-4, QE-5, RT-5, RT-6, RT-7, RT-8
TEST_CASE("The cheapest of any number of candidates is taken", "[ring]") {
  Random random(1);
  for (const bool sequential : {false, true}) {
    Bench<Ring<VRing_df_route_allocator>> dut;
    clear(dut->decide_ask_i);
    clear(dut->valid_cand_i);
    dut->sequential_i = sequential;
    std::vector<std::uint32_t> lfsr;
    for (int n = 0; n < kAskers; ++n) {
      lfsr.push_back(static_cast<std::uint32_t>(random.bits(32)) | 1U);
      set_field(dut->random_ask_i, n, 32, lfsr.back());
    }

    std::vector<std::optional<Decision>> latest(kAskers);
    for (int cycle = 0; cycle < 5000; ++cycle) {
      const QueueEstimates queues = random_queues(random);
      const int percent = random.between(0, 100);
      std::vector<Candidates> asking(kAskers);
      std::vector<Route> held(kInputVcs);  // means nothing where a packet asks
      for (int ivc = 0; ivc < kInputVcs; ++ivc) {
        held[static_cast<std::size_t>(ivc)] = {random.below(kPorts), random.below(kVcs)};
      }
      for (int n = 0; n < kAskers; ++n) {
        const bool asks = random.chance(percent);
        set_bit(dut->decide_ask_i, n, asks);
        if (asks) asking[static_cast<std::size_t>(n)] = random_candidates(random);
        put_candidates(dut, kSizes, n, asks ? asking[static_cast<std::size_t>(n)] : Candidates(3),
                       queues);
      }
      for (int ivc = 0; ivc < kInputVcs; ++ivc) {
        put_route(dut->held_ivc_i, kRouteBits, ivc, held[static_cast<std::size_t>(ivc)]);
      }
      for (int lane = 0; lane < kLanes; ++lane) {
        set_field(dut->oracle_i, lane, 16,
                  static_cast<std::uint64_t>(queues.oracle[static_cast<std::size_t>(lane)]));
      }
      dut.settle();

      const auto decisions = take_candidates(sequential, asking, lfsr, queues);
      for (int n = 0; n < kAskers; ++n) {
        const auto& decision = decisions[static_cast<std::size_t>(n)];
        if (!decision) continue;
        check_questions(dut, kSizes, n, asking[static_cast<std::size_t>(n)]);
        latest[static_cast<std::size_t>(n)] = decision;
        held[static_cast<std::size_t>(ivc_of(n))] = decision->route;
        lfsr[static_cast<std::size_t>(n)] = xorshift(lfsr[static_cast<std::size_t>(n)]);
      }
      CAPTURE(cycle, sequential);
      for (int ivc = 0; ivc < kInputVcs; ++ivc) {
        REQUIRE(get_route(dut->route_ivc_o, kRouteBits, ivc) ==
                held[static_cast<std::size_t>(ivc)]);
      }
      dut.edge();
      clear(dut->decide_ask_i);
      dut.settle();
      for (int n = 0; n < kAskers; ++n) {
        set_field(dut->random_ask_i, n, 32, lfsr[static_cast<std::size_t>(n)]);
        const auto& decision = latest[static_cast<std::size_t>(n)];
        if (!decision) continue;
        REQUIRE(bit(dut->nonmin_ask_o, n) == decision->nonmin);
        REQUIRE(field(dut->salt_ask_o, n, 8) == decision->salt);
        REQUIRE(field(dut->mid_ask_o, n, kNodeBits) == decision->mid_group);
      }
    }
  }
}
