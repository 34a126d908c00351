// SPDX-License-Identifier: Apache-2.0
// Bench of df_router_core (docs/microarchitecture.md): what lockstep does not compare, and the
// assertions that only a whole router can make fail.
#include "tb/variants/df_router_core.hpp"

#include <tb/verilated/VFaulty_df_router_core/VFaulty_df_router_core.h>
#include <tb/verilated/VFaulty_df_router_core/VFaulty_df_router_core___024root.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tb/reference/stimuli.hpp"
#include "tb/router/neighbours.hpp"
#include "tb/router/protocol.hpp"
#include "tb/support/assertions.hpp"
#include "tests/catch.hpp"

using namespace dragonfly::tb;

namespace {

// Verilated with tb/faults.vlt.
using Faulty = Variant<VFaulty_df_router_core, kSmall>;

}  // namespace

// Checks: FR-2, FR-5, PT-5, PT-16, PT-17, PT-18, SA-2
TEMPLATE_LIST_TEST_CASE("At zero load a flit leaves as it arrives", "[df_router_core]", Variants) {
  run_zero_load<TestType>();
}

// Checks: PT-1, PT-13
TEMPLATE_LIST_TEST_CASE("Reset in the middle of traffic", "[df_router_core]", Variants) {
  run_reset<TestType>();
}

// Checks: DA-2, DF-29, OW-1, OW-6
TEMPLATE_LIST_TEST_CASE("Arrivals against the rules are noticed", "[df_router_core]", Variants) {
  const Parameters p = TestType::kParameters;
  const int local = p.terminals * p.stride();
  const auto fired_by = [&](const std::vector<int>& input_vcs) {
    Random random(1);
    const Control control = random_control(random, p, kMin);
    RouterDriver<TestType> router;
    router.load(control);
    RouterInputs arriving(p);
    for (const int ivc : input_vcs) {
      Flit flit = random_head_of_terminal(random, p, control);
      flit.dst_group = control.my_group;
      flit.tail = true;
      arriving.arrival[static_cast<std::size_t>(ivc)] = flit;
    }
    router.drive(arriving);
    return assertions_fired_by([&] { router.edge(); });
  };
  CHECK(fired_by({}).empty());
  CHECK(fired_by({0, local}).empty());
  if (p.vcs > 1) {
    CHECK(fired_by({local, local + 1}) == "one_vc_per_port");
    CHECK(fired_by({local, local + p.vcs - 1}) == "one_vc_per_port");
    CHECK(fired_by({1}) == "terminals_use_vc0");
  }
  // Such a flit may upset more than this claim.
  if (p.stride() > p.vcs) CHECK(fired_by({local + p.vcs}).find("vcs_exist") != std::string::npos);
}

// Checks: CR-2, OW-3
TEMPLATE_LIST_TEST_CASE("Credits and flits that cannot be are noticed", "[df_router_core]",
                        Variants) {
  const Parameters p = TestType::kParameters;
  Random random(1);
  const Control control = random_control(random, p, kMin);
  RouterInputs arriving(p);
  if (p.stride() > p.vcs) {
    RouterDriver<TestType> router;
    router.load(control);
    arriving.credit[static_cast<std::size_t>(p.vcs)] = true;
    router.drive(arriving);
    // There are no credits of it to be had either.
    CHECK(assertions_fired_by([&] { router.edge(); }).find("credits_are_of_vcs") !=
          std::string::npos);
    arriving.credit[static_cast<std::size_t>(p.vcs)] = false;
  }
  RouterDriver<TestType> unset;
  Flit flit = random_head_of_terminal(random, p, control);
  arriving.arrival[static_cast<std::size_t>(p.terminals * p.stride())] = flit;
  unset.drive(arriving);
  CHECK(assertions_fired_by([&] { unset.edge(); }).find("flits_find_buffers") != std::string::npos);
}

