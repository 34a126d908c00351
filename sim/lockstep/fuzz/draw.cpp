// SPDX-License-Identifier: Apache-2.0
#include "sim/lockstep/fuzz/draw.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "models/common/error.hpp"
#include "models/common/random_source.hpp"
#include "models/config/configuration.hpp"
#include "models/families/family_registry.hpp"

namespace dragonfly {
namespace {

/// Networks of more routers are compared in a few of them.
constexpr int kComparedInAll = 64;
constexpr int kComparedInLarge = 6;
/// More would not come to an end; less than what numbers of packets and routers can hold.
constexpr std::int64_t kMostTerminals = 1 << 20;
/// Of a run: one core compares some hundred thousand in a second.
constexpr double kRouterCycles = 1.2e6;

/// The families that can be drawn.
std::vector<const Family*> drawn_families() {
  std::vector<const Family*> list;
  for (const Family& family : families())
    if (family.draw) list.push_back(&family);
  return list;
}

bool has_routing(const Family& family, const std::string& name) {
  const std::vector<FamilyRouting>& all = routings(family);
  return std::any_of(all.begin(), all.end(),
                     [&](const FamilyRouting& routing) { return routing.name == name; });
}

/// A family; one of many routings comes more often, as there is more to be seen of it.
const Family& picked(RandomSource& source, const std::vector<const Family*>& list) {
  std::size_t all = 0;
  for (const Family* family : list) all += routings(*family).size();
  auto left = static_cast<std::size_t>(source.below(static_cast<int>(all)));
  for (const Family* family : list) {
    if (left < routings(*family).size()) return *family;
    left -= routings(*family).size();
  }
  return *list.back();
}

std::string unknown_routing(const std::string& routing) {
  return fmt::format("routing.algorithm = {}: no family of networks that is drawn has it", routing);
}

const FamilyDraw& draw_of(const Configuration& config) {
  const Family& chosen = family(config.topology.family);
  if (chosen.draw) return *chosen.draw;
  std::vector<std::string> names;
  for (const Family* drawn : drawn_families()) names.push_back(drawn->name);
  throw InputError(fmt::format("--fuzz: no networks of the family {} are drawn, only of: {}",
                               chosen.name, fmt::join(names, ", ")));
}

/// Draws the parts of a configuration, in the order in which they depend on each other.
class Drawing {
 public:
  Drawing(RandomSource& source, const Configuration& base, const std::vector<const Key*>& given)
      : source_(source), base_(base), given_(given) {}
  /// On hardware that has been drawn before.
  Drawing(RandomSource& source, const Configuration& base, const std::vector<const Key*>& given,
          const FuzzHardware& hardware)
      : source_(source), base_(base), given_(given), config_(hardware.config) {}

  /// Everything that sizes hardware. Throws InputError if the keys that are given leave none;
  /// `impossible` are networks for which that has been found before, by text, and why.
  FuzzHardware hardware(std::map<std::string, std::string>& impossible) {
    FuzzHardware hardware;
    draw_family();
    hardware.most_terminals = draw_of(config_).routers(source_, config_.topology.parameters);
    keep_given();
    RouterConfig& router = config_.router;
    router.vcs = source_.chance(1, 4) ? of_key("router", "vcs") : source_.pick({1, 2, 3, 3, 4, 8});
    router.vcs = std::max(router.vcs, least_vcs(impossible));
    router.speedup =
        source_.chance(1, 4) ? of_key("router", "speedup") : source_.pick({1, 2, 3, 4, 8});
    const FamilyDraw& draw = draw_of(config_);
    const TopologyConfig& topology = config_.topology;
    hardware.depth = std::min(
        draw.deepest ? draw.deepest(complete_parameters(topology.family, topology.parameters))
                     : 1024,
        source_.pick({2, 2, 4, 4, 8, 8, 16, 16, 32, 64, 128, 1024}));
    keep_given();
    if (is_given("router", "buffer_depth"))
      hardware.depth =
          static_cast<int>(std::bit_ceil(static_cast<unsigned>(std::max(2, router.buffer_depth))));
    const int least = std::max(1, hardware.depth / 128);  // one credit in 255 at most is timed
    const int most = std::min(1024, 2 * hardware.depth);
    hardware.ctq = source_.chance(1, 2) ? hardware.depth
                                        : least << source_.below(static_cast<int>(
                                              std::bit_width(static_cast<unsigned>(most / least))));
    hardware.slow_channels = source_.chance(1, 4);
    hardware.config = config_;
    return hardware;
  }

