// SPDX-License-Identifier: Apache-2.0
#include "models/statistics/run_history.hpp"

#include <algorithm>
#include <cmath>

namespace dragonfly {
namespace {

/// What happened in one quarter of an interval.
struct Quarter {
  double created = 0;    ///< packets
  double delivered = 0;  ///< packets
  double accepted = 0;   ///< flits a cycle
  double inside = 0;     ///< mean number of packets, as the following
  double waiting = 0;
  double in_network = 0;
  double latency = 0;  ///< mean of the packets delivered
};
using Quarters = std::array<Quarter, 4>;

double ratio(double dividend, double divisor) { return divisor > 0 ? dividend / divisor : 0; }

Quarter between(const HistorySample& a, const HistorySample& b) {
  const auto cycles = static_cast<double>(b.cycles - a.cycles);
  Quarter quarter;
  quarter.created = static_cast<double>(b.counters.created_packets - a.counters.created_packets);
  quarter.delivered =
      static_cast<double>(b.counters.delivered_packets - a.counters.delivered_packets);
  quarter.accepted =
      ratio(static_cast<double>(b.counters.delivered_flits - a.counters.delivered_flits), cycles);
  quarter.inside = ratio(b.inside_cycles - a.inside_cycles, cycles);
  quarter.waiting = ratio(b.waiting_cycles - a.waiting_cycles, cycles);
  quarter.in_network = ratio(b.in_network_cycles - a.in_network_cycles, cycles);
  quarter.latency = ratio(static_cast<double>(b.latency_sum - a.latency_sum), quarter.delivered);
  return quarter;
}

Quarters quarters_of(const Course& course) {
  Quarters quarters;
  for (std::size_t i = 0; i < 4; ++i) quarters[i] = between(course[i], course[i + 1]);
  return quarters;
}

double mean(const Quarters& quarters, double Quarter::*value) {
  double sum = 0;
  for (const Quarter& quarter : quarters) sum += quarter.*value;
  return sum / 4;
}

double spread(const Quarters& quarters, double Quarter::*value) {
  const auto [low, high] =
      std::minmax_element(quarters.begin(), quarters.end(),
                          [=](const Quarter& a, const Quarter& b) { return a.*value < b.*value; });
  return (*high).*value - (*low).*value;
}

bool rises(const Quarters& quarters, double Quarter::*value) {
  for (std::size_t i = 1; i < 4; ++i) {
    if (!(quarters[i].*value > quarters[i - 1].*value)) return false;
  }
  return true;
}

/// Relative standard deviation of the number of packets in a quarter, or of what is proportional
/// to it. At least one packet is assumed, so that none gives a tolerance, not an error.
double noise(const Quarters& quarters, double dispersion) {
  return std::sqrt(dispersion / std::max(1.0, mean(quarters, &Quarter::created)));
}

/// Whether the values of the four quarters lie within `tolerance` of their mean, or within four
/// standard deviations of `deviation`, relative to the mean.
bool constant(const Quarters& quarters, double Quarter::*value, double tolerance,
              double deviation) {
  return spread(quarters, value) <= std::max(tolerance, 4 * deviation) * mean(quarters, value);
}

/// Relative standard deviation of the mean latency of a quarter.
double latency_noise(const Course& course, const Quarters& quarters, double dispersion) {
  const Quarter all = between(course.front(), course.back());
  if (all.delivered == 0 || all.latency == 0) return 0;
  const double square =
      (course.back().latency_square_sum - course.front().latency_square_sum) / all.delivered;
  const double variance = std::max(0.0, square - all.latency * all.latency);
  return std::sqrt(variance) / all.latency *
         std::sqrt(dispersion / std::max(1.0, mean(quarters, &Quarter::delivered)));
}

/// Offered less accepted flits in the interval, as a part of the offered.
double deficit(const Course& course) {
  const auto offered = static_cast<double>(course.back().counters.created_flits -
                                           course.front().counters.created_flits);
  const auto accepted = static_cast<double>(course.back().counters.delivered_flits -
                                            course.front().counters.delivered_flits);
  return ratio(offered - accepted, offered);
}

/// Relative standard deviation of the traffic offered in the interval.
double deficit_noise(const Quarters& quarters, double dispersion) {
  return noise(quarters, dispersion) / 2;  // four quarters
}

}  // namespace

bool is_steady(const Course& course, double dispersion) {
  const Quarters quarters = quarters_of(course);
  return constant(quarters, &Quarter::inside, 0.05, noise(quarters, dispersion)) &&
         constant(quarters, &Quarter::latency, 0.05, latency_noise(course, quarters, dispersion)) &&
         std::abs(deficit(course)) <= std::max(0.02, 4 * deficit_noise(quarters, dispersion));
}

bool is_saturating(const Course& course, double dispersion) {
  const Quarters quarters = quarters_of(course);
  const double missing = deficit(course);
  const double waiting_growth = quarters[3].waiting - quarters[0].waiting;
  const double inside_growth = quarters[3].inside - quarters[0].inside;
  const double deviation = noise(quarters, dispersion);
  return missing >= 0.02 && missing >= 5 * deficit_noise(quarters, dispersion) &&
         rises(quarters, &Quarter::waiting) && waiting_growth >= inside_growth / 2 &&
         constant(quarters, &Quarter::accepted, 0.03, deviation) &&
         constant(quarters, &Quarter::in_network, 0.05, deviation);
}

bool has_risen(const Course& course, double part, double dispersion) {
  const Quarters quarters = quarters_of(course);
  return rises(quarters, &Quarter::inside) &&
         !constant(quarters, &Quarter::inside, part, noise(quarters, dispersion));
}

bool has_fallen(const Course& course, double part, double dispersion) {
  Quarters backwards = quarters_of(course);
  std::reverse(backwards.begin(), backwards.end());
  return rises(backwards, &Quarter::inside) &&
         !constant(backwards, &Quarter::inside, part, noise(backwards, dispersion));
}

bool is_growing(const Course& course, double dispersion) {
  const Quarters quarters = quarters_of(course);
  const double missing = deficit(course);
  return rises(quarters, &Quarter::inside) && missing >= 0.01 &&
         missing >= 5 * deficit_noise(quarters, dispersion);
}

bool grows_on(const Course& course) {
  const Quarters quarters = quarters_of(course);
  const double first = quarters[1].waiting - quarters[0].waiting;
  const double last = quarters[3].waiting - quarters[2].waiting;
  return last > 0 && last >= first / 2;
}

RunHistory::RunHistory(std::int64_t step) : step_(step) { samples_.push_back(now_); }

bool RunHistory::end_cycle(std::int64_t cycle, const TrafficCounters& counters) {
  now_.cycles = cycle + 1;
  now_.counters = counters;
  now_.inside_cycles += static_cast<double>(counters.inside());
  now_.waiting_cycles += static_cast<double>(counters.waiting());
  now_.in_network_cycles += static_cast<double>(counters.in_network());
  now_.latency_square_sum += static_cast<double>(squares_of_cycle_);
  squares_of_cycle_ = 0;

  if (now_.cycles % step_ != 0) return false;
  samples_.push_back(now_);
  if (samples_.size() > kMostSamples) {
    for (std::size_t i = 0; 2 * i < samples_.size(); ++i) samples_[i] = samples_[2 * i];
    samples_.resize((samples_.size() + 1) / 2);
    step_ *= 2;
  }
  return (samples_.size() - 1) % 8 == 0;
}

Course RunHistory::second_half() const {
  Course course;
  const std::size_t eighth = (samples_.size() - 1) / 8;
  for (std::size_t i = 0; i < course.size(); ++i) course[i] = samples_[(4 + i) * eighth];
  return course;
}

}  // namespace dragonfly
