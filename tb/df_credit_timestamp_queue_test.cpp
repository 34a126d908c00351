// SPDX-License-Identifier: Apache-2.0
// Bench of df_credit_timestamp_queue (docs/microarchitecture.md, section 6, "Credit timestamp
// queue").
#include "tb/variants/df_credit_timestamp_queue.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
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
struct TimestampQueues : Bench<V> {
  static constexpr Parameters p = V::kParameters;

  explicit TimestampQueues(int one_in_n) : one_in(one_in_n) {
    (*this)->enable_i = 1;
    (*this)->one_in_i = static_cast<CData>(one_in);
    quiet();
  }

  void quiet() {
    clear((*this)->take_ovc_i);
    clear((*this)->return_ovc_i);
  }

  // `flits` flits are granted to an output VC in this cycle.
  void take(int ovc, int flits) {
    for (int s = 0; s < flits; ++s) {
      set_bit((*this)->take_ovc_i, s * p.nvp() + ovc, true);
      queues[static_cast<std::size_t>(ovc)].take(now, one_in);
    }
  }

  void give_back(int ovc) {
    set_bit((*this)->return_ovc_i, ovc, true);
    const auto trip = queues[static_cast<std::size_t>(ovc)].give_back(now, one_in);
    // In ascending order of VC: the highest VC's measurement of an output counts.
    if (trip) trips[static_cast<std::size_t>(ovc / p.stride())] = trip;
  }

  void edge_and_check() {
    (*this)->now_i = static_cast<SData>(now);
    this->edge();
    quiet();
    for (int o = 0; o < p.ports(); ++o) {
      const auto& trip = trips[static_cast<std::size_t>(o)];
      REQUIRE(bit((*this)->sample_op_o, o) == trip.has_value());
      if (trip) REQUIRE(field((*this)->trip_op_o, o, 16) == *trip);
    }
    std::fill(trips.begin(), trips.end(), std::nullopt);
    now = (now + 1) % kTimeModulus;
  }

  int one_in;
  int now = 0;
  std::vector<TimestampQueue> queues =
      std::vector<TimestampQueue>(static_cast<std::size_t>(p.nv()));
  std::vector<std::optional<int>> trips =
      std::vector<std::optional<int>>(static_cast<std::size_t>(p.ports()));
};

}  // namespace

// Checks: AS-21, AS-22, CR-13, CT-2, CT-3
TEMPLATE_LIST_TEST_CASE("One credit in n is tracked", "[df_credit_timestamp_queue]", Variants) {
  const Parameters p = TestType::kParameters;
  for (const int one_in : {1, 2, 3, 255}) {
    TimestampQueues<TestType> bench(one_in);
    const int ovc = p.nv() - p.stride();
    // Flits one by one, each back after three cycles: every n-th gives a sample of 3.
    for (int flit = 0; flit < 2 * one_in + 1; ++flit) {
      bench.take(ovc, 1);
      bench.edge_and_check();
      bench.edge_and_check();
      bench.edge_and_check();
      bench.give_back(ovc);
      REQUIRE(bench.trips[static_cast<std::size_t>(p.ports() - 1)].has_value() ==
              (flit % one_in == 0));
      bench.edge_and_check();
    }
  }
}

// Checks: CT-3
TEMPLATE_LIST_TEST_CASE("Round trips up to 2^16 - 1 cycles, over the wrap of the clock",
                        "[df_credit_timestamp_queue]", Variants) {
  TimestampQueues<TestType> bench(1);
  for (const int start : {0, 1, 0x8000, 0xFFFF}) {
    for (const int trip : {1, 0x7FFF, 0x8000, 0xFFFF}) {
      bench.now = start;
      bench.take(0, 1);
      bench.edge_and_check();
      bench.now = (start + trip) % kTimeModulus;
      bench.give_back(0);
      REQUIRE(bench.trips[0] == trip);
      bench.edge_and_check();
    }
  }
}

