// SPDX-License-Identifier: Apache-2.0
#include "models/traffic/destination_pattern.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/common/error.hpp"
#include "models/common/permutations.hpp"
#include "models/common/random.hpp"
#include "models/config/configuration.hpp"
#include "models/metrics/worst_permutation.hpp"
#include "models/wiring/terminal_groups.hpp"

namespace dragonfly {
namespace {

void need_terminals(const char* pattern, int terminals) {
  if (terminals >= 2) return;
  throw InputError(
      fmt::format("traffic.pattern = \"{}\" needs at least 2 terminals; this network has {}. "
                  "Use a larger one ([topology]).",
                  pattern, terminals));
}

/// Each terminal to that in the same place of the group where its group's packets go.
std::vector<int> same_places(const std::vector<int>& group_to, int per_group) {
  std::vector<int> result;
  result.reserve(group_to.size() * static_cast<std::size_t>(per_group));
  for (const int to : group_to)
    for (int place = 0; place < per_group; ++place) result.push_back(to * per_group + place);
  return result;
}

/// All groups to that `offset` further.
std::vector<int> groups_further(int groups, int offset) {
  std::vector<int> to;
  to.reserve(static_cast<std::size_t>(groups));
  for (int group = 0; group < groups; ++group) to.push_back((group + offset) % groups);
  return to;
}

/// Whether the groups of patterns are the routers of a grid.
bool groups_are_grid(const TrafficConfig& config, const Wiring& wiring) {
  return config.group_size == 0 && !wiring.dimensions().empty();
}

/// All routers of a grid to that whose coordinate in each of the dimensions `chosen`, counted from
/// 1 (0: in all), is further by `step(size)`. Throws InputError if none has another to send to.
template <class Step>
std::vector<int> routers_further(const char* pattern, const std::vector<int>& sizes,
                                 const std::vector<int>& chosen, Step&& step) {
  const auto dimensions = static_cast<int>(sizes.size());
  for (const int dimension : chosen) {
    if (dimension < 0 || dimension > dimensions) {
      throw InputError(
          fmt::format("traffic.pattern_dimensions names dimension {}; this network has {}",
                      dimension, dimensions == 1 ? "1" : fmt::format("1 to {}", dimensions)));
    }
  }
  const bool all = std::find(chosen.begin(), chosen.end(), 0) != chosen.end();
  int routers = 1;
  for (const int size : sizes) routers *= size;
  std::vector<int> to;
  to.reserve(static_cast<std::size_t>(routers));
  for (int router = 0; router < routers; ++router) {
    int place = 0, stride = 1;
    for (int dimension = 1; dimension <= dimensions; ++dimension) {
      const int size = sizes[static_cast<std::size_t>(dimension - 1)];
      const bool goes = all || std::find(chosen.begin(), chosen.end(), dimension) != chosen.end();
      place += (router / stride % size + (goes ? step(size) : 0)) % size * stride;
      stride *= size;
    }
    to.push_back(place);
  }
  if (to.front() == 0) {
    throw InputError(
        fmt::format("traffic.pattern = \"{}\" needs at least 2 routers in some dimension along "
                    "which packets are "
                    "to go (traffic.pattern_dimensions)",
                    pattern));
  }
  return to;
}

/// The groups of terminals between which patterns send.
std::vector<int> group_sizes(const TrafficConfig& config, const Wiring& wiring) {
  const bool between_groups =
      config.pattern == Pattern::kWorstCase || config.pattern == Pattern::kTornado;
  if (config.group_size == 0 || !between_groups) return terminal_group_sizes(wiring);
  const int terminals = wiring.terminals();
  if (terminals % config.group_size != 0) {
    throw InputError(
        fmt::format("traffic.group_size = {}: the {} terminals of this network cannot be divided "
                    "into groups of "
                    "so many",
                    config.group_size, terminals));
  }
  return std::vector<int>(static_cast<std::size_t>(terminals / config.group_size),
                          config.group_size);
}

/// Refuses fewer than two groups, and groups of different size.
void need_groups(const char* pattern, const std::vector<int>& sizes) {
  if (sizes.size() < 2) {
    throw InputError(
        fmt::format("traffic.pattern = \"{}\" needs at least 2 groups; this network has {}. "
                    "Use one of more ([topology]).",
                    pattern, sizes.size()));
  }
  const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
  if (*least != *most) {
    throw InputError(fmt::format(
        "traffic.pattern = \"{}\" needs groups of terminals of one size; this network has some of "
        "{} and some of {}",
        pattern, *least, *most));
  }
}

std::vector<int> checked_hotspots(std::vector<int> hotspots, int terminals) {
  if (hotspots.empty()) {
    throw InputError("traffic.hotspots is empty; name at least one terminal.");
  }
  std::sort(hotspots.begin(), hotspots.end());
  for (std::size_t i = 0; i < hotspots.size(); ++i) {
    if (hotspots[i] < 0 || hotspots[i] >= terminals) {
      throw InputError(
          fmt::format("traffic.hotspots names terminal {}, which is not there: 0 .. {} are.",
                      hotspots[i], terminals - 1));
    }
    if (i > 0 && hotspots[i] == hotspots[i - 1]) {
      throw InputError(
          fmt::format("traffic.hotspots names terminal {} twice; once is enough.", hotspots[i]));
    }
  }
  return hotspots;
}

}  // namespace

DestinationPattern::DestinationPattern(const TrafficConfig& config, std::uint64_t seed,
                                       const Wiring& wiring)
    : pattern_(config.pattern), terminals_(wiring.terminals()) {
  const std::vector<int> sizes = group_sizes(config, wiring);
  const int groups = static_cast<int>(sizes.size());
  if (groups > 0) terminals_per_group_ = sizes.front();
  for (int terminal = 0; terminal < terminals_; ++terminal) {
    key_.push_back(stream_key(seed, Stream::kDestination, static_cast<std::uint64_t>(terminal)));
  }
  switch (pattern_) {
    case Pattern::kUniform:
      need_terminals("uniform", terminals_);
      break;
    case Pattern::kWorstCase: {
      need_groups("worst-case", sizes);
      const int offset = (config.group_offset % groups + groups) % groups;
      if (offset == 0) {
        throw InputError(fmt::format(
            "traffic.group_offset = {} would keep the traffic within its group (the network has {} "
            "groups); any number that {} does not divide is possible.",
            config.group_offset, groups, groups));
      }
      group_to_ = groups_further(groups, offset);
      break;
    }
    case Pattern::kNeighbor:
      if (!groups_are_grid(config, wiring)) {
        throw InputError(
            "traffic.pattern = \"neighbor\" needs a network whose routers stand on a grid, such as "
            "a flattened butterfly or a torus; elsewhere \"worst-case\" sends to the next group");
      }
      need_groups("neighbor", sizes);
      group_to_ = routers_further("neighbor", wiring.dimensions(), config.pattern_dimensions,
                                  [](int) { return 1; });
      break;
    case Pattern::kBitComplement:
      permutation_ = bit_complement(terminals_);
      break;
    case Pattern::kBitReverse:
      permutation_ = bit_reverse(terminals_);
      break;
    case Pattern::kTranspose:
      permutation_ = transpose(terminals_);
      break;
    case Pattern::kShuffle:
      permutation_ = shuffle(terminals_);
      break;
    case Pattern::kTornado:
      need_groups("tornado", sizes);
      if (config.pattern_dimensions != TrafficConfig{}.pattern_dimensions &&
          !groups_are_grid(config, wiring)) {
        throw InputError(
            "traffic.pattern_dimensions means something between the routers of a grid only, such "
            "as "
            "a flattened butterfly or a torus; leave it out");
      }
      permutation_ = same_places(groups_are_grid(config, wiring)
                                     ? routers_further("tornado", wiring.dimensions(),
                                                       config.pattern_dimensions, tornado_step)
                                     : groups_further(groups, tornado_step(groups)),
                                 terminals_per_group_);
      break;
    case Pattern::kPermutation:
      need_terminals("permutation", terminals_);
      permutation_ = random_cycle(terminals_, seed);
      break;
    case Pattern::kWorstPermutation:
      need_terminals("worst-permutation", terminals_);
      permutation_ = worst_permutation(wiring);
      break;
    case Pattern::kHotspot:
      need_terminals("hotspot", terminals_);
      hotspots_ = checked_hotspots(config.hotspots, terminals_);
      if (!(config.hotspot_fraction >= 0 && config.hotspot_fraction <= 1)) {
        throw InputError(fmt::format("traffic.hotspot_fraction = {}: 0 .. 1 are possible.",
                                     config.hotspot_fraction));
      }
      hotspot_probability_ = probability(config.hotspot_fraction);
      hotspot_fraction_ = config.hotspot_fraction;
      for (int terminal = 0; terminal < terminals_; ++terminal) {
        hotspot_key_.push_back(
            stream_key(seed, Stream::kHotspot, static_cast<std::uint64_t>(terminal)));
      }
      break;
    case Pattern::kTrace:
      throw Error(ExitCode::kInternal, "A trace is no destination pattern.");
  }
}

int DestinationPattern::hotspot(int source, std::uint64_t number) const {
  const auto own = std::lower_bound(hotspots_.begin(), hotspots_.end(), source);
  const bool is_hotspot = own != hotspots_.end() && *own == source;
  const int choices = static_cast<int>(hotspots_.size()) - (is_hotspot ? 1 : 0);
  if (choices == 0) return uniform(source, number);  // the only hotspot has no other to send to
  int choice = below(number, choices);
  if (is_hotspot && choice >= own - hotspots_.begin()) ++choice;
  return hotspots_[static_cast<std::size_t>(choice)];
}

}  // namespace dragonfly