  /// The rest.
  FuzzRun complete(const FuzzHardware& hardware) {
    network(hardware);
    keep_given();
    buffers(hardware);
    keep_given();
    routing();
    keep_given();
    FuzzRun run;
    traffic();
    keep_given();
    length();
    keep_given();
    if (config_.traffic.pattern == Pattern::kTrace && config_.traffic.trace_file.empty())
      trace(run);
    run.config = config_;
    return run;
  }

 private:
  void keep_given() {
    for (const Key* key : given_) key->set(config_, key->get(base_));
  }
  [[nodiscard]] bool is_given(const char* section, const char* name) const {
    return std::find(given_.begin(), given_.end(), find_key(section, name)) != given_.end();
  }

  /// Those of the drawn network's routers.
  [[nodiscard]] int least_vcs(std::map<std::string, std::string>& impossible) const {
    const TopologyConfig& topology = config_.topology;
    std::string network = topology.family;
    for (const auto& [name, value] : topology.parameters)
      network += fmt::format(" {}={}", name, value.shown());
    if (const auto known = impossible.find(network); known != impossible.end())
      throw InputError(known->second);
    try {
      return draw_of(config_).least_vcs(complete_parameters(topology.family, topology.parameters));
    } catch (const InputError& error) {
      impossible.emplace(std::move(network), error.what());
      throw;
    }
  }

  /// One that is given stays, as do parameters of it.
  void draw_family() {
    const bool given = std::any_of(given_.begin(), given_.end(),
                                   [](const Key* key) { return key->section == "topology"; });
    if (given) {
      config_.topology = {base_.topology.family, {}};
      keep_given();
      return;
    }
    std::vector<const Family*> all = drawn_families();
    if (is_given("routing", "algorithm")) {
      const std::string& routing = base_.routing.algorithm;
      std::erase_if(all, [&](const Family* family) { return !has_routing(*family, routing); });
      if (all.empty()) throw InputError(unknown_routing(routing));
    }
    config_.topology = {picked(source_, all).name, {}};
  }

  // Of the network that was drawn.
  [[nodiscard]] int routers() const { return static_cast<int>(shape_.routers); }
  [[nodiscard]] int terminals() const { return static_cast<int>(shape_.terminals); }
  /// Of terminals; 0 if they are not alike.
  [[nodiscard]] int groups() const { return static_cast<int>(shape_.groups); }
  [[nodiscard]] int terminals_of_group() const { return terminals() / std::max(1, groups()); }

  void network(const FuzzHardware& hardware) {
    draw_of(config_).network(source_, config_.topology.parameters, hardware.most_terminals,
                             config_.router.vcs);
    keep_given();
    shape_ = network_shape(config_.topology);
    if (shape_.terminals > kMostTerminals)
      throw InputError(fmt::format("a network of {} terminals; at most {} are compared",
                                   shape_.terminals, kMostTerminals));
    ChannelConfig& channels = config_.channels;
    channels.terminal_latency = latency();
    channels.local_latency = latency();
    channels.global_latency = latency();
    if (hardware.slow_channels) intervals(channels);
  }

  /// Of which one at least is more than 1.
  void intervals(ChannelConfig& channels) {
    // A flit in 255 cycles, the most, leaves a run with little to compare, so most are short.
    const auto slow = [&] {
      return source_.chance(1, 2) ? source_.pick({2, 3, 4, 7})
                                  : std::max(2, of_key("channels", "global_interval"));
    };
    for (int* interval :
         {&channels.terminal_interval, &channels.local_interval, &channels.global_interval})
      *interval = source_.chance(1, 2) ? slow() : 1;
    if (!channels.slow()) channels.global_interval = slow();
  }

  /// Up to a length that leaves time for some hundred round trips.
  int latency() {
    if (source_.chance(1, 3)) return 1;
    const int most = std::max(4, static_cast<int>(kRouterCycles / routers() / 200));
    return of_key("channels", "global_latency", source_.chance(1, 2) ? std::min(most, 9) : most);
  }

  /// Of the numbers that a key can have, up to `most`, any; those most often at which a field of a
  /// register, a counter or a word ends.
  int of_key(const char* section, const char* name, int most = std::numeric_limits<int>::max()) {
    const Key& key = *find_key(section, name);
    return source_.extreme(static_cast<int>(key.lowest),
                           static_cast<int>(std::min<std::int64_t>(key.highest, most)));
  }

