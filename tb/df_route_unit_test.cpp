// SPDX-License-Identifier: Apache-2.0
// Bench of df_route_unit (docs/microarchitecture.md, section 2): routes of arriving flits and both
// candidates of terminal ports against the words of the specification, with random tables.
#include "tb/variants/df_route_unit.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tb/reference/candidates.hpp"
#include "tb/reference/routes.hpp"
#include "tb/reference/stimuli.hpp"
#include "tb/support/assertions.hpp"
#include "tb/support/bench.hpp"
#include "tb/support/control.hpp"
#include "tb/support/decision_ports.hpp"
#include "tb/support/flit.hpp"
#include "tb/support/random.hpp"
#include "tb/support/route_words.hpp"
#include "tb/support/signal_bits.hpp"
#include "tb/support/unit_ports.hpp"
#include "tests/catch.hpp"

using namespace dragonfly::tb;

namespace {

template <class V>
struct RouteUnitBench : Bench<V> {
  static constexpr Parameters p = V::kParameters;

  explicit RouteUnitBench(const Control& with) : control(with) {
    put_no_write((*this)->cfg_i);
    quiet();
    put_control((*this)->control_i, p, control);
    load_through_cfg(*this, control);
  }

  void quiet() {
    clear((*this)->arrival_ivc_i);
    clear((*this)->decide_ask_i);
    arrivals.assign(static_cast<std::size_t>(p.nv()), std::nullopt);
    destinations.assign(static_cast<std::size_t>(p.terminals), std::nullopt);
  }

  void arrive(int ivc, const Flit& flit) {
    set_bit((*this)->arrival_ivc_i, ivc, true);
    put_flit((*this)->flit_ip_i, p, ivc / p.stride(), flit);
    arrivals[static_cast<std::size_t>(ivc)] = flit;
  }

  // A packet at terminal port t needs a decision, with the random number x.
  void ask(int t, const Flit& destination, std::uint32_t x) {
    set_bit((*this)->decide_ask_i, t, true);
    const int position = t * p.dst_w();
    set_bits((*this)->header_ask_i, position, p.term_w(),
             static_cast<std::uint64_t>(destination.dst_term));
    set_bits((*this)->header_ask_i, position + p.term_w(), p.router_w(),
             static_cast<std::uint64_t>(destination.dst_router));
    set_bits((*this)->header_ask_i, position + p.term_w() + p.router_w(), p.group_w(),
             static_cast<std::uint64_t>(destination.dst_group));
    set_field((*this)->random_ask_i, t, 32, x);
    destinations[static_cast<std::size_t>(t)] = destination;
    numbers[static_cast<std::size_t>(t)] = x;
  }

  void check() {
    this->settle();
    for (int ivc = 0; ivc < p.nv(); ++ivc) check_arrival(ivc);
    for (int t = 0; t < p.terminals; ++t) check_candidates(t);
    REQUIRE((*this)->publish_o == (control.algorithm == kUgalG));
    REQUIRE((*this)->delay_credits_o == (control.algorithm == kUgalLCr));
  }

  Control control;
  std::vector<std::optional<Flit>> arrivals;      // by input VC
  std::vector<std::optional<Flit>> destinations;  // by terminal port
  std::vector<std::uint32_t> numbers =
      std::vector<std::uint32_t>(static_cast<std::size_t>(p.terminals));

 private:
  void check_arrival(int ivc) {
    const auto& flit = arrivals[static_cast<std::size_t>(ivc)];
    const int port = ivc / p.stride();
    if (!flit || !flit->head || p.is_terminal(port)) return;  // its route means nothing
    CAPTURE(ivc, control.my_group, control.my_router, *flit);
    REQUIRE(get_route((*this)->route_ip_o, route_bits(p), port) ==
            route_function(p, control, *flit, port, ivc % p.stride()));
  }

