// SPDX-License-Identifier: Apache-2.0
#include "sim/lockstep/battery/battery.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <utility>

#include "models/common/error.hpp"
#include "models/common/random_source.hpp"
#include "models/config/configuration.hpp"
#include "models/families/family_registry.hpp"

namespace dragonfly {
namespace {

enum class Special {
  kNone,
  kMixedLengths,     ///< packets of mixed lengths, at the load
  kSynthesisBodies,  ///< of the RTL as it is synthesized
  kDepthOfRun,       ///< buffers as `run` builds them, of which a part is used
};

/// A configuration: what it puts under stress, and its options of `dragonfly lockstep`.
struct Entry {
  const char* stress;
  const char* network;
  const char* options;
  Special special = Special::kNone;
  bool quick = false;
};
constexpr bool kQuick = true;

// Networks, by the hardware that they need.
constexpr const char* kSmall = "--p 2 --a 4 --h 2";
constexpr const char* kTiny = "--p 1 --a 2 --h 1";
constexpr const char* kShallow = "--p 2 --a 4 --h 2 --speedup 1 --ctq-depth 2";
constexpr const char* kWide = "--p 4 --a 4 --h 2 --g 5 --vcs 8 --speedup 8";
constexpr const char* kLone = "--p 2 --a 1 --h 4";
constexpr const char* kPairs = "--p 3 --a 2 --h 3 --speedup 3 --buffer-depth 6 --ctq-depth 4";
constexpr const char* kGridGroups =
    "--p 2 --a 6 --h 2 --g 5 --group-sizes 3,2 --group-parallel 2,1";
constexpr const char* kSlow = "--p 2 --a 4 --h 2 --g 5 --local-interval 2 --global-interval 3";
constexpr const char* kManyPorts = "--p 60 --a 6 --h 0 --g 1 --vcs 1";
constexpr const char* kManyVcs = "--p 30 --a 4 --h 0 --g 1 --vcs 8 --buffer-depth 2";
constexpr const char* kDeep = "--p 1 --a 2 --h 1 --speedup 2 --buffer-depth 256";
constexpr const char* kFoldedClos = "--topology folded-clos --radix 8 --levels 3";
constexpr const char* kButterfly = "--topology butterfly --k 4 --n 3 --vcs 4";
constexpr const char* kSetsTorus = "--topology torus --sizes 4,3 --vcs 5";
constexpr const char* kRing = "--topology torus --sizes 36 --vcs 2";
constexpr const char* kTorus = "--topology torus --sizes 5,3,2 --vcs 2 --speedup 2";
constexpr const char* kLargeTorus = "--topology torus --sizes 16,16,4 --vcs 2";
constexpr const char* kFlat = "--topology k-ary-n-flat --k 6 --n 2 --vcs 2";
constexpr const char* kDeepFlat =
    "--topology flattened-butterfly --sizes 3 --concentration 2 --vcs 2 --buffer-depth 256";
constexpr const char* kOneRouter = "--topology flattened-butterfly --sizes 1 --concentration 4";
constexpr const char* kThreeDimensions =
    "--topology flattened-butterfly --sizes 4,3,2 --concentration 2 --parallel 1,2,1 --vcs 4";
constexpr const char* kFourDimensions =
    "--topology flattened-butterfly --sizes 3,3,3,3 --concentration 2 --vcs 8";
constexpr const char* kPaired =
    "--topology flattened-butterfly --sizes 4,3 --paired 1 --concentration 2 --vcs 4";
constexpr const char* kHypercube =
    "--topology hypercube --dimensions 5 --vcs 6 --speedup 2 --buffer-depth 4";

// Above saturation, where buffers are full and credits used up, more can go wrong than below; but
// only below do buffers run empty.
constexpr Entry kEntries[] = {
    // What reads a memory at the clock edge that writes it is right in simulation only, where such
    // writes are blocking. These routers are small, and most mistakes show in them, so they come
    // first.
    {"as synthesized, dragonfly", kTiny,
     "--routing ugal-l-cr --pattern worst-case --load 0.9 --packet-size 2",
     Special::kSynthesisBodies, kQuick},
    {"as synthesized, sequential", kTiny, "--routing ugal-g --allocator sequential --load 0.9",
     Special::kSynthesisBodies, kQuick},
    {"as synthesized, routes by table", "--topology torus --sizes 3,2 --vcs 4",
     "--routing val --load 0.9", Special::kSynthesisBodies, kQuick},
    {"as synthesized, adaptive routes by table", "--topology torus --sizes 3,2 --vcs 3",
     "--routing adaptive --load 0.9", Special::kSynthesisBodies, kQuick},
    {"as synthesized, datelines", "--topology torus --sizes 4,2 --vcs 2",
     "--routing dor --load 0.9 --packet-size 3", Special::kSynthesisBodies, kQuick},
    {"as synthesized, flattened butterfly",
     "--topology flattened-butterfly --sizes 3,2 --concentration 2 --vcs 4",
     "--routing ugal-s --pattern worst-case --load 0.9", Special::kSynthesisBodies, kQuick},

    {"minimal routes, above saturation", kSmall, "--routing min --load 1"},
    {"long packets, buffers filled by one, wormhole", kSmall,
     "--routing val --pattern worst-case --load 0.7 --packet-size 16 --buffer-depth 9 "
     "--flow-control wormhole",
     Special::kNone, kQuick},
    {"adaptive, worst case, greedy", kSmall, "--routing ugal-l --pattern worst-case --load 0.5"},
    {"published occupancies, worst case, sequential", kSmall,
     "--routing ugal-g --pattern worst-case --load 0.5 --allocator sequential", Special::kNone,
     kQuick},
    {"lowest threshold, all hops count", kSmall,
     "--routing ugal-l-vc --load 0.6 --threshold -32768 --hop-metric all --packet-size 2"},
    {"highest threshold, sequential", kSmall,
     "--routing ugal-l-vch --pattern worst-case --load 0.4 --threshold 32767 "
     "--allocator sequential"},
    {"delayed credits, worst case, terminals that consume slowly", kSmall,
     "--routing ugal-l-cr --pattern worst-case --load 0.5 --packet-size 4 --sink-rate 0.5",
     Special::kNone, kQuick},
    {"delayed credits, long channels", kSmall,
     "--routing ugal-l-cr --pattern worst-case --load 0.3 --local-latency 3 "
     "--global-latency 20"},
    // t_d of an output without a channel stays 0, and is none of those that the least is taken of.
    {"delayed credits, ports without a channel, every round trip counts", kSmall,
     "--g 1 --routing ugal-l-cr --load 0.8 --packet-size 2 --credit-round-trip 1 "
     "--sink-rate 0.7"},
    {"one credit in 255 timed, several a cycle", kSmall,
     "--routing ugal-l-cr --ctq-one-in 255 --pattern worst-case --load 0.9"},
    {"a hot output, short output queues", kSmall,
     "--routing ugal-l-cr --pattern hotspot --hotspots 0,37 --hotspot-fraction 0.5 "
     "--load 0.4 --output-queue-depth 4 --sink-rate 0.3"},
    {"packets of mixed lengths, adaptive", kSmall, "--routing ugal-l-vch --load 0.7",
     Special::kMixedLengths, kQuick},
    {"packets of mixed lengths, wormhole, few places", kSmall,
     "--routing ugal-l-cr --load 0.6 --flow-control wormhole --buffer-depth 11",
     Special::kMixedLengths, kQuick},
    {"a light load, buffers that run empty", kSmall,
     "--routing ugal-l-cr --pattern worst-case --load 0.08 --packet-size 3"},
    {"bursts, tornado", kSmall,
     "--routing ugal-g --pattern tornado --injection burst --load 0.3 --packet-size 5"},

    {"cycle counters wrap, round trips of 65535", kTiny,
     "--routing ugal-l-cr --load 0.6 --credit-round-trip 65535 --window 70000"},
    {"cycle counters wrap, delayed credits", kTiny,
     "--routing ugal-l-cr --pattern worst-case --load 0.5 --packet-size 2 --window 70000"},
    {"t_d saturates", kTiny,
     "--routing ugal-l-cr --load 0.7 --credit-round-trip 1 --sink-rate 0.05 "
     "--packet-size 16 --buffer-depth 16"},

    {"buffers of 2 flits, a grant an output", kShallow,
     "--routing ugal-l-cr --buffer-depth 2 "
     "--pattern worst-case --load 0.6"},
    {"buffers of 1 flit", kShallow,
     "--routing ugal-l --buffer-depth 1 --ctq-depth 1 "
     "--ctq-one-in 1 --load 0.9"},
    {"packets longer than buffers of 2 flits", kShallow,
     "--routing ugal-l-vch --buffer-depth 2 --flow-control wormhole --load 0.6 "
     "--pattern worst-case --packet-size 7"},

    {"8 VCs, 9 ports, 8 grants an output, sequential", kWide,
     "--routing val --load 0.9 --allocator sequential"},
    {"8 VCs, delayed credits", kWide,
     "--routing ugal-l-cr --pattern worst-case --load 0.5 "
     "--packet-size 4"},
    {"8 VCs, a few long queues at a time", kWide,
     "--routing ugal-l-vc --pattern permutation "
     "--load 0.9 --packet-size 3"},

    {"groups of one router", kLone, "--routing ugal-l --pattern worst-case --load 0.6"},
    {"groups of one router, published occupancies", kLone,
     "--routing ugal-g --load 0.8 --packet-size 4"},

    {"three global channels a router, one credit in two timed", kPairs,
     "--routing ugal-l-cr --ctq-one-in 2 --pattern worst-case --load 0.6"},
    {"three grants an output, buffers of 6 flits, packets of 6", kPairs,
     "--routing ugal-g --ctq-one-in 3 --load 0.9 --packet-size 6 --allocator sequential"},

    {"groups of 3 x 2 routers, channels side by side", kGridGroups,
     "--routing ugal-l --pattern worst-case --load 0.5"},
    {"groups of 3 x 2 routers, delayed credits", kGridGroups,
     "--routing ugal-l-cr --pattern worst-case --load 0.4 --packet-size 4"},
    {"groups of 3 x 2 routers, Valiant", kGridGroups, "--routing val --load 0.8 --packet-size 2"},

    {"slow channels", kSlow, "--routing ugal-l --load 0.5"},
    {"slow channels, delayed credits, full queues", kSlow,
     "--routing ugal-l-cr --pattern worst-case --load 0.5 --packet-size 4 "
     "--terminal-interval 2",
     Special::kNone, kQuick},
    {"slow channels, hot outputs, long output queues", kSlow,
     "--routing min --pattern hotspot --hotspots 0,37 --hotspot-fraction 0.5 --load 0.4 "
     "--terminal-interval 2"},

    {"3 of 16 buffer slots, delayed credits", kSmall,
     "--routing ugal-l-cr --buffer-depth 3 --pattern worst-case --load 0.4", Special::kDepthOfRun},
    {"4 of 16 buffer slots, published occupancies", kSmall,
     "--routing ugal-g --buffer-depth 4 --allocator sequential --load 0.9 --packet-size 2",
     Special::kDepthOfRun},
    {"2 of 16 buffer slots, routes by table", kFoldedClos,
     "--vcs 4 --routing min --buffer-depth 2 --load 0.9", Special::kDepthOfRun},
    {"3 of 16 buffer slots, adaptive routes by table", kFoldedClos,
     "--vcs 1 --routing adaptive --buffer-depth 3 --load 0.9", Special::kDepthOfRun},
    {"2 of 16 buffer slots, datelines", kTorus,
     "--routing dor --buffer-depth 2 --load 0.6 --packet-size 2", Special::kDepthOfRun},
    {"4 of 16 buffer slots, flattened butterfly", kFlat,
     "--routing ugal-s --buffer-depth 4 --pattern worst-case --load 0.5", Special::kDepthOfRun},

    {"65 ports, one VC", kManyPorts, "--routing min --load 0.95"},
    {"65 ports, one VC, hot outputs", kManyPorts,
     "--routing min --pattern hotspot --hotspots 3,100 --hotspot-fraction 0.3 "
     "--load 0.5 --packet-size 3"},

    // Numbers of more than 8 bits: of input VCs, of credits and flits in a queue, of digits.
    {"264 input VCs", kManyVcs, "--routing min --load 0.9"},
    {"buffers of 256 flits, long packets, sequential", kDeep,
     "--routing ugal-l-vch --pattern worst-case --load 0.9 --packet-size 16 "
     "--allocator sequential --global-latency 300"},
    {"buffers of 256 flits, delayed credits", kDeep,
     "--routing ugal-l-cr --pattern worst-case --load 0.9 --packet-size 7 --global-latency 300"},
    {"buffers of 256 flits, flattened butterfly", kDeepFlat,
     "--routing ugal-s --pattern worst-case --load 0.9 --local-latency 300"},
    {"1024 routers, datelines", kLargeTorus, "--routing dor --load 0.3"},

    {"routes by table, minimal", kFoldedClos, "--vcs 4 --routing min --load 0.9"},
    {"routes by table, Valiant", kFoldedClos, "--vcs 8 --routing val --load 0.5 --packet-size 4"},
    {"the one path of a butterfly, short output queues", kButterfly,
     "--routing destination --load 0.9 --packet-size 2 --output-queue-depth 5"},
    {"adaptive routes by table, one VC", kFoldedClos, "--vcs 1 --routing adaptive --load 0.9"},
    {"adaptive routes by table, long packets, wormhole", kFoldedClos,
     "--vcs 1 --routing adaptive --load 0.6 --packet-size 16 --flow-control wormhole "
     "--allocator greedy"},
    {"adaptive routes by table, another VC at each hop", kSetsTorus, "--routing adaptive --load 1",
     Special::kNone, kQuick},

    {"a ring, more hops than a head can count", kRing, "--routing dor --load 0.2"},
    {"datelines, tornado", kTorus, "--routing dor --pattern tornado --load 0.6"},
    {"datelines, long packets", kTorus, "--routing dor --load 0.6 --packet-size 9"},

    {"flattened butterfly, minimal adaptive", kFlat, "--routing min-ad --load 1"},
    {"flattened butterfly, dimension order", kFlat, "--routing dor --load 0.7 --packet-size 4",
     Special::kNone, kQuick},
    {"flattened butterfly, Valiant", kFlat, "--routing val --pattern worst-case --load 0.6"},
    {"flattened butterfly, terminals that consume slowly, short output queues", kFlat,
     "--routing ugal-s --load 0.9 --packet-size 3 --sink-rate 0.4 --output-queue-depth 4"},
    {"flattened butterfly, UGAL, greedy", kFlat, "--routing ugal --pattern worst-case --load 0.5"},
    {"flattened butterfly, UGAL, sequential", kFlat,
     "--routing ugal-s --pattern worst-case --load 0.5 --packet-size 4", Special::kNone, kQuick},
    {"flattened butterfly, CLOS AD", kFlat, "--routing clos-ad --pattern worst-case --load 0.6",
     Special::kNone, kQuick},

    {"flattened butterfly of one router, no dimensions", kOneRouter,
     "--routing min-ad --load 0.9 --packet-size 3"},

    {"three dimensions, UGAL, all hops count", kThreeDimensions,
     "--routing ugal --pattern worst-case --load 0.5 --hop-metric all"},
    {"three dimensions, CLOS AD, thresholds", kThreeDimensions,
     "--routing clos-ad --pattern worst-case --load 0.5 --threshold 3 --packet-size 2"},
    {"three dimensions, minimal adaptive, long channels", kThreeDimensions,
     "--routing min-ad --load 0.9 --local-latency 7"},
    {"three dimensions, packets of mixed lengths", kThreeDimensions, "--routing ugal-s --load 0.6",
     Special::kMixedLengths},

    {"four dimensions, ways of eight hops, all of which count", kFourDimensions,
     "--routing ugal --pattern worst-case --load 0.6 --hop-metric all"},
    {"a channel more between pairs of routers, CLOS AD", kPaired,
     "--routing clos-ad --pattern worst-case --load 0.6"},

    {"hypercube, minimal adaptive, full buffers", kHypercube,
     "--routing min-ad --load 1 --sink-rate 0.8"},
    {"hypercube, e-cube", kHypercube, "--routing e-cube --pattern bit-complement --load 0.6"},
    {"hypercube, CLOS AD", kHypercube, "--routing clos-ad --load 0.8 --packet-size 3"},
};

/// Packets of mixed lengths, at most.
constexpr int kMostPackets = 20000;

/// Router-cycles of a run, and how often it is repeated with another seed.
struct Extent {
  double router_cycles;
  int repeats;
};
/// Routers as they are synthesized are simulated for a part of that, as they take longer.
constexpr double kSynthesisPart = 1.0 / 8;

Extent extent_of(BatteryLength length) {
  switch (length) {
    case BatteryLength::kQuick:
      return {1e5, 1};
    case BatteryLength::kShort:
      return {3e5, 1};
    case BatteryLength::kLong:
      return {3.6e6, 5};
  }
  throw Error(ExitCode::kInternal, "the battery has an unknown length");
}

const Key* key_of_option(const std::string& option) {
  for (const Key& key : keys())
    if (std::find(key.options.begin(), key.options.end(), option) != key.options.end()) return &key;
  throw Error(ExitCode::kInternal, "the battery has an unknown option --" + option);
}

/// Sets what an entry says, and returns which keys these are.
std::vector<const Key*> apply(const Entry& entry, Configuration& config) {
  std::vector<const Key*> set;
  std::istringstream words(fmt::format("{} {}", entry.network, entry.options));
  for (std::string option, value; words >> option >> value;) {
    set.push_back(key_of_option(option.substr(2)));
    assign_text(*set.back(), value, config, fmt::format("battery: {} {}", option, value));
  }
  return set;
}

/// Packets of 1 flit to the longest that a buffer takes, at the load, for `cycles` cycles.
std::vector<TracePacket> mixed_packets(const Configuration& config, std::int64_t cycles) {
  RandomSource source(stream_key(config.measurement.seed, Stream::kFuzz, 0));
  const int terminals = static_cast<int>(network_shape(config.topology).terminals);
  const int longest = longest_packet(config.router);
  const double flits = config.traffic.load * terminals * static_cast<double>(cycles);
  const int packets =
      static_cast<int>(std::clamp(2 * flits / (1 + longest), 1.0, double{kMostPackets}));
  std::vector<TracePacket> trace;
  for (int i = 0; i < packets; ++i) {
    TracePacket packet;
    packet.cycle = i * cycles / packets;
    packet.source = source.below(terminals);
    packet.destination = source.below(terminals);
    packet.size = source.between(1, longest);
    if (packet.destination == packet.source) packet.destination = (packet.source + 1) % terminals;
    trace.push_back(packet);
  }
  return trace;
}

/// A configuration of the battery, and the Verilated variant that it takes.
struct Chosen {
  FuzzRun run;
  VariantParameters variant;
};

class Choosing {
 public:
  Choosing(const Configuration& base, const std::vector<const Key*>& given, bool user_router)
      : base_(base), given_(given), user_router_(user_router) {}

