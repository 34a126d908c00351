// SPDX-License-Identifier: Apache-2.0
// Bench of df_set_allocator (docs/microarchitecture.md, "Decisions on arrival" and section 3).
#include "tb/variants/arrival/df_set_allocator.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tb/support/assertions.hpp"
#include "tb/support/bench.hpp"
#include "tb/support/flat_candidate_ports.hpp"
#include "tb/support/random.hpp"
#include "tb/support/route_words.hpp"
#include "tb/support/signal_bits.hpp"
#include "tests/catch.hpp"

using namespace dragonfly::tb;

namespace {

using Candidates = std::vector<std::optional<FlatCandidate>>;

template <class V>
struct SetAllocator : Bench<V> {
  static constexpr FlatSizes s = V::kSizes;

  explicit SetAllocator(bool sequential) {
    (*this)->sequential_i = sequential;
    clear((*this)->head_ip_i);
    put_queues(std::vector<int>(static_cast<std::size_t>(s.ports())));
  }

  void put_queues(const std::vector<int>& queues) {
    for (int port = 0; port < s.ports(); ++port)
      set_word((*this)->queue_op_i, port, 16,
               static_cast<std::uint64_t>(queues[static_cast<std::size_t>(port)]));
  }

  // A head on a port, or none.
  void ask(int port, const Candidates& candidates) {
    auto& dut = *this;
    set_bit(dut->head_ip_i, port, !candidates.empty());
    for (int c = 0; c < static_cast<int>(candidates.size()); ++c) {
      const auto& candidate = candidates[static_cast<std::size_t>(c)];
      const int number = candidate_number(s, port, c);
      set_mask_bit(dut->valid_ip_i, port, s.candidates(), c, candidate.has_value());
      if (!candidate) continue;
      set_mask_bit(dut->compared_ip_i, port, s.candidates(), c, candidate->standard.has_value());
      put_set(dut->set_cand_i, s, number, candidate->set);
      put_set(dut->standard_cand_i, s, number, candidate->standard.value_or(std::vector<int>{}));
      set_word(dut->offer_cand_i, number, s.offer_w(), offer_bits(s, *candidate));
    }
  }

  [[nodiscard]] FlatDecision decision(int port) {
    auto& dut = *this;
    return {get_route(dut->route_ip_o, {s.port_w(), s.vc_w()}, port), bit(dut->nonmin_ip_o, port),
            field(dut->mid_ip_o, port, s.node_w())};
  }
};

std::vector<int> random_set(Random& random, const FlatSizes& s) {
  std::vector<int> set;
  const int percent = random.between(5, 100);
  while (set.empty())
    for (int port = 0; port < s.ports(); ++port)
      if (random.chance(percent)) set.push_back(port);
  return set;
}

Candidates random_candidates(Random& random, const FlatSizes& s) {
  Candidates candidates(static_cast<std::size_t>(s.candidates()));
  // One is there whatever the queues are.
  const int certain = random.below(s.candidates());
  for (int c = 0; c < s.candidates(); ++c) {
    if (c != certain && random.chance(30)) continue;
    FlatCandidate candidate;
    candidate.set = random_set(random, s);
    candidate.vc = random.below(s.vcs);
    candidate.weight = random.chance(20) ? random.below(16) : random.between(0, 2);
    candidate.bias = random.chance(20) ? random.between(-32768, 32767) : random.between(-2, 2);
    candidate.nonmin = random.chance(50);
    candidate.mid = static_cast<int>(random.bits(s.node_w()));
    if (c != certain && random.chance(70)) candidate.standard = random_set(random, s);
    candidates[static_cast<std::size_t>(c)] = candidate;
  }
  return candidates;
}

}  // namespace

