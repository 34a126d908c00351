// SPDX-License-Identifier: Apache-2.0
// The course of a run: warm-up, measurement window, drain ([K08] Section 4.2), and what it yields.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/common/archive.hpp"
#include "models/common/transport.hpp"
#include "models/statistics/batch_means.hpp"
#include "models/statistics/delivery.hpp"
#include "models/statistics/latency_histogram.hpp"
#include "models/statistics/run_history.hpp"
#include "models/statistics/run_result.hpp"

namespace dragonfly {

struct Configuration;
struct MeasurementConfig;

/// Cycles after which a run stops waiting.
struct RunLimits {
  std::int64_t warmup_min = 0, warmup_max = 0, drain_max = 0;

  bool operator==(const RunLimits&) const = default;
};

/// Those of the configuration, extended where `longest_path`, the cycles that a packet on the
/// longest path takes without waiting, makes them too short to tell a steady network from a
/// saturated one: a drain shorter than the path by the path, a warm-up shorter than two of them by
/// two, as a steady half can begin no sooner than the first packets have arrived. A limit of 0
/// stays: nothing is waited for then.
[[nodiscard]] RunLimits run_limits(const MeasurementConfig& config, std::int64_t longest_path);

enum class Phase {
  kWarmUp,
  kMeasure,  ///< packets created now are labelled
  kDrain,    ///< under the same load, until the labelled packets have arrived
  kFlush,    ///< sources have stopped; until the network is empty
  kDone,
};
/// "warm-up", "measure", "drain", "flush", "done".
[[nodiscard]] const char* phase_name(Phase phase);

/// What the end of a cycle means for counters that cover the window (those of global channels).
enum class WindowEvent {
  kNone,
  kOpened,    ///< the window begins with the next cycle; an earlier one, if any, was given up
  kClosed,    ///< the window ended with this cycle
  kExtended,  ///< the window that was closed goes on, and has gone on since
};

/// Decides how long a run warms up, measures and drains, and collects its statistics.
///
/// An engine calls end_cycle after every cycle until done(), and stops the sources
/// (Terminals::stop) as soon as phase() is kFlush. That last phase shows that no packet was lost;
/// it changes no figure.
///
/// **Steady or saturated** is decided by the counts of packets, see run_history.hpp. The warm-up
/// ends, not before warmup_min, when the second half of everything simulated so far is
/// steady; or when it shows a network in saturation whose throughput is steady; or at warmup_max.
/// After that the window itself is examined: if the run turns out to have drifted in it, it is
/// given up and the warm-up goes on (until warmup_max). In a saturated run the drain lasts no
/// longer than a window, and latencies are those of the labelled packets delivered by then. A run
/// that is not known to be saturated becomes so when labelled packets are left after drain_max. So
/// a run takes at most warmup_max + window + drain_max cycles and the time to empty the network.
///
/// **Long paths.** Packets that are on their way without waiting are no sign of saturation, so
/// limits that are shorter than the longest path are extended: see RunLimits.
///
/// **Until a precision is reached** (until_precision > 0) the window is made longer by half, in
/// whole windows, as long as the confidence intervals are too wide (batch_means.hpp) and it is no
/// longer than window_max. That is decided at the end of the drain, when all labelled packets are
/// known; the cycles of the drain become part of the longer window, which is examined as a whole.
/// Each extension by half, not by one window: intervals that are looked at often are narrow by
/// chance sooner or later.
///
/// Batch and trace runs have no warm-up and no drain: the window is the whole run, until
/// every packet is delivered.
class Measurement : public DeliverySink {
 public:
  /// `total_packets`: of a batch or trace (Terminals::total_packets); -1: traffic without end.
  /// `transport`: to the processes that have the other terminals; null if there are none. All then
  /// call the same functions in the same cycles, and get the same results. `longest_path`: as
  /// run_limits() takes it.
  Measurement(const Configuration& config, int terminals, std::int64_t total_packets,
              Transport* transport = nullptr, std::int64_t longest_path = 0);

  void delivered(std::span<const Delivery> packets) override;
  void tell(ByteWriter& writer, int /*to*/) override { writer.put(told_); }
  void hear(ByteReader& reader) override;

  /// To be called when all terminals have done their work of `cycle`: 0, 1, 2, ...; with
  /// Terminals::counters().
  WindowEvent end_cycle(std::int64_t cycle, const TrafficCounters& counters);

  /// Phase of the next cycle.
  [[nodiscard]] Phase phase() const { return phase_; }
  [[nodiscard]] bool done() const { return phase_ == Phase::kDone; }
  /// Estimate of the part of the run that is done, 0 .. 1.
  [[nodiscard]] double fraction_done() const;

  /// The figures so far; complete when done(). Left to the engine: wall_seconds, cycles_per_second,
  /// engine, global_channels.
  [[nodiscard]] RunResult result() const;
  /// Cycles of the window (so far).
  [[nodiscard]] std::int64_t window_cycles() const;

