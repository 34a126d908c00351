// SPDX-License-Identifier: Apache-2.0
#include "sim/lockstep/fuzz/shrink.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/families/family_registry.hpp"

namespace dragonfly {
namespace {

/// Cycles that a run goes on after the one in which it failed.
constexpr std::int64_t kAfter = 2;

/// All that tells two runs apart.
std::string text_of(const FuzzRun& run) {
  std::string text;
  for (const Key& key : keys()) text += to_text(key.get(run.config)) + "\n";
  return text + fmt::format("{}\n", fmt::join(run.routers, ",")) + trace_text(run.trace);
}

bool is(const Key& key, const char* section, const char* name) {
  return key.section == section && key.name == name;
}

/// The simplest value: of the simplest network, and otherwise the default.
Value simplest(const Key& key, const Configuration& config) {
  if (key.families.empty()) return key.get(Configuration{});
  Configuration simple;
  simple.topology.family = config.topology.family;
  if (const auto& draw = family(config.topology.family).draw)
    simple.topology.parameters = draw->simplest;
  return key.get(simple);
}

/// Values from the simplest to the nearest.
std::vector<Value> simpler_integers(const Key& key, std::int64_t now, std::int64_t best) {
  std::vector<Value> list;
  if (now == best) return list;
  list.emplace_back(best);
  // No seed is simpler than another, but 1 is none that has to be given.
  if (is(key, "measurement", "seed")) return list;
  // Half of the way, a quarter, ... so that what is large becomes small in few steps.
  for (std::int64_t part = (now - best) / 2; part != 0; part /= 2) list.emplace_back(now - part);
  return list;
}

std::vector<Value> simpler_reals(const Key& key, double now) {
  const double standard = std::get<double>(key.get(Configuration{}));
  std::vector<Value> list;
  if (now == standard) return list;
  list.emplace_back(standard);
  for (const double scale : {1.0, 2.0, 10.0, 100.0})
    if (const double rounded = std::round(now * scale) / scale; rounded != now && rounded > 0)
      list.emplace_back(rounded);
  return list;
}

std::vector<Value> simpler_choices(const Key& key, const Value& now, const Value& best) {
  std::vector<Value> list;
  if (best != now) list.push_back(best);
  // Choices stand in the order of what they ask for.
  if (is(key, "routing", "algorithm")) {
    for (const std::string& choice : key.choices) {
      if (Value(choice) == now) break;
      list.emplace_back(choice);
    }
  }
  return list;
}

/// The simplest list, the first element alone, one element less, and smaller elements.
std::vector<Value> simpler_lists(const Key& key, const Value& now, const Value& best) {
  if (now == best) return {};
  std::vector<Value> values;
  if (!is_none(best)) values.push_back(best);
  auto list = std::get<std::vector<std::int64_t>>(now);
  if (list.size() > 1) values.emplace_back(std::vector<std::int64_t>{list.front()});
  if (key.families.empty()) return values;
  if (list.size() > 2) values.emplace_back(std::vector<std::int64_t>(list.begin(), list.end() - 1));
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i] < 2) continue;
    auto smaller = list;
    --smaller[i];
    values.emplace_back(std::move(smaller));
  }
  return values;
}

std::vector<Value> simpler(const Key& key, const Configuration& config) {
  const Value now = key.get(config), best = simplest(key, config);
  // One family is no simpler than another.
  if (is_none(now) || is(key, "topology", "family")) return {};
  switch (key.type) {
    case ValueType::kInteger:
      return simpler_integers(key, std::get<std::int64_t>(now),
                              is_none(best) ? key.lowest : std::get<std::int64_t>(best));
    case ValueType::kReal:
      return simpler_reals(key, std::get<double>(now));
    case ValueType::kChoice:
      return simpler_choices(key, now, is_none(best) ? now : best);
    case ValueType::kIntegers:
      return simpler_lists(key, now, best);
    case ValueType::kText:
      break;  // the name of a file
  }
  return {};
}

}  // namespace

void repair(FuzzRun& run) {
  TopologyConfig& topology = run.config.topology;
  RouterConfig& router = run.config.router;
  TrafficConfig& traffic = run.config.traffic;
  if (const auto& draw = family(topology.family).draw; draw && draw->repair)
    draw->repair(topology.parameters);
  const NetworkShape shape = network_shape(topology);

  if (router.output_queue_depth != 0)
    router.output_queue_depth = std::max(router.output_queue_depth, router.speedup);
  if (router.ctq_depth != 0 && router.ctq_depth * router.ctq_one_in < router.buffer_depth)
    router.ctq_depth = tracked_credits(router.buffer_depth, router.ctq_one_in);
  const bool cut_through = router.flow_control == FlowControl::kVirtualCutThrough;
  const int longest = cut_through ? std::min(16, router.buffer_depth) : 16;
  traffic.packet_size = std::min(traffic.packet_size, longest);
  for (TracePacket& packet : run.trace) packet.size = std::min(packet.size, longest);

  traffic.burst_load = std::max(traffic.burst_load, traffic.load);
  const bool between_groups = traffic.pattern == Pattern::kWorstCase ||
                              traffic.pattern == Pattern::kTornado ||
                              traffic.pattern == Pattern::kNeighbor;
  if (between_groups && shape.groups < 2) traffic.pattern = Pattern::kUniform;
  if (traffic.pattern == Pattern::kWorstCase && traffic.group_offset % shape.groups == 0)
    traffic.group_offset = 1;
  if (traffic.pattern == Pattern::kHotspot) {
    std::erase_if(traffic.hotspots, [&](int terminal) { return terminal >= shape.terminals; });
    if (traffic.hotspots.empty()) traffic.hotspots = {0};
  }
  if (traffic.pattern == Pattern::kTrace) {
    std::erase_if(run.trace, [&](const TracePacket& packet) {
      return packet.source >= shape.terminals || packet.destination >= shape.terminals;
    });
  } else {
    run.trace.clear();
  }
  std::erase_if(run.routers, [&](int number) { return number >= shape.routers; });
}

