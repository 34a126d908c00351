// SPDX-License-Identifier: Apache-2.0
// Bench of df_queue_estimator (docs/microarchitecture.md, section 3).
#include "tb/variants/df_queue_estimator.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tb/reference/routes.hpp"
#include "tb/support/bench.hpp"
#include "tb/support/control.hpp"
#include "tb/support/random.hpp"
#include "tb/support/route_words.hpp"
#include "tb/support/signal_bits.hpp"
#include "tests/catch.hpp"

using namespace dragonfly::tb;

namespace {

template <class V>
struct QueueEstimator : Bench<V> {
  static constexpr Parameters p = V::kParameters;

  explicit QueueEstimator(const Control& with) : control(with) {
    set_bits((*this)->depth_i, 0, p.credit_w(), static_cast<std::uint64_t>(control.buffer_depth));
    (*this)->publish_i = control.algorithm == kUgalG;
    clear((*this)->credits_ovc_i);
    clear((*this)->assigned_ivc_i);
    Random noise(1);  // routes of input VCs that hold none
    for (int ivc = 0; ivc < p.nv(); ++ivc) {
      put_noise((*this)->held_ivc_i, route_bits(p), ivc, noise);
    }
    clear((*this)->ask_cand_i);
    clear((*this)->vc_queue_cand_i);
    for (int port = 0; port < p.ports(); ++port) {
      estimates.vc_queue.push_back(std::vector<int>(static_cast<std::size_t>(p.vcs)));
      for (int vc = 0; vc < p.vcs; ++vc) set_credits({port, vc}, control.buffer_depth);
    }
  }

  // Only before `assign`.
  void set_credits(const Route& output, int credits) {
    set_planes((*this)->credits_ovc_i, output.port * p.stride() + output.vc, p.credit_w(), p.nvp(),
               credits);
    queue(output) = control.buffer_depth - credits;
  }

  // An input VC holds a route.
  void assign(int ivc, const Route& route) {
    set_bit((*this)->assigned_ivc_i, ivc, true);
    put_route((*this)->held_ivc_i, route_bits(p), ivc, route);
    ++queue(route);
  }

  // Asks about two outputs for terminal port t, then about a VC of each, and checks the answers.
  void ask(int t, int minimal, int nonminimal) {
    clear((*this)->ask_cand_i);
    const std::array<Route, 2> outputs = {Route{minimal, control.min_start_vc},
                                          Route{nonminimal, 0}};
    for (int c = 0; c < 2; ++c) {
      const auto [port, vc] = outputs[static_cast<std::size_t>(c)];
      const int i = 2 * t + c;
      set_bit((*this)->ask_cand_i, i, true);
      set_field((*this)->port_cand_i, i, p.port_w(), static_cast<std::uint64_t>(port));
      set_field((*this)->vc_cand_i, i, p.vc_w(), static_cast<std::uint64_t>(vc));
    }
    for (const bool of_vc : {false, true}) {
      for (int c = 0; c < 2; ++c) set_bit((*this)->vc_queue_cand_i, 2 * t + c, of_vc);
      this->settle();
      for (int c = 0; c < 2; ++c) {
        const Route& output = outputs[static_cast<std::size_t>(c)];
        REQUIRE(field((*this)->queue_cand_o, 2 * t + c, 16) ==
                (of_vc ? queue(output) : estimates.of(output.port)));
      }
    }
  }

  void check_occupancies() {
    this->settle();
    for (int j = 0; j < p.globals; ++j) {
      const int expected = control.algorithm == kUgalG ? estimates.of(p.first_global() + j) : 0;
      REQUIRE(field((*this)->occupancy_o, j, 16) == expected);
    }
  }

  int& queue(const Route& output) {
    return estimates.vc_queue.at(static_cast<std::size_t>(output.port))
        .at(static_cast<std::size_t>(output.vc));
  }

  Control control;
  QueueEstimates estimates;
};

}  // namespace

// Checks: QE-2
TEMPLATE_LIST_TEST_CASE("Idle outputs have no queue", "[df_queue_estimator]", Variants) {
  const Parameters p = TestType::kParameters;
  Random random(1);
  QueueEstimator<TestType> bench(random_control(random, p, kUgalG));
  for (int port = 0; port < p.ports(); ++port) bench.ask(p.terminals - 1, port, 0);
  bench.check_occupancies();
}

// Checks: QE-2, RT-7
TEMPLATE_LIST_TEST_CASE("The longest queues", "[df_queue_estimator]", Variants) {
  const Parameters p = TestType::kParameters;
  Random random(2);
  Control control = random_control(random, p, kUgalG);
  control.buffer_depth = p.depth;
  for (int vc = 0; vc < p.vcs; ++vc) {
    QueueEstimator<TestType> bench(control);
    const int last = p.ports() - 1;
    for (int each = 0; each < p.vcs; ++each) bench.set_credits({last, each}, 0);
    for (int ivc = 0; ivc < p.nv(); ++ivc) bench.assign(ivc, {last, vc});
    REQUIRE(bench.estimates.of(last) == p.vcs * p.depth + p.nv());
    for (int t = 0; t < p.terminals; ++t) bench.ask(t, last, 0);
    for (int t = 0; t < p.terminals; ++t) bench.ask(t, 0, last);
    bench.check_occupancies();
  }
}

// Checks: DF-13, FM-12, FM-19, PT-21, QE-2, QE-11
TEMPLATE_LIST_TEST_CASE("Estimates count credits and assigned packets", "[df_queue_estimator]",
                        Variants) {
  const Parameters p = TestType::kParameters;
  Random random(3);
  for (int round = 0; round < 150; ++round) {
    Control control = random_control(random, p, round % kAlgorithms);
    control.min_start_vc = random.below(p.vcs);
    QueueEstimator<TestType> bench(control);
    for (int port = 0; port < p.ports(); ++port) {
      for (int vc = 0; vc < p.vcs; ++vc) {
        bench.set_credits({port, vc}, random.between(0, control.buffer_depth));
      }
    }
    const int percent = round % 3 == 0 ? 100 : random.between(0, 100);
    const int favourite = random.below(p.ports());
    for (int ivc = 0; ivc < p.nv(); ++ivc) {
      if (!random.chance(percent)) continue;
      const int port = random.chance(30) ? favourite : random.below(p.ports());
      bench.assign(ivc, {port, random.below(p.vcs)});
    }
    for (int question = 0; question < 20; ++question) {
      bench.ask(random.below(p.terminals), random.below(p.ports()),
                random.chance(30) ? favourite : random.below(p.ports()));
    }
    bench.check_occupancies();
  }
}
