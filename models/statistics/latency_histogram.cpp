// SPDX-License-Identifier: Apache-2.0
#include "models/statistics/latency_histogram.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace dragonfly {
namespace {

constexpr int kExactBits = 16;  // kExact = 2^16
constexpr int kMantissa = 8;    // bits after the leading one that tell wide bins apart
static_assert(LatencyHistogram::kExact == std::int64_t{1} << kExactBits);

std::size_t wide_bin(std::int64_t latency) {
  const auto value = static_cast<std::uint64_t>(latency);
  const int exponent = static_cast<int>(std::bit_width(value)) - 1;
  const std::uint64_t mantissa = (value >> (exponent - kMantissa)) & ((1U << kMantissa) - 1);
  return (static_cast<std::size_t>(exponent - kExactBits) << kMantissa) | mantissa;
}

std::int64_t lowest_of_wide_bin(std::size_t bin) {
  const std::size_t mantissa = (bin & ((1U << kMantissa) - 1)) | 1U << kMantissa;
  const int exponent = static_cast<int>(bin >> kMantissa) + kExactBits;
  return static_cast<std::int64_t>(mantissa << (exponent - kMantissa));
}

void add_counts(std::vector<std::int64_t>& to, const std::vector<std::int64_t>& from) {
  if (to.size() < from.size()) to.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) to[i] += from[i];
}

}  // namespace

void LatencyHistogram::add_wide(std::int64_t latency) {
  const std::size_t bin = wide_bin(latency);
  if (bin >= wide_.size()) wide_.resize(bin + 1);
  ++wide_[bin];
  wide_min_ = wide_max_ == 0 ? latency : std::min(wide_min_, latency);
  wide_max_ = std::max(wide_max_, latency);
  ++packets_;
  sum_ += latency;
}

void LatencyHistogram::add(const LatencyHistogram& other) {
  if (other.packets_ == 0) return;
  add_counts(exact_, other.exact_);
  add_counts(wide_, other.wide_);
  if (other.wide_max_ != 0) {
    wide_min_ = wide_max_ == 0 ? other.wide_min_ : std::min(wide_min_, other.wide_min_);
    wide_max_ = std::max(wide_max_, other.wide_max_);
  }
  packets_ += other.packets_;
  sum_ += other.sum_;
}

std::int64_t LatencyHistogram::min() const {
  const auto first = std::find_if(exact_.begin(), exact_.end(), [](auto n) { return n != 0; });
  return first != exact_.end() ? first - exact_.begin() : wide_min_;
}

std::int64_t LatencyHistogram::max() const {
  if (wide_max_ != 0) return wide_max_;
  return exact_.empty() ? 0 : static_cast<std::int64_t>(exact_.size()) - 1;
}

double LatencyHistogram::mean() const {
  return packets_ == 0 ? 0 : static_cast<double>(sum_) / static_cast<double>(packets_);
}

std::int64_t LatencyHistogram::percentile(int percent) const {
  const std::int64_t rank = (packets_ * percent + 99) / 100;
  std::int64_t seen = 0;
  for (const Bin& bin : bins()) {
    seen += bin.packets;
    if (seen >= rank) return bin.latency;
  }
  return 0;
}

LatencySummary LatencyHistogram::summary() const {
  LatencySummary summary;
  summary.packets = packets_;
  summary.mean = mean();
  summary.min = min();
  summary.p50 = percentile(50);
  summary.p90 = percentile(90);
  summary.p99 = percentile(99);
  summary.max = max();
  return summary;
}

std::vector<LatencyHistogram::Bin> LatencyHistogram::bins() const {
  std::vector<Bin> result;
  for (std::size_t i = 0; i < exact_.size(); ++i) {
    if (exact_[i] != 0) result.push_back({static_cast<std::int64_t>(i), exact_[i]});
  }
  for (std::size_t i = 0; i < wide_.size(); ++i) {
    if (wide_[i] != 0) result.push_back({lowest_of_wide_bin(i), wide_[i]});
  }
  return result;
}

}  // namespace dragonfly