  void buffers(const FuzzHardware& hardware) {
    RouterConfig& router = config_.router;
    router.buffer_depth =
        source_.extreme(hardware.depth == 2 ? 1 : hardware.depth / 2 + 1, hardware.depth);
    keep_given();
    credit_timing(hardware);
    const int enough = router.vcs * router.buffer_depth + router.speedup;
    router.output_queue_depth = 0;
    if (source_.chance(1, 2)) {
      router.output_queue_depth =
          source_.chance(1, 8) ? std::max(router.speedup, of_key("router", "output_queue_depth"))
                               : source_.extreme(router.speedup, enough);
    }
    router.flow_control = source_.pick({FlowControl::kVirtualCutThrough, FlowControl::kWormhole});
    const int round_trip = 2 * config_.channels.global_latency;
    router.credit_round_trip = 0;
    if (source_.chance(1, 4)) {
      router.credit_round_trip = source_.chance(1, 2)
                                     ? source_.pick({1, 2, round_trip - 1, round_trip + 1})
                                     : of_key("router", "credit_round_trip");
    }
  }

  /// What leads to queues of more than hardware.ctq / 2 and at most hardware.ctq entries.
  void credit_timing(const FuzzHardware& hardware) {
    RouterConfig& router = config_.router;
    const int least_one_in = (hardware.depth + hardware.ctq - 1) / hardware.ctq;
    if (hardware.ctq <= hardware.depth && source_.chance(1, 2)) {
      // With ctq_depth = 0 there are as many as the built depth needs.
      router.ctq_depth = 0;
      const int most =
          hardware.ctq == 1 ? 255 : (2 * hardware.depth + hardware.ctq - 1) / hardware.ctq - 1;
      router.ctq_one_in = source_.extreme(least_one_in, std::min(255, most));
      return;
    }
    router.ctq_depth = source_.extreme(hardware.ctq / 2 + 1, hardware.ctq);
    const int least = (router.buffer_depth + router.ctq_depth - 1) / router.ctq_depth;
    router.ctq_one_in = source_.chance(1, 2) ? source_.extreme(least, 255)
                                             : source_.extreme(least, std::min(255, least + 4));
  }

  void routing() {
    RoutingConfig& routing = config_.routing;
    routing.algorithm = draw_of(config_).routing(source_, config_);
    routing.allocator =
        source_.pick({Allocator::kByRouting, Allocator::kGreedy, Allocator::kSequential});
    if (routing.allocator == Allocator::kGreedy && routing_of(config_).only_sequential)
      routing.allocator = Allocator::kByRouting;
    routing.hop_metric = source_.pick({HopMetric::kGlobal, HopMetric::kAll});
    routing.threshold = 0;
    if (source_.chance(1, 2)) {
      // Beyond some hundreds all thresholds decide alike.
      routing.threshold = source_.chance(1, 2)   ? source_.between(-20, 20)
                          : source_.chance(1, 2) ? source_.extreme(-512, 512)
                                                 : of_key("routing", "threshold");
    }
  }

  void traffic() {
    TrafficConfig& traffic = config_.traffic;
    const int longest = longest_packet(config_.router);
    traffic.packet_size = source_.chance(1, 3) ? 1 : source_.extreme(1, longest);
    traffic.pattern = pattern();
    keep_given();
    if (traffic.pattern == Pattern::kWorstCase) {
      const int g = groups();
      traffic.group_offset = source_.extreme(1, std::max(1, g - 1));
      if (source_.chance(1, 8)) traffic.group_offset += g;
    }
    if (traffic.pattern == Pattern::kHotspot) hotspots();
    traffic.load = load();
    traffic.injection = source_.pick(
        {Injection::kBernoulli, Injection::kBernoulli, Injection::kBurst, Injection::kBatch});
    keep_given();
    if (traffic.injection == Injection::kBurst) {
      traffic.burst_length = source_.pick({1.0, 1.5, 4.0, 8.0, 50.0});
      traffic.burst_load =
          source_.pick({1.0, 1.0, (1 + traffic.load) / 2, traffic.load > 0 ? traffic.load : 0.5});
    }
    traffic.sink_rate =
        source_.chance(1, 2) ? 1 : source_.pick({0.95, 0.8, 0.5, 0.5, 0.3, 0.1, 0.05});
  }