  /// What an entry comes to; none, and why, if it does not go with the keys that are given.
  std::optional<Chosen> run(const Entry& entry, const Extent& extent, int repeat) {
    const bool synthesis_bodies = entry.special == Special::kSynthesisBodies;
    if (synthesis_bodies && user_router_) {
      reason_ = "a router of yours has no other text for synthesis";
      return std::nullopt;
    }
    Chosen chosen;
    chosen.run.synthesis_bodies = synthesis_bodies;
    if (entry.special == Special::kDepthOfRun) chosen.run.built_depth = BuiltDepth::kShared;
    Configuration& config = chosen.run.config;
    const std::vector<const Key*> set = apply(entry, config);
    const bool same_family = config.topology.family == base_.topology.family;
    if (!same_family && (user_router_ || is_given("topology", "family"))) {
      reason_ = "the battery has no network of the family " + base_.topology.family;
      return std::nullopt;
    }
    try {
      for (const Key* key : given_) key->set(config, key->get(base_));
      config.measurement.seed = base_.measurement.seed + static_cast<std::uint64_t>(repeat);
      // As drawn configurations have them, so that coverage counts both alike.
      TopologyConfig& topology = config.topology;
      topology.parameters = complete_parameters(topology.family, topology.parameters);
      set_length(entry, extent, set, chosen.run);
      chosen.variant = checked_hardware(chosen.run);
    } catch (const InputError& error) {
      reason_ = error.what();
      return std::nullopt;
    }
    return chosen;
  }

