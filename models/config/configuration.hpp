// SPDX-License-Identifier: Apache-2.0
// The description of one network and one run, which every engine simulates alike. Headers that only
// pass it on declare the struct: a change here then concerns those who look inside.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/config/channel_config.hpp"
#include "models/config/choices.hpp"
#include "models/config/topology_config.hpp"

namespace dragonfly {

/// Virtual channels that a port can have.
inline constexpr int kMostVcs = 8;
/// Flits of the longest packet: the field `len` of a flit has four bits.
inline constexpr int kLongestPacket = 16;

/// Section [router].
struct RouterConfig {
  int vcs = 3;                 ///< virtual channels of every port, 1 .. kMostVcs
  int buffer_depth = 16;       ///< flits of each VC buffer, 1 .. 1024
  int speedup = 4;             ///< flits an output accepts a cycle, 1 .. 8
  int output_queue_depth = 0;  ///< flits; 0: as deep as credits allow (never limits)
  FlowControl flow_control = FlowControl::kVirtualCutThrough;
  int ctq_depth = 0;          ///< entries of each credit timestamp queue; 0: tracked_credits()
  int ctq_one_in = 1;         ///< one credit in n is tracked, 1 .. 255
  int credit_round_trip = 0;  ///< t_crt0 of every output, cycles; 0: from the channel latencies
};

/// Flits of the longest packet that its buffers take: under virtual cut-through a packet fits one.
[[nodiscard]] constexpr int longest_packet(const RouterConfig& router) {
  const bool cut_through = router.flow_control == FlowControl::kVirtualCutThrough;
  return cut_through && router.buffer_depth < kLongestPacket ? router.buffer_depth : kLongestPacket;
}

/// The most of `depth` credits that have a timestamp when one in `one_in` is tracked: the entries
/// that a credit timestamp queue needs. Both at least 1.
[[nodiscard]] constexpr int tracked_credits(int depth, int one_in) {
  return (depth + one_in - 1) / one_in;
}

/// Section [routing].
struct RoutingConfig {
  std::string algorithm;  ///< one of the routings of the family; empty: the first of them
  Allocator allocator = Allocator::kByRouting;
  HopMetric hop_metric = HopMetric::kGlobal;
  int threshold = 0;  ///< T in q_m H_m <= q_nm H_nm + T, flits x hops, -32768 .. 32767
};

/// Section [traffic].
struct TrafficConfig {
  Pattern pattern = Pattern::kUniform;
  double load = 0.1;     ///< offered load, flits per terminal and cycle, 0 .. 1
  int packet_size = 1;   ///< flits, 1 .. 16
  double sink_rate = 1;  ///< flits that a terminal consumes a cycle at most, 0.001 .. 1
  Injection injection = Injection::kBernoulli;
  int group_offset = 1;                       ///< worst case: group i sends to group i + n
  int group_size = 0;                         ///< terminals of a group; 0: by the network
  std::vector<int> pattern_dimensions = {0};  ///< tornado, neighbor in a grid: from 1; 0: all
  double burst_length = 8.0;                  ///< mean packets of a burst (on-off injection), >= 1
  double burst_load = 1.0;                    ///< load while a burst is on, load < burst_load <= 1
  int batch_size = 100;                       ///< packets per terminal (batch injection)
  std::vector<int> hotspots = {0};            ///< terminals that attract traffic
  double hotspot_fraction = 0.1;              ///< share of packets that go to a hotspot, 0 .. 1
  std::string trace_file;                     ///< packets to send (pattern "trace")
};

/// Section [measurement]: cycles unless noted.
struct MeasurementConfig {
  std::int64_t warmup_min = 1000;   ///< shortest warm-up
  std::int64_t warmup_max = 50000;  ///< not steady by then: saturated
  std::int64_t window = 5000;       ///< packets created in it are labelled
  /// Half of the 95 % interval over the mean, of throughput and latency, until which the window is
  /// made longer; 0: it is not.
  double until_precision = 0;
  std::int64_t window_max = 1'000'000;  ///< it is not made longer than that
  std::int64_t drain_max = 50000;       ///< labelled packets still inside by then: saturated
  std::int64_t watchdog = 10000;        ///< no flit moved for so long: no progress
  std::uint64_t seed = 1;
};

/// One network and one run. Every field is a key of the TOML file, in the section named above, and
/// an option of the command line.
struct Configuration {
  TopologyConfig topology;
  ChannelConfig channels;
  RouterConfig router;
  RoutingConfig routing;
  TrafficConfig traffic;
  MeasurementConfig measurement;
};

}  // namespace dragonfly