  void serialize(Archive& archive) {
    archive(history_, phase_, start_, risen_, windows_, marks_, window_end_, drain_end_, recording_,
            saturated_, saturation_reason_, labelled_, next_, latencies_, part_, elsewhere_);
  }

 private:
  /// What the end of the warm-up was based on.
  enum class Start { kSteady, kSaturating, kTimeOut };

  /// Packets of the window that have been delivered.
  struct Labelled {
    LatencyHistogram minimal, nonminimal, network;
    std::int64_t hops = 0;   ///< sum
    bool hops_known = true;  ///< of all of them

    void add(const Delivery& packet) {
      (packet.nonminimal ? nonminimal : minimal).add(packet.packet_latency());
      network.add(packet.network_latency());
      hops += packet.hops;
      hops_known = hops_known && packet.hops < kMostCountedHops;
    }
    void add(const Labelled& others);
    void serialize(Archive& archive) { archive(minimal, nonminimal, network, hops, hops_known); }
    [[nodiscard]] std::int64_t packets() const { return minimal.packets() + nonminimal.packets(); }
  };

  /// What other processes need to know in every cycle of the packets delivered here in it.
  struct Told {
    LatencySums latencies;
    std::int64_t labelled = 0, next = 0;  ///< packets in labelled_ and next_
  };

  /// A kBatches-th of measurement.window, and the ages of packets created in it: cycles from the
  /// beginning of the window.
  struct Part {
    std::size_t number = 0;
    std::int64_t first = 0, last = 0;  ///< last: one more
  };
  [[nodiscard]] Part part_of(std::int64_t age) const;

  WindowEvent end_finite_cycle();
  WindowEvent end_warm_up_cycle(bool halves_ready);
  WindowEvent end_window_cycle();
  WindowEvent end_drain_cycle();
  WindowEvent open_window(Start start);
  void forget_labelled();
  /// Whether the complete window can be used; if so, sets saturated_.
  [[nodiscard]] bool window_stands();
  /// How the packets inside grew in the window, in words.
  [[nodiscard]] std::string growth() const;
  void mark_batches();
  /// Whether its confidence intervals are as narrow as until_precision asks for. In saturation that
  /// of the throughput counts alone.
  [[nodiscard]] bool is_precise(const RunResult& result) const;
  [[nodiscard]] bool can_be_extended() const;
  WindowEvent extend_window();
  void begin_flush();
  void set_saturated(const std::string& reason);

  [[nodiscard]] bool is_endless() const { return total_packets_ < 0; }
  [[nodiscard]] const HistorySample& window_start() const { return marks_.front(); }
  /// The last sample of the complete window.
  [[nodiscard]] const HistorySample& window_last() const;
  /// The complete window in four quarters.
  [[nodiscard]] Course course() const;
  [[nodiscard]] std::optional<double> accepted_error() const;
  [[nodiscard]] std::optional<double> latency_error(const std::vector<Batch>& latencies) const;
  /// Labelled packets delivered, here and elsewhere.
  [[nodiscard]] std::int64_t labelled_packets() const {
    return labelled_.packets() + elsewhere_.labelled;
  }
  [[nodiscard]] std::int64_t labelled_left() const;
  /// Adds what the other processes have of the same.
  void gather(Labelled& labelled, std::vector<Batch>& latencies) const;

  std::shared_ptr<const Configuration> config_;
  std::int64_t terminals_;
  std::int64_t total_packets_;
  RunLimits limits_;
  double dispersion_;          ///< of the packets created, see run_history.hpp
  std::int64_t most_windows_;  ///< measurement.window fits so often into the longest window

  RunHistory history_;
  Phase phase_;
  Start start_ = Start::kSteady;
  bool risen_ = false;        ///< packets inside, when the warm-up was last examined
  std::int64_t windows_ = 1;  ///< the window is so many times measurement.window
  /// Samples at the beginning of the window and after each kBatches-th of measurement.window.
  std::vector<HistorySample> marks_{1};
  /// First cycle after the window; in a batch or trace run not known before the end.
  std::int64_t window_end_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t drain_end_ = 0;  ///< when labelled packets were no longer waited for
  bool recording_ = false;      ///< labelled packets count: from the window to the end of the drain
  bool saturated_ = false;
  std::string saturation_reason_;

  Labelled labelled_;
  Labelled next_;  ///< created after the window, which may yet be extended
  /// Latencies of the packets created between marks_.
  std::vector<Batch> latencies_;
  Part part_;  ///< in which the last packet was created
  // Where other processes have terminals.
  Transport* transport_;
  Told told_;       ///< of the last cycle
  Told elsewhere_;  ///< packets counted in other processes so far
};

}  // namespace dragonfly
