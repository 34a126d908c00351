// SPDX-License-Identifier: Apache-2.0
// Bench of df_route_allocator (docs/microarchitecture.md, sections 2 "Decision" and 3): minimal or
// non-minimal, greedy and sequential, for every algorithm of the dragonfly. other_family/ has more
// candidates.
#include "tb/variants/df_route_allocator.hpp"

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
#include "tb/support/random.hpp"
#include "tb/support/route_words.hpp"
#include "tb/support/signal_bits.hpp"
#include "tb/support/unit_ports.hpp"
#include "tests/catch.hpp"

using namespace dragonfly::tb;

namespace {

template <class V>
struct RouteAllocator : Bench<V> {
  static constexpr Parameters p = V::kParameters;
  static constexpr DecisionSizes kSizes = decision_sizes(p);

  explicit RouteAllocator(const Control& with) : control(with), lfsr(with.lfsr) {
    for (int ivc = 0; ivc < p.nv(); ++ivc) {
      put_noise((*this)->held_ivc_i, route_bits(p), ivc, noise);
    }
    quiet();
    (*this)->sequential_i = control.sequential;
    put_random();
  }

  void quiet() {
    clear((*this)->decide_ask_i);
    clear((*this)->valid_cand_i);
    paths.assign(static_cast<std::size_t>(p.terminals), std::nullopt);
  }

  // The packet at terminal port t needs a decision in this cycle.
  void ask(int t, const Paths& candidates) {
    set_bit((*this)->decide_ask_i, t, true);
    paths[static_cast<std::size_t>(t)] = candidates;
  }

  // Draws the candidates from table and random number register, as df_route_unit does.
  void ask_for(int t, const Flit& destination) {
    ask(t, paths_of(p, control, destination, lfsr[static_cast<std::size_t>(t)]));
  }

  // One cycle with these queues; checks the decisions.
  void cycle(const QueueEstimates& estimates) {
    const auto decisions = decide(p, control, paths, lfsr, estimates);
    answer(estimates);
    this->settle();
    for (int t = 0; t < p.terminals; ++t) {
      const auto& decision = decisions[static_cast<std::size_t>(t)];
      if (decision) {
        check_questions(*this, kSizes, t,
                        candidates_of(p, control, *paths[static_cast<std::size_t>(t)]));
        latest[static_cast<std::size_t>(t)] = decision;
        REQUIRE(route_of(t) == decision->route);
      }
      check_header(t);
    }
    // The registers keep what was decided, also for a packet that has to wait.
    this->edge();
    for (std::size_t t = 0; t < lfsr.size(); ++t) {
      if (decisions[t]) lfsr[t] = xorshift(lfsr[t]);
    }
    put_random();
    quiet();
    this->settle();
    for (int t = 0; t < p.terminals; ++t) {
      check_header(t);
    }
  }

  [[nodiscard]] Route route_of(int t) {
    return get_route((*this)->route_ivc_o, route_bits(p), t * p.stride());
  }

  Control control;
  Random noise{1};  // routes of input VCs that hold none
  std::vector<std::uint32_t> lfsr;
  std::vector<std::optional<Paths>> paths;
  std::vector<std::optional<Decision>> latest =
      std::vector<std::optional<Decision>>(static_cast<std::size_t>(p.terminals));

  // Drives the candidates of all that ask, with these queues.
  void answer(const QueueEstimates& estimates) {
    for (int t = 0; t < p.terminals; ++t) {
      const auto& asked = paths[static_cast<std::size_t>(t)];
      if (asked) put_candidates(*this, kSizes, t, candidates_of(p, control, *asked), estimates);
    }
    for (int k = 0; k < p.channels(); ++k) {
      set_field((*this)->oracle_i, k, 16,
                static_cast<std::uint64_t>(estimates.oracle[static_cast<std::size_t>(k)]));
    }
  }

 private:
  void put_random() {
    for (int t = 0; t < p.terminals; ++t)
      set_field((*this)->random_ask_i, t, 32, lfsr[static_cast<std::size_t>(t)]);
  }