  [[nodiscard]] const std::string& reason() const { return reason_; }

 private:
  [[nodiscard]] bool is_given(const char* section, const char* name) const {
    return std::find(given_.begin(), given_.end(), find_key(section, name)) != given_.end();
  }
  [[nodiscard]] bool may_set(const std::vector<const Key*>& set, const char* name) const {
    return !is_given("measurement", name) &&
           std::find(set.begin(), set.end(), find_key("measurement", name)) == set.end();
  }

  void set_length(const Entry& entry, const Extent& extent, const std::vector<const Key*>& set,
                  FuzzRun& run) const {
    MeasurementConfig& measurement = run.config.measurement;
    const auto routers = static_cast<double>(network_shape(run.config.topology).routers);
    const double part = run.synthesis_bodies ? kSynthesisPart : 1;
    if (may_set(set, "warmup_min")) measurement.warmup_min = 0;
    if (may_set(set, "warmup_max")) measurement.warmup_max = measurement.warmup_min;
    if (may_set(set, "window"))
      measurement.window = std::max<std::int64_t>(
          100, static_cast<std::int64_t>(part * extent.router_cycles / routers));
    if (may_set(set, "drain_max")) measurement.drain_max = measurement.window / 4;
    if (entry.special != Special::kMixedLengths || is_given("traffic", "pattern")) return;
    run.trace = mixed_packets(run.config, measurement.window);
    run.config.traffic.pattern = Pattern::kTrace;
  }