// No input makes the core itself break its word, so the signals are overridden.
// Checks: PT-3, SA-1, SA-2, SA-3, SA-7
TEST_CASE("Grants and departures out of nothing are noticed", "[df_router_core]") {
  const auto fired_by = [](auto&& fault) {
    RouterDriver<Faulty> router;
    Random random(1);
    const Control control = random_control(random, kSmall, kMin);
    router.load(control);
    router.settle();
    fault(*router->rootp);
    // A flit, so that there is something to decide on the next input VC.
    RouterInputs arriving(kSmall);
    const int ivc = kSmall.stride();
    arriving.arrival[static_cast<std::size_t>(ivc)] =
        packet_of(random, kSmall, random_head_of_terminal(random, kSmall, control), 1, 0).front();
    router.drive(arriving);
    return assertions_fired_by([&] {
      // What follows from an overridden signal is evaluated after it, where the simulator thinks
      // that it changes.
      for (int edge = 0; edge < 4; ++edge) router.edge();
    });
  };
  CHECK(fired_by([](auto&) {}).empty());
  CHECK(fired_by([](auto& core) {
          core.df_router_core__DOT__u_switch_allocator__DOT__grant_ivc_o__VforceEn = 1;
          core.df_router_core__DOT__u_switch_allocator__DOT__grant_ivc_o__VforceVal = 1;
        }) == "grant_has_front, grants_are_requests");
  CHECK(fired_by([](auto& core) {
          // A queue that is not ready, and a grant all the same.
          core.df_router_core__DOT__u_datapath__DOT__queue_ready_op_o__VforceEn = 0x7F;
          core.df_router_core__DOT__u_datapath__DOT__queue_ready_op_o__VforceVal = 0;
          core.df_router_core__DOT__u_switch_allocator__DOT__grants_op_o__VforceEn = 1;
          core.df_router_core__DOT__u_switch_allocator__DOT__grants_op_o__VforceVal = 1;
          core.df_router_core__DOT__u_switch_allocator__DOT__grant_ivc_o__VforceEn = 1;
          core.df_router_core__DOT__u_switch_allocator__DOT__grant_ivc_o__VforceVal = 1;
        }).find("grants_wait_for_queues") != std::string::npos);
  // What the output of the flit grants.
  const auto fired_by_grants_for_all = [&](std::uint32_t input_vcs) {
    return fired_by([&](auto& core) {
      for (int output = 0; output < kSmall.ports(); ++output) {
        core.df_router_core__DOT__u_switch_allocator__DOT__grant_for_op_o__VforceEn[output] = ~0U;
        core.df_router_core__DOT__u_switch_allocator__DOT__grant_for_op_o__VforceVal[output] =
            input_vcs;
      }
    });
  };
  const auto names = [](const std::string& fired, const char* claim) {
    return fired.find(claim) != std::string::npos;
  };
  const std::uint32_t others = 0xF;  // as many as SPEEDUP
  CHECK(names(fired_by_grants_for_all(others), "outputs_grant_their_own"));
  CHECK_FALSE(names(fired_by_grants_for_all(others), "outputs_grant_what_fits"));
  CHECK(names(fired_by_grants_for_all(others | 0x10), "outputs_grant_what_fits"));
  CHECK(names(fired_by([](auto& core) {
                core.df_router_core__DOT__u_switch_allocator__DOT__grants_op_o__VforceEn = 0x7F;
                core.df_router_core__DOT__u_switch_allocator__DOT__grants_op_o__VforceVal = 0;
              }),
              "outputs_grant_what_they_can"));
  CHECK(fired_by([](auto& core) {
          core.df_router_core__DOT__u_datapath__DOT__valid_ovc_o__VforceEn = 3;
          core.df_router_core__DOT__u_datapath__DOT__valid_ovc_o__VforceVal = 3;
        }) == "one_vc_per_output");
}

TEMPLATE_LIST_TEST_CASE("What comes on a VC that does not exist is ignored", "[df_router_core]",
                        Variants) {
  run_vcs_that_do_not_exist<TestType>();
}