  // What the head flit of the latest packet decided on is told.
  void check_header(int t) {
    const auto& decision = latest[static_cast<std::size_t>(t)];
    if (!decision) return;
    CAPTURE(t, control.algorithm, control.sequential, control.threshold);
    REQUIRE(bit((*this)->nonmin_ask_o, t) == decision->nonmin);
    REQUIRE(field((*this)->salt_ask_o, t, 8) == decision->salt);
    REQUIRE(field((*this)->mid_ask_o, t, p.group_w()) == decision->mid_group);
  }
};

QueueEstimates random_estimates(Random& random, const Parameters& p, int longest) {
  QueueEstimates estimates;
  for (int port = 0; port < p.ports(); ++port) {
    std::vector<int> queues;
    for (int vc = 0; vc < p.vcs; ++vc) queues.push_back(random.between(0, longest / p.vcs));
    estimates.vc_queue.push_back(queues);
  }
  for (int k = 0; k < p.channels(); ++k) estimates.oracle.push_back(random.between(0, longest));
  return estimates;
}

}  // namespace

// Checks: CR-8, DF-34, QE-3, QE-4, RT-5, RT-6, RT-8, RT-9
TEMPLATE_LIST_TEST_CASE("Decisions compare queues as the algorithm says", "[df_route_allocator]",
                        Variants) {
  const Parameters p = TestType::kParameters;
  Random random(1);
  for (int algorithm = 0; algorithm < kAlgorithms; ++algorithm) {
    for (int round = 0; round < 12; ++round) {
      Control control = random_control(random, p, algorithm);
      control.sequential = round % 2 == 0;
      RouteAllocator<TestType> bench(control);
      for (int cycle = 0; cycle < 100; ++cycle) {
        // Short queues, so that one packet more makes a difference, equality included.
        const QueueEstimates estimates = random_estimates(random, p, cycle % 2 == 0 ? 12 : 60);
        const int percent = cycle % 4 == 0 ? 100 : random.between(0, 100);
        for (int t = 0; t < p.terminals; ++t) {
          if (random.chance(percent)) bench.ask_for(t, random_head_of_terminal(random, p, control));
        }
        bench.cycle(estimates);
      }
    }
  }
}

// Checks: CR-9, RT-7
TEMPLATE_LIST_TEST_CASE("Longest queues and thresholds", "[df_route_allocator]", Variants) {
  const Parameters p = TestType::kParameters;
  if (p.max_groups() < 3) return;
  Random random(2);
  for (const int algorithm : {kUgalL, kUgalG, kUgalLVc, kUgalLVch, kUgalLCr}) {
    for (const int threshold : {-32768, -1, 0, 1, 32767}) {
      Control control = random_control(random, p, algorithm);
      control.threshold = threshold;
      // One packet more must still fit into 16 bits.
      const int longest = 0xFFFF - (control.sequential ? p.terminals : 0);
      RouteAllocator<TestType> bench(control);
      for (int cycle = 0; cycle < 60; ++cycle) {
        QueueEstimates estimates = random_estimates(random, p, longest);
        for (int& entry : estimates.oracle) {
          if (random.chance(50)) entry = random.chance(50) ? longest : 0;
        }
        for (int t = 0; t < p.terminals; ++t) {
          bench.ask_for(t, random_head_of_terminal(random, p, control));
        }
        bench.cycle(estimates);
      }
    }
  }
}

// Checks: QE-3, QE-4, QE-5
TEMPLATE_LIST_TEST_CASE("Sequential decisions see those before them", "[df_route_allocator]",
                        Variants) {
  const Parameters p = TestType::kParameters;
  if (p.max_groups() < 3 || p.terminals < 2) return;
  Random random(3);
  Control control = random_control(random, p, kUgalG);
  control.threshold = 0;
  control.all_hops = false;
  Paths paths;
  paths.minimal = {p.first_global(), control.min_start_vc};
  paths.minimal_channel = 0;
  paths.nonminimal = {p.first_global(), 0};
  paths.nonminimal_channel = 1;
  paths.mid_group = 1;
  for (const bool sequential : {false, true}) {
    control.sequential = sequential;
    // Queues 0 and 0: minimal. The second packet finds 1 > 2 x 0 if it sees the first.
    for (const bool first_has_choice : {false, true}) {
      RouteAllocator<TestType> bench(control);
      Paths first = paths;
      first.has_choice = first_has_choice;
      Paths second = paths;
      second.has_choice = true;
      bench.ask(0, first);
      bench.ask(1, second);
      QueueEstimates idle = random_estimates(random, p, 0);
      bench.cycle(idle);
      CHECK_FALSE(bench.latest[0]->nonmin);
      CHECK(bench.latest[1]->nonmin == sequential);
    }
  }
}

