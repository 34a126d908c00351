// SPDX-License-Identifier: Apache-2.0
#include "models/statistics/latency_histogram.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <vector>

#include "models/common/random.hpp"
#include "tests/catch.hpp"

namespace dragonfly {
namespace {

LatencyHistogram histogram_of(const std::vector<std::int64_t>& latencies) {
  LatencyHistogram histogram;
  for (const std::int64_t latency : latencies) histogram.add(latency);
  return histogram;
}

TEST_CASE("An empty histogram is all zero") {
  const LatencySummary summary = LatencyHistogram().summary();
  CHECK(summary.packets == 0);
  CHECK(summary.mean == 0);
  CHECK(summary.min == 0);
  CHECK(summary.p50 == 0);
  CHECK(summary.p99 == 0);
  CHECK(summary.max == 0);
  CHECK(LatencyHistogram().bins().empty());
}

TEST_CASE("Percentiles are the nearest ranks of the sorted latencies") {
  for (const std::size_t count : {1U, 2U, 3U, 10U, 99U, 100U, 101U, 1000U}) {
    std::vector<std::int64_t> latencies;
    for (std::size_t i = 0; i < count; ++i) latencies.push_back(below(draw(count, i), 65536));
    const LatencyHistogram histogram = histogram_of(latencies);
    std::sort(latencies.begin(), latencies.end());
    for (int percent = 1; percent <= 100; ++percent) {
      // The smallest latency that at least this part of all does not exceed.
      std::size_t rank = 1;
      while (rank * 100 < count * static_cast<std::size_t>(percent)) ++rank;
      REQUIRE(histogram.percentile(percent) == latencies[rank - 1]);
    }
    const LatencySummary summary = histogram.summary();
    CHECK(summary.packets == static_cast<std::int64_t>(count));
    CHECK(summary.min == latencies.front());
    CHECK(summary.max == latencies.back());
    CHECK(summary.p50 == histogram.percentile(50));
    CHECK(summary.p90 == histogram.percentile(90));
    CHECK(summary.p99 == histogram.percentile(99));
    const auto sum = std::accumulate(latencies.begin(), latencies.end(), std::int64_t{0});
    CHECK(summary.mean == static_cast<double>(sum) / static_cast<double>(count));
  }
}

TEST_CASE("Below 65,536 each latency has its bin") {
  const auto bins = histogram_of({7, 65535, 0, 7, 8}).bins();
  REQUIRE(bins.size() == 4);
  CHECK((bins[0].latency == 0 && bins[0].packets == 1));
  CHECK((bins[1].latency == 7 && bins[1].packets == 2));
  CHECK((bins[2].latency == 8 && bins[2].packets == 1));
  CHECK((bins[3].latency == 65535 && bins[3].packets == 1));
}

TEST_CASE("Longer latencies share bins, 1/256 of the power of two below wide") {
  std::map<std::int64_t, std::int64_t> expected;
  LatencyHistogram histogram;
  std::int64_t sum = 0, longest = 0;
  for (std::uint64_t i = 0; i < 5000; ++i) {
    const std::int64_t latency = 65536 + static_cast<std::int64_t>(draw(5, i) >> (24 + i % 23));
    histogram.add(latency);
    std::int64_t power = 65536;
    while (power * 2 <= latency) power *= 2;
    ++expected[latency - (latency - power) % (power / 256)];
    sum += latency;
    longest = std::max(longest, latency);
  }
  const auto bins = histogram.bins();
  REQUIRE(bins.size() == expected.size());
  std::size_t i = 0;
  for (const auto& [latency, packets] : expected) {
    CHECK(bins[i].latency == latency);
    CHECK(bins[i].packets == packets);
    ++i;
  }
  CHECK(histogram.mean() == static_cast<double>(sum) / 5000);  // exact all the same
  CHECK(histogram.max() == longest);
}

TEST_CASE("Adding histograms is counting all their packets") {
  const std::vector<std::int64_t> a = {5, 6, 100000}, b = {1, 70000, 6};
  std::vector<std::int64_t> both = a;
  both.insert(both.end(), b.begin(), b.end());
  const LatencyHistogram expected = histogram_of(both);
  for (const bool swapped : {false, true}) {
    LatencyHistogram sum = histogram_of(swapped ? b : a);
    sum.add(histogram_of(swapped ? a : b));
    sum.add(LatencyHistogram());
    CHECK(sum.packets() == 6);
    CHECK(sum.mean() == expected.mean());
    CHECK(sum.min() == 1);
    CHECK(sum.max() == 100000);
    CHECK(sum.bins().size() == expected.bins().size());
    CHECK(sum.percentile(50) == 6);
  }
  LatencyHistogram from_empty;
  from_empty.add(histogram_of(a));
  CHECK(from_empty.min() == 5);
  from_empty.clear();
  CHECK(from_empty.packets() == 0);
}

}  // namespace
}  // namespace dragonfly
