// SPDX-License-Identifier: Apache-2.0
// df_queue_estimator asked for three candidates of each asker (docs/microarchitecture.md, section
// 3).
#include <tb/verilated/VRing_df_queue_estimator/VRing_df_queue_estimator.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tb/reference/routes.hpp"
#include "tb/ring/ring.hpp"
#include "tb/support/bench.hpp"
#include "tb/support/random.hpp"
#include "tb/support/route_words.hpp"
#include "tb/support/signal_bits.hpp"
#include "tests/catch.hpp"

using namespace dragonfly::tb;
using namespace dragonfly::tb::ring;

// Checks: QE-2, QE-11, RT-5
TEST_CASE("Every candidate can ask for any output and any of its VCs", "[ring]") {
  Random random(1);
  Bench<Ring<VRing_df_queue_estimator>> dut;
  clear(dut->credits_ovc_i);
  clear(dut->assigned_ivc_i);
  for (int round = 0; round < 3000; ++round) {
    QueueEstimates queues;
    const int depth = random.between(1, kDepth);
    set_bits(dut->depth_i, 0, kCreditBits, static_cast<std::uint64_t>(depth));
    for (int port = 0; port < kPorts; ++port) {
      queues.vc_queue.emplace_back();
      for (int vc = 0; vc < kVcs; ++vc) {
        const int credits = random.between(0, depth);
        set_planes(dut->credits_ovc_i, port * kStride + vc, kCreditBits, kPlaneBits, credits);
        queues.vc_queue.back().push_back(depth - credits);
      }
    }
    const int percent = random.between(0, 100);
    for (int ivc = 0; ivc < kInputVcs; ++ivc) {
      const bool assigned = random.chance(percent);
      const Route route = {random.below(kPorts), random.below(kVcs)};
      set_bit(dut->assigned_ivc_i, ivc, assigned);
      put_route(dut->held_ivc_i, kRouteBits, ivc, route);
      if (assigned)
        ++queues.vc_queue[static_cast<std::size_t>(route.port)][static_cast<std::size_t>(route.vc)];
    }
    const bool publish = random.chance(50);
    dut->publish_i = publish;
    std::vector<int> expected;  // answers, -1 where nothing is asked
    for (int i = 0; i < kAskers * kSizes.candidates; ++i) {
      const bool asks = random.chance(50), of_vc = random.chance(50);
      const Route output = {random.below(kPorts), random.below(kVcs)};
      set_bit(dut->ask_cand_i, i, asks);
      set_bit(dut->vc_queue_cand_i, i, of_vc);
      set_field(dut->port_cand_i, i, kPortBits, static_cast<std::uint64_t>(output.port));
      set_field(dut->vc_cand_i, i, kVcBits, static_cast<std::uint64_t>(output.vc));
      const int alone =
          queues
              .vc_queue[static_cast<std::size_t>(output.port)][static_cast<std::size_t>(output.vc)];
      expected.push_back(!asks ? -1 : of_vc ? alone : queues.of(output.port));
    }
    dut.settle();
    for (int i = 0; i < kAskers * kSizes.candidates; ++i) {
      const int answer = expected[static_cast<std::size_t>(i)];
      if (answer >= 0) REQUIRE(field(dut->queue_cand_o, i, 16) == answer);
    }
    for (int j = 0; j < 2; ++j) {
      REQUIRE(field(dut->occupancy_o, j, 16) == (publish ? queues.of(kNext + j) : 0));
    }
  }
}
