// SPDX-License-Identifier: Apache-2.0
// Runs of a whole router between random neighbours, in every packaging: the router must do in each
// cycle exactly what the specification says, and the scoreboard must balance.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "tb/reference/router.hpp"
#include "tb/reference/stimuli.hpp"
#include "tb/router/driver.hpp"
#include "tb/router/neighbours.hpp"
#include "tb/router/phases.hpp"
#include "tests/catch.hpp"

namespace dragonfly::tb {

inline void require_same(const Parameters& p, const RouterOutputs& shown,
                         const RouterOutputs& expected) {
  require_same_vcs(p, shown, expected);
  REQUIRE(shown.occupancy == expected.occupancy);
}

/// What a run was like.
struct Coverage {
  int flits = 0;
  int decisions = 0;
  int nonminimal = 0;
  int all_congested = 0;  ///< cycles in which t_d is above 0 at all connected outputs
};

/// Loads `control` into a fresh router and runs `cycles` cycles of traffic in phases, then until
/// the router is empty.
template <class V>
Coverage run_traffic(const Control& control, std::uint64_t seed, int cycles,
                     bool breaks_rules = false) {
  constexpr Parameters p = V::kParameters;
  CAPTURE(control.algorithm, control.sequential, control.cut_through, control.buffer_depth,
          control.oq_limit, control.groups, control.my_group, control.my_router, seed);
  RouterDriver<V> router(static_cast<int>(seed));
  router.load(control);
  if (breaks_rules) router.break_rules();
  ReferenceRouter reference(p, control);
  Neighbours neighbours(p, control, seed);
  int all_congested = 0;
  run_phases(neighbours, cycles, [&](const Behaviour& behaviour, int cycle) {
    CAPTURE(cycle);
    const RouterInputs arriving = neighbours.send(behaviour);
    const RouterOutputs leaving = router.cycle(arriving);
    require_same(p, leaving, reference.cycle(arriving));
    neighbours.receive(leaving);
    if (reference.least_td() > 0) ++all_congested;
  });
  REQUIRE(reference.is_empty());
  REQUIRE(neighbours.flits_sent() == neighbours.flits_received());
  for (int vc = 0; vc < p.nv(); ++vc) {
    const bool exists = vc % p.stride() < p.vcs;
    REQUIRE(reference.credits(vc) == (exists ? control.buffer_depth : 0));
  }
  REQUIRE(neighbours.scoreboard().nonminimal_packets() == reference.nonminimal_decisions());
  return {neighbours.flits_sent(), reference.decisions(), reference.nonminimal_decisions(),
          all_congested};
}

/// Every algorithm, both flow controls, `rounds` random configurations each.
template <class V>
void run_all_algorithms(int rounds, int cycles) {
  constexpr Parameters p = V::kParameters;
  Random random(1);
  for (int algorithm = 0; algorithm < kAlgorithms; ++algorithm) {
    Coverage total;
    for (int round = 0; round < 2 * rounds; ++round) {
      Control control = random_control(random, p, algorithm);
      control.cut_through = round % 2 == 0;
      const Coverage coverage = run_traffic<V>(control, random.bits(31), cycles);
      total.flits += coverage.flits;
      total.decisions += coverage.decisions;
      total.nonminimal += coverage.nonminimal;
    }
    CAPTURE(algorithm);
    REQUIRE(total.flits > cycles);
    REQUIRE(total.decisions > 0);
    if (algorithm == kMin || p.max_groups() < 3) REQUIRE(total.nonminimal == 0);
    if (algorithm != kMin && p.max_groups() > 8) {
      REQUIRE(total.nonminimal > 0);
      REQUIRE(total.nonminimal < total.decisions);
    }
  }
}

/// Where t_d is above 0 at all outputs that lead anywhere, credits are delayed by what is above the
/// least of these; t_d of the others stays 0.
template <class V>
void run_delays_above_the_least() {
  constexpr Parameters p = V::kParameters;
  Random random(12);
  Coverage total;
  for (int round = 0; round < 6; ++round) {
    Control control = random_control(random, p, kUgalLCr);
    const auto& connected = control.connected;
    const auto leads_nowhere = [&] {
      return std::find(connected.begin(), connected.end(), false) != connected.end();
    };
    while (p.globals > 1 && !leads_nowhere()) control = random_control(random, p, kUgalLCr);
    control.tcrt0.assign(control.tcrt0.size(), 0);  // every round trip takes longer
    total.all_congested += run_traffic<V>(control, random.bits(31), 840).all_congested;
  }
  // Among many routers some of the channels are the way to no group, and never used.
  if (p.routers < 8) REQUIRE(total.all_congested > 0);
}

/// What comes on VCs that do not exist is ignored, as nothing is built for them.
template <class V>
void run_vcs_that_do_not_exist() {
  Random random(11);
  for (const int algorithm : {kMin, kUgalLCr})
    run_traffic<V>(random_control(random, V::kParameters, algorithm), random.bits(31), 400, true);
}

/// In an idle router every flit leaves in the cycle in which it arrives, and its credit returns in
/// the same cycle (under UGAL-L_CR too, as long as all t_d are 0).
template <class V>
void run_zero_load() {
  constexpr Parameters p = V::kParameters;
  Random random(2);
  for (int algorithm = 0; algorithm < kAlgorithms; ++algorithm) {
    Control control = random_control(random, p, algorithm);
    control.buffer_depth = p.depth;
    control.ctq_one_in = (p.depth + p.ctq_depth - 1) / p.ctq_depth;
    control.oq_limit = p.oq_depth;
    // Credits come back late in this test; no t_d shall tell of it.
    control.tcrt0.assign(control.tcrt0.size(), kTimeModulus - 1);
    RouterDriver<V> router;
    router.load(control);
    for (int input_vc = 0; input_vc < p.nv(); ++input_vc) {
      const int port = input_vc / p.stride();
      const int vc = input_vc % p.stride();
      if (vc >= (p.is_terminal(port) ? 1 : p.vcs)) continue;
      const int size = random.between(1, p.depth < 16 ? p.depth : 16);
      const std::optional<Flit> head = p.is_terminal(port)
                                           ? random_head_of_terminal(random, p, control)
                                           : random_head_in_transit(random, p, control, port, vc);
      if (!head) continue;
      std::optional<std::size_t> output_vc;
      for (const Flit& flit : packet_of(random, p, *head, size, 0)) {
        RouterInputs arriving(p);
        arriving.arrival[static_cast<std::size_t>(input_vc)] = flit;
        const RouterOutputs leaving = router.cycle(arriving);
        int departures = 0;
        for (std::size_t ovc = 0; ovc < leaving.departure.size(); ++ovc) {
          REQUIRE(leaving.credit[ovc] == (static_cast<int>(ovc) == input_vc));
          if (!leaving.departure[ovc]) continue;
          ++departures;
          REQUIRE(leaving.departure[ovc]->tag == flit.tag);
          REQUIRE(output_vc.value_or(ovc) == ovc);
          output_vc = ovc;
        }
        REQUIRE(departures == 1);
      }
      for (int flits = 0; flits < size; ++flits) {
        RouterInputs credits(p);
        credits.credit[*output_vc] = true;
        router.cycle(credits);
      }
    }
  }
}

/// A register that is written in a cycle counts two cycles later, for the first flit that is put on
/// the ports `delay` cycles after the write: 2, or 1 where flits are registered as well.
template <class V>
void run_writes_are_registered(int delay) {
  constexpr Parameters p = V::kParameters;
  Random random(6);
  Control control = random_control(random, p, kMin);
  while (control.my_router != 0) control = random_control(random, p, kMin);
  // For router 1 of the group, which is what the write makes of this one.
  constexpr RegisterWrite kMyRouter = {0x0007, 1};
  Flit head = random_head_of_terminal(random, p, control);
  head.dst_group = control.my_group;
  head.dst_router = 1;
  head.dst_term = 0;
  RouterInputs arriving(p);
  arriving.arrival[0] = packet_of(random, p, head, 1, 0).front();
  const auto output_of_flit = [&](int cycle_of_flit) {
    RouterDriver<V> router;
    router.load(control);
    router.write(kMyRouter);
    std::optional<int> output;
    for (int cycle = 0; cycle <= cycle_of_flit; ++cycle) {
      const RouterOutputs leaving =
          router.cycle(cycle == cycle_of_flit ? arriving : RouterInputs(p));
      router.write(std::nullopt);
      for (int vc = 0; vc < p.nv(); ++vc)
        if (leaving.departure[static_cast<std::size_t>(vc)]) output = vc / p.stride();
    }
    REQUIRE(output.has_value());
    return *output;
  };
  for (int cycle = 0; cycle < delay; ++cycle) CHECK(p.is_local(output_of_flit(cycle)));
  for (int cycle = delay; cycle < delay + 2; ++cycle) CHECK(output_of_flit(cycle) == 0);
}

/// A write in a cycle of reset is lost.
template <class V>
void run_writes_in_reset() {
  constexpr Parameters p = V::kParameters;
  constexpr int kMyRouter = 0x0007;
  Random random(8);
  Control control = random_control(random, p, kMin);
  while (control.my_router != 0) control = random_control(random, p, kMin);
  Flit head = random_head_of_terminal(random, p, control);
  head.dst_group = control.my_group;
  head.dst_router = 0;
  head.dst_term = p.terminals - 1;
  RouterInputs arriving(p);
  arriving.arrival[0] = packet_of(random, p, head, 1, 0).front();
  for (const int edges : {1, 2, 3}) {
    RouterDriver<V> router;
    router.reset(edges, {kMyRouter, 1});
    router.load(control, kMyRouter);
    int departures = 0;
    for (int cycle = 0; cycle < 3; ++cycle) {
      const RouterOutputs leaving = router.cycle(cycle == 0 ? arriving : RouterInputs(p));
      for (int vc = 0; vc < p.nv(); ++vc) {
        if (!leaving.departure[static_cast<std::size_t>(vc)]) continue;
        ++departures;
        CHECK(vc / p.stride() == p.terminals - 1);
      }
    }
    CHECK(departures == 1);
  }
}

/// A port that sends nothing keeps what it sent last, so that its wires rest.
template <class V>
void run_flits_stay() {
  constexpr Parameters p = V::kParameters;
  Random random(9);
  const Control control = random_control(random, p, kMin);
  RouterDriver<V> router;
  router.load(control);
  Neighbours neighbours(p, control, 10);
  std::vector<std::optional<Flit>> sent(static_cast<std::size_t>(p.ports()));
  int rests = 0;
  for (int cycle = 0; cycle < 300; ++cycle) {
    const RouterOutputs leaving =
        router.cycle(neighbours.send({.send = 40, .start = 100, .return_credit = 80}));
    neighbours.receive(leaving);
    for (int port = 0; port < p.ports(); ++port) {
      std::optional<Flit>& last = sent[static_cast<std::size_t>(port)];
      const Flit shown = get_flit(router->flit_op_o, p, port);
      bool sends = false;
      for (int vc = 0; vc < p.stride(); ++vc)
        sends = sends || leaving.departure[static_cast<std::size_t>(port * p.stride() + vc)];
      if (!sends && last) {
        REQUIRE(shown == *last);
        ++rests;
      }
      if (sends) last = shown;
    }
  }
  CHECK(rests > 100);
}

/// Whatever the inputs do within a cycle, the outputs stay.
template <class V>
void run_outputs_are_registers() {
  constexpr Parameters p = V::kParameters;
  Random random(4);
  const Control control = random_control(random, p, kUgalG);
  RouterDriver<V> router;
  router.load(control);
  Neighbours neighbours(p, control, 5);
  const Behaviour busy = {.send = 100, .start = 100, .return_credit = 100};
  for (int cycle = 0; cycle < 200; ++cycle) {
    const RouterOutputs leaving = router.cycle(neighbours.send(busy));
    neighbours.receive(leaving);
    // What another sender would do now; it does not reach an edge.
    Neighbours others(p, control, static_cast<std::uint64_t>(cycle));
    router.drive(others.send(busy));
    router.settle();
    require_same(p, router.outputs(), leaving);
  }
}

/// After a reset in the middle of traffic the router is as new.
template <class V>
void run_reset() {
  constexpr Parameters p = V::kParameters;
  Random random(3);
  RouterDriver<V> router;
  for (int round = 0; round < 4; ++round) {
    const Control control = random_control(random, p, round % 2 == 0 ? kUgalLCr : kUgalG);
    router.load(control);
    ReferenceRouter reference(p, control);
    Neighbours neighbours(p, control, random.bits(31));
    RouterOutputs leaves(p);
    for (int cycle = 0; cycle < 150; ++cycle) {
      const RouterInputs arriving =
          neighbours.send({.send = 100, .start = 100, .return_credit = 60});
      const RouterOutputs leaving = router.cycle(arriving);
      require_same(p, leaving, reference.cycle(arriving));
      neighbours.receive(leaving);
      leaves = leaving;
    }
    // The outputs have something to lose.
    REQUIRE_FALSE(leaves == RouterOutputs(p));
    // One edge is enough, also while flits arrive.
    router.drive(neighbours.send({.send = 100, .start = 100, .return_credit = 20}));
    router.reset(1);
    router.drive(RouterInputs(p));
    router.settle();
    require_same(p, router.outputs(), RouterOutputs(p));
  }
}

}  // namespace dragonfly::tb