  Pattern pattern() {
    if (groups() > 1 && source_.chance(1, 6)) return Pattern::kWorstCase;
    if (groups() > 1 && source_.chance(1, 9)) return Pattern::kTornado;
    if (groups() > 1 && shape_.dimensions > 0 && source_.chance(1, 9)) return Pattern::kNeighbor;
    return source_.pick({Pattern::kUniform, Pattern::kUniform, Pattern::kUniform,
                         Pattern::kBitComplement, Pattern::kBitReverse, Pattern::kTranspose,
                         Pattern::kShuffle, Pattern::kPermutation, Pattern::kHotspot,
                         Pattern::kWorstPermutation, Pattern::kTrace, Pattern::kTrace});
  }

  void hotspots() {
    const int terminals = this->terminals();
    std::set<int> chosen;
    const int count = std::min(terminals, source_.pick({1, 1, 2, 4}));
    while (static_cast<int>(chosen.size()) < count) chosen.insert(source_.below(terminals));
    config_.traffic.hotspots.assign(chosen.begin(), chosen.end());
    config_.traffic.hotspot_fraction = source_.pick({0.0, 0.1, 0.3, 0.7, 1.0});
  }

  double load() {
    switch (source_.below(6)) {
      case 0:
        return source_.pick({0.0, 0.001, 0.005, 0.01, 0.02});
      case 1:
        return source_.pick({1.0, 1.0, 0.95, 0.9});
      default:
        return source_.between(5, 90) / 100.0;
    }
  }

  /// Cycles that a network takes, about, to deliver what is created in `cycles` of them: some
  /// channel or terminal takes longer than the others.
  [[nodiscard]] double duration(double cycles) const {
    const TrafficConfig& traffic = config_.traffic;
    const double terminals = this->terminals();
    const double created = traffic.injection == Injection::kBatch
                               ? static_cast<double>(traffic.batch_size) * traffic.packet_size
                               : std::max(traffic.load, 0.01) * cycles;
    const ChannelConfig& channels = config_.channels;
    const int latency =
        std::max({channels.terminal_latency, channels.local_latency, channels.global_latency});
    const int interval =
        std::max({channels.terminal_interval, channels.local_interval, channels.global_interval});
    // A channel moves a buffer in a round trip.
    const double channel =
        std::min(1.0 / interval,
                 config_.router.buffer_depth / (2.0 * latency + config_.traffic.packet_size));
    double share = terminals_of_group() / channel;  // all of a group over one channel
    if (traffic.pattern == Pattern::kHotspot) {
      const double of_all = terminals / static_cast<double>(traffic.hotspots.size());
      share = std::max(share, of_all * std::max(traffic.hotspot_fraction, 0.05) /
                                  std::min(channel, traffic.sink_rate));
    }
    return cycles + 20.0 * latency + created * (share + 1 / traffic.sink_rate);
  }

  /// Cycles, such that a run takes seconds.
  void length() {
    const double most = kRouterCycles / routers();
    MeasurementConfig& measurement = config_.measurement;
    measurement.warmup_min = source_.pick({0, 0, 1, 50, 300});
    measurement.warmup_max = measurement.warmup_min + source_.pick({0, 0, 100});
    measurement.window = source_.pick({1, 100, 500, 1000, 2000, 3000, 5000});
    // So that the cycle counter of the routers, 16 bits, begins anew.
    if (source_.chance(1, 6) && most >= 80000) measurement.window = 66000;
    measurement.drain_max = source_.pick({0, 1, 100, 500});
    measurement.watchdog = 10000;
    config_.traffic.batch_size = source_.extreme(1, 64);
    keep_given();
    config_.measurement.seed = static_cast<std::uint64_t>(source_.between(1, 9999));
    while (duration(static_cast<double>(measurement.warmup_max + measurement.window)) > most) {
      if (config_.traffic.injection == Injection::kBatch && config_.traffic.batch_size > 1)
        config_.traffic.batch_size /= 2;
      else if (measurement.window > 100)
        measurement.window /= 2;
      else if (config_.traffic.sink_rate < 0.5)
        config_.traffic.sink_rate = 0.5;
      else
        break;
    }
  }

