// SPDX-License-Identifier: Apache-2.0
// Bench of df_route_unit of flattened butterflies (docs/microarchitecture.md, "Flattened
// butterflies").
#include "tb/variants/flattened_butterfly/df_route_unit.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tb/support/assertions.hpp"
#include "tb/support/bench.hpp"
#include "tb/support/control.hpp"
#include "tb/support/flat_candidate_ports.hpp"
#include "tb/support/random.hpp"
#include "tb/support/signal_bits.hpp"
#include "tb/support/unit_ports.hpp"
#include "tests/catch.hpp"

using namespace dragonfly::tb;

namespace {

template <class V>
struct RouteUnit : Bench<V> {
  static constexpr FlatSizes s = V::kSizes;

  explicit RouteUnit(const FlatControl& control) {
    put_no_write((*this)->cfg_i);
    clear((*this)->head_ip_i);
    Control registers;
    registers.connected.assign(static_cast<std::size_t>(s.ports()), true);
    registers.algorithm = control.algorithm;
    registers.all_hops = control.all_hops;
    registers.threshold = control.threshold;
    registers.groups = control.my_node;  // ROUTE(0)
    put_control((*this)->control_i, V::kParameters, registers);
  }

  void ask(int port, int vc, const FlatFlit& head, std::uint32_t x) {
    auto& dut = *this;
    set_bit(dut->head_ip_i, port, true);
    set_word(dut->vc_ip_i, port, s.vc_w(), static_cast<std::uint64_t>(vc));
    set_word(dut->flit_ip_i, port, 64, head.bits(s));
    set_field(dut->random_ip_i, port, 32, x);
  }
};

struct Question {
  int vc = 0;
  FlatFlit head;
  std::uint32_t x = 0;
};

// A head as it may come on a port; near ones are as likely as far ones.
FlatFlit random_head(Random& random, const FlatSizes& s, const FlatControl& control) {
  FlatFlit head = FlatFlit::of(s, random.bits(64));
  head.head = true;
  const auto node = [&] {
    const int drawn = random_node(random, s);
    if (!random.chance(60)) return drawn;
    // Some digits as this router has them.
    int mixed = 0;
    for (int d = 0; d < s.dimensions; ++d)
      mixed |= (random.chance(50) ? drawn : control.my_node) & s.digit_mask(d);
    return mixed;
  };
  head.dst = node();
  head.mid = node();
  head.dst_term = random.below(s.terminals);
  return head;
}

}  // namespace

// Checks: DA-9, DA-14, FB-6, FB-7, FB-8, FB-10, FB-11, FB-12, FB-13, FB-14, FB-15, FB-16, FB-17,
// FB-18, FB-19, FB-20, FB-21, FB-22, FB-23, FB-24, FB-25, FB-26, FB-27, FB-29, FB-32, FB-33, FB-35,
// FM-5, FM-15
TEMPLATE_LIST_TEST_CASE("Candidates are those of the specification", "[df_route_unit]", Variants) {
  constexpr FlatSizes s = TestType::kSizes;
  Random random(1);
  for (int algorithm = 0; algorithm < kFlatAlgorithms; ++algorithm) {
    if (vcs_needed(s, algorithm) > s.vcs) continue;
    for (int round = 0; round < (s.ports() > 32 ? 4 : 16); ++round) {
      FlatControl control = random_flat_control(random, s, algorithm);
      control.threshold = random.between(-32768, 32767);
      const FlatRoutes routes(s, control);
      RouteUnit<TestType> bench(control);
      for (int cycle = 0; cycle < 60; ++cycle) {
        clear(bench->head_ip_i);
        std::vector<std::optional<Question>> questions(static_cast<std::size_t>(s.ports()));
        for (int port = 0; port < s.ports(); ++port) {
          if (!random.chance(50)) continue;
          Question question{random.chance(50) && routes.phase_1() < s.vcs ? routes.phase_1()
                                                                          : random.below(s.vcs),
                            random_head(random, s, control),
                            static_cast<std::uint32_t>(random.bits(32))};
          if (port >= s.terminals)
            question.x = 0;
          else
            question.vc = 0;
          // A destination that the random number draws as well.
          if (random.chance(10)) question.head.dst = routes.drawn_node(question.x);
          if (port >= s.terminals) routes.bring_near(question.head, question.vc);
          bench.ask(port, question.vc, question.head, question.x);
          questions[static_cast<std::size_t>(port)] = question;
        }
        bench.settle();
        for (int port = 0; port < s.ports(); ++port) {
          const auto& question = questions[static_cast<std::size_t>(port)];
          if (!question) continue;
          CAPTURE(algorithm, control.all_hops, control.my_node, port, question->vc, question->head,
                  question->x);
          const auto expected = routes.candidates(question->head, port, question->vc, question->x);
          int valid = 0;
          for (const auto& candidate : expected) valid += candidate ? 1 : 0;
          REQUIRE(field(bench->salt_ip_o, port, 8) ==
                  routes.salt(question->head, port, question->x));
          for (int c = 0; c < s.candidates(); ++c) {
            const auto& candidate = expected[static_cast<std::size_t>(c)];
            const int number = candidate_number(s, port, c);
            CAPTURE(c);
            REQUIRE(mask_bit(bench->valid_ip_o, port, s.candidates(), c) == candidate.has_value());
            if (!candidate) continue;
            REQUIRE(get_set(bench->set_cand_o, s, number) == candidate->set);
            REQUIRE(mask_bit(bench->compared_ip_o, port, s.candidates(), c) ==
                    candidate->standard.has_value());
            if (candidate->standard)
              REQUIRE(get_set(bench->standard_cand_o, s, number) == *candidate->standard);
            // Of one candidate alone weight and bias do not matter.
            const std::uint64_t offer = get_word(bench->offer_cand_o, number, s.offer_w());
            const int route_w = s.vc_w() + 1 + s.node_w();
            const std::uint64_t wanted = offer_bits(s, *candidate);
            REQUIRE((offer ^ wanted) << (64 - route_w) == 0);
            if (valid > 1) REQUIRE(offer == wanted);
          }
        }
        bench.edge();
      }
    }
  }
}

