// SPDX-License-Identifier: Apache-2.0
// Bench of df_credit_return (docs/microarchitecture.md, section 5 "Credit return" and section 6
// "Credit delay").
#include "tb/variants/df_credit_return.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "tb/reference/credit_trips.hpp"
#include "tb/support/assertions.hpp"
#include "tb/support/bench.hpp"
#include "tb/support/random.hpp"
#include "tb/support/signal_bits.hpp"
#include "tests/catch.hpp"

using namespace dragonfly::tb;

namespace {

template <class V>
struct CreditReturn : Bench<V> {
  static constexpr Parameters p = V::kParameters;

  explicit CreditReturn(bool delays) : delays_(delays) {
    (*this)->delay_i = delays;
    set_td(std::vector<int>(static_cast<std::size_t>(p.ports())));
    quiet();
  }

  void quiet() {
    clear((*this)->grant_ivc_i);
    clear((*this)->grants_op_i);
    // What is said of outputs without a grant means nothing.
    clear((*this)->grant_for_op_i);
    for (int o = 0; o < p.ports(); ++o)
      set_mask((*this)->grant_for_op_i, o, p.nvp(), p.nv(), [&](int) { return noise.chance(20); });
    std::fill(granted_.begin(), granted_.end(), false);
  }

  // All outputs are connected here.
  void set_td(const std::vector<int>& td) {
    td_ = td;
    for (int o = 0; o < p.ports(); ++o) {
      set_field((*this)->td_op_i, o, 15,
                static_cast<std::uint64_t>(td[static_cast<std::size_t>(o)]));
    }
    (*this)->min_td_i = static_cast<SData>(least());
  }

  // The front of an input VC leaves in this cycle.
  void grant(int ivc, int output) {
    set_bit((*this)->grant_ivc_i, ivc, true);
    if (!bit((*this)->grants_op_i, output))
      set_mask((*this)->grant_for_op_i, output, p.nvp(), p.nv(), [](int) { return false; });
    set_bit((*this)->grants_op_i, output, true);
    set_mask_bit((*this)->grant_for_op_i, output, p.nvp(), ivc, true);
    granted_[static_cast<std::size_t>(ivc)] = true;
    if (is_delayed(ivc))
      delayed[static_cast<std::size_t>(ivc)].append(
          now, p.is_local(output) ? 0 : td_[static_cast<std::size_t>(output)] - least());
  }

  void cycle() {
    (*this)->now_i = static_cast<SData>(now);
    this->settle();
    for (int ivc = 0; ivc < p.nv(); ++ivc) {
      const auto i = static_cast<std::size_t>(ivc);
      const bool returns = is_delayed(ivc) ? delayed[i].release(now) : granted_[i];
      REQUIRE(bit((*this)->credit_ivc_o, ivc) == returns);
      credits_returned += returns ? 1 : 0;
    }
    this->edge();
    quiet();
    now = (now + 1) % kTimeModulus;
  }

  [[nodiscard]] bool is_delayed(int ivc) const { return delays_ && p.is_local(ivc / p.stride()); }
  [[nodiscard]] int pending(int ivc) const {
    return delayed[static_cast<std::size_t>(ivc)].pending();
  }

  int now = 0;
  int credits_returned = 0;
  std::vector<DelayedCredits> delayed =
      std::vector<DelayedCredits>(static_cast<std::size_t>(p.nv()));

 private:
  [[nodiscard]] int least() const { return *std::min_element(td_.begin(), td_.end()); }

  bool delays_;
  std::vector<bool> granted_ = std::vector<bool>(static_cast<std::size_t>(p.nv()));
  Random noise{1};
  std::vector<int> td_;
};

bool exists(const Parameters& p, int vc) { return vc % p.stride() < p.vcs; }

}  // namespace

// Checks: AS-29, AS-35, SE-13
TEMPLATE_LIST_TEST_CASE("Credits return with the flit's departure", "[df_credit_return]",
                        Variants) {
  const Parameters p = TestType::kParameters;
  CreditReturn<TestType> bench(false);
  Random random(1);
  bench.cycle();
  for (int step = 0; step < 2000; ++step) {
    // Whatever was measured: no credit waits.
    std::vector<int> td(static_cast<std::size_t>(p.ports()));
    for (int& value : td) value = random.between(0, 9);
    bench.set_td(td);
    const int percent = step % 10 == 0 ? 100 : random.between(0, 100);
    for (int ivc = 0; ivc < p.nv(); ++ivc) {
      if (exists(p, ivc) && random.chance(percent)) bench.grant(ivc, random.below(p.ports()));
    }
    bench.cycle();
  }
}

