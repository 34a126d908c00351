// SPDX-License-Identifier: Apache-2.0
#include "models/statistics/measurement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "models/common/archive_bytes.hpp"
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

constexpr auto kParts = static_cast<std::int64_t>(kBatches);  // of measurement.window

/// Distance of samples: 32 of them in the shortest warm-up, and some cycles in each in any case.
std::int64_t sample_step(const MeasurementConfig& config) {
  return std::max<std::int64_t>(8, (config.warmup_min + 31) / 32);
}

/// Variance over mean of the packets created in a long time. Bursts of geometric length with mean L
/// that begin independently have 2 L - 1; Bernoulli injection has at most 1.
double dispersion_of(const TrafficConfig& config) {
  return config.injection == Injection::kBurst ? 2 * config.burst_length - 1 : 1;
}

/// Behind the name of a limit: that the run had more time, if it had.
std::string extension(std::int64_t configured, std::int64_t limit) {
  return configured == limit ? "" : fmt::format(", extended to {} for the longest path", limit);
}

std::vector<HistogramBin> histogram(const LatencyHistogram& minimal,
                                    const LatencyHistogram& nonminimal) {
  std::map<std::int64_t, HistogramBin> bins;
  for (const auto& [latency, packets] : minimal.bins()) bins[latency].minimal = packets;
  for (const auto& [latency, packets] : nonminimal.bins()) bins[latency].nonminimal = packets;
  std::vector<HistogramBin> result;
  for (auto& [latency, bin] : bins) {
    bin.latency = latency;
    result.push_back(bin);
  }
  return result;
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

void Measurement::Labelled::add(const Labelled& others) {
  minimal.add(others.minimal);
  nonminimal.add(others.nonminimal);
  network.add(others.network);
  hops += others.hops;
  hops_known = hops_known && others.hops_known;
}

RunLimits run_limits(const MeasurementConfig& config, std::int64_t longest_path) {
  RunLimits limits{config.warmup_min, config.warmup_max, config.drain_max};
  if (limits.drain_max > 0 && limits.drain_max < longest_path) limits.drain_max += longest_path;
  const std::int64_t filled = 2 * longest_path;
  if (limits.warmup_max > 0 && limits.warmup_max < filled) {
    limits.warmup_max += filled;
    limits.warmup_min = std::max(limits.warmup_min, longest_path);
  }
  return limits;
}

Measurement::Measurement(const Configuration& config, int terminals, std::int64_t total_packets,
                         Transport* transport, std::int64_t longest_path)
    : config_(std::make_shared<const Configuration>(config)),
      terminals_(terminals),
      total_packets_(total_packets),
      limits_(run_limits(config.measurement, longest_path)),
      dispersion_(dispersion_of(config.traffic)),
      most_windows_(1),
      history_(sample_step(config.measurement)),
      phase_(total_packets < 0 ? Phase::kWarmUp : Phase::kMeasure),
      recording_(total_packets >= 0),
      transport_(transport) {
  check(config.measurement);
  if (config.measurement.until_precision > 0)
    most_windows_ = config.measurement.window_max / config.measurement.window;
}

void Measurement::delivered(std::span<const Delivery> packets) {
  LatencySums latencies;
  const std::int64_t labelled = labelled_.packets(), next = next_.packets();
  for (const Delivery& packet : packets) {
    latencies.add(packet.packet_latency());
    const std::int64_t age = packet.created - window_start().cycles;
    if (!recording_ || age < 0) continue;
    if (!is_endless()) {
      labelled_.add(packet);
      continue;
    }
    const std::int64_t window = config_->measurement.window;
    if (age >= most_windows_ * window) continue;
    (packet.created < window_end_ ? labelled_ : next_).add(packet);
    // Packets that arrive one after the other were mostly created in the same part.
    if (age < part_.first || age >= part_.last) part_ = part_of(age);
    if (part_.number >= latencies_.size()) latencies_.resize(part_.number + 1);
    latencies_[part_.number].sum += packet.packet_latency();
    ++latencies_[part_.number].count;
  }
  history_.delivered(latencies);
  told_.latencies += latencies;
  told_.labelled += labelled_.packets() - labelled;
  told_.next += next_.packets() - next;
}

void Measurement::hear(ByteReader& reader) {
  const auto told = reader.take<Told>();
  history_.delivered(told.latencies);
  elsewhere_.labelled += told.labelled;
  elsewhere_.next += told.next;
}

void Measurement::gather(Labelled& labelled, std::vector<Batch>& latencies) const {
  if (transport_ == nullptr) return;
  Bytes mine;
  ByteWriter writer(mine);
  BytesArchiveWriter saved(writer);
  saved(labelled, latencies);
  const std::vector<Bytes>& all = transport_->gather(mine);
  for (std::size_t from = 0; from < all.size(); ++from) {
    if (static_cast<int>(from) == transport_->rank()) continue;
    ByteReader reader(all[from]);
    BytesArchiveReader loaded(reader);
    Labelled others;
    std::vector<Batch> more;
    loaded(others, more);
    labelled.add(others);
    if (latencies.size() < more.size()) latencies.resize(more.size());
    for (std::size_t part = 0; part < more.size(); ++part) {
      latencies[part].sum += more[part].sum;
      latencies[part].count += more[part].count;
    }
  }
}

Measurement::Part Measurement::part_of(std::int64_t age) const {
  const std::int64_t window = config_->measurement.window, number = age * kParts / window;
  // The least age that the quotient has the number of.
  const auto first = [&](std::int64_t part) { return (part * window + kParts - 1) / kParts; };
  return {static_cast<std::size_t>(number), first(number), first(number + 1)};
}

WindowEvent Measurement::end_cycle(std::int64_t cycle, const TrafficCounters& counters) {
  const bool halves_ready = history_.end_cycle(cycle, counters);
  told_ = {};
  switch (phase_) {
    case Phase::kWarmUp:
      return end_warm_up_cycle(halves_ready);
    case Phase::kMeasure:
      return is_endless() ? end_window_cycle() : end_finite_cycle();
    case Phase::kDrain:
      return end_drain_cycle();
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
  marks_.push_back(now);
  begin_flush();
  return WindowEvent::kClosed;
}

WindowEvent Measurement::end_warm_up_cycle(bool halves_ready) {
  const std::int64_t cycles = history_.now().cycles;
  if (halves_ready && cycles >= limits_.warmup_min) {
    const Course course = history_.second_half();
    if (is_steady(course, dispersion_)) return open_window(Start::kSteady);
    if (is_saturating(course, dispersion_)) return open_window(Start::kSaturating);
    // Packets inside that grow for ever grow by half of their mean in this interval; by a quarter
    // even if only with the square root of time, as at the very edge of saturation.
    risen_ = has_risen(course, 0.25, dispersion_);
  }
  if (cycles >= limits_.warmup_max) return open_window(Start::kTimeOut);
  return WindowEvent::kNone;
}

WindowEvent Measurement::open_window(Start start) {
  start_ = start;
  windows_ = 1;
  marks_ = {history_.now()};
  window_end_ = window_start().cycles + config_->measurement.window;
  recording_ = true;
  phase_ = Phase::kMeasure;
  return WindowEvent::kOpened;
}

void Measurement::forget_labelled() {
  recording_ = false;
  labelled_ = {};
  next_ = {};
  latencies_.clear();
  elsewhere_ = {};
}

WindowEvent Measurement::end_window_cycle() {
  mark_batches();
  if (history_.now().cycles < window_end_) return WindowEvent::kNone;

  if (!window_stands()) {
    forget_labelled();
    phase_ = Phase::kWarmUp;
    return WindowEvent::kNone;
  }
  phase_ = Phase::kDrain;
  return WindowEvent::kClosed;
}

void Measurement::mark_batches() {
  const HistorySample& now = history_.now();
  const std::int64_t passed = now.cycles - window_start().cycles;
  const auto complete = [&] { return static_cast<std::int64_t>(marks_.size()) - 1; };
  while (complete() < most_windows_ * kParts &&
         kParts * passed >= config_->measurement.window * (complete() + 1))
    marks_.push_back(now);
}

const HistorySample& Measurement::window_last() const {
  return is_endless() ? marks_[static_cast<std::size_t>(windows_ * kParts)] : marks_.back();
}

Course Measurement::course() const {
  Course course;
  const auto quarter = static_cast<std::size_t>(windows_ * kParts / 4);
  for (std::size_t i = 0; i < course.size(); ++i) course[i] = marks_[i * quarter];
  return course;
}

bool Measurement::window_stands() {
  const Course window = course();
  const bool growing = is_growing(window, dispersion_);
  const bool steady = start_ == Start::kSteady && !growing &&
                      !has_risen(window, 0.10, dispersion_) &&
                      !has_fallen(window, 0.10, dispersion_);
  const bool saturating = start_ == Start::kSaturating && growing && grows_on(window);
  if (steady || saturating) {
    if (saturating) set_saturated(growth());
    return true;
  }
  const std::int64_t longest = limits_.warmup_max;
  if (history_.now().cycles < longest) return false;
  // No time is left to wait for something better. What does not grow is at least bounded, and its
  // figures mean something; what still grows is saturated as far as one can know.
  if (growing || (start_ == Start::kTimeOut && risen_)) {
    set_saturated(fmt::format("not steady within measurement.warmup_max = {} cycles{}: {}",
                              config_->measurement.warmup_max,
                              extension(config_->measurement.warmup_max, longest), growth()));
  }
  return true;
}

std::string Measurement::growth() const {
  const auto terminals = static_cast<double>(terminals_);
  const double capacity = terminals * static_cast<double>(window_cycles());
  const TrafficCounters &first = window_start().counters, &last = window_last().counters;
  return fmt::format(
      "of {:.4f} flits per terminal and cycle offered in the window {:.4f} were accepted, and the "
      "packets inside kept growing, to {:.1f} per terminal",
      static_cast<double>(last.created_flits - first.created_flits) / capacity,
      static_cast<double>(last.delivered_flits - first.delivered_flits) / capacity,
      static_cast<double>(last.inside()) / terminals);
}

WindowEvent Measurement::end_drain_cycle() {
  mark_batches();
  if (labelled_left() > 0) {
    // In saturation the labelled packets may have to wait behind any number of others, and what
    // they would tell depends on the length of the run anyway.
    const std::int64_t longest =
        saturated_ ? std::min(limits_.drain_max, config_->measurement.window) : limits_.drain_max;
    const std::int64_t drained = history_.now().cycles - window_end_;
    if (drained < longest) return WindowEvent::kNone;
    if (!saturated_) {
      set_saturated(
          fmt::format("{} of {} labelled packets had not arrived {} cycles after the window "
                      "(measurement.drain_max{})",
                      labelled_left(), labelled_left() + labelled_packets(), drained,
                      extension(config_->measurement.drain_max, longest)));
    }
  }
  if (can_be_extended() && !*result().precision_reached) return extend_window();
  begin_flush();
  return WindowEvent::kNone;
}

bool Measurement::is_precise(const RunResult& result) const {
  const auto precise = [&](std::optional<double> error, double mean) {
    return error && confidence_95(*error) <= config_->measurement.until_precision * mean;
  };
  return precise(result.accepted_standard_error, result.accepted_throughput) &&
         (saturated_ || precise(result.latency_standard_error, result.packet_latency.mean));
}

bool Measurement::can_be_extended() const {
  const std::int64_t elapsed = history_.now().cycles - window_start().cycles;
  return windows_ < most_windows_ && elapsed < most_windows_ * config_->measurement.window;
}

WindowEvent Measurement::extend_window() {
  const std::int64_t elapsed = history_.now().cycles - window_start().cycles;
  // So that the drain lies within, and the window ends in the future.
  const std::int64_t least = elapsed / config_->measurement.window + 1;
  windows_ = std::min(most_windows_, std::max(windows_ + (windows_ + 1) / 2, least));
  window_end_ = window_start().cycles + windows_ * config_->measurement.window;
  labelled_.add(next_);
  next_ = {};
  elsewhere_.labelled += std::exchange(elsewhere_.next, 0);
  saturated_ = false;  // the longer window will tell
  saturation_reason_.clear();
  phase_ = Phase::kMeasure;
  return WindowEvent::kExtended;
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
  return window_last().counters.created_packets - window_start().counters.created_packets -
         labelled_packets();
}

std::int64_t Measurement::window_cycles() const {
  if (phase_ == Phase::kWarmUp) return 0;
  return std::min(history_.now().cycles, window_end_) - window_start().cycles;
}

double Measurement::fraction_done() const {
  const auto now = static_cast<double>(history_.now().cycles);
  const auto window = static_cast<double>(config_->measurement.window);
  // After the window something must follow; a tenth of it is a guess.
  const double rest = 0.1 * window;
  switch (phase_) {
    case Phase::kWarmUp: {
      const auto shortest = static_cast<double>(limits_.warmup_min);
      return now / (std::max(shortest, 1.25 * now) + window + rest);
    }
    case Phase::kMeasure:
      if (!is_endless()) {
        return static_cast<double>(history_.now().counters.delivered_packets) /
               static_cast<double>(total_packets_);
      }
      return now / (static_cast<double>(window_end_) + rest);
    case Phase::kDrain:
      return now / (now + rest * static_cast<double>(labelled_left()) /
                              static_cast<double>(labelled_left() + labelled_packets() + 1));
    case Phase::kFlush:
    case Phase::kDone:
      break;
  }
  return 1;
}

std::optional<double> Measurement::accepted_error() const {
  std::vector<Batch> batches(kBatches);
  for (std::size_t i = 0; i < kBatches; ++i) {
    const HistorySample &first = marks_[i * static_cast<std::size_t>(windows_)],
                        &last = marks_[(i + 1) * static_cast<std::size_t>(windows_)];
    batches[i] = {last.counters.delivered_flits - first.counters.delivered_flits,
                  last.cycles - first.cycles};
  }
  std::optional<double> error = standard_error(batches);
  if (error) *error /= static_cast<double>(terminals_);
  return error;
}

std::optional<double> Measurement::latency_error(const std::vector<Batch>& latencies) const {
  std::vector<Batch> batches(kBatches);
  const auto parts = static_cast<std::size_t>(windows_ * kParts);
  for (std::size_t part = 0; part < std::min(parts, latencies.size()); ++part) {
    Batch& batch = batches[part / static_cast<std::size_t>(windows_)];
    batch.sum += latencies[part].sum;
    batch.count += latencies[part].count;
  }
  return standard_error(batches);
}

RunResult Measurement::result() const {
  const HistorySample& now = history_.now();
  const TrafficCounters& end = now.cycles < window_end_ ? now.counters : window_last().counters;
  const TrafficCounters& start = window_start().counters;
  const bool closed = phase_ != Phase::kWarmUp && phase_ != Phase::kMeasure;

  RunResult result;
  result.config = config_;
  result.window_cycles = window_cycles();
  if (result.window_cycles > 0) {
    result.accepted_throughput =
        static_cast<double>(end.delivered_flits - start.delivered_flits) /
        (static_cast<double>(terminals_) * static_cast<double>(result.window_cycles));
  }
  // The load of the configuration means nothing for a batch or a trace; all it offers is accepted.
  result.offered_load = is_endless() ? config_->traffic.load : result.accepted_throughput;
  if (!is_endless() && phase_ != Phase::kMeasure) result.completion_cycles = window_end_;
  result.saturated = saturated_;
  result.saturation_reason = saturation_reason_;

  Labelled labelled = labelled_;
  std::vector<Batch> latencies = latencies_;
  gather(labelled, latencies);
  LatencyHistogram all = labelled.minimal;
  all.add(labelled.nonminimal);
  result.packet_latency = all.summary();
  result.network_latency = labelled.network.summary();
  result.minimal = labelled.minimal.summary();
  result.nonminimal = labelled.nonminimal.summary();
  if (is_endless() && closed) {
    result.accepted_standard_error = accepted_error();
    if (!saturated_ && labelled_left() == 0)
      result.latency_standard_error = latency_error(latencies);
    if (config_->measurement.until_precision > 0) result.precision_reached = is_precise(result);
  }
  result.packets_measured = labelled.packets();
  result.packets_labelled =
      phase_ == Phase::kWarmUp ? 0 : end.created_packets - start.created_packets;
  if (closed)
    result.drain_cycles = (phase_ == Phase::kDrain ? now.cycles : drain_end_) - window_end_;
  if (labelled.packets() > 0 && labelled.hops_known) {
    result.mean_hops = static_cast<double>(labelled.hops) / static_cast<double>(labelled.packets());
  }
  result.packets_delivered = now.counters.delivered_packets;
  result.cycles = now.cycles;
  result.warmup_cycles = phase_ == Phase::kWarmUp ? now.cycles : window_start().cycles;
  result.latency_histogram = histogram(labelled.minimal, labelled.nonminimal);
  return result;
}

}  // namespace dragonfly
