// SPDX-License-Identifier: Apache-2.0
// The counts of a run over time, and what they say: steady, or in saturation.
//
// What is looked at is the number of packets inside (created, not delivered). By Little's law its
// mean is the mean latency times the rate of arrival, but unlike the latency of delivered packets
// it shows at once that queues are filling, while a packet that will take thousands of cycles
// speaks only at its end. And its growth is exactly the offered less the accepted traffic.
//
// The warm-up is judged by the second half of everything simulated so far, in four quarters, not by
// successive periods of a fixed length: with a fixed period P a transient of time constant T
// changes by P/T from one to the next, so every transient slower than P/tolerance passes as
// steady. With big buffers transients of many thousand cycles do occur ([K08] Figure 11). The
// second half grows with time; a transient exp(-t/T) passes when t is about 5 T, with less than 1%
// of it left, whatever T is. Four quarters, because two are equal around an overshoot as well.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/common/archive.hpp"
#include "models/statistics/delivery.hpp"

namespace dragonfly {

/// Cumulated counts after a number of cycles.
struct HistorySample {
  std::int64_t cycles = 0;  ///< that have ended
  TrafficCounters counters;
  /// Sums over cycles of packets inside. Real numbers, as those of huge batches fit no integer.
  double inside_cycles = 0;
  double waiting_cycles = 0;     ///< of packets in source queues
  double in_network_cycles = 0;  ///< of packets in the network
  std::int64_t latency_sum = 0;  ///< packet latencies of delivered packets
  double latency_square_sum = 0;
};

/// Five samples at equal distances: an interval in four quarters.
using Course = std::array<HistorySample, 5>;

/// Whether nothing but noise changed in the interval: the means of packets inside and the mean
/// latencies of delivered packets in the four quarters lie within 5% of their mean, and the
/// accepted flits are the offered ones within 2%; or within four standard deviations, where the
/// numbers of packets are small. `dispersion`: variance of the number of packets created in a long
/// time over its mean; 1 (at most) for Bernoulli injection.
[[nodiscard]] bool is_steady(const Course& course, double dispersion);

/// Whether the interval shows saturation with a throughput that is steady: the accepted flits are
/// at least 2% (and five standard deviations) below the offered, the source queues grow from
/// quarter to quarter and take most of the difference, while throughput (3%) and packets in the
/// network (5%) stay the same.
[[nodiscard]] bool is_saturating(const Course& course, double dispersion);

/// Whether packets inside rose, or fell, from quarter to quarter, by more than `part` of their mean
/// (and four standard deviations) in all.
[[nodiscard]] bool has_risen(const Course& course, double part, double dispersion);
[[nodiscard]] bool has_fallen(const Course& course, double part, double dispersion);

/// Whether packets inside grew from quarter to quarter, and the accepted flits are at least 1%
/// (and five standard deviations) below the offered.
[[nodiscard]] bool is_growing(const Course& course, double dispersion);

/// Whether the source queues grow in the last quarters at no less than half the speed of the
/// first. A queue that only approaches its steady length slows down.
[[nodiscard]] bool grows_on(const Course& course);

/// Of some packets. Integers, so that their order cannot show in rounding.
struct LatencySums {
  std::int64_t sum = 0;
  std::uint64_t squares = 0;

  void add(std::int64_t latency) {
    sum += latency;
    const auto magnitude = static_cast<std::uint64_t>(latency);
    squares += magnitude * magnitude;
  }
  LatencySums& operator+=(const LatencySums& others) {
    sum += others.sum;
    squares += others.squares;
    return *this;
  }
};

/// The counts of a run so far, and samples of them: about a thousand at most, at equal distances.
class RunHistory {
 public:
  /// A sample every `step` >= 1 cycles at first; the distance is doubled as the run goes on.
  explicit RunHistory(std::int64_t step);

  /// Packets are delivered in the current cycle, with these packet latencies.
  void delivered(const LatencySums& latencies) {
    now_.latency_sum += latencies.sum;
    squares_of_cycle_ += latencies.squares;
  }
  /// Cycle number `cycle` ends with these counters; it follows the one before, unless second_half()
  /// is not asked for. Returns true if the time so far has just become a whole number of eighths,
  /// so that second_half() may be asked for.
  bool end_cycle(std::int64_t cycle, const TrafficCounters& counters);

  [[nodiscard]] const HistorySample& now() const { return now_; }
  /// The second half of the time so far.
  [[nodiscard]] Course second_half() const;

  void serialize(Archive& archive) { archive(step_, samples_, now_, squares_of_cycle_); }

 private:
  static constexpr std::size_t kMostSamples = 1024;

  std::int64_t step_;
  std::vector<HistorySample> samples_;  ///< [k]: after k x step_ cycles
  HistorySample now_;
  /// An integer, so that the order of deliveries within a cycle cannot show in rounding.
  std::uint64_t squares_of_cycle_ = 0;
};

}  // namespace dragonfly