// Checks: AS-29, CT-10, CT-11, CT-12, CT-14, FM-14, FM-20
TEMPLATE_LIST_TEST_CASE("Under UGAL-L_CR credits of local ports wait", "[df_credit_return]",
                        Variants) {
  const Parameters p = TestType::kParameters;
  CreditReturn<TestType> bench(true);
  Random random(2);
  bench.now = kTimeModulus - 500;  // over the wrap of the clock
  int grants = 0;
  for (int step = 0; step < 4000; ++step) {
    if (random.chance(10)) {
      const int largest = step % 1000 < 500 ? 30 : 2;
      std::vector<int> td(static_cast<std::size_t>(p.ports()));
      for (int& value : td) value = random.between(0, 5) + random.between(0, largest);
      bench.set_td(td);
    }
    const int percent = step % 200 < 100 ? 80 : 15;
    for (int ivc = 0; ivc < p.nv(); ++ivc) {
      // Pending credits are slots of the buffer: there are never more.
      if (!exists(p, ivc) || bench.pending(ivc) == p.depth || !random.chance(percent)) continue;
      bench.grant(ivc, random.below(p.ports()));
      ++grants;
    }
    bench.cycle();
  }
  for (int step = 0; step < 100 + p.depth; ++step) bench.cycle();
  for (const DelayedCredits& delayed : bench.delayed) REQUIRE(delayed.empty());
  REQUIRE(bench.credits_returned == grants);
}

// Checks: AS-35, CT-12, CT-13
TEMPLATE_LIST_TEST_CASE("Credits keep their order behind the longest delay", "[df_credit_return]",
                        Variants) {
  const Parameters p = TestType::kParameters;
  if (p.locals() == 0) return;
  const int ivc = p.terminals * p.stride();  // VC 0 of the first local port
  for (const int start : {0, 0x7FFF, 0xFFFF}) {
    CreditReturn<TestType> bench(true);
    bench.now = start;
    std::vector<int> td(static_cast<std::size_t>(p.ports()));
    td[1] = kLargestTd;
    bench.set_td(td);
    // The first credit waits as long as possible; those behind it have no delay of their own, but
    // follow one a cycle.
    bench.grant(ivc, 1);
    bench.cycle();
    for (int k = 1; k < p.depth; ++k) {
      bench.grant(ivc, 0);
      bench.cycle();
    }
    while (bench.pending(ivc) == p.depth) bench.cycle();
    REQUIRE(bench.now == (start + kLargestTd + 1) % kTimeModulus);
    for (int k = 1; k < p.depth; ++k) bench.cycle();
    REQUIRE(bench.pending(ivc) == 0);
    REQUIRE(bench.credits_returned == p.depth);
  }
}

// Checks: PT-1
TEMPLATE_LIST_TEST_CASE("Reset drops pending credits", "[df_credit_return]", Variants) {
  const Parameters p = TestType::kParameters;
  CreditReturn<TestType> bench(true);
  std::vector<int> td(static_cast<std::size_t>(p.ports()), 5);
  td[0] = 0;
  bench.set_td(td);
  for (int ivc = 0; ivc < p.nv(); ++ivc) {
    if (exists(p, ivc)) bench.grant(ivc, 1);
  }
  bench.cycle();
  bench.reset();
  for (DelayedCredits& delayed : bench.delayed) delayed = {};
  for (int step = 0; step < 20; ++step) bench.cycle();
}

// Checks: SE-13
TEMPLATE_LIST_TEST_CASE("Credits held without a reason are noticed", "[df_credit_return]",
                        Variants) {
  const Parameters p = TestType::kParameters;
  if (p.locals() == 0) return;
  CreditReturn<TestType> bench(true);
  std::vector<int> td(static_cast<std::size_t>(p.ports()));
  td[1] = 5;
  bench.set_td(td);
  bench.grant(p.terminals * p.stride(), 1);
  bench.cycle();
  bench->delay_i = 0;
  CHECK(assertions_fired_by([&] { bench.edge(); }) == "nothing_held_without_delay");
}

// Checks: CT-10
TEMPLATE_LIST_TEST_CASE("More credits than an input VC has slots are noticed", "[df_credit_return]",
                        Variants) {
  const Parameters p = TestType::kParameters;
  if (p.locals() == 0) return;
  CreditReturn<TestType> bench(true);
  std::vector<int> td(static_cast<std::size_t>(p.ports()));
  td[0] = 30000;
  bench.set_td(td);
  for (int held = 0; held < p.depth; ++held) {
    bench.grant(p.terminals * p.stride(), 0);
    CHECK(assertions_fired_by([&] { bench.cycle(); }).empty());
  }
  bench.grant(p.terminals * p.stride(), 0);
  CHECK(assertions_fired_by([&] { bench.edge(); }) == "slots_are_given_back_once");
}

// Checks: CT-10
TEMPLATE_LIST_TEST_CASE("A t_d below the least is noticed", "[df_credit_return]", Variants) {
  CreditReturn<TestType> bench(true);
  bench.grant(0, 0);
  CHECK(assertions_fired_by([&] { bench.edge(); }).empty());
  bench->min_td_i = 1;
  CHECK(assertions_fired_by([&] { bench.edge(); }) == "least_is_least");
}
