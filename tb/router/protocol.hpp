// SPDX-License-Identifier: Apache-2.0
// What a whole router owes its neighbours in every packaging, beside what lockstep looks at: what
// it does around a reset, with writes, between clock edges, and with wires that carry nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tb/reference/credit_trips.hpp"
#include "tb/reference/stimuli.hpp"
#include "tb/router/driver.hpp"
#include "tb/router/neighbours.hpp"
#include "tests/catch.hpp"

namespace dragonfly::tb {

/// Requires that two routers, between neighbours that do the same, do the same for `cycles` cycles.
template <class V>
void require_same_behaviour(RouterDriver<V>& one, RouterDriver<V>& other, const Control& control,
                            std::uint64_t seed, int cycles) {
  constexpr Parameters p = V::kParameters;
  Neighbours neighbours(p, control, seed);
  int flits = 0;
  for (int cycle = 0; cycle < cycles; ++cycle) {
    CAPTURE(control.algorithm, control.sequential, control.cut_through, seed, cycle);
    const RouterInputs arriving = neighbours.send(
        {.send = 90, .start = 90, .return_credit = cycle % 100 < 50 ? 80 : 10, .favourite = 10});
    const RouterOutputs leaving = one.cycle(arriving);
    REQUIRE(other.cycle(arriving) == leaving);
    neighbours.receive(leaving);
    for (const auto& departure : leaving.departure) flits += departure ? 1 : 0;
  }
  REQUIRE(flits > cycles / 4);
}

/// What comes on VCs that do not exist is ignored, as nothing is built for them.
template <class V>
void run_vcs_that_do_not_exist() {
  Random random(11);
  for (const int algorithm : {kMin, kUgalLCr}) {
    const Control control = random_control(random, V::kParameters, algorithm);
    RouterDriver<V> usual;
    RouterDriver<V> disturbed;
    usual.load(control);
    disturbed.load(control);
    disturbed.break_rules();
    require_same_behaviour(usual, disturbed, control, random.bits(31), 400);
  }
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
    REQUIRE(router.outputs() == leaving);
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
    RouterDriver<V> fresh(round + 1);
    router.load(control);
    fresh.load(control);
    require_same_behaviour(router, fresh, control, random.bits(31), 200);
    // One edge is enough, also while flits arrive.
    Neighbours neighbours(p, control, random.bits(31));
    router.drive(neighbours.send({.send = 100, .start = 100, .return_credit = 20}));
    router.reset(1);
    router.drive(RouterInputs(p));
    router.settle();
    REQUIRE(router.outputs() == RouterOutputs(p));
  }
}

}  // namespace dragonfly::tb
