// SPDX-License-Identifier: Apache-2.0
// Counts of latencies.
#pragma once

#include <cstdint>
#include <vector>

#include "models/common/archive.hpp"
#include "models/statistics/run_result.hpp"

namespace dragonfly {

/// A histogram of latencies in cycles. Below kExact every value has its own bin. Above, a bin is
/// 1/256 of the power of two below it, so that a long run's memory stays small; mean, minimum
/// and maximum are exact everywhere.
class LatencyHistogram {
 public:
  static constexpr std::int64_t kExact = 65536;

  struct Bin {
    std::int64_t latency;  ///< the lowest of the bin
    std::int64_t packets;
  };

  /// Counts a packet; latency >= 0.
  void add(std::int64_t latency) {
    if (latency >= kExact) {
      add_wide(latency);
      return;
    }
    if (static_cast<std::size_t>(latency) >= exact_.size()) {
      exact_.resize(static_cast<std::size_t>(latency) + 1);
    }
    ++exact_[static_cast<std::size_t>(latency)];
    ++packets_;
    sum_ += latency;
  }
  /// Adds all packets of another histogram.
  void add(const LatencyHistogram& other);
  void clear() { *this = LatencyHistogram(); }

  [[nodiscard]] std::int64_t packets() const { return packets_; }
  [[nodiscard]] double mean() const;  ///< 0 without packets, as the following
  [[nodiscard]] std::int64_t min() const;
  [[nodiscard]] std::int64_t max() const;
  /// The smallest latency that at least `percent` per cent of the packets do not exceed (the
  /// nearest rank), 0 < percent <= 100. From kExact on it is the lowest latency of its bin.
  [[nodiscard]] std::int64_t percentile(int percent) const;
  [[nodiscard]] LatencySummary summary() const;
  /// Bins with packets, ascending.
  [[nodiscard]] std::vector<Bin> bins() const;

  void serialize(Archive& archive) { archive(exact_, wide_, packets_, sum_, wide_min_, wide_max_); }

 private:
  void add_wide(std::int64_t latency);

  std::vector<std::int64_t> exact_;  ///< [latency], up to the largest that there was
  std::vector<std::int64_t> wide_;   ///< [bin], from kExact on
  std::int64_t packets_ = 0, sum_ = 0;
  std::int64_t wide_min_ = 0, wide_max_ = 0;  ///< from kExact on; 0 if there is none
};

}  // namespace dragonfly
