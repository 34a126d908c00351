#include "models/statistics/measurement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"

namespace dragonfly {
namespace {

void check(const MeasurementConfig& config) {
  if (config.warmup_min < 0 || config.warmup_max < config.warmup_min) {
    throw InputError(
        fmt::format("measurement.warmup_min = {} and measurement.warmup_max = {}: 0 <= warmup_min "
                    "<= warmup_max "
                    "is needed.",
                    config.warmup_min, config.warmup_max));
  }
  if (config.window < 1) {
    throw InputError(
        fmt::format("measurement.window = {}: at least 1 cycle is needed.", config.window));
  }
  if (config.drain_max < 0) {
    throw InputError(fmt::format("measurement.drain_max = {}: 0 or more cycles are possible.",
                                 config.drain_max));
  }
}

/// Distance of samples: 32 of them in the shortest warm-up, and some cycles in each in any case.
std::int64_t sample_step(const MeasurementConfig& config) {
  return std::max<std::int64_t>(8, (config.warmup_min + 31) / 32);
}

/// Variance over mean of the packets created in a long time. Bursts of geometric length with mean L
/// that begin independently have 2 L - 1; Bernoulli injection has at most 1.
double dispersion_of(const TrafficConfig& config) {
  return config.injection == Injection::kBurst ? 2 * config.burst_length - 1 : 1;
}

}  // namespace

const char* phase_name(Phase phase) {
  switch (phase) {
    case Phase::kWarmUp:
      return "warm-up";
    case Phase::kMeasure:
      return "measure";
    case Phase::kDrain:
      return "drain";
    case Phase::kFlush:
      return "flush";
    case Phase::kDone:
      break;
  }
  return "done";
}

Measurement::Measurement(const Configuration& config, int terminals, std::int64_t total_packets)
    : config_(std::make_shared<const Configuration>(config)),
      terminals_(terminals),
      total_packets_(total_packets),
      dispersion_(dispersion_of(config.traffic)),
      history_(sample_step(config.measurement)),
      phase_(total_packets < 0 ? Phase::kWarmUp : Phase::kMeasure),
      recording_(total_packets >= 0) {
  check(config.measurement);
}

void Measurement::delivered(std::span<const Delivery> packets) {
  for (const Delivery& packet : packets) {
    history_.delivered(packet.packet_latency());
    if (!recording_ || packet.created < window_[0].cycles || packet.created >= window_end_)
      continue;
    (packet.nonminimal ? nonminimal_ : minimal_).add(packet.packet_latency());
    if (total_packets_ < 0) {
      Batch& batch = latency_batches_[static_cast<std::size_t>(
          (packet.created - window_[0].cycles) * static_cast<std::int64_t>(kBatches) /
          config_->measurement.window)];
      batch.sum += packet.packet_latency();
      ++batch.count;
    }
    network_.add(packet.network_latency());
    hops_ += packet.hops;
    hops_known_ = hops_known_ && packet.hops < kMostCountedHops;
  }
}

WindowEvent Measurement::end_cycle(std::int64_t cycle, const TrafficCounters& counters) {
  const bool halves_ready = history_.end_cycle(cycle, counters);
  switch (phase_) {
    case Phase::kWarmUp:
      return end_warm_up_cycle(halves_ready);
    case Phase::kMeasure:
      return total_packets_ < 0 ? end_window_cycle() : end_finite_cycle();
    case Phase::kDrain:
      end_drain_cycle();
      break;
    case Phase::kFlush:
      if (counters.in_network() == 0) phase_ = Phase::kDone;
      break;
    case Phase::kDone:
      break;
  }
  return WindowEvent::kNone;
}

WindowEvent Measurement::end_finite_cycle() {
  const HistorySample& now = history_.now();
  if (now.counters.delivered_packets < total_packets_) return WindowEvent::kNone;
  window_end_ = now.cycles;
  window_[4] = now;
  begin_flush();
  return WindowEvent::kClosed;
}

WindowEvent Measurement::end_warm_up_cycle(bool halves_ready) {
  const std::int64_t cycles = history_.now().cycles;
  if (halves_ready && cycles >= config_->measurement.warmup_min) {
    const Course course = history_.second_half();
    if (is_steady(course, dispersion_)) return open_window(Start::kSteady);
    if (is_saturating(course, dispersion_)) return open_window(Start::kSaturating);
    // Packets inside that grow for ever grow by half of their mean in this interval; by a quarter
    // even if only with the square root of time, as at the very edge of saturation.
    risen_ = has_risen(course, 0.25, dispersion_);
  }
  if (cycles >= config_->measurement.warmup_max) return open_window(Start::kTimeOut);
  return WindowEvent::kNone;
}

WindowEvent Measurement::open_window(Start start) {
  start_ = start;
  window_[0] = history_.now();
  window_end_ = window_[0].cycles + config_->measurement.window;
  quarters_ = 0;
  batches_ = 0;
  batch_start_ = window_[0];
  latency_batches_ = {};
  flit_batches_ = {};
  recording_ = true;
  phase_ = Phase::kMeasure;
  return WindowEvent::kOpened;
}

void Measurement::forget_labelled() {
  recording_ = false;
  minimal_.clear();
  nonminimal_.clear();
  network_.clear();
  hops_ = 0;
  hops_known_ = true;
}

WindowEvent Measurement::end_window_cycle() {
  const HistorySample& now = history_.now();
  const std::int64_t passed = now.cycles - window_[0].cycles;
  while (quarters_ < 4 &&
         4 * passed >= config_->measurement.window * static_cast<std::int64_t>(quarters_ + 1)) {
    window_[++quarters_] = now;
  }
  count_batches(passed);
  if (quarters_ < 4) return WindowEvent::kNone;

  if (!window_stands()) {
    forget_labelled();
    phase_ = Phase::kWarmUp;
    return WindowEvent::kNone;
  }
  phase_ = Phase::kDrain;
  return WindowEvent::kClosed;
}

void Measurement::count_batches(std::int64_t passed) {
  const HistorySample& now = history_.now();
  while (batches_ < kBatches &&
         static_cast<std::int64_t>(kBatches) * passed >=
             config_->measurement.window * static_cast<std::int64_t>(batches_ + 1)) {
    flit_batches_[batches_++] = {
        now.counters.delivered_flits - batch_start_.counters.delivered_flits,
        now.cycles - batch_start_.cycles};
    batch_start_ = now;
  }
}

bool Measurement::window_stands() {
  const bool growing = is_growing(window_, dispersion_);
  const bool steady = start_ == Start::kSteady && !growing &&
                      !has_risen(window_, 0.10, dispersion_) &&
                      !has_fallen(window_, 0.10, dispersion_);
  const bool saturating = start_ == Start::kSaturating && growing && grows_on(window_);
  if (steady || saturating) {
    if (saturating) set_saturated(growth());
    return true;
  }
  const std::int64_t longest = config_->measurement.warmup_max;
  if (history_.now().cycles < longest) return false;
  // No time is left to wait for something better. What does not grow is at least bounded, and its
  // figures mean something; what still grows is saturated as far as one can know.
  if (growing || (start_ == Start::kTimeOut && risen_)) {
    set_saturated(
        fmt::format("not steady within measurement.warmup_max = {} cycles: {}", longest, growth()));
  }
  return true;
}

std::string Measurement::growth() const {
  const auto terminals = static_cast<double>(terminals_);
  const double capacity = terminals * static_cast<double>(config_->measurement.window);
  const TrafficCounters &first = window_[0].counters, &last = window_[4].counters;
  return fmt::format(
      "of {:.4f} flits per terminal and cycle offered in the window {:.4f} were accepted, and the "
      "packets inside kept growing, to {:.1f} per terminal",
      static_cast<double>(last.created_flits - first.created_flits) / capacity,
      static_cast<double>(last.delivered_flits - first.delivered_flits) / capacity,
      static_cast<double>(last.inside()) / terminals);
}

void Measurement::end_drain_cycle() {
  if (labelled_left() > 0) {
    // In saturation the labelled packets may have to wait behind any number of others, and what
    // they would tell depends on the length of the run anyway.
    const std::int64_t longest =
        saturated_ ? std::min(config_->measurement.drain_max, config_->measurement.window)
                   : config_->measurement.drain_max;
    const std::int64_t drained = history_.now().cycles - window_end_;
    if (drained < longest) return;
    if (!saturated_) {
      set_saturated(
          fmt::format("{} of {} labelled packets had not arrived {} cycles after the window "
                      "(measurement.drain_max)",
                      labelled_left(), labelled_left() + labelled(), drained));
    }
  }
  begin_flush();
}

void Measurement::begin_flush() {
  recording_ = false;
  drain_end_ = history_.now().cycles;
  phase_ = history_.now().counters.in_network() == 0 ? Phase::kDone : Phase::kFlush;
}

void Measurement::set_saturated(const std::string& reason) {
  saturated_ = true;
  saturation_reason_ = reason;
}

std::int64_t Measurement::labelled_left() const {
  return window_[4].counters.created_packets - window_[0].counters.created_packets - labelled();
}

std::int64_t Measurement::window_cycles() const {
  if (phase_ == Phase::kWarmUp) return 0;
  return std::min(history_.now().cycles, window_end_) - window_[0].cycles;
}

double Measurement::fraction_done() const {
  const auto now = static_cast<double>(history_.now().cycles);
  const auto window = static_cast<double>(config_->measurement.window);
  // After the window something must follow; a tenth of it is a guess.
  const double rest = 0.1 * window;
  switch (phase_) {
    case Phase::kWarmUp: {
      const auto shortest = static_cast<double>(config_->measurement.warmup_min);
      return now / (std::max(shortest, 1.25 * now) + window + rest);
    }
    case Phase::kMeasure:
      if (total_packets_ >= 0) {
        return static_cast<double>(history_.now().counters.delivered_packets) /
               static_cast<double>(total_packets_);
      }
      return now / (static_cast<double>(window_end_) + rest);
    case Phase::kDrain:
      return now / (now + rest * static_cast<double>(labelled_left()) /
                              static_cast<double>(labelled_left() + labelled() + 1));
    case Phase::kFlush:
    case Phase::kDone:
      break;
  }
  return 1;
}

RunResult Measurement::result() const {
  const HistorySample& now = history_.now();
  const TrafficCounters& end = now.cycles < window_end_ ? now.counters : window_[4].counters;
  const std::int64_t cycles = window_cycles();

  RunResult result;
  result.config = config_;
  if (cycles > 0) {
    result.accepted_throughput =
        static_cast<double>(end.delivered_flits - window_[0].counters.delivered_flits) /
        (static_cast<double>(terminals_) * static_cast<double>(cycles));
  }
  // The load of the configuration means nothing for a batch or a trace; all it offers is accepted.
  result.offered_load = total_packets_ < 0 ? config_->traffic.load : result.accepted_throughput;
  if (total_packets_ >= 0 && phase_ != Phase::kMeasure) result.completion_cycles = window_end_;
  result.saturated = saturated_;
  result.saturation_reason = saturation_reason_;

  LatencyHistogram all = minimal_;
  all.add(nonminimal_);
  result.packet_latency = all.summary();
  result.network_latency = network_.summary();
  result.minimal = minimal_.summary();
  result.nonminimal = nonminimal_.summary();
  const bool endless = total_packets_ < 0;
  const bool drained = phase_ == Phase::kFlush || phase_ == Phase::kDone;
  if (endless && (drained || phase_ == Phase::kDrain)) {
    result.accepted_standard_error = standard_error(flit_batches_);
    if (result.accepted_standard_error)
      *result.accepted_standard_error /= static_cast<double>(terminals_);
  }
  if (endless && drained && !saturated_)
    result.latency_standard_error = standard_error(latency_batches_);
  result.packets_measured = labelled();
  result.packets_labelled =
      phase_ == Phase::kWarmUp ? 0 : end.created_packets - window_[0].counters.created_packets;
  if (phase_ != Phase::kWarmUp && phase_ != Phase::kMeasure)
    result.drain_cycles = (phase_ == Phase::kDrain ? now.cycles : drain_end_) - window_end_;
  if (labelled() > 0 && hops_known_) {
    result.mean_hops = static_cast<double>(hops_) / static_cast<double>(labelled());
  }
  result.packets_delivered = now.counters.delivered_packets;
  result.cycles = now.cycles;
  result.warmup_cycles = phase_ == Phase::kWarmUp ? now.cycles : window_[0].cycles;
  result.latency_histogram = histogram();
  return result;
}

std::vector<HistogramBin> Measurement::histogram() const {
  std::map<std::int64_t, HistogramBin> bins;
  for (const auto& [latency, packets] : minimal_.bins()) bins[latency].minimal = packets;
  for (const auto& [latency, packets] : nonminimal_.bins()) bins[latency].nonminimal = packets;
  std::vector<HistogramBin> result;
  for (auto& [latency, bin] : bins) {
    bin.latency = latency;
    result.push_back(bin);
  }
  return result;
}

}  // namespace dragonfly
