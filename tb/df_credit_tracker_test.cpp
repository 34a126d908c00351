// SPDX-License-Identifier: Apache-2.0
// Bench of df_credit_tracker (docs/microarchitecture.md, section 5, "Credits"): one integer for
// each counter.
#include "tb/variants/df_credit_tracker.hpp"

#include <algorithm>
#include <vector>

#include "tb/support/assertions.hpp"
#include "tb/support/bench.hpp"
#include "tb/support/random.hpp"
#include "tb/support/signal_bits.hpp"
#include "tests/catch.hpp"

using namespace dragonfly::tb;

namespace {

template <class V>
struct CreditTracker : Bench<V> {
  static constexpr Parameters p = V::kParameters;

  CreditTracker() {
    quiet();
    (*this)->value_i = 0;
    (*this)->depth_i = 0;
  }

  void quiet() {
    (*this)->load_i = 0;
    clear((*this)->return_ovc_i);
    clear((*this)->take_ovc_i);
  }

  // BUFFER_DEPTH is written.
  void load(int depth) {
    (*this)->load_i = 1;
    (*this)->value_i = static_cast<decltype((*this)->value_i + 0)>(depth);
    this->edge();
    (*this)->depth_i = (*this)->value_i;
    quiet();
  }

  // `flits` take a credit of an output VC in this cycle.
  void take(int ovc, int flits) {
    for (int s = 0; s < flits; ++s) set_bit((*this)->take_ovc_i, s * p.nvp() + ovc, true);
  }

  void give_back(int ovc) { set_bit((*this)->return_ovc_i, ovc, true); }

  [[nodiscard]] int credits(int ovc) {
    return planes((*this)->credits_ovc_o, ovc, p.credit_w(), p.nvp());
  }

  [[nodiscard]] bool more_than(int ovc, int s) {
    return bit((*this)->more_ovc_o, s * p.nvp() + ovc);
  }

  void require_counters(const std::vector<int>& expected) {
    for (int ovc = 0; ovc < p.nv(); ++ovc) {
      const int count = expected[static_cast<std::size_t>(ovc)];
      REQUIRE(credits(ovc) == count);
      for (int s = 0; s < p.speedup; ++s) REQUIRE(more_than(ovc, s) == (count > s));
    }
  }

  // Counters after a write of BUFFER_DEPTH: only VCs that exist have credits.
  [[nodiscard]] static std::vector<int> loaded(int depth) {
    std::vector<int> counters(static_cast<std::size_t>(p.nv()));
    for (std::size_t ovc = 0; ovc < counters.size(); ++ovc) {
      if (static_cast<int>(ovc) % p.stride() < p.vcs) counters[ovc] = depth;
    }
    return counters;
  }
};

}  // namespace

// Checks: AS-20, CR-4, CR-5, CR-10
TEMPLATE_LIST_TEST_CASE("Writing the buffer depth sets all counters", "[df_credit_tracker]",
                        Variants) {
  CreditTracker<TestType> bench;
  const Parameters p = TestType::kParameters;
  bench.settle();
  bench.require_counters(bench.loaded(0));
  for (int depth = 1; depth <= p.depth; ++depth) {
    bench.load(depth);
    bench.settle();
    bench.require_counters(bench.loaded(depth));
  }
  bench.reset();
  bench.settle();
  bench.require_counters(bench.loaded(0));
}

// Checks: AS-20, SE-1, SE-11
TEMPLATE_LIST_TEST_CASE("Counters follow what is taken and returned", "[df_credit_tracker]",
                        Variants) {
  const Parameters p = TestType::kParameters;
  for (const int depth : {1, p.depth / 2, p.depth - 1, p.depth}) {
    CreditTracker<TestType> bench;
    bench.load(depth);
    std::vector<int> counters = bench.loaded(depth);
    Random random(static_cast<std::uint64_t>(depth));
    for (int cycle = 0; cycle < 1500; ++cycle) {
      // Phases in which the counters run empty, run full, or both happens at once.
      const int take_percent = cycle % 300 < 100 ? 95 : cycle % 300 < 200 ? 10 : 60;
      const int return_percent = cycle % 300 < 100 ? 10 : cycle % 300 < 200 ? 95 : 60;
      bench.settle();
      bench.require_counters(counters);
      bench.quiet();
      for (int ovc = 0; ovc < p.nv(); ++ovc) {
        const bool exists = ovc % p.stride() < p.vcs;
        int& count = counters[static_cast<std::size_t>(ovc)];
        const bool returned = exists && count < depth && random.chance(return_percent);
        const int most = std::min(count, p.speedup);  // of credits known at the start of the cycle
        const int taken = random.chance(take_percent) ? random.between(0, most) : 0;
        if (returned) bench.give_back(ovc);
        bench.take(ovc, taken);
        count += (returned ? 1 : 0) - taken;
      }
      bench.edge();
    }
    // Everything comes back.
    for (int round = 0; round < depth; ++round) {
      bench.quiet();
      for (int ovc = 0; ovc < p.nv(); ++ovc) {
        int& count = counters[static_cast<std::size_t>(ovc)];
        if (ovc % p.stride() < p.vcs && count < depth) {
          bench.give_back(ovc);
          ++count;
        }
      }
      bench.edge();
    }
    bench.quiet();
    bench.settle();
    bench.require_counters(bench.loaded(depth));
  }
}

// Checks: OW-3, SA-4, SE-1
TEMPLATE_LIST_TEST_CASE("Credits out of nothing are noticed", "[df_credit_tracker]", Variants) {
  const Parameters p = TestType::kParameters;
  const auto fired_after = [&](int depth, auto&& action) {
    CreditTracker<TestType> bench;
    bench.load(depth);
    action(bench);
    return assertions_fired_by([&] { bench.edge(); });
  };
  const int last = p.nv() - p.stride();  // VC 0 of the last port
  for (const int depth : {1, p.depth}) {
    CHECK(fired_after(depth, [&](auto& bench) { bench.give_back(last); }) == "no_surplus");
    // A credit cannot come back for a flit that only now leaves.
    CHECK(fired_after(depth, [&](auto& bench) {
            bench.give_back(last);
            bench.take(last, 1);
          }) == "no_surplus");
    CHECK(fired_after(depth, [&](auto& bench) { bench.take(last, 1); }).empty());
  }
  CHECK(fired_after(0, [&](auto& bench) { bench.take(0, 1); }) == "takes_what_it_has");
  if (p.speedup > 1) {
    CHECK(fired_after(1, [&](auto& bench) { bench.take(0, 2); }) == "takes_what_it_has");
  }
}