// Checks: RT-1
TEMPLATE_LIST_TEST_CASE("Routes of other input VCs pass unchanged", "[df_route_allocator]",
                        Variants) {
  const Parameters p = TestType::kParameters;
  Random random(4);
  const Control control = random_control(random, p, kUgalL);
  RouteAllocator<TestType> bench(control);
  for (int cycle = 0; cycle < 100; ++cycle) {
    // Only a terminal port without a route asks.
    std::vector<Route> routes(static_cast<std::size_t>(p.nv()));
    for (int ivc = 0; ivc < p.nv(); ++ivc) {
      Route& route = routes[static_cast<std::size_t>(ivc)];
      const bool asks =
          p.is_terminal(ivc / p.stride()) && ivc % p.stride() == 0 && random.chance(50);
      if (asks) {
        put_noise(bench->held_ivc_i, route_bits(p), ivc, random);
      } else {
        route = {random.below(p.ports()), random.below(p.vcs)};
        put_route(bench->held_ivc_i, route_bits(p), ivc, route);
      }
      if (asks) bench.ask_for(ivc / p.stride(), random_head_of_terminal(random, p, control));
    }
    const QueueEstimates estimates = random_estimates(random, p, 20);
    bench.answer(estimates);
    bench.settle();
    for (int ivc = 0; ivc < p.nv(); ++ivc) {
      const int port = ivc / p.stride();
      if (p.is_terminal(port) && bench.paths[static_cast<std::size_t>(port)]) continue;
      REQUIRE(get_route(bench->route_ivc_o, route_bits(p), ivc) ==
              routes[static_cast<std::size_t>(ivc)]);
    }
    bench.cycle(estimates);
  }
}

// Checks: RT-4
TEMPLATE_LIST_TEST_CASE("A packet without a candidate is noticed", "[df_route_allocator]",
                        Variants) {
  const Parameters p = TestType::kParameters;
  Random random(7);
  RouteAllocator<TestType> bench(random_control(random, p, kMin));
  CHECK(assertions_fired_by([&] { bench.edge(); }).empty());
  set_bit(bench->decide_ask_i, p.terminals - 1, true);
  CHECK(assertions_fired_by([&] { bench.edge(); }) == "there_is_a_candidate");
}

// Checks: RT-4
TEMPLATE_LIST_TEST_CASE("Choices against the rules are noticed", "[df_route_allocator]", Variants) {
  const Parameters p = TestType::kParameters;
  // Asker 0 has two candidates, of weight 1.
  const auto fired_by = [&](auto&& change) {
    Random random(8);
    RouteAllocator<TestType> bench(random_control(random, p, kUgalL));
    set_bit(bench->decide_ask_i, 0, true);
    clear(bench->kind_cand_i);
    clear(bench->lane_cand_i);
    clear(bench->weight_cand_i);
    for (int c = 0; c < 2; ++c) {
      set_bit(bench->valid_cand_i, c, true);
      set_field(bench->weight_cand_i, c, 4, 1);
    }
    change(bench);
    return assertions_fired_by([&] { bench.edge(); });
  };
  CHECK(fired_by([](auto&) {}).empty());
  CHECK(fired_by([](auto& bench) {
          // Another asks.
          set_bit(bench->decide_ask_i, 0, false);
          set_bit(bench->decide_ask_i, 1, true);
          set_bit(bench->valid_cand_i, 2, true);
        }) == "choices_are_asked_for");
  const int lane_w = bits_for(p.channels() - 1);
  if (p.channels() < 1 << lane_w) {
    CHECK(fired_by([&](auto& bench) {
            set_field(bench->kind_cand_i, 1, 2, 2);
            set_field(bench->lane_cand_i, 1, lane_w, static_cast<std::uint64_t>(p.channels()));
          }) == "lanes_exist");
  }
}
