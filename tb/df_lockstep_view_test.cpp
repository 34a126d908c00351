// SPDX-License-Identifier: Apache-2.0
// Bench of df_lockstep_view: each port shows both sides, and the strobes are where they differ. The
// module has no outputs, so it is Verilated with all its signals public and they are read by name.
#include "tb/variants/df_lockstep_view.hpp"

#include <cstdint>
#include <string>

#include "tb/support/bench.hpp"
#include "tb/support/flit.hpp"
#include "tb/support/named_signals.hpp"
#include "tb/support/random.hpp"
#include "tb/support/signal_bits.hpp"
#include "tests/catch.hpp"

using namespace dragonfly::tb;

TEMPLATE_LIST_TEST_CASE("Both sides are shown, and where they differ", "[df_lockstep_view]",
                        Variants) {
  constexpr Parameters p = TestType::kParameters;
  Bench<TestType> view;
  const NamedSignals signals(view.context(), "df_lockstep_view");
  Random random(1);
  for (int round = 0; round < 60; ++round) {
    // The same noise on both sides, and then one bit of it turned over in two rounds of three.
    const auto fill = [&](auto& actual, auto& expected, int width) {
      for (int k = 0; k < width; ++k) {
        const bool value = random.chance(50);
        set_bit(actual, k, value);
        set_bit(expected, k, value);
      }
    };
    fill(view->actual_valid_ovc_i, view->expected_valid_ovc_i, p.nv());
    for (int port = 0; port < p.ports(); ++port) {
      const Flit flit = random_flit(random, p);
      put_flit(view->actual_flit_op_i, p, port, flit);
      put_flit(view->expected_flit_op_i, p, port, flit);
    }
    fill(view->actual_credit_ivc_i, view->expected_credit_ivc_i, p.nv());
    const int item = random.below(1000);
    view->actual_item_i = view->expected_item_i = static_cast<std::uint32_t>(item);
    if (round % 6 == 1) view->actual_item_i = static_cast<std::uint32_t>(item + 1);
    if (round % 6 == 2) {
      const int i = random.below(p.nv());
      set_bit(view->actual_valid_ovc_i, i, !bit(view->actual_valid_ovc_i, i));
    }
    if (round % 6 == 3) {
      auto& flits = view->expected_flit_op_i;
      const int i =
          random.below(p.ports()) * word_distance(flits, p.flit_w()) + random.below(p.flit_w());
      set_bit(flits, i, !bit(flits, i));
    }
    if (round % 6 == 4) {
      const int i = random.below(p.nv());
      set_bit(view->expected_credit_ivc_i, i, !bit(view->expected_credit_ivc_i, i));
    }
    view.settle();

    bool any = view->actual_item_i != view->expected_item_i;
    for (int port = 0; port < p.ports(); ++port) {
      const std::string scope = ".gen_port[" + std::to_string(port) + "]";
      const int first = port * p.stride();
      const std::uint64_t valid = bits(view->actual_valid_ovc_i, first, p.stride());
      const std::uint64_t wanted = bits(view->expected_valid_ovc_i, first, p.stride());
      const std::uint64_t credit = bits(view->actual_credit_ivc_i, first, p.stride());
      const std::uint64_t wanted_credit = bits(view->expected_credit_ivc_i, first, p.stride());
      // A flit without a valid bit means nothing.
      const Flit none;
      const Flit flit = valid != 0 ? get_flit(view->actual_flit_op_i, p, port) : none;
      const Flit wanted_flit = wanted != 0 ? get_flit(view->expected_flit_op_i, p, port) : none;
      const bool differs = valid != wanted || credit != wanted_credit || flit != wanted_flit;
      any = any || differs;
      REQUIRE(signals.value(scope, "actual_out_valid_vc") == valid);
      REQUIRE(signals.value(scope, "expected_out_valid_vc") == wanted);
      REQUIRE(signals.value(scope, "actual_in_credit_vc") == credit);
      REQUIRE(signals.value(scope, "expected_in_credit_vc") == wanted_credit);
      REQUIRE(signals.template flit<p>(scope, "actual_out_flit") == flit);
      REQUIRE(signals.template flit<p>(scope, "expected_out_flit") == wanted_flit);
      REQUIRE(signals.value(scope, "differs") == (differs ? 1 : 0));
    }
    REQUIRE(signals.value("", "mismatch") == (any ? 1 : 0));
  }
}
