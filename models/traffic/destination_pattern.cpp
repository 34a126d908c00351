#include "models/traffic/destination_pattern.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/common/error.hpp"
#include "models/common/random.hpp"
#include "models/config/configuration.hpp"
#include "models/traffic/permutations.hpp"
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

/// Group k's terminal to the same terminal of the group half way round.
std::vector<int> tornado(int groups, int per_group) {
  const int terminals = groups * per_group;
  std::vector<int> result;
  result.reserve(static_cast<std::size_t>(terminals));
  for (int source = 0; source < terminals; ++source) {
    result.push_back((source + groups / 2 * per_group) % terminals);
  }
  return result;
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
  const std::vector<int> groups = terminal_group_sizes(wiring);
  groups_ = static_cast<int>(groups.size());
  if (groups_ > 0) terminals_per_group_ = groups.front();
  for (int terminal = 0; terminal < terminals_; ++terminal) {
    key_.push_back(stream_key(seed, Stream::kDestination, static_cast<std::uint64_t>(terminal)));
  }
  switch (pattern_) {
    case Pattern::kUniform:
      need_terminals("uniform", terminals_);
      break;
    case Pattern::kWorstCase:
      need_groups("worst_case", groups);
      group_offset_ = (config.group_offset % groups_ + groups_) % groups_;
      if (group_offset_ == 0) {
        throw InputError(fmt::format(
            "traffic.group_offset = {} would keep the traffic within its group (the network has {} "
            "groups); any number that {} does not divide is possible.",
            config.group_offset, groups_, groups_));
      }
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
      need_groups("tornado", groups);
      permutation_ = tornado(groups_, terminals_per_group_);
      break;
    case Pattern::kPermutation:
      need_terminals("permutation", terminals_);
      permutation_ = random_cycle(terminals_, seed);
      break;
    case Pattern::kHotspot:
      need_terminals("hotspot", terminals_);
      hotspots_ = checked_hotspots(config.hotspots, terminals_);
      if (!(config.hotspot_fraction >= 0 && config.hotspot_fraction <= 1)) {
        throw InputError(fmt::format("traffic.hotspot_fraction = {}: 0 .. 1 are possible.",
                                     config.hotspot_fraction));
      }
      hotspot_probability_ = probability(config.hotspot_fraction);
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
