// SPDX-License-Identifier: Apache-2.0
#include "models/keys/keys.hpp"

#include <algorithm>
#include <limits>
#include <type_traits>

#include "models/common/spelling.hpp"
#include "models/config/configuration.hpp"
#include "models/config/names.hpp"
#include "models/families/family_registry.hpp"
#include "models/keys/topology_keys.hpp"

namespace dragonfly {
namespace {

using Names = std::vector<std::string>;

/// Translates a field to a Value and back.
template <class Field>
struct Translate {
  static_assert(std::is_integral_v<Field>);
  static constexpr ValueType kType = ValueType::kInteger;
  static Value get(Field field) { return static_cast<std::int64_t>(field); }
  static Field set(const Value& value) { return static_cast<Field>(std::get<std::int64_t>(value)); }
};
template <class Enum>
requires std::is_enum_v<Enum>
struct Translate<Enum> {
  static constexpr ValueType kType = ValueType::kChoice;
  static Value get(Enum field) { return name_of(field); }
  static Enum set(const Value& value) {
    const Names& list = names(Enum{});
    return static_cast<Enum>(std::find(list.begin(), list.end(), std::get<std::string>(value)) -
                             list.begin());
  }
};
template <>
struct Translate<double> {
  static constexpr ValueType kType = ValueType::kReal;
  static Value get(double field) { return field; }
  static double set(const Value& value) { return std::get<double>(value); }
};
template <>
struct Translate<std::string> {
  static constexpr ValueType kType = ValueType::kText;
  static Value get(const std::string& field) { return field; }
  static std::string set(const Value& value) { return std::get<std::string>(value); }
};
template <>
struct Translate<std::vector<int>> {
  static constexpr ValueType kType = ValueType::kIntegers;
  static Value get(const std::vector<int>& field) {
    return std::vector<std::int64_t>(field.begin(), field.end());
  }
  static std::vector<int> set(const Value& value) {
    std::vector<int> field;
    for (const std::int64_t number : std::get<std::vector<std::int64_t>>(value)) {
      field.push_back(static_cast<int>(number));
    }
    return field;
  }
};

struct Range {
  std::int64_t lowest, highest;
};
constexpr Range kNoRange{0, 0};

/// Collects the keys of one section.
template <class Part>
class SectionKeys {
 public:
  SectionKeys(std::vector<Key>& all, std::string section, Part Configuration::*part)
      : all_(all), section_(std::move(section)), part_(part) {}

  template <class Field>
  SectionKeys& add(const std::string& name, Field Part::*field, Range range,
                   const std::string& unit, const std::string& help, Names options = {}) {
    Key key;
    key.section = section_;
    key.name = name;
    key.options = options.empty() ? Names{folded(name)} : std::move(options);
    key.type = Translate<Field>::kType;
    key.lowest = range.lowest;
    key.highest = range.highest;
    if constexpr (std::is_enum_v<Field>) key.choices = names(Field{});
    key.unit = unit;
    key.help = help;
    const auto part = part_;
    key.get = [part, field](const Configuration& config) {
      return Translate<Field>::get(config.*part.*field);
    };
    key.set = [part, field](Configuration& config, const Value& value) {
      config.*part.*field = Translate<Field>::set(value);
    };
    all_.push_back(std::move(key));
    return *this;
  }

