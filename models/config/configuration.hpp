// The description of one network and one run, which every engine simulates alike.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace dragonfly {

/// Global link arrangements (models/families/dragonfly/arrangement.hpp).
enum class Arrangement {
  kRelative,   ///< or palmtree: port k leads k + 1 groups further on
  kAbsolute,   ///< or consecutive: port k leads to the k-th other group
  kCirculant,  ///< half of a router's channels lead on, half back, to routers of the same index
  kHelix,      ///< as circulant, to the next router on the way on, to the previous on the way back
  kNautilus,   ///< group by group, alternately to the next and the previous groups
  kGreedy,     ///< each link to the group and routers with the fewest (Teh et al. 2017, 2.3)
};

/// Routing algorithms (Kim et al. 2008, Section 4). The values are those of the router's control
/// register ALGORITHM (docs/microarchitecture.md).
enum class Routing : int {
  kMin = 0,       ///< minimal
  kVal = 1,       ///< Valiant: through a random intermediate group
  kUgalL = 2,     ///< UGAL by the local output queues
  kUgalG = 3,     ///< UGAL by the queues of all global channels of the group
  kUgalLVc = 4,   ///< UGAL-L with queues told apart by virtual channel
  kUgalLVch = 5,  ///< as kUgalLVc, only where both paths share the output port
  kUgalLCr = 6,   ///< kUgalLVch with delayed credits
};

enum class Allocator { kGreedy, kSequential };
enum class FlowControl { kVirtualCutThrough, kWormhole };
enum class HopMetric { kGlobal, kAll };
enum class Pattern {
  kUniform,
  kWorstCase,
  kBitComplement,
  kBitReverse,
  kTranspose,
  kShuffle,
  kTornado,
  kPermutation,
  kHotspot,
  kTrace
};
enum class Injection { kBernoulli, kBurst, kBatch };

/// Section [topology].
struct TopologyConfig {
  int p = 4;  ///< terminals per router, >= 1
  int a = 8;  ///< routers per group, >= 1
  int h = 4;  ///< global channels per router, >= 0 (0 only with g = 1)
  int g = 0;  ///< groups, 1 .. a*h+1; 0 means the largest, a*h+1
  Arrangement arrangement = Arrangement::kRelative;
};

/// Section [channels]: cycles from an output register to the next input register, >= 1.
struct ChannelConfig {
  int terminal_latency = 1;
  int local_latency = 1;
  int global_latency = 1;
};

/// Section [router].
struct RouterConfig {
  int vcs = 3;                 ///< virtual channels of every port, 1 .. 8
  int buffer_depth = 16;       ///< flits of each VC buffer, 1 .. 1024
  int speedup = 4;             ///< flits an output accepts a cycle, 1 .. 8
  int output_queue_depth = 0;  ///< flits; 0: as deep as credits allow (never limits)
  FlowControl flow_control = FlowControl::kVirtualCutThrough;
  int ctq_depth = 0;          ///< entries of each credit timestamp queue; 0: tracked_credits()
  int ctq_one_in = 1;         ///< one credit in n is tracked, 1 .. 255
  int credit_round_trip = 0;  ///< t_crt0 of every output, cycles; 0: from the channel latencies
};

/// The most of `depth` credits that have a timestamp when one in `one_in` is tracked: the entries
/// that a credit timestamp queue needs. Both at least 1.
[[nodiscard]] constexpr int tracked_credits(int depth, int one_in) {
  return (depth + one_in - 1) / one_in;
}

/// Section [routing].
struct RoutingConfig {
  Routing algorithm = Routing::kMin;
  Allocator allocator = Allocator::kGreedy;
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
  int group_offset = 1;             ///< worst case: group i sends to group i + n
  double burst_length = 8.0;        ///< mean packets of a burst (on-off injection), >= 1
  double burst_load = 1.0;          ///< load while a burst is on, load < burst_load <= 1
  int batch_size = 100;             ///< packets per terminal (batch injection)
  std::vector<int> hotspots = {0};  ///< terminals that attract traffic
  double hotspot_fraction = 0.1;    ///< share of packets that go to a hotspot, 0 .. 1
  std::string trace_file;           ///< packets to send (pattern "trace")
};

/// Section [measurement]: cycles unless noted.
struct MeasurementConfig {
  std::int64_t warmup_min = 1000;   ///< shortest warm-up
  std::int64_t warmup_max = 50000;  ///< not steady by then: saturated
  std::int64_t window = 5000;       ///< packets created in it are labelled
  std::int64_t drain_max = 50000;   ///< labelled packets still inside by then: saturated
  std::int64_t watchdog = 10000;    ///< no flit moved for so long: no progress
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
