// SPDX-License-Identifier: Apache-2.0
// What one run measured; the command writes it as a table, JSON and CSV.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dragonfly {

struct Configuration;

/// Summary of a set of packet latencies, in cycles. Without packets there are none: all figures are
/// zero, and nobody is to show them.
struct LatencySummary {
  std::int64_t packets = 0;
  double mean = 0;
  std::int64_t min = 0, p50 = 0, p90 = 0, p99 = 0, max = 0;
};

/// Load of one unidirectional channel between groups in the measurement window.
struct ChannelUtilisation {
  /// `router` of the group; `port` counts the router's ports to channels of that class, or all of
  /// its ports where all classes are told.
  int source_group = 0, source_router = 0, source_port = 0;
  int destination_group = 0, destination_router = 0;
  double utilisation = 0;  ///< flits per cycle, 0 .. 1
};

struct HistogramBin {
  std::int64_t latency = 0;                  ///< lowest latency of the bin, cycles
  std::int64_t minimal = 0, nonminimal = 0;  ///< packets
};

struct RunResult {
  RunResult();  ///< nothing measured, of the standard configuration

  double offered_load = 0;         ///< configured, flits per terminal and cycle
  double accepted_throughput = 0;  ///< flits per terminal and cycle that left in the window
  bool saturated = false;
  std::string saturation_reason;   ///< empty unless saturated
  LatencySummary packet_latency;   ///< creation to consumption of the tail, labelled packets
  LatencySummary network_latency;  ///< injection of the head to consumption of the tail
  LatencySummary minimal;          ///< packet latency of minimally routed labelled packets
  LatencySummary nonminimal;
  /// Channels between routers, mean over measured packets; none if there are none.
  std::optional<double> mean_hops;
  /// Of accepted_throughput and of the mean of packet_latency, by batch means (batch_means.hpp).
  /// None for a batch or trace and for too few packets; none of the latency in saturation.
  std::optional<double> accepted_standard_error, latency_standard_error;
  /// Whether both are as small as measurement.until_precision asks for; none if it asks for
  /// nothing.
  std::optional<bool> precision_reached;
  /// Of a batch or trace: cycles until all its packets were consumed; none while some are not.
  std::optional<std::int64_t> completion_cycles;
  std::int64_t packets_labelled = 0;   ///< created in the window
  std::int64_t packets_measured = 0;   ///< of these, delivered by the end of the drain
  std::int64_t packets_delivered = 0;  ///< in the whole run
  std::int64_t cycles = 0;             ///< simulated, whole run
  std::int64_t warmup_cycles = 0;
  std::int64_t window_cycles = 0;  ///< in which packets were labelled
  std::int64_t drain_cycles = 0;   ///< that were waited for labelled packets after the window
  double wall_seconds = 0;
  double cycles_per_second = 0;
  std::string engine;
  std::string rtl;                                  ///< hash of the RTL that ran; empty if none did
  std::shared_ptr<const Configuration> config;      ///< what ran; never null
  std::vector<HistogramBin> latency_histogram;      ///< non-empty bins, ascending
  std::vector<ChannelUtilisation> global_channels;  ///< by group, router, port

  /// Non-minimal among measured packets, 0 .. 1; none without packets.
  [[nodiscard]] std::optional<double> nonminimal_share() const {
    const std::int64_t packets = minimal.packets + nonminimal.packets;
    if (packets == 0) return std::nullopt;
    return static_cast<double>(nonminimal.packets) / static_cast<double>(packets);
  }
};

}  // namespace dragonfly
