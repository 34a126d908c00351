// SPDX-License-Identifier: Apache-2.0
// Bench of df_decisions of routers that decide on arrival (docs/microarchitecture.md, "Decisions on
// arrival"): heads arrive and nothing leaves, so that queues are the packets decided so far.
#include "tb/variants/arrival/df_decisions.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tb/support/bench.hpp"
#include "tb/support/control.hpp"
#include "tb/support/random.hpp"
#include "tb/support/route_words.hpp"
#include "tb/support/signal_bits.hpp"
#include "tb/support/unit_ports.hpp"
#include "tests/catch.hpp"

using namespace dragonfly::tb;

namespace {

template <class V>
struct Decisions : Bench<V> {
  static constexpr FlatSizes s = V::kSizes;

  explicit Decisions(const FlatControl& control) {
    auto& dut = *this;
    clear(dut->arrival_ivc_i);
    clear(dut->grants_op_i);
    clear(dut->tail_ivc_i);
    clear(dut->credit_ovc_i);
    clear(dut->decide_ask_i);
    Control registers;
    registers.connected.assign(static_cast<std::size_t>(s.ports()), true);
    registers.algorithm = control.algorithm;
    registers.sequential = control.sequential;
    registers.all_hops = control.all_hops;
    registers.threshold = control.threshold;
    registers.groups = control.my_node;  // ROUTE(0)
    put_control(dut->control_i, V::kParameters, registers);
    write_through_cfg(*this, register_writes(control, s));
  }
};

}  // namespace

// Checks: DA-1, DA-7, DA-8, DA-16, QE-10
TEMPLATE_LIST_TEST_CASE("Heads are decided as they arrive", "[df_decisions]", Variants) {
  constexpr FlatSizes s = TestType::kSizes;
  Random random(1);
  for (int algorithm = 0; algorithm < kFlatAlgorithms; ++algorithm) {
    if (vcs_needed(s, algorithm) > s.vcs) continue;
    for (const bool sequential : {false, true}) {
      FlatControl control = random_flat_control(random, s, algorithm);
      control.sequential = sequential;
      const FlatRoutes routes(s, control);
      Decisions<TestType> bench(control);
      std::vector<int> queues(static_cast<std::size_t>(s.ports()));
      std::vector<int> latest(queues.size());
      for (int cycle = 0; cycle < 50; ++cycle) {
        clear(bench->arrival_ivc_i);
        std::vector<std::vector<std::optional<FlatCandidate>>> asked(queues.size());
        std::vector<int> salts(queues.size());
        std::vector<int> came(queues.size(), -1);
        for (int port = 0; port < s.ports(); ++port) {
          if (!random.chance(40)) continue;
          const auto p = static_cast<std::size_t>(port);
          const bool from_terminal = port < s.terminals;
          came[p] = from_terminal ? 0 : random.below(s.vcs);
          FlatFlit flit = FlatFlit::of(s, random.bits(64));
          flit.dst = random_node(random, s);
          flit.mid = random_node(random, s);
          flit.dst_term = random.below(s.terminals);
          if (!from_terminal) routes.bring_near(flit, came[p]);
          set_bit(bench->arrival_ivc_i, port * s.stride() + came[p], true);
          set_word(bench->flit_ip_i, port, 64, flit.bits(s));
          if (!flit.head) continue;
          const std::uint32_t x = from_terminal ? control.lfsr[p] : 0;
          asked[p] = routes.candidates(flit, port, came[p], x);
          salts[p] = routes.salt(flit, port, x);
          if (from_terminal) control.lfsr[p] = xorshift(x);
        }
        bench.settle();
        const auto expected = decide_on_arrival(asked, queues, sequential);
        CAPTURE(algorithm, sequential, cycle);
        REQUIRE(field(bench->occupancy_o, 0, 16) == 0);
        for (int port = 0; port < s.ports(); ++port) {
          const auto p = static_cast<std::size_t>(port);
          CAPTURE(port);
          if (expected[p]) {
            REQUIRE(get_route(bench->route_ip_o, {s.port_w(), s.vc_w()}, port) ==
                    expected[p]->route);
            REQUIRE(bit(bench->nonmin_ask_o, port) == expected[p]->nonmin);
            REQUIRE(field(bench->salt_ask_o, port, 8) == salts[p]);
            REQUIRE(field(bench->mid_ask_o, port, s.node_w()) == expected[p]->mid);
            ++queues[static_cast<std::size_t>(expected[p]->route.port)];
            if (port < s.terminals) latest[p] = expected[p]->route.vc;
          }
          const int enters = port < s.terminals ? latest[p] : came[p];
          for (int vc = 0; vc < s.vcs; ++vc)
            REQUIRE(bit(bench->enter_ivc_o, port * s.stride() + vc) ==
                    (came[p] >= 0 && vc == enters));
        }
        bench.edge();
      }
    }
  }
}

// Checks: FB-11, FM-5, QE-10, TO-4
TEMPLATE_LIST_TEST_CASE("Routes that input VCs hold pass unchanged", "[df_decisions]", Variants) {
  constexpr FlatSizes s = TestType::kSizes;
  Random random(2);
  Decisions<TestType> bench(random_flat_control(random, s, kDor));
  std::vector<Route> held;
  for (int i = 0; i < s.nv(); ++i) {
    held.push_back({random.below(s.ports()), random.below(s.vcs)});
    put_route(bench->held_ivc_i, {s.port_w(), s.vc_w()}, i, held.back());
  }
  bench.settle();
  for (int i = 0; i < s.nv(); ++i)
    CHECK(get_route(bench->route_ivc_o, {s.port_w(), s.vc_w()}, i) ==
          held[static_cast<std::size_t>(i)]);
  CHECK_FALSE(bench->publish_o);
  CHECK_FALSE(bench->delay_credits_o);
  CHECK(field(bench->occupancy_o, 0, 16) == 0);
}