  void check_candidates(int t) {
    auto& dut = *this;
    const auto& destination = destinations[static_cast<std::size_t>(t)];
    Candidates expected(2);
    if (destination)
      expected = candidates_of(
          p, control, paths_of(p, control, *destination, numbers[static_cast<std::size_t>(t)]));
    CAPTURE(t, numbers[static_cast<std::size_t>(t)], control.my_group, control.algorithm);
    for (int c = 0; c < 2; ++c) {
      const int i = 2 * t + c;
      const auto& candidate = expected[static_cast<std::size_t>(c)];
      REQUIRE(bit(dut->valid_cand_o, i) == candidate.has_value());
      if (!candidate) continue;
      REQUIRE(field(dut->port_cand_o, i, p.port_w()) == candidate->route.port);
      REQUIRE(field(dut->vc_cand_o, i, p.vc_w()) == candidate->route.vc);
      REQUIRE(bit(dut->nonmin_cand_o, i) == candidate->nonmin);
      REQUIRE(field(dut->mid_cand_o, i, p.group_w()) == candidate->mid);
      // Sequential decisions of other packets depend on a lane, even where there is no choice.
      const bool lane = candidate->queue == kQueueOfLane;
      REQUIRE((field(dut->kind_cand_o, i, 2) == kQueueOfLane) == lane);
      if (lane) REQUIRE(field(dut->lane_cand_o, i, p.channel_w()) == candidate->lane);
      if (!expected[0] || !expected[1]) continue;
      REQUIRE(field(dut->kind_cand_o, i, 2) == candidate->queue);
      REQUIRE(field(dut->weight_cand_o, i, kWeightBits) == candidate->weight);
      REQUIRE(field(dut->bias_cand_o, i, kBiasBits) == (candidate->bias & 0xFFFF));
    }
  }
};

// An input VC of each port on which something may arrive.
int random_vc(Random& random, const Parameters& p, int port) {
  return p.is_terminal(port) ? 0 : random.below(p.vcs);
}

template <class AnyBench>
void random_arrivals(AnyBench& bench, Random& random, int percent) {
  const Parameters p = AnyBench::kParameters;
  for (int port = 0; port < p.ports(); ++port) {
    if (!random.chance(percent)) continue;
    const int vc = random_vc(random, p, port);
    if (random.chance(30)) {
      Flit body = random_flit(random, p);
      body.head = false;
      bench.arrive(port * p.stride() + vc, body);
      continue;
    }
    const std::optional<Flit> head =
        p.is_terminal(port) ? random_head_of_terminal(random, p, bench.control)
                            : random_head_in_transit(random, p, bench.control, port, vc);
    if (head) bench.arrive(port * p.stride() + vc, *head);
  }
}

template <class AnyBench>
void random_questions(AnyBench& bench, Random& random, int percent) {
  const Parameters p = AnyBench::kParameters;
  for (int t = 0; t < p.terminals; ++t) {
    if (!random.chance(percent)) continue;
    const auto x = static_cast<std::uint32_t>(random.bits(32));
    bench.ask(t, random_head_of_terminal(random, p, bench.control), x);
  }
}

}  // namespace

// Checks: CR-8, CR-9, CR-18, DF-1, DF-9, DF-10, DF-12, DF-13, DF-14, DF-15, DF-16, DF-17, DF-18,
// DF-19, DF-21, DF-22, DF-25, DF-26, DF-28, DF-30, DF-31, DF-32, DF-33, DF-34, DF-35, DF-36, DF-37,
// DF-38, DF-39, DF-40, DF-41, DF-42, DF-43, DF-44, DF-45, DF-46, DF-47, DF-48, DF-49, DF-50, FL-8,
// FL-11, FL-12, FL-13, FL-14, FM-9, FM-16, FM-17, FM-18, FM-19, FM-20, FM-21, RT-1, RT-4
TEMPLATE_LIST_TEST_CASE("Routes and candidates follow header and tables", "[df_route_unit]",
                        Variants) {
  const Parameters p = TestType::kParameters;
  Random random(1);
  for (int round = 0; round < 40; ++round) {
    const Control control = random_control(random, p, round % kAlgorithms);
    RouteUnitBench<TestType> bench(control);
    for (int cycle = 0; cycle < 60; ++cycle) {
      bench.quiet();
      const int percent = cycle == 0 ? 0 : cycle == 1 ? 100 : random.between(10, 100);
      random_arrivals(bench, random, percent);
      random_questions(bench, random, percent);
      bench.check();
      bench.edge();
    }
  }
}