Shrinker::Shrinker(std::vector<const Key*> given, Limits limits, Fails fails, Kept kept)
    : given_(std::move(given)), limits_(limits), fails_(std::move(fails)), kept_(std::move(kept)) {}

FuzzRun Shrinker::shrink(FuzzRun run, std::int64_t cycle) {
  run_ = std::move(run);
  cycle_ = cycle;
  seen_ = {text_of(run_)};
  while (one_step(false) || one_step(true)) continue;
  return run_;
}

/// Tries until something simpler fails as well.
bool Shrinker::one_step(bool other_hardware) {
  for (Candidate& candidate : candidates()) {
    if (tries_ >= limits_.tries || (other_hardware && hardware_ >= limits_.hardware)) return false;
    if (!keeps_given(candidate.run.config) || !complaint(candidate.run).empty()) continue;
    if (same_hardware(candidate.run.config, run_.config) == other_hardware) continue;
    std::string text = text_of(candidate.run);
    if (std::find(seen_.begin(), seen_.end(), text) != seen_.end()) continue;
    seen_.push_back(std::move(text));
    ++tries_;
    hardware_ += other_hardware ? 1 : 0;
    const auto cycle = fails_(candidate.run);
    if (!cycle) continue;
    run_ = std::move(candidate.run);
    cycle_ = *cycle;
    kept_(candidate.what);
    return true;
  }
  return false;
}

/// All simpler runs, those first that promise most: a short run makes all others faster, and a
/// small network does too.
std::vector<Shrinker::Candidate> Shrinker::candidates() const {
  std::vector<Candidate> list;
  add_cut(list);
  add_trace(list);
  // The simplest value of each key before the second simplest of any.
  std::vector<std::vector<Candidate>> of_keys;
  // The last of a network's parameters say how large it is, those before what routers it takes.
  const std::vector<Key>& all = keys();
  for (auto key = all.rbegin(); key != all.rend(); ++key)
    if (!key->families.empty()) of_keys.push_back(of_key(*key));
  of_keys.push_back(of_key(*find_key("traffic", "pattern")));
  for (const char* section : {"channels", "traffic", "routing", "router", "measurement"}) {
    for (const Key& key : keys()) {
      // The number of cycles is that of the cut.
      if (key.section == section && (key.section != "measurement" || key.name == "seed"))
        of_keys.push_back(of_key(key));
    }
  }
  bool more = true;
  for (std::size_t rank = 0; more; ++rank) {
    more = false;
    for (std::vector<Candidate>& values : of_keys) {
      if (rank >= values.size()) continue;
      list.push_back(std::move(values[rank]));
      more = true;
    }
  }
  if (!run_.routers.empty()) {
    Candidate all{run_, "all routers compared"};
    all.run.routers.clear();
    list.push_back(std::move(all));
  }
  return list;
}

/// From the simplest value on.
std::vector<Shrinker::Candidate> Shrinker::of_key(const Key& key) const {
  std::vector<Candidate> list;
  for (const Value& value : simpler(key, run_.config)) {
    Candidate candidate{run_, {}};
    key.set(candidate.run.config, value);
    try {
      repair(candidate.run);
    } catch (const InputError&) {
      continue;  // no network
    }
    if (candidate.run.trace.empty() != run_.trace.empty() &&
        candidate.run.config.traffic.pattern == Pattern::kTrace)
      continue;  // nothing is sent any more
    if (candidate.run.routers.empty() != run_.routers.empty()) continue;
    candidate.what = fmt::format("{} {} -> {}", full_name(key), to_text(key.get(run_.config)),
                                 to_text(key.get(candidate.run.config)));
    list.push_back(std::move(candidate));
  }
  return list;
}

/// A run that ends just after its failure.
void Shrinker::add_cut(std::vector<Candidate>& list) const {
  if (cycle_ < 0) return;
  Candidate candidate{run_, fmt::format("the run ends after cycle {}", cycle_)};
  MeasurementConfig& measurement = candidate.run.config.measurement;
  measurement.warmup_min = measurement.warmup_max = measurement.drain_max = 0;
  measurement.window = cycle_ + kAfter;
  list.push_back(std::move(candidate));
}

/// Parts of the trace are left out: halves, quarters, ... single packets of short traces.
void Shrinker::add_trace(std::vector<Candidate>& list) const {
  const std::size_t packets = run_.trace.size();
  constexpr std::size_t kParts = 16;
  for (std::size_t parts = 2; parts <= kParts && parts <= packets; parts *= 2) {
    for (std::size_t part = 0; part < parts; ++part) {
      Candidate candidate{run_, {}};
      auto& trace = candidate.run.trace;
      const auto at = [&](std::size_t number) {
        return trace.begin() + static_cast<std::ptrdiff_t>(number * packets / parts);
      };
      trace.erase(at(part), at(part + 1));
      if (trace.empty()) continue;
      candidate.what = fmt::format("trace of {} -> {} packets", packets, trace.size());
      list.push_back(std::move(candidate));
    }
  }
}

bool Shrinker::keeps_given(const Configuration& config) const {
  return std::all_of(given_.begin(), given_.end(),
                     [&](const Key* key) { return key->get(config) == key->get(run_.config); });
}

}  // namespace dragonfly
