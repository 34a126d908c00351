// SPDX-License-Identifier: Apache-2.0
// Where packets go to.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "models/common/random.hpp"
#include "models/config/choices.hpp"
#include "models/wiring/wiring.hpp"

namespace dragonfly {

struct TrafficConfig;

/// The synthetic traffic patterns. N is the number of terminals. A group of terminals is
/// traffic.group_size of them in a row; unless that is given, those of one of the network's groups,
/// in a grid, and in a network without groups whose routers follow each other, those of a router.
/// Where groups matter all must have as many.
///
/// - uniform: any terminal but the source, all alike.
/// - worst_case ([K08] 4.2; [K07] 3.2): a random terminal of group i + group_offset, for sources in
///   group i.
/// - neighbor: in a grid, a random terminal of the router one further along pattern_dimensions.
/// - bit_complement, bit_reverse, transpose, shuffle: see permutations.hpp. A terminal that the
///   permutation maps to itself sends to itself, through its router.
/// - tornado: terminal k of group i sends to terminal k of the group tornado_step(g) further, of g
///   groups; in a grid, to that of the router tornado_step(k) further along each of
///   pattern_dimensions. The position is kept so that each terminal receives from exactly one: what
///   limits the throughput are the global channels alone. (With random positions it would be
///   worst_case with that offset.)
/// - permutation: a random one without fixed points, given by the seed.
/// - worst_permutation: the permutation that loads a channel most under minimal routing, see
///   worst_permutation().
/// - hotspot: with probability hotspot_fraction to one of `hotspots` (other than the source),
///   otherwise as uniform.
class DestinationPattern {
 public:
  /// Throws InputError for a pattern that this network cannot have, and for Pattern::kTrace,
  /// which is none.
  DestinationPattern(const TrafficConfig& config, std::uint64_t seed, const Wiring& wiring);

  /// Destination of packet number `sequence` of terminal `source`.
  [[nodiscard]] int destination(int source, std::uint32_t sequence) const {
    const auto index = static_cast<std::size_t>(source);
    if (!permutation_.empty()) return permutation_[index];
    const std::uint64_t number = draw(key_[index], sequence);
    if (!group_to_.empty()) {
      const int to = group_to_[static_cast<std::size_t>(source / terminals_per_group_)];
      return to * terminals_per_group_ + below(number, terminals_per_group_);
    }
    if (pattern_ == Pattern::kHotspot &&
        happens(draw(hotspot_key_[index], sequence), hotspot_probability_)) {
      return hotspot(source, number);
    }
    return uniform(source, number);
  }

  /// Calls visit(destination, probability) for each terminal that packets of `source` may go to;
  /// for some perhaps several times.
  template <class Visit>
  void for_each_destination(int source, Visit&& visit) const {
    const auto index = static_cast<std::size_t>(source);
    if (!permutation_.empty()) return visit(permutation_[index], 1.0);
    if (!group_to_.empty()) {
      const int first =
          group_to_[static_cast<std::size_t>(source / terminals_per_group_)] * terminals_per_group_;
      for (int place = 0; place < terminals_per_group_; ++place)
        visit(first + place, 1.0 / terminals_per_group_);
      return;
    }
    double others = 1;  // share of packets that go anywhere
    if (pattern_ == Pattern::kHotspot) {
      const auto choices = static_cast<double>(
          std::count_if(hotspots_.begin(), hotspots_.end(), [&](int to) { return to != source; }));
      if (choices > 0) {
        others -= hotspot_fraction_;
        for (const int to : hotspots_)
          if (to != source) visit(to, hotspot_fraction_ / choices);
      }
    }
    for (int to = 0; to < terminals_; ++to)
      if (to != source) visit(to, others / (terminals_ - 1));
  }

 private:
  [[nodiscard]] int uniform(int source, std::uint64_t number) const {
    const int other = below(number, terminals_ - 1);
    return other < source ? other : other + 1;
  }
  [[nodiscard]] int hotspot(int source, std::uint64_t number) const;

  Pattern pattern_;
  int terminals_;
  int terminals_per_group_ = 0;
  std::vector<int> group_to_;               ///< [group]: where its packets go; empty: anywhere
  std::vector<std::uint64_t> key_;          ///< [source]
  std::vector<std::uint64_t> hotspot_key_;  ///< [source]
  std::vector<int> permutation_;            ///< [source], of patterns that are permutations
  std::vector<int> hotspots_;               ///< ascending
  std::uint64_t hotspot_probability_ = 0;
  double hotspot_fraction_ = 0;
};

}  // namespace dragonfly