// Checks: DF-25, DF-30, DF-31, DF-32
TEMPLATE_LIST_TEST_CASE("Random numbers at the ends of their range", "[df_route_unit]", Variants) {
  const Parameters p = TestType::kParameters;
  Random random(2);
  for (const int algorithm : {static_cast<int>(kMin), static_cast<int>(kUgalL)}) {
    Control control = random_control(random, p, algorithm);
    // The widest range of ways that there can be.
    for (WayRange& range : control.ways_to) range = {0, p.channels()};
    RouteUnitBench<TestType> bench(control);
    for (int group = 0; group < control.groups; ++group) {
      for (const std::uint32_t x :
           {0x00000000U, 0x000000FFU, 0xFFFF0000U, 0xFFFFFFFFU, 0x80000080U}) {
        bench.quiet();
        Flit destination = random_head_of_terminal(random, p, control);
        destination.dst_group = group;
        bench.ask(p.terminals - 1, destination, x);
        bench.check();
      }
    }
  }
}

// Checks: CR-3
TEMPLATE_LIST_TEST_CASE("Writes to other addresses leave the tables alone", "[df_route_unit]",
                        Variants) {
  const Parameters p = TestType::kParameters;
  Random random(3);
  const Control control = random_control(random, p, kUgalL);
  RouteUnitBench<TestType> bench(control);
  const auto is_ours = [&](int address) {
    return (address >= 0x1000 && address < 0x1000 + p.routers) ||
           (address >= 0x2000 && address < 0x2000 + p.max_groups()) ||
           (address >= 0x4000 && address < 0x4000 + p.channels());
  };
  for (int address = 0; address < 0x10000; ++address) {
    if (is_ours(address)) continue;
    // What is written to the registers that this unit reads must make sense to it.
    const std::uint64_t noise = address >= 0x0010 ? random.bits(32) : address == 0x0005 ? 1 : 0;
    put_write(bench->cfg_i, {address, static_cast<std::uint32_t>(noise)});
    bench.edge();
  }
  put_no_write(bench->cfg_i);
  for (int cycle = 0; cycle < 200; ++cycle) {
    bench.quiet();
    random_arrivals(bench, random, 100);
    random_questions(bench, random, 100);
    bench.check();
  }
}

// Checks: DF-17, FL-5
TEMPLATE_LIST_TEST_CASE("A packet for an unknown group is noticed", "[df_route_unit]", Variants) {
  const Parameters p = TestType::kParameters;
  if (p.max_groups() < 2) return;
  Random random(4);
  Control control = random_control(random, p, kMin);
  control.groups = 2;
  control.my_group = 0;
  control.ways_to = {{0, 0}, {0, 0}};
  RouteUnitBench<TestType> bench(control);
  Flit flit;
  flit.head = true;
  const int local = p.terminals * p.stride();
  bench.arrive(local, flit);
  CHECK(assertions_fired_by([&] { bench.edge(); }).empty());
  bench.quiet();
  flit.dst_group = 1;
  flit.head = false;  // where a body goes is not looked up
  bench.arrive(local, flit);
  CHECK(assertions_fired_by([&] { bench.edge(); }).empty());
  flit.head = true;
  bench.arrive(local, flit);
  CHECK(assertions_fired_by([&] { bench.edge(); }) == "group_is_known");
}