// Checks: AS-34, CT-2, CT-3, CT-4, CT-7
TEMPLATE_LIST_TEST_CASE("Every round trip is measured, in order", "[df_credit_timestamp_queue]",
                        Variants) {
  const Parameters p = TestType::kParameters;
  for (const int buffer_depth : {1, p.depth - 1, p.depth}) {
    const int least = (buffer_depth + p.ctq_depth - 1) / p.ctq_depth;
    for (const int one_in : {least, least + 1}) {
      TimestampQueues<TestType> bench(one_in);
      Random random(static_cast<std::uint64_t>(buffer_depth * 1000 + one_in));
      bench.now = random.below(kTimeModulus);
      std::vector<int> outstanding(static_cast<std::size_t>(p.nv()));
      for (int cycle = 0; cycle < 1200; ++cycle) {
        const int take_percent = cycle % 200 < 100 ? 80 : 10;
        const int return_percent = cycle % 200 < 50 ? 0 : 60;
        for (int ovc = 0; ovc < p.nv(); ++ovc) {
          if (ovc % p.stride() >= p.vcs) continue;  // there is no such VC, and it has no memory
          int& out = outstanding[static_cast<std::size_t>(ovc)];
          const int room = buffer_depth - out;  // credits at the start of the cycle
          const int flits =
              random.chance(take_percent) ? random.between(0, std::min(room, p.speedup)) : 0;
          const bool returns = out > 0 && random.chance(return_percent);
          if (returns) bench.give_back(ovc);
          bench.take(ovc, flits);
          out += flits - (returns ? 1 : 0);
          REQUIRE(bench.queues[static_cast<std::size_t>(ovc)].entries() <= p.ctq_depth);
        }
        bench.edge_and_check();
      }
      for (int round = 0; round < buffer_depth; ++round) {
        for (int ovc = 0; ovc < p.nv(); ++ovc) {
          int& out = outstanding[static_cast<std::size_t>(ovc)];
          if (out-- > 0) bench.give_back(ovc);
        }
        bench.edge_and_check();
      }
      for (const TimestampQueue& queue : bench.queues) REQUIRE(queue.entries() == 0);
    }
  }
}

// Checks: AS-21, AS-22, AS-27, AS-28, AS-34, CT-1
TEMPLATE_LIST_TEST_CASE("Without UGAL-L_CR nothing is measured and reset state stays",
                        "[df_credit_timestamp_queue]", Variants) {
  const Parameters p = TestType::kParameters;
  TimestampQueues<TestType> bench(2);
  bench->enable_i = 0;
  Random random(5);
  for (int cycle = 0; cycle < 100; ++cycle) {
    for (int ovc = 0; ovc < p.nv(); ++ovc) {
      set_bit(bench->take_ovc_i, ovc, random.chance(50));
      set_bit(bench->return_ovc_i, ovc, random.chance(50));
    }
    bench.edge_and_check();
  }
  // Both counters still stand at 0, and the queue is empty.
  bench->enable_i = 1;
  bench.take(0, 1);
  bench.edge_and_check();
  bench.give_back(0);
  REQUIRE(bench.trips[0] == 1);
  bench.edge_and_check();
}

// Checks: CT-4
TEMPLATE_LIST_TEST_CASE("A queue that overflows or runs empty is noticed",
                        "[df_credit_timestamp_queue]", Variants) {
  const Parameters p = TestType::kParameters;
  // The fault is registered first, so the assertion fires one edge later.
  const auto fired_after = [](auto&& action) {
    TimestampQueues<TestType> bench(1);
    action(bench);
    bench.edge();
    bench.quiet();
    return assertions_fired_by([&] { bench.edge(); });
  };
  CHECK(fired_after([](auto& bench) { set_bit(bench->return_ovc_i, 0, true); }) == "fill_in_range");
  const auto push = [&](auto& bench, int entries) {
    for (int k = 0; k < entries; ++k) {
      bench.quiet();
      bench.take(p.nv() - p.stride(), 1);
      if (k < entries - 1) bench.edge();
    }
  };
  CHECK(fired_after([&](auto& bench) { push(bench, p.ctq_depth); }).empty());
  // A queue of one entry is built with two.
  const int slots = std::max(p.ctq_depth, 2);
  CHECK(fired_after([&](auto& bench) { push(bench, slots + 1); }) == "fill_in_range");
}

// Checks: CT-2
TEMPLATE_LIST_TEST_CASE("That no credit is tracked is noticed", "[df_credit_timestamp_queue]",
                        Variants) {
  TimestampQueues<TestType> bench(1);
  CHECK(assertions_fired_by([&] { bench.edge(); }).empty());
  bench->one_in_i = 0;  // as before it is written
  CHECK(assertions_fired_by([&] { bench.edge(); }).empty());
  set_mask_bit(bench->take_ovc_i, 0, TestType::kParameters.nvp(), 0, true);
  CHECK(assertions_fired_by([&] { bench.edge(); }) == "some_are_tracked");
}
