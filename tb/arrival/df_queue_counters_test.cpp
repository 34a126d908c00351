// SPDX-License-Identifier: Apache-2.0
// Bench of df_queue_counters (docs/microarchitecture.md, section 3, "decides on arrival"): queues
// are counted anew in each cycle from the packets and credits of a bookkeeper.
#include "tb/variants/arrival/df_queue_counters.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tb/support/assertions.hpp"
#include "tb/support/bench.hpp"
#include "tb/support/random.hpp"
#include "tb/support/signal_bits.hpp"
#include "tests/catch.hpp"

using namespace dragonfly::tb;

namespace {

// Packets of an output on their way through the router: how many flits of each are still to be
// granted, the VC, and the input VC.
struct Packet {
  int left = 1, vc = 0, input_vc = 0;
};

template <class V>
struct QueueCounters : Bench<V> {
  static constexpr FlatSizes s = V::kSizes;

  QueueCounters() { quiet(); }

  void quiet() {
    auto& dut = *this;
    clear(dut->joined_op_i);
    clear(dut->joining_op_i);
    clear(dut->grants_op_i);
    clear(dut->grant_for_op_i);
    clear(dut->tail_ivc_i);
    clear(dut->credit_ovc_i);
  }
  void join(int output, int input_port) {
    if (!bit((*this)->joined_op_i, output))
      for (int port = 0; port < s.ports(); ++port)
        set_mask_bit((*this)->joining_op_i, output, s.ports(), port, false);
    set_bit((*this)->joined_op_i, output, true);
    set_mask_bit((*this)->joining_op_i, output, s.ports(), input_port, true);
  }
  void grant(int output, int input_vc, bool tail) {
    if (!bit((*this)->grants_op_i, output))
      for (int vc = 0; vc < s.nv(); ++vc)
        set_mask_bit((*this)->grant_for_op_i, output, s.nvp(), vc, false);
    set_bit((*this)->grants_op_i, output, true);
    set_mask_bit((*this)->grant_for_op_i, output, s.nvp(), input_vc, true);
    set_bit((*this)->tail_ivc_i, input_vc, tail);
  }
  [[nodiscard]] int queue(int output) {
    return static_cast<int>(get_word((*this)->queue_op_o, output, 16));
  }
};

}  // namespace

// Checks: AS-30, QE-6
TEMPLATE_LIST_TEST_CASE("Queues count credits that are out and packets that wait",
                        "[df_queue_counters]", Variants) {
  constexpr FlatSizes s = TestType::kSizes;
  Random random(1);
  QueueCounters<TestType> bench;
  const auto ports = static_cast<std::size_t>(s.ports());
  std::vector<std::vector<Packet>> packets(ports);         // by output
  std::vector<int> out(static_cast<std::size_t>(s.nv()));  // flits that hold a credit, by output VC
  for (int cycle = 0; cycle < 2000; ++cycle) {
    bench.quiet();
    const int busy = cycle / 100 % 2 == 0 ? 70 : 10;
    // Noise where nothing is said to be granted.
    for (int vc = 0; vc < s.nv(); ++vc) set_bit(bench->tail_ivc_i, vc, random.chance(50));
    for (int output = 0; output < s.ports(); ++output) {
      for (int port = 0; port < s.ports(); ++port)
        set_mask_bit(bench->joining_op_i, output, s.ports(), port, random.chance(50));
      for (int vc = 0; vc < s.nv(); ++vc)
        set_mask_bit(bench->grant_for_op_i, output, s.nvp(), vc, random.chance(50));
    }
    std::vector<bool> used(static_cast<std::size_t>(s.nv()));
    std::vector<std::vector<Packet>> next = packets;
    std::vector<int> next_out = out;
    for (int input = 0; input < s.ports(); ++input) {
      if (!random.chance(busy)) continue;
      const int output = random.chance(30) ? 0 : random.below(s.ports());
      bench.join(output, input);
      next[static_cast<std::size_t>(output)].push_back(
          {random.chance(50) ? 1 : random.between(2, 5), random.below(s.vcs),
           input * s.stride() + random.below(s.vcs)});
    }
    // Packets decided in this cycle can be granted in it.
    for (int output = 0; output < s.ports(); ++output) {
      auto& waiting = next[static_cast<std::size_t>(output)];
      int grants = 0;
      for (Packet& packet : waiting) {
        if (grants == s.speedup || !random.chance(busy + 10)) continue;
        if (used[static_cast<std::size_t>(packet.input_vc)]) continue;
        used[static_cast<std::size_t>(packet.input_vc)] = true;
        ++grants;
        bench.grant(output, packet.input_vc, --packet.left == 0);
        ++next_out[static_cast<std::size_t>(output * s.stride() + packet.vc)];
      }
      std::erase_if(waiting, [](const Packet& packet) { return packet.left == 0; });
    }
    for (std::size_t vc = 0; vc < out.size(); ++vc) {
      if (out[vc] == 0 || !random.chance(80 - busy)) continue;
      set_bit(bench->credit_ovc_i, static_cast<int>(vc), true);
      --next_out[vc];
    }
    bench.edge();
    packets = next;
    out = next_out;
    for (int output = 0; output < s.ports(); ++output) {
      const auto first = out.begin() + static_cast<std::ptrdiff_t>(output) * s.stride();
      int expected = static_cast<int>(packets[static_cast<std::size_t>(output)].size());
      for (int vc = 0; vc < s.vcs; ++vc) expected += first[vc];
      CAPTURE(cycle, output);
      REQUIRE(bench.queue(output) == expected);
    }
  }
}

// Checks: QE-6
TEMPLATE_LIST_TEST_CASE("All input ports can join one queue in a cycle", "[df_queue_counters]",
                        Variants) {
  constexpr FlatSizes s = TestType::kSizes;
  QueueCounters<TestType> bench;
  for (int round = 1; round <= 3; ++round) {
    for (int input = 0; input < s.ports(); ++input) bench.join(s.ports() - 1, input);
    bench.edge();
    for (int output = 0; output < s.ports(); ++output)
      CHECK(bench.queue(output) == (output == s.ports() - 1 ? round * s.ports() : 0));
  }
  bench.quiet();
  bench.reset(1);
  for (int output = 0; output < s.ports(); ++output) CHECK(bench.queue(output) == 0);
}

// Checks: QE-6
TEMPLATE_LIST_TEST_CASE("A credit for no flit is noticed", "[df_queue_counters]", Variants) {
  QueueCounters<TestType> bench;
  bench.join(0, 0);
  bench.edge();
  bench.quiet();
  set_bit(bench->credit_ovc_i, 0, true);
  CHECK(assertions_fired_by([&] { bench.edge(); }).empty());
  CHECK(assertions_fired_by([&] { bench.edge(); }) == "queue_is_not_negative");
}