// Checks: FB-6
TEMPLATE_LIST_TEST_CASE("What no packet may ask for is noticed", "[df_route_unit]", Variants) {
  constexpr FlatSizes s = TestType::kSizes;
  Random random(2);
  const auto fired_by = [&](int algorithm, const FlatFlit& head, int my_node) {
    FlatControl control = random_flat_control(random, s, algorithm);
    control.my_node = my_node;
    RouteUnit<TestType> bench(control);
    bench.ask(0, 0, head, 0);
    return assertions_fired_by([&] { bench.edge(); });
  };
  FlatFlit head;
  head.head = true;
  CHECK(fired_by(kMinAd, head, 0).empty());
  if (s.terminals < 1 << s.term_w()) {
    head.dst_term = s.terminals;
    CHECK(fired_by(kMinAd, head, 0) == "terminals_exist");
    head.dst_term = 0;
  }
  if (s.dimensions == 0) return;
  const int last = s.dimensions - 1;
  if (s.size(last) < 1 << s.digit_w(last)) {
    head.dst = s.size(last) << s.digit_at(last);
    CHECK(fired_by(kDor, head, 0) == "routers_exist");
  }
  head.dst = 1;
  CHECK(fired_by(kDor, head, 0).empty());
}

// Checks: FB-15
TEMPLATE_LIST_TEST_CASE("A packet with too far to go for its VC is noticed", "[df_route_unit]",
                        Variants) {
  constexpr FlatSizes s = TestType::kSizes;
  if (s.dimensions == 0) return;
  Random random(5);
  // Router 0, and a packet with a hop to go in each of the first dimensions.
  const auto fired_by = [&](int algorithm, int vc, int hops) {
    FlatControl control = random_flat_control(random, s, algorithm);
    control.my_node = 0;
    RouteUnit<TestType> bench(control);
    FlatFlit head;
    head.head = true;
    for (int d = 0; d < hops; ++d) head.dst |= 1 << s.digit_at(d);
    bench.ask(s.terminals, vc, head, 0);
    return assertions_fired_by([&] { bench.edge(); });
  };
  for (const int algorithm : {kMinAd, kDor, kFlatVal, kUgal, kUgalS, kClosAd}) {
    if (vcs_needed(s, algorithm) > s.vcs) continue;
    const bool in_order = algorithm == kDor || algorithm == kFlatVal;
    for (int vc = 0; vc < s.vcs; ++vc) {
      for (int hops = 0; hops <= s.dimensions; ++hops) {
        const bool phase_1 = algorithm != kMinAd && vc == s.dimensions;
        CAPTURE(algorithm, vc, hops);
        CHECK(fired_by(algorithm, vc, hops) ==
              (!in_order && !phase_1 && hops > vc ? "vcs_fall" : ""));
      }
    }
  }
}

// Checks: FB-30
TEMPLATE_LIST_TEST_CASE("Too few VCs are noticed", "[df_route_unit]", Variants) {
  constexpr FlatSizes s = TestType::kSizes;
  if (s.dimensions < 2) return;
  Random random(3);
  FlatControl control = random_flat_control(random, s, kUgal);
  control.my_node = 0;
  RouteUnit<TestType> bench(control);
  FlatFlit head;
  head.head = true;
  head.dst = 1;
  // Through router 0, which is this one; and through the last, on the VC of phase 1.
  bench.ask(0, 0, head, 0);
  CHECK(assertions_fired_by([&] { bench.edge(); }).empty());
  bench.ask(0, 0, head, 0xFFFFFFFF);
  CHECK(assertions_fired_by([&] { bench.edge(); }) ==
        (s.vcs <= s.dimensions ? "vcs_are_enough" : ""));
}

// Checks: FB-6, FB-12
TEMPLATE_LIST_TEST_CASE("Registers that mean nothing are noticed", "[df_route_unit]", Variants) {
  constexpr FlatSizes s = TestType::kSizes;
  Random random(4);
  RouteUnit<TestType> bench(random_flat_control(random, s, kMinAd));
  const auto fired_by = [&](int address, std::uint32_t data) {
    put_write(bench->cfg_i, {address, data});
    return assertions_fired_by([&] { bench.edge(); });
  };
  CHECK(fired_by(0, kClosAd).empty());
  CHECK(fired_by(0, kFlatAlgorithms) == "algorithm_is_known");
  CHECK(fired_by(5, static_cast<std::uint32_t>(random_node(random, s))).empty());
  if (s.node_w() < 16) CHECK(fired_by(5, 1U << s.node_w()) == "my_node_exists");
  if (s.dimensions > 0 && s.size(s.dimensions - 1) < 1 << s.digit_w(s.dimensions - 1))
    CHECK(fired_by(5, (1U << s.node_w()) - 1) == "my_node_exists");
}
