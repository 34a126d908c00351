// SPDX-License-Identifier: Apache-2.0
#include "sim/lockstep/fuzz/coverage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "models/config/configuration.hpp"
#include "models/families/family_registry.hpp"
#include "models/keys/keys.hpp"

namespace dragonfly {
namespace {

using Json = nlohmann::ordered_json;

const Key& key_named(const char* section, const char* name) { return *find_key(section, name); }

/// A choice: each of its names is a class.
FuzzDimension of_choice(const char* section, const char* name) {
  const Key& key = key_named(section, name);
  return {key.name, key.choices, [&key](const FuzzRun& run) {
            const auto value = std::get<std::string>(key.get(run.config));
            return static_cast<std::size_t>(
                std::find(key.choices.begin(), key.choices.end(), value) - key.choices.begin());
          }};
}

using Number = std::function<double(const Configuration&)>;

/// Numbers, by the lowest of each class and its name.
FuzzDimension of_number(std::string name, Number number,
                        std::initializer_list<std::pair<double, const char*>> classes) {
  FuzzDimension dimension{std::move(name), {}, {}};
  std::vector<double> lowest;
  for (const auto& [low, text] : classes) {
    lowest.push_back(low);
    dimension.classes.emplace_back(text);
  }
  dimension.class_of = [lowest, number = std::move(number)](const FuzzRun& run) {
    const auto above = std::upper_bound(lowest.begin(), lowest.end(), number(run.config));
    return static_cast<std::size_t>(std::max<std::ptrdiff_t>(1, above - lowest.begin()) - 1);
  };
  return dimension;
}

int enough_queue(const RouterConfig& router) {
  return router.vcs * router.buffer_depth + router.speedup;
}

FuzzDimension output_queue() {
  return {"output_queue_depth",
          {"never limits", "speedup", "up to 2x", "more"},
          [](const FuzzRun& run) -> std::size_t {
            const RouterConfig& router = run.config.router;
            const int depth = router.output_queue_depth;
            if (depth == 0 || depth >= enough_queue(router)) return 0;
            if (depth == router.speedup) return 1;
            return depth <= 2 * router.speedup ? 2 : 3;
          }};
}

FuzzDimension packet_size() {
  FuzzDimension fixed =
      of_number("packet_size", [](const Configuration& c) { return c.traffic.packet_size; },
                {{1, "1"}, {2, "2"}, {3, "3-7"}, {8, "8-15"}, {16, "16"}});
  fixed.classes.emplace_back("mixed");
  const std::size_t mixed = fixed.classes.size() - 1;
  fixed.class_of = [mixed, of_fixed = fixed.class_of](const FuzzRun& run) {
    return run.config.traffic.pattern == Pattern::kTrace ? mixed : of_fixed(run);
  };
  return fixed;
}

/// What the families that are drawn tell apart; where there are several, a class more for networks
/// of the others.
void add_families(std::vector<FuzzDimension>& dimensions) {
  std::vector<std::string> drawn;
  for (const Family& family : families())
    if (family.draw) drawn.push_back(family.name);
  const bool several = drawn.size() > 1;
  if (several) {
    dimensions.push_back({"family", drawn, [drawn](const FuzzRun& run) {
                            return static_cast<std::size_t>(
                                std::find(drawn.begin(), drawn.end(), run.config.topology.family) -
                                drawn.begin());
                          }});
  }
  for (const Family& family : families()) {
    if (!family.draw) continue;
    for (const ParameterClasses& parameter : family.draw->classes) {
      FuzzDimension dimension{
          several ? fmt::format("{} {}", family.name, parameter.name) : parameter.name,
          parameter.classes,
          {}};
      const std::size_t other = dimension.classes.size();
      if (several) dimension.classes.emplace_back("other family");
      dimension.class_of = [name = family.name, other,
                            of = parameter.class_of](const FuzzRun& run) {
        const TopologyConfig& topology = run.config.topology;
        return topology.family == name ? of(topology.parameters) : other;
      };
      dimensions.push_back(std::move(dimension));
    }
  }
}

FuzzDimension ctq_depth() {
  return {"ctq_depth", {"least", "1", "2-15", "16 or more"}, [](const FuzzRun& run) -> std::size_t {
            const int depth = run.config.router.ctq_depth;
            if (depth < 2) return static_cast<std::size_t>(depth);
            return depth < 16 ? 2 : 3;
          }};
}

/// A number of section [channels].
FuzzDimension of_channels(const char* name,
                          std::initializer_list<std::pair<double, const char*>> classes) {
  const Key& key = key_named("channels", name);
  return of_number(
      name,
      [&key](const Configuration& c) {
        return static_cast<double>(std::get<std::int64_t>(key.get(c)));
      },
      classes);
}

FuzzDimension latency(const char* name) {
  return of_channels(name, {{1, "1"}, {2, "2"}, {3, "3-9"}, {10, "10-20"}, {21, "21 or more"}});
}

FuzzDimension interval(const char* name) {
  return of_channels(name, {{1, "1"}, {2, "2"}, {3, "3-7"}, {8, "8 or more"}});
}

/// Of the families that are drawn: the only choice that depends on them.
FuzzDimension algorithm() {
  FuzzDimension dimension{"algorithm", {}, {}};
  std::vector<std::string>& names = dimension.classes;
  for (const Family& family : families()) {
    if (family.draw) {
      for (const FamilyRouting& routing : routings(family))
        if (std::find(names.begin(), names.end(), routing.name) == names.end())
          names.push_back(routing.name);
    }
  }
  dimension.class_of = [names](const FuzzRun& run) {
    return static_cast<std::size_t>(
        std::find(names.begin(), names.end(), routing_name(run.config)) - names.begin());
  };
  return dimension;
}

/// What routers do, also where the routing says it.
FuzzDimension allocation() {
  return {"allocator", {"greedy", "sequential"}, [](const FuzzRun& run) -> std::size_t {
            return allocator(run.config) == Allocator::kSequential ? 1 : 0;
          }};
}

std::vector<FuzzDimension> all_dimensions() {
  using C = const Configuration&;
  constexpr double kLowest = std::numeric_limits<double>::lowest();
  std::vector<FuzzDimension> dimensions;
  add_families(dimensions);
  std::vector<FuzzDimension> others = {
      of_number("terminals",
                [](C c) { return static_cast<double>(network_shape(c.topology).terminals); },
                {{2, "2-16"}, {17, "17-64"}, {65, "65-256"}, {257, "257 or more"}}),
      latency("terminal_latency"),
      latency("local_latency"),
      latency("global_latency"),
      interval("terminal_interval"),
      interval("local_interval"),
      interval("global_interval"),
      of_number("vcs", [](C c) { return c.router.vcs; },
                {{1, "1"}, {2, "2"}, {3, "3"}, {4, "4"}, {5, "5-7"}, {8, "8"}}),
      of_number("buffer_depth", [](C c) { return c.router.buffer_depth; },
                {{1, "1"},
                 {2, "2"},
                 {3, "3-7"},
                 {8, "8-15"},
                 {16, "16"},
                 {17, "17-64"},
                 {65, "65 or more"}}),
      of_number("speedup", [](C c) { return c.router.speedup; },
                {{1, "1"}, {2, "2"}, {3, "3"}, {4, "4"}, {5, "5-7"}, {8, "8"}}),
      output_queue(),
      of_choice("router", "flow_control"),
      packet_size(),
      ctq_depth(),
      of_number("ctq_one_in", [](C c) { return c.router.ctq_one_in; },
                {{1, "1"}, {2, "2"}, {3, "3-15"}, {16, "16 or more"}}),
      of_number("credit_round_trip", [](C c) { return c.router.credit_round_trip; },
                {{0, "of channels"}, {1, "given"}}),
      algorithm(),
      allocation(),
      of_choice("routing", "hop_metric"),
      of_number("threshold", [](C c) { return c.routing.threshold; },
                {{kLowest, "negative"}, {0, "0"}, {1, "positive"}}),
      of_choice("traffic", "pattern"),
      of_choice("traffic", "injection"),
      of_number(
          "load", [](C c) { return c.traffic.load; },
          {{0, "below 0.05"}, {0.05, "0.05-0.3"}, {0.3, "0.3-0.7"}, {0.7, "0.7-1"}, {1, "1"}}),
      of_number("sink_rate", [](C c) { return c.traffic.sink_rate; },
                {{0, "below 0.3"}, {0.3, "0.3-0.7"}, {0.7, "0.7-1"}, {1, "1"}}),
  };
  std::move(others.begin(), others.end(), std::back_inserter(dimensions));
  return dimensions;
}

}  // namespace

const std::vector<FuzzDimension>& fuzz_dimensions() {
  static const std::vector<FuzzDimension> dimensions = all_dimensions();
  return dimensions;
}

Coverage::Coverage() {
  for (const FuzzDimension& dimension : fuzz_dimensions()) {
    first_.push_back(classes_);
    classes_ += dimension.classes.size();
  }
  runs_.resize(classes_);
  pairs_.resize(classes_ * classes_);
  possible_.resize(classes_ * classes_);
}

void Coverage::add(const FuzzRun& run) {
  std::vector<std::size_t> of_run;
  for (std::size_t i = 0; i < first_.size(); ++i)
    of_run.push_back(first_[i] + fuzz_dimensions()[i].class_of(run));
  for (std::size_t i = 0; i < of_run.size(); ++i) {
    ++runs_[of_run[i]];
    for (std::size_t j = i + 1; j < of_run.size(); ++j) {
      const std::size_t pair = of_run[i] * classes_ + of_run[j];
      pairs_[pair] = possible_[pair] = true;
    }
  }
}

void Coverage::add_possible(const Coverage& other) {
  for (std::size_t pair = 0; pair < possible_.size(); ++pair)
    if (other.possible_[pair]) possible_[pair] = true;
}

std::int64_t Coverage::pairs() const { return std::count(pairs_.begin(), pairs_.end(), true); }
std::int64_t Coverage::possible_pairs() const {
  return std::count(possible_.begin(), possible_.end(), true);
}

double Coverage::percent() const {
  const std::int64_t possible = possible_pairs();
  return possible == 0 ? 0 : 100 * static_cast<double>(pairs()) / static_cast<double>(possible);
}

std::string Coverage::table() const {
  std::string text;
  for (std::size_t i = 0; i < first_.size(); ++i) {
    const FuzzDimension& dimension = fuzz_dimensions()[i];
    text += fmt::format("{:<19}", dimension.name);
    for (std::size_t number = 0; number < dimension.classes.size(); ++number)
      text += fmt::format("{} {}: {}", number == 0 ? "" : ",", dimension.classes[number],
                          runs(i, number));
    text += "\n";
  }
  return text;
}

std::string Coverage::pairs_line() const {
  return fmt::format("pairs of classes: {} of {} possible ones, {:.1f}%\n", pairs(),
                     possible_pairs(), percent());
}

Json Coverage::json() const {
  Json dimensions = Json::object();
  for (std::size_t i = 0; i < first_.size(); ++i) {
    const FuzzDimension& dimension = fuzz_dimensions()[i];
    for (std::size_t number = 0; number < dimension.classes.size(); ++number)
      dimensions[dimension.name][dimension.classes[number]] = runs(i, number);
  }
  return {{"dimensions", dimensions},
          {"pairs", pairs()},
          {"possible_pairs", possible_pairs()},
          {"pairs_percent", percent()}};
}

}  // namespace dragonfly