// Checks: AT-1, CR-9, DA-10, DA-11, DA-12, DA-13, DA-15, QE-8, QE-9
TEMPLATE_LIST_TEST_CASE("The best output of the best candidate is taken", "[df_set_allocator]",
                        Variants) {
  constexpr FlatSizes s = TestType::kSizes;
  Random random(1);
  const int cycles = s.ports() > 32 ? 300 : 1500;
  for (const bool sequential : {false, true}) {
    SetAllocator<TestType> bench(sequential);
    for (int cycle = 0; cycle < cycles; ++cycle) {
      // Short queues, so that one packet more makes a difference; and the longest.
      const int longest = cycle % 10 == 0 ? 0xFFFF - s.ports() : cycle % 3 == 0 ? 30 : 3;
      std::vector<int> queues;
      for (int port = 0; port < s.ports(); ++port) queues.push_back(random.between(0, longest));
      bench.put_queues(queues);
      const int percent = random.between(0, 100);
      std::vector<Candidates> asked;
      for (int port = 0; port < s.ports(); ++port) {
        asked.push_back(random.chance(percent) ? random_candidates(random, s) : Candidates{});
        bench.ask(port, asked.back());
      }
      bench.settle();
      const auto expected = decide_on_arrival(asked, queues, sequential);
      CAPTURE(sequential, cycle);
      std::vector<std::vector<int>> joining(static_cast<std::size_t>(s.ports()));
      for (int port = 0; port < s.ports(); ++port) {
        const auto& decision = expected[static_cast<std::size_t>(port)];
        if (!decision) continue;
        CAPTURE(port);
        REQUIRE(bench.decision(port).route == decision->route);
        REQUIRE(bench.decision(port) == *decision);
        joining[static_cast<std::size_t>(decision->route.port)].push_back(port);
      }
      for (int output = 0; output < s.ports(); ++output) {
        const auto& ports = joining[static_cast<std::size_t>(output)];
        REQUIRE(bit(bench->joined_op_o, output) == !ports.empty());
        REQUIRE(get_set(bench->joining_op_o, s, output) == ports);
      }
      bench.edge();
    }
  }
}

// Checks: DA-10, QE-8, QE-9
TEMPLATE_LIST_TEST_CASE("Sequential decisions spread, greedy ones herd", "[df_set_allocator]",
                        Variants) {
  constexpr FlatSizes s = TestType::kSizes;
  FlatCandidate all;
  for (int port = 0; port < s.ports(); ++port) all.set.push_back(port);
  Candidates candidates(static_cast<std::size_t>(s.candidates()));
  candidates[0] = all;
  for (const bool sequential : {false, true}) {
    SetAllocator<TestType> bench(sequential);
    for (int port = 0; port < s.ports(); ++port) bench.ask(port, candidates);
    bench.settle();
    for (int port = 0; port < s.ports(); ++port)
      CHECK(bench.decision(port).route.port == (sequential ? port : 0));
  }
}

// Checks: DA-11
TEMPLATE_LIST_TEST_CASE("Staying away from the standard needs a shorter queue",
                        "[df_set_allocator]", Variants) {
  constexpr FlatSizes s = TestType::kSizes;
  // The first candidate is dear, the second one is free if port 1 is better than port 2.
  FlatCandidate first;
  first.set = {0};
  first.bias = 100;
  FlatCandidate second;
  second.set = {1};
  second.standard = {2};
  second.weight = 0;
  second.bias = -1;
  Candidates candidates(static_cast<std::size_t>(s.candidates()));
  candidates[0] = first;
  candidates[1] = second;
  for (const int queue : {0, 1, 2}) {
    SetAllocator<TestType> bench(false);
    std::vector<int> queues(static_cast<std::size_t>(s.ports()));
    queues[1] = queue;
    queues[2] = 1;
    bench.put_queues(queues);
    bench.ask(0, candidates);
    bench.settle();
    CHECK(bench.decision(0).route.port == (queue < 1 ? 1 : 0));
  }
}

// Checks: DA-9, DA-14
TEMPLATE_LIST_TEST_CASE("A packet without a certain candidate is noticed", "[df_set_allocator]",
                        Variants) {
  constexpr FlatSizes s = TestType::kSizes;
  FlatCandidate candidate;
  candidate.set = {0};
  const auto fired_by = [&](const FlatCandidate& only) {
    SetAllocator<TestType> bench(false);
    Candidates candidates(static_cast<std::size_t>(s.candidates()));
    candidates[1] = only;
    bench.ask(s.ports() - 1, candidates);
    return assertions_fired_by([&] { bench.edge(); });
  };
  CHECK(fired_by(candidate).empty());
  candidate.standard = {0};
  CHECK(fired_by(candidate) == "there_is_a_candidate");
  candidate.standard.reset();
  candidate.set.clear();
  CHECK(fired_by(candidate) == "sets_have_outputs");
}
