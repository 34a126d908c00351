// What one run measured; the command writes it as a table, JSON and CSV.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/config/configuration.hpp"

namespace dragonfly {

/// Summary of a set of packet latencies, in cycles. All zero if packets == 0.
struct LatencySummary {
  std::int64_t packets = 0;
  double mean = 0;
  std::int64_t min = 0, p50 = 0, p90 = 0, p99 = 0, max = 0;
};

/// Load of one unidirectional global channel in the measurement window.
struct ChannelUtilisation {
  int source_group = 0, source_router = 0, source_port = 0;  ///< port counts global ports 0..h-1
  int destination_group = 0, destination_router = 0;
  double utilisation = 0;  ///< flits per cycle, 0 .. 1
};

struct HistogramBin {
  std::int64_t latency = 0;                  ///< lowest latency of the bin, cycles
  std::int64_t minimal = 0, nonminimal = 0;  ///< packets
};

struct RunResult {
  double offered_load = 0;         ///< configured, flits per terminal and cycle
  double accepted_throughput = 0;  ///< flits per terminal and cycle that left in the window
  bool saturated = false;
  std::string saturation_reason;   ///< empty unless saturated
  LatencySummary packet_latency;   ///< creation to consumption of the tail, labelled packets
  LatencySummary network_latency;  ///< injection of the head to consumption of the tail
  LatencySummary minimal;          ///< packet latency of minimally routed labelled packets
  LatencySummary nonminimal;
  double mean_hops = 0;  ///< channels between routers, mean over labelled packets
  std::int64_t packets_measured = 0;
  std::int64_t packets_delivered = 0;  ///< in the whole run
  std::int64_t cycles = 0;             ///< simulated, whole run
  std::int64_t warmup_cycles = 0;
  double wall_seconds = 0;
  double cycles_per_second = 0;
  std::string engine;
  Configuration config;
  std::vector<HistogramBin> latency_histogram;      ///< non-empty bins, ascending
  std::vector<ChannelUtilisation> global_channels;  ///< by group, router, port
};

}  // namespace dragonfly
