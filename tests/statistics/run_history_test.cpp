// SPDX-License-Identifier: Apache-2.0
#include "models/statistics/run_history.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "tests/catch.hpp"

namespace dragonfly {
namespace {

/// Per-quarter figures of an interval.
struct Shape {
  std::array<double, 4> waiting{}, in_network{100, 100, 100, 100};
  std::array<double, 4> latency{20, 20, 20, 20};
  std::array<double, 4> accepted{10000, 10000, 10000, 10000};  ///< packets, of 10,000 created
};

/// An interval of 4 x 1,000 cycles in which 10,000 single-flit packets are created in each quarter.
Course course_of(const Shape& shape) {
  Course course;
  for (std::size_t i = 0; i < 4; ++i) {
    HistorySample next = course[i];
    next.cycles += 1000;
    next.counters.created_packets += 10000;
    next.counters.created_flits += 10000;
    const auto delivered = static_cast<std::int64_t>(shape.accepted[i]);
    next.counters.delivered_packets += delivered;
    next.counters.delivered_flits += delivered;
    next.waiting_cycles += std::floor(1000 * shape.waiting[i]);
    next.in_network_cycles += std::floor(1000 * shape.in_network[i]);
    next.inside_cycles = next.waiting_cycles + next.in_network_cycles;
    next.latency_sum += static_cast<std::int64_t>(shape.latency[i] * shape.accepted[i]);
    next.latency_square_sum += shape.latency[i] * shape.latency[i] * shape.accepted[i];
    course[i + 1] = next;
  }
  return course;
}

TEST_CASE("Constant figures are steady") {
  const Course course = course_of({});
  CHECK(is_steady(course, 1));
  CHECK_FALSE(is_saturating(course, 1));
  CHECK_FALSE(has_risen(course, 0.10, 1));
  CHECK_FALSE(has_fallen(course, 0.10, 1));
  CHECK_FALSE(is_growing(course, 1));
  CHECK(is_steady(Course{}, 1));  // nothing ever happened
}

TEST_CASE("Each figure is looked at") {
  // 10,000 packets a quarter: four standard deviations are 4%, below the 5% allowed.
  Shape inside;
  inside.in_network = {100, 100, 100, 106};
  CHECK_FALSE(is_steady(course_of(inside), 1));
  inside.in_network = {100, 104, 100, 104};
  CHECK(is_steady(course_of(inside), 1));

  Shape latency;
  latency.latency = {20, 20, 21.5, 20};
  CHECK_FALSE(is_steady(course_of(latency), 1));

  Shape accepted;
  accepted.accepted = {9750, 9750, 9750, 9750};
  CHECK_FALSE(is_steady(course_of(accepted), 1));
  accepted.accepted = {9900, 9900, 9900, 9900};
  CHECK(is_steady(course_of(accepted), 1));
}

TEST_CASE("Bursts are given a wider tolerance") {
  Shape shape;
  shape.in_network = {100, 110, 100, 104};
  CHECK_FALSE(is_steady(course_of(shape), 1));
  CHECK(is_steady(course_of(shape), 15));  // four standard deviations: 4 sqrt(15 / 10000) = 15%
}

TEST_CASE("Saturation is growing source queues before a network that does not change") {
  Shape saturated;
  saturated.accepted = {9000, 9000, 9000, 9000};
  saturated.waiting = {500, 1500, 2500, 3500};
  CHECK(is_saturating(course_of(saturated), 1));
  CHECK(is_growing(course_of(saturated), 1));
  CHECK(grows_on(course_of(saturated)));
  CHECK_FALSE(is_steady(course_of(saturated), 1));

  Shape slowing = saturated;
  slowing.waiting = {500, 1500, 2100, 2300};
  CHECK_FALSE(grows_on(course_of(slowing)));

  Shape shrinking = saturated;
  shrinking.waiting = {500, 1500, 2500, 2400};
  CHECK_FALSE(is_saturating(course_of(shrinking), 1));
  CHECK_FALSE(is_growing(course_of(shrinking), 1));

  Shape filling = saturated;  // the buffers of the network take what is missing
  filling.waiting = {10, 20, 30, 40};
  filling.in_network = {500, 1500, 2500, 3500};
  CHECK_FALSE(is_saturating(course_of(filling), 1));
  CHECK(is_growing(course_of(filling), 1));
  CHECK(has_risen(course_of(filling), 0.10, 1));

  Shape changing = saturated;  // the throughput is not steady yet
  changing.accepted = {8000, 8500, 9000, 9500};
  CHECK_FALSE(is_saturating(course_of(changing), 1));

  Shape hardly = saturated;
  hardly.accepted = {9850, 9850, 9850, 9850};
  CHECK_FALSE(is_saturating(course_of(hardly), 1));
}

TEST_CASE("A drift goes one way") {
  Shape shape;
  shape.in_network = {100, 105, 110, 115};
  CHECK(has_risen(course_of(shape), 0.10, 1));
  CHECK_FALSE(has_fallen(course_of(shape), 0.10, 1));
  CHECK_FALSE(has_risen(course_of(shape), 0.15, 1));
  shape.in_network = {115, 110, 105, 100};
  CHECK_FALSE(has_risen(course_of(shape), 0.10, 1));
  CHECK(has_fallen(course_of(shape), 0.10, 1));
  for (const std::array<double, 4>& other :
       {std::array<double, 4>{100, 115, 100, 115}, {115, 100, 115, 100}, {100, 102, 104, 106}}) {
    shape.in_network = other;
    CHECK_FALSE(has_risen(course_of(shape), 0.10, 1));
    CHECK_FALSE(has_fallen(course_of(shape), 0.10, 1));
  }
}

TEST_CASE("The second half of the time so far, in quarters, however long the run is") {
  // In cycle c: c packets have been created, c - 5 delivered, with latency 5.
  RunHistory history(10);
  TrafficCounters counters;
  for (std::int64_t cycle = 0; cycle < 100000; ++cycle) {
    counters.created_packets = counters.injected_packets = cycle + 1;
    counters.delivered_packets = std::max<std::int64_t>(0, cycle + 1 - 5);
    LatencySums latencies;
    if (cycle >= 5) latencies.add(5);
    history.delivered(latencies);
    if (!history.end_cycle(cycle, counters)) continue;

    const std::int64_t now = cycle + 1;
    const Course course = history.second_half();
    for (std::int64_t i = 0; i < 5; ++i) {
      const HistorySample& sample = course[static_cast<std::size_t>(i)];
      REQUIRE(sample.cycles * 8 == now * (4 + i));
      REQUIRE(sample.counters.created_packets == sample.cycles);
      REQUIRE(sample.latency_sum == 5 * (sample.cycles - 5));
      REQUIRE(sample.latency_square_sum == 25 * static_cast<double>(sample.cycles - 5));
      REQUIRE(sample.inside_cycles ==
              static_cast<double>(5 * sample.cycles - 10));  // 1 + 2 + 3 + 4 at first
      REQUIRE(sample.waiting_cycles == 0);
      REQUIRE(sample.in_network_cycles == sample.inside_cycles);
    }
  }
  CHECK(history.now().cycles == 100000);
}

TEST_CASE("The second half is offered often enough") {
  RunHistory history(10);
  std::int64_t last = 0;
  for (std::int64_t cycle = 0; cycle < 100000; ++cycle) {
    if (!history.end_cycle(cycle, {})) continue;
    const std::int64_t now = cycle + 1;
    CHECK(now - last <= std::max<std::int64_t>(80, now / 60));
    last = now;
  }
}

}  // namespace
}  // namespace dragonfly