  /// Packets of mixed hardware.
  void trace(FuzzRun& run) {
    const int longest = longest_packet(config_.router);
    const int terminals = this->terminals();
    const int to_few = source_.pick({terminals, terminals, std::max(1, terminals / 8), 1});
    const int cycles = source_.pick({20, 100, 400});
    const double most = kRouterCycles / routers();
    const int packets = std::clamp(
        static_cast<int>(most * config_.traffic.sink_rate / (longest * terminals_of_group())), 5,
        source_.pick({30, 300, 1000}));
    for (int i = 0; i < packets; ++i) {
      TracePacket packet;
      packet.cycle = source_.below(cycles);
      packet.source = source_.below(terminals);
      packet.destination = source_.below(to_few);
      packet.size = source_.extreme(1, longest);
      if (packet.destination == packet.source) packet.destination = (packet.source + 1) % terminals;
      run.trace.push_back(packet);
    }
    std::stable_sort(run.trace.begin(), run.trace.end(),
                     [](const TracePacket& a, const TracePacket& b) { return a.cycle < b.cycle; });
  }

  RandomSource& source_;
  const Configuration& base_;
  const std::vector<const Key*>& given_;
  Configuration config_;
  NetworkShape shape_;
};

/// What `draw` draws; none, and why, if the keys that are given leave nothing.
template <class Draw>
auto attempt(const Draw& draw, std::string& reason) -> std::optional<decltype(draw())> {
  try {
    reason.clear();
    return draw();
  } catch (const InputError& error) {
    reason = error.what();
    return std::nullopt;
  }
}

/// Ways to try before the given keys are taken to leave no valid configuration.
constexpr int kTries = 2000;

[[noreturn]] void give_up(const std::string& reason) {
  throw InputError(
      fmt::format("--fuzz: with the keys that are given, no valid configuration was found in {} "
                  "draws; the last "
                  "one was refused for this: {}",
                  kTries, reason));
}

}  // namespace

std::vector<int> compared_routers(RandomSource& source, const Configuration& config,
                                  const ComparedRouters& compared) {
  const auto routers = static_cast<int>(network_shape(config.topology).routers);
  if (!compared.choose || routers <= kComparedInAll) return {};
  std::set<int> chosen;
  if (compared.always >= 0) chosen.insert(compared.always);
  while (static_cast<int>(chosen.size()) < kComparedInLarge) chosen.insert(source.below(routers));
  return {chosen.begin(), chosen.end()};
}

FuzzDraw::FuzzDraw(std::uint64_t seed, const Configuration& base, std::vector<const Key*> given,
                   const ComparedRouters& compared)
    : seed_(seed), base_(base), given_(std::move(given)), compared_(compared) {
  // It seeds the drawing.
  std::erase(given_, find_key("measurement", "seed"));
}

void FuzzDraw::find_hardware(int batch) {
  RandomSource source(stream_key(seed_, Stream::kFuzzHardware, static_cast<std::uint64_t>(batch)));
  std::string reason;
  std::map<std::string, std::string> impossible;
  for (int i = 0; i < kTries; ++i) {
    Drawing drawing(source, base_, given_);
    const auto variant = attempt(
        [&] {
          hardware_ = drawing.hardware(impossible);
          return checked_hardware(drawing.complete(hardware_));
        },
        reason);
    if (variant) {
      hardware_.variant = variant;
      batch_ = batch;
      return;
    }
    ++refused_;
  }
  give_up(reason);
}

FuzzRun FuzzDraw::run(int number) {
  if (number / kBatch != batch_) find_hardware(number / kBatch);
  RandomSource source(stream_key(seed_, Stream::kFuzz, static_cast<std::uint64_t>(number)));
  std::string reason;
  for (int i = 0; i < kTries; ++i) {
    Drawing drawing(source, base_, given_, hardware_);
    std::optional<FuzzRun> drawn = attempt([&] { return drawing.complete(hardware_); }, reason);
    if (!drawn) {
      ++refused_;
      continue;
    }
    FuzzRun& run = *drawn;
    run.routers = compared_routers(source, run.config, compared_);
    const auto variant = attempt([&] { return checked_hardware(run); }, reason);
    if (variant && *variant == *hardware_.variant) return *std::move(drawn);
    // A routing can have routers of its own: that is no configuration to refuse.
    if (variant)
      reason = "it needs other hardware than the rest of its batch";
    else
      ++refused_;
  }
  give_up(reason);
}

}  // namespace dragonfly
