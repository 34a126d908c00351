// Where packets go to.
#pragma once

#include <cstdint>
#include <vector>

#include "models/config/configuration.hpp"
#include "models/topology/dragonfly.hpp"

namespace dragonfly {

/// The synthetic traffic patterns. N is the number of terminals.
///
/// - uniform: any terminal but the source, all alike.
/// - worst_case ([K08] 4.2): a random terminal of group i + group_offset, for sources in group i.
/// - bit_complement, bit_reverse, transpose, shuffle: see permutations.hpp. A terminal that the
///   permutation maps to itself sends to itself, through its router.
/// - tornado: terminal k of group i sends to terminal k of group i + floor(g/2). The position is
///   kept so that each terminal receives from exactly one: what limits the throughput are the
///   global channels alone. (With random positions it would be worst_case with that offset.)
/// - permutation: a random one without fixed points, given by the seed.
/// - hotspot: with probability hotspot_fraction to one of `hotspots` (other than the source),
///   otherwise as uniform.
class DestinationPattern {
 public:
  /// Throws InputError for a pattern that this network cannot have, and for Pattern::kTrace,
  /// which is none.
  DestinationPattern(const TrafficConfig& config, std::uint64_t seed, const Dragonfly& network);

  /// Destination of packet number `sequence` of terminal `source`.
  [[nodiscard]] int destination(int source, std::uint32_t sequence) const;

 private:
  [[nodiscard]] int uniform(int source, std::uint64_t number) const;
  [[nodiscard]] int hotspot(int source, std::uint64_t number) const;

  Pattern pattern_;
  int terminals_, terminals_per_group_, groups_;
  int group_offset_ = 0;
  std::vector<std::uint64_t> key_;          ///< [source]
  std::vector<std::uint64_t> hotspot_key_;  ///< [source]
  std::vector<int> permutation_;            ///< [source], of patterns that are permutations
  std::vector<int> hotspots_;               ///< ascending
  std::uint64_t hotspot_probability_ = 0;
};

}  // namespace dragonfly