 private:
  std::vector<Key>& all_;
  std::string section_;
  Part Configuration::*part_;
};

constexpr std::int64_t kMaxSize = 1 << 24;
// With it a credit round trip fits the 16 bits of the routers' cycle counter and the 15 of t_d.
constexpr std::int64_t kMaxChannelLatency = 10000;
constexpr std::int64_t kMaxCycles = 1'000'000'000'000;
constexpr std::int64_t kMaxInt = std::numeric_limits<int>::max();

void add_channel_keys(std::vector<Key>& all) {
  const Range latency{1, kMaxChannelLatency}, interval{1, 255};
  SectionKeys(all, "channels", &Configuration::channels)
      .add("terminal_latency", &ChannelConfig::terminal_latency, latency, "cycles",
           "latency of channels between terminals and routers")
      .add("local_latency", &ChannelConfig::local_latency, latency, "cycles",
           "latency of channels within a group, or in a network without groups")
      .add("global_latency", &ChannelConfig::global_latency, latency, "cycles",
           "latency of channels between groups")
      .add("terminal_interval", &ChannelConfig::terminal_interval, interval, "cycles per flit",
           "channels between terminals and routers take a flit in so many cycles at most")
      .add("local_interval", &ChannelConfig::local_interval, interval, "cycles per flit",
           "the same of channels within a group, or in a network without groups")
      .add("global_interval", &ChannelConfig::global_interval, interval, "cycles per flit",
           "the same of channels between groups");
}

void add_router_keys(std::vector<Key>& all) {
  SectionKeys(all, "router", &Configuration::router)
      .add("vcs", &RouterConfig::vcs, {1, kMostVcs}, "", "virtual channels of every port")
      .add("buffer_depth", &RouterConfig::buffer_depth, {1, 1024}, "flits",
           "depth of the buffer of each virtual channel")
      .add("speedup", &RouterConfig::speedup, {1, 8}, "flits per cycle",
           "flits that an output accepts from the switch in one cycle")
      .add("output_queue_depth", &RouterConfig::output_queue_depth, {0, 65535}, "flits",
           "depth of each output queue, at least the speedup; 0: as deep as the credits allow")
      .add("flow_control", &RouterConfig::flow_control, kNoRange, "",
           "whether a head flit waits until the next buffer has room for the whole packet")
      .add("ctq_depth", &RouterConfig::ctq_depth, {0, 1024}, "entries",
           "depth of each credit timestamp queue; ctq_depth x ctq_one_in must be at least "
           "buffer_depth; 0: just that")
      .add("ctq_one_in", &RouterConfig::ctq_one_in, {1, 255}, "", "one credit in so many is timed")
      .add("credit_round_trip", &RouterConfig::credit_round_trip, {0, 65535}, "cycles",
           "t_crt0, the credit round trip at zero load, of all outputs; 0: from the latency of "
           "each channel");
  SectionKeys(all, "routing", &Configuration::routing)
      .add("algorithm", &RoutingConfig::algorithm, kNoRange, "",
           "routing algorithm, of those that the family has; if none is given, its first",
           {"routing", "algorithm"});
  all.back().type = ValueType::kChoice;
  all.back().choices = routing_names();
  all.back().by_family = true;
  all.back().get = [](const Configuration& config) -> Value { return routing_name(config); };
  SectionKeys(all, "routing", &Configuration::routing)
      .add("allocator", &RoutingConfig::allocator, kNoRange, "",
           "whether the routing decisions of a router in one cycle see each other (sequential); "
           "by-routing: as the algorithm is meant, greedy but for ugal-s, clos-ad and adaptive")
      .add("hop_metric", &RoutingConfig::hop_metric, kNoRange, "",
           "channels that count as hops when UGAL compares paths: global ones (1 and 2, in "
           "flattened butterflies too) or all")
      .add("threshold", &RoutingConfig::threshold, {-32768, 32767}, "flits x hops",
           "T: UGAL routes minimally if q_m H_m <= q_nm H_nm + T");
}

void add_run_keys(std::vector<Key>& all) {
  SectionKeys(all, "traffic", &Configuration::traffic)
      .add("pattern", &TrafficConfig::pattern, kNoRange, "", "where packets go to",
           {"pattern", "traffic"})
      .add("load", &TrafficConfig::load, {0, 1}, "flits per terminal and cycle", "offered load")
      .add("packet_size", &TrafficConfig::packet_size, {1, kLongestPacket}, "flits",
           "length of packets")
      .add("sink_rate", &TrafficConfig::sink_rate, {0, 1}, "flits per terminal and cycle",
           "probability that a terminal consumes the oldest flit it has received, and returns its "
           "credit, in a cycle, at least 0.001; 1: each when it arrives")
      .add("injection", &TrafficConfig::injection, kNoRange, "", "when packets are created")
      .add("group_offset", &TrafficConfig::group_offset, {1, kMaxSize}, "groups",
           "worst-case: group i sends to group i + this")
      .add("group_size", &TrafficConfig::group_size, {0, kMaxInt}, "terminals",
           "worst-case, tornado: terminals of a group; 0: those of the network's groups, in a grid "
           "those of a router")
      .add("pattern_dimensions", &TrafficConfig::pattern_dimensions, {0, kMaxInt}, "",
           "tornado, neighbor in a grid: dimensions along which packets go, from 1 on; 0: all")
      .add("burst_length", &TrafficConfig::burst_length, {1, 1'000'000}, "packets",
           "burst: mean length of a burst")
      .add("burst_load", &TrafficConfig::burst_load, {0, 1}, "flits per terminal and cycle",
           "burst: load while a burst is on, above the offered load")
      .add("batch_size", &TrafficConfig::batch_size, {1, kMaxInt}, "packets",
           "batch: packets of each terminal")
      .add("hotspots", &TrafficConfig::hotspots, {0, kMaxInt}, "",
           "hotspot: terminals that attract traffic")
      .add("hotspot_fraction", &TrafficConfig::hotspot_fraction, {0, 1}, "",
           "hotspot: share of packets that go to a hotspot")
      .add("trace_file", &TrafficConfig::trace_file, kNoRange, "",
           "trace: file of packets, lines of `cycle source destination [size]`");
  all.back().is_file = true;
  const Range cycles{0, kMaxCycles};
  const Range some_cycles{1, kMaxCycles};
  SectionKeys(all, "measurement", &Configuration::measurement)
      .add("warmup_min", &MeasurementConfig::warmup_min, cycles, "cycles", "shortest warm-up")
      .add("warmup_max", &MeasurementConfig::warmup_max, cycles, "cycles",
           "longest warm-up; a network that is not steady by then is saturated")
      .add("window", &MeasurementConfig::window, some_cycles, "cycles",
           "packets created in this window are measured")
      .add(
          "until_precision", &MeasurementConfig::until_precision, {0, 1}, "",
          "the window is made longer until half of the 95 % interval of accepted throughput and of "
          "mean packet latency is at most this share of them, as 0.02; 0: it is not made longer")
      .add("window_max", &MeasurementConfig::window_max, some_cycles, "cycles",
           "until_precision makes the window no longer than that")
      .add("drain_max", &MeasurementConfig::drain_max, cycles, "cycles",
           "a network that still holds measured packets so long after the window is saturated")
      .add("watchdog", &MeasurementConfig::watchdog, some_cycles, "cycles",
           "the run fails if no flit moves for so long")
      .add("seed", &MeasurementConfig::seed, {0, std::numeric_limits<std::int64_t>::max()}, "",
           "of all random numbers");
}

std::vector<Key> all_keys() {
  std::vector<Key> all = topology_keys();
  add_channel_keys(all);
  add_router_keys(all);
  add_run_keys(all);
  return all;
}

}  // namespace

const std::vector<Section>& sections() {
  static const std::vector<Section> list = {
      {"topology", "The network: its family, and the parameters that networks of the family have."},
      {"channels",
       "Latency from the output register of a router to the input register of the next, and the "
       "cycles in which a channel takes one flit."},
      {"router", "The routers."},
      {"routing", "How routers choose paths."},
      {"traffic", "The packets."},
      {"measurement", "How long a run takes, and what it measures."},
  };
  return list;
}

const std::vector<Key>& keys() {
  static const std::vector<Key> list = all_keys();
  return list;
}

const Key* find_key(std::string_view section, std::string_view name) {
  for (const Key& key : keys()) {
    if (key.section == section && key.name == name) return &key;
  }
  return nullptr;
}

std::string full_name(const Key& key) { return key.section + "." + key.name; }

bool applies(const Key& key, const Configuration& config) {
  return key.families.empty() || std::find(key.families.begin(), key.families.end(),
                                           config.topology.family) != key.families.end();
}

Value standard(const Key& key, const Configuration& config) {
  Configuration untouched;
  if (!key.families.empty() || key.by_family) untouched.topology.family = config.topology.family;
  return key.get(untouched);
}

Value standard(const Key& key) {
  if (key.families.empty() && !key.by_family) return key.get(Configuration{});
  std::vector<Value> values;
  for (const std::string& family : key.by_family ? family_names() : key.families) {
    Configuration config;
    config.topology.family = family;
    values.push_back(key.get(config));
  }
  const bool agree = std::equal(values.begin() + 1, values.end(), values.begin());
  return agree ? values.front() : NoValue();
}

}  // namespace dragonfly