// Checks: DF-15
TEMPLATE_LIST_TEST_CASE("A packet that is on the highest VC too early is noticed",
                        "[df_route_unit]", Variants) {
  const Parameters p = TestType::kParameters;
  if (p.max_groups() < 2 || p.vcs < 2) return;
  Random random(6);
  Control control = random_control(random, p, kMin);
  control.groups = 2;
  control.my_group = 0;
  control.my_router = 0;
  control.ways_to = {{0, 1}, {0, 1}};
  const auto fired_by = [&](int port, int vc, int router, bool head = true) {
    RouteUnitBench<TestType> bench(control);
    Flit flit;
    flit.head = head;
    flit.dst_router = router;
    bench.arrive(port * p.stride() + vc, flit);
    return assertions_fired_by([&] { bench.edge(); });
  };
  const int global = p.first_global(), local = p.terminals;
  CHECK(fired_by(global, p.vcs - 2, 1).empty());
  CHECK(fired_by(global, p.vcs - 1, 0).empty());  // it leaves for its terminal
  CHECK(fired_by(local, p.vcs - 1, 1).empty());
  CHECK(fired_by(global, p.vcs - 1, 1, false).empty());
  CHECK(fired_by(global, p.vcs - 1, 1) == "vcs_are_enough");
  // Beside packets on other global channels that may go on, on either side.
  Flit head;
  head.head = true;
  head.dst_router = 1;
  for (int wrong = 0; wrong < p.globals; ++wrong) {
    RouteUnitBench<TestType> bench(control);
    for (int n = 0; n < p.globals; ++n)
      bench.arrive((global + n) * p.stride() + p.vcs - (n == wrong ? 1 : 2), head);
    CHECK(assertions_fired_by([&] { bench.edge(); }) == "vcs_are_enough");
  }
}

// Checks: DF-6, DF-12
TEMPLATE_LIST_TEST_CASE("Registers and tables that make no sense are noticed", "[df_route_unit]",
                        Variants) {
  const Parameters p = TestType::kParameters;
  Random random(5);
  const Control control = random_control(random, p, kMin);
  const auto fired_by = [&](int address, int low, int high = 0) {
    RouteUnitBench<TestType> bench(control);
    put_write(bench->cfg_i, {address, static_cast<std::uint32_t>(low + (high << 16))});
    return assertions_fired_by([&] { bench.edge(); });
  };
  CHECK(fired_by(0x0000, kAlgorithms - 1).empty());
  CHECK(fired_by(0x0000, kAlgorithms) == "algorithm_is_known");
  CHECK(fired_by(0x0005, p.max_groups()).empty());
  CHECK(fired_by(0x0005, p.max_groups() + 1) == "groups_can_be");
  CHECK(fired_by(0x0005, 0) == "groups_can_be");
  CHECK(fired_by(0x0006, p.max_groups() - 1).empty());
  CHECK(fired_by(0x0006, p.max_groups()) == "group_can_be");
  CHECK(fired_by(0x0007, p.routers - 1).empty());
  CHECK(fired_by(0x0007, p.routers) == "router_can_be");
  CHECK(fired_by(0x0008, p.vcs - 1).empty());
  CHECK(fired_by(0x0008, p.vcs) == "first_vc_exists");
  CHECK(fired_by(0x1000, p.first_global() - 1).empty());
  CHECK(fired_by(0x1000, p.first_global()) == "local_port_exists");
  CHECK(fired_by(0x1000, (p.first_global() - 1) | 1 << 8).empty());
  CHECK(fired_by(0x1000, (p.first_global() - 1) | 2 << 8) ==
        (p.complete_groups() ? "local_port_exists, locals_can_be_drawn" : "local_port_exists"));
  CHECK(fired_by(0x1000, (p.first_global() - 2) | 2 << 8) ==
        (p.complete_groups() ? "locals_can_be_drawn" : ""));
  CHECK(fired_by(0x2000, 0, p.channels()).empty());
  CHECK(fired_by(0x2000, 1, p.channels()) == "ways_are_in_table");
  if (p.globals > 0) {
    CHECK(fired_by(0x4000, p.routers - 1, p.globals - 1).empty());
    CHECK(fired_by(0x4000, p.routers, 0) == "way_is_a_channel");
    CHECK(fired_by(0x4000, 0, p.globals) == "way_is_a_channel");
  }
}
