// SPDX-License-Identifier: Apache-2.0
// df_router_core of flattened butterflies, which decides on arrival: cycle by cycle against the
// words of docs/microarchitecture.md.
#include "tb/variants/flattened_butterfly/df_router_core.hpp"

#include <cstddef>
#include <cstdint>

#include "tb/reference/flat_router.hpp"
#include "tb/router/flat_neighbours.hpp"
#include "tb/router/phases.hpp"
#include "tb/support/assertions.hpp"
#include "tb/support/bench.hpp"
#include "tb/support/signal_bits.hpp"
#include "tb/support/unit_ports.hpp"
#include "tests/catch.hpp"

using namespace dragonfly::tb;

namespace {

template <class V>
struct Core : Bench<V> {
  static constexpr FlatSizes s = V::kSizes;

  explicit Core(const FlatControl& control, int seed = 1) : Bench<V>(seed) {
    clear((*this)->oracle_i);
    drive(FlatInputs(s));
    write_through_cfg(*this, register_writes(control, s));
    this->edge();
  }

  void drive(const FlatInputs& inputs) {
    auto& dut = *this;
    clear(dut->valid_ivc_i);
    clear(dut->credit_ovc_i);
    for (int vc = 0; vc < s.nv(); ++vc) {
      const auto index = static_cast<std::size_t>(vc);
      set_bit(dut->credit_ovc_i, vc, inputs.credit[index]);
      if (!inputs.arrival[index]) continue;
      set_bit(dut->valid_ivc_i, vc, true);
      set_word(dut->flit_ip_i, vc / s.stride(), 64, inputs.arrival[index]->bits(s));
    }
  }

  FlatOutputs cycle(const FlatInputs& arriving) {
    auto& dut = *this;
    drive(arriving);
    this->settle();
    FlatOutputs outputs(s);
    for (int vc = 0; vc < s.nv(); ++vc) {
      const auto index = static_cast<std::size_t>(vc);
      if (bit(dut->valid_ovc_o, vc))
        outputs.departure[index] = FlatFlit::of(s, get_word(dut->flit_op_o, vc / s.stride(), 64));
      outputs.credit[index] = bit(dut->credit_ivc_o, vc);
    }
    this->edge();
    return outputs;
  }
};

struct Coverage {
  int decisions = 0, nonminimal = 0;
};

template <class V>
Coverage run_traffic(const FlatControl& control, std::uint64_t seed, int cycles) {
  constexpr FlatSizes s = V::kSizes;
  CAPTURE(control.algorithm, control.sequential, control.cut_through, control.all_hops,
          control.threshold, control.buffer_depth, control.oq_limit, control.my_node, seed);
  Core<V> router(control, static_cast<int>(seed));
  FlatRouter reference(s, control);
  FlatNeighbours neighbours(s, control, seed);
  run_phases(neighbours, cycles, [&](const Behaviour& behaviour, int cycle) {
    CAPTURE(cycle);
    const FlatInputs arriving = neighbours.send(behaviour);
    const FlatOutputs leaving = router.cycle(arriving);
    require_same_vcs(s, leaving, reference.cycle(arriving));
    neighbours.receive(leaving);
  });
  REQUIRE(reference.is_empty());
  for (const int queue : reference.queues()) REQUIRE(queue == 0);
  return {reference.decisions(), reference.nonminimal_decisions()};
}

}  // namespace

// Checks: DA-1, DA-3, DA-5, DA-7, DA-10, DA-12, DA-13, DA-15, DA-16, FB-16, FB-29, FL-1, FR-5,
// OW-8, QE-6, WD-1
TEMPLATE_LIST_TEST_CASE("The core decides on arrival as the specification says", "[df_router_core]",
                        Variants) {
  constexpr FlatSizes s = TestType::kSizes;
  Random random(1);
  for (int algorithm = 0; algorithm < kFlatAlgorithms; ++algorithm) {
    if (vcs_needed(s, algorithm) > s.vcs) continue;
    Coverage total;
    for (int round = 0; round < (s.ports() > 32 ? 2 : 6); ++round) {
      FlatControl control = random_flat_control(random, s, algorithm);
      control.sequential = round % 2 == 0;
      const Coverage coverage =
          run_traffic<TestType>(control, random.bits(31), s.ports() > 32 ? 420 : 840);
      total.decisions += coverage.decisions;
      total.nonminimal += coverage.nonminimal;
    }
    CAPTURE(algorithm);
    REQUIRE(total.decisions > 400);
    const bool minimal = algorithm == kMinAd || algorithm == kDor || s.dimensions == 0;
    REQUIRE((total.nonminimal == 0) == minimal);
  }
}