  const Configuration& base_;
  const std::vector<const Key*>& given_;
  bool user_router_;
  std::string reason_;
};

}  // namespace

std::vector<BatteryEntry> battery_entries() {
  std::vector<BatteryEntry> entries;
  for (const Entry& entry : kEntries)
    entries.push_back(
        {entry.stress, fmt::format("{} {}", entry.network, entry.options), entry.quick});
  return entries;
}

Battery::Battery(BatteryLength length, const Configuration& base,
                 const std::vector<const Key*>& given, bool user_router, const std::string& only,
                 const Near& near) {
  const Extent extent = extent_of(length);
  Choosing choosing(base, given, user_router);
  std::vector<VariantParameters> variants;
  for (const Entry& entry : kEntries) {
    if (only.empty() ? length == BatteryLength::kQuick && !entry.quick : only != entry.stress)
      continue;
    for (int repeat = 0; repeat < extent.repeats; ++repeat) {
      std::optional<Chosen> chosen = choosing.run(entry, extent, repeat);
      if (!chosen) {
        ++left_out_;
        continue;
      }
      const auto known = std::find(variants.begin(), variants.end(), chosen->variant);
      const auto batch = static_cast<std::size_t>(known - variants.begin());
      if (known == variants.end()) variants.push_back(chosen->variant);
      const bool is_near = !near || near(chosen->run.config);
      members_.push_back({entry.stress, std::move(chosen->run), batch, entry.quick, is_near});
    }
  }
  if (members_.empty()) {
    throw InputError(
        fmt::format("--battery: none of its {} configurations goes with the keys that are given; "
                    "the last one was refused for this: {}",
                    left_out_, choosing.reason()));
  }
  std::stable_sort(members_.begin(), members_.end(), [](const Member& one, const Member& other) {
    return one.place() < other.place();
  });
}

int Battery::end_of_batch(int first) const {
  int end = first;
  while (end < size() && member(end).place() == member(first).place()) ++end;
  return end;
}

int Battery::near() const {
  return static_cast<int>(std::count_if(members_.begin(), members_.end(),
                                        [](const Member& member) { return member.near; }));
}

}  // namespace dragonfly
