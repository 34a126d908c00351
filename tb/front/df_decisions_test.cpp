// SPDX-License-Identifier: Apache-2.0
// Bench of df_decisions of routers that decide at the front (docs/microarchitecture.md, section 2):
// its units are wired to each other. What each computes is seen by its own bench.
#include "tb/variants/df_decisions.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tb/reference/routes.hpp"
#include "tb/reference/stimuli.hpp"
#include "tb/support/bench.hpp"
#include "tb/support/control.hpp"
#include "tb/support/random.hpp"
#include "tb/support/route_words.hpp"
#include "tb/support/signal_bits.hpp"
#include "tb/support/unit_ports.hpp"
#include "tests/catch.hpp"

using namespace dragonfly::tb;

// Checks: FM-17, QE-2, QE-11, RT-3, SA-2
TEMPLATE_LIST_TEST_CASE("Packets are decided by the queues that credits tell of", "[df_decisions]",
                        Variants) {
  constexpr Parameters p = TestType::kParameters;
  Random random(1);
  for (int algorithm = 0; algorithm < kAlgorithms; ++algorithm) {
    Control control = random_control(random, p, algorithm);
    std::vector<std::uint32_t> lfsr = control.lfsr;
    Bench<TestType> bench;
    put_no_write(bench->cfg_i);
    clear(bench->arrival_ivc_i);
    clear(bench->decide_ask_i);
    clear(bench->assigned_ivc_i);
    clear(bench->credits_ovc_i);
    put_control(bench->control_i, p, control);
    write_through_cfg(bench, register_writes(control, p));
    for (int cycle = 0; cycle < 60; ++cycle) {
      // Queues are those of the BUFFER_DEPTH of the same cycle, as credits are.
      control.buffer_depth = random.between(1, p.depth);
      put_control(bench->control_i, p, control);
      clear(bench->arrival_ivc_i);
      clear(bench->decide_ask_i);
      QueueEstimates queues;
      for (int port = 0; port < p.ports(); ++port) {
        queues.vc_queue.emplace_back();
        for (int vc = 0; vc < p.vcs; ++vc) {
          const int credits = random.between(0, control.buffer_depth);
          set_planes(bench->credits_ovc_i, port * p.stride() + vc, p.credit_w(), p.nvp(), credits);
          queues.vc_queue.back().push_back(control.buffer_depth - credits);
        }
      }
      for (int k = 0; k < p.channels(); ++k) {
        queues.oracle.push_back(random.between(0, 4));
        set_field(bench->oracle_i, k, 16, static_cast<std::uint64_t>(queues.oracle.back()));
      }
      std::vector<std::optional<Paths>> paths(static_cast<std::size_t>(p.terminals));
      std::vector<std::optional<Route>> routes(static_cast<std::size_t>(p.ports()));
      for (int port = 0; port < p.ports(); ++port) {
        if (!random.chance(60)) continue;
        if (p.is_terminal(port)) {
          const Flit head = random_head_of_terminal(random, p, control);
          const int router_and_terminal = p.router_w() + p.term_w();
          set_bit(bench->decide_ask_i, port, true);
          set_field(bench->header_ask_i, port, p.dst_w(),
                    static_cast<std::uint64_t>(head.dst_group) << router_and_terminal |
                        static_cast<std::uint64_t>(head.dst_router) << p.term_w() |
                        static_cast<std::uint64_t>(head.dst_term));
          paths[static_cast<std::size_t>(port)] =
              paths_of(p, control, head, lfsr[static_cast<std::size_t>(port)]);
          continue;
        }
        const int vc = random.below(p.vcs);
        const auto head = random_head_in_transit(random, p, control, port, vc);
        if (!head) continue;
        set_bit(bench->arrival_ivc_i, port * p.stride() + vc, true);
        put_flit(bench->flit_ip_i, p, port, *head);
        routes[static_cast<std::size_t>(port)] = route_function(p, control, *head, port, vc);
      }
      bench.settle();
      const auto decisions = decide(p, control, paths, lfsr, queues);
      CAPTURE(algorithm, cycle);
      for (int port = 0; port < p.ports(); ++port) {
        CAPTURE(port);
        const auto index = static_cast<std::size_t>(port);
        if (routes[index])
          REQUIRE(get_route(bench->route_ip_o, route_bits(p), port) == *routes[index]);
        if (!p.is_terminal(port) || !decisions[index]) continue;
        REQUIRE(get_route(bench->route_ivc_o, route_bits(p), port * p.stride()) ==
                decisions[index]->route);
        REQUIRE(bit(bench->nonmin_ask_o, port) == decisions[index]->nonmin);
        REQUIRE(field(bench->salt_ask_o, port, 8) == decisions[index]->salt);
        REQUIRE(field(bench->mid_ask_o, port, p.group_w()) == decisions[index]->mid_group);
        lfsr[index] = xorshift(lfsr[index]);
      }
      for (int vc = 0; vc < p.nv(); ++vc)
        REQUIRE(bit(bench->enter_ivc_o, vc) == bit(bench->arrival_ivc_i, vc));
      for (int j = 0; j < p.globals; ++j)
        REQUIRE(field(bench->occupancy_o, j, 16) ==
                (algorithm == kUgalG ? queues.of(p.first_global() + j) : 0));
      REQUIRE(bench->publish_o == (algorithm == kUgalG));
      REQUIRE(bench->delay_credits_o == (algorithm == kUgalLCr));
      bench.edge();
    }
  }
}