// Checks: DA-6, PT-5
TEMPLATE_LIST_TEST_CASE("In an idle router a flit leaves as it arrives, and its credit returns",
                        "[df_router_core]", Variants) {
  constexpr FlatSizes s = TestType::kSizes;
  Random random(2);
  for (int algorithm = 0; algorithm < kFlatAlgorithms; ++algorithm) {
    if (vcs_needed(s, algorithm) > s.vcs) continue;
    FlatControl control = random_flat_control(random, s, algorithm);
    control.buffer_depth = s.depth;
    control.oq_limit = s.oq_depth;
    Core<TestType> router(control);
    const FlatRoutes routes(s, control);
    for (int port = 0; port < s.ports(); ++port) {
      const int arrival_vc = port < s.terminals ? 0 : random.below(s.vcs);
      FlatInputs arriving(s);
      FlatFlit flit;
      flit.head = flit.tail = true;
      flit.dst = random_node(random, s);
      flit.mid = random_node(random, s);
      flit.dst_term = random.below(s.terminals);
      flit.tag = static_cast<std::uint64_t>(port);
      if (port >= s.terminals) routes.bring_near(flit, arrival_vc);
      arriving.arrival[static_cast<std::size_t>(port * s.stride() + arrival_vc)] = flit;
      const FlatOutputs leaving = router.cycle(arriving);
      int departures = 0;
      int credits = 0;
      for (std::size_t vc = 0; vc < leaving.departure.size(); ++vc) {
        credits += leaving.credit[vc] ? 1 : 0;
        if (!leaving.departure[vc]) continue;
        ++departures;
        CHECK(leaving.departure[vc]->tag == flit.tag);
        CHECK(leaving.departure[vc]->hops == 1);
        // On the VC on which a packet leaves, where it comes from a terminal.
        const auto returned = port < s.terminals ? vc % static_cast<std::size_t>(s.stride())
                                                 : static_cast<std::size_t>(arrival_vc);
        CHECK(leaving.credit[static_cast<std::size_t>(port * s.stride()) + returned]);
      }
      CHECK(departures == 1);
      CHECK(credits == 1);
      FlatInputs back(s);
      for (std::size_t vc = 0; vc < leaving.departure.size(); ++vc)
        back.credit[vc] = leaving.departure[vc].has_value();
      router.cycle(back);
    }
  }
}

// Checks: PT-1
TEMPLATE_LIST_TEST_CASE("After a reset in the middle of traffic the router is as new",
                        "[df_router_core]", Variants) {
  constexpr FlatSizes s = TestType::kSizes;
  Random random(3);
  const FlatControl control = random_flat_control(random, s, s.dimensions < s.vcs ? kUgalS : kDor);
  Core<TestType> router(control);
  const Behaviour busy = {.send = 100, .start = 100, .return_credit = 20};
  for (int round = 0; round < 3; ++round) {
    FlatRouter reference(s, control);
    FlatNeighbours neighbours(s, control, random.bits(31));
    for (int cycle = 0; cycle < 100; ++cycle) {
      const FlatInputs arriving = neighbours.send(busy);
      const FlatOutputs leaving = router.cycle(arriving);
      require_same_vcs(s, leaving, reference.cycle(arriving));
      neighbours.receive(leaving);
    }
    router.drive(neighbours.send(busy));
    router.reset(1);
    router.drive(FlatInputs(s));
    write_through_cfg(router, register_writes(control, s));
    router.edge();
  }
}
