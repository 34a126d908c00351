// SPDX-License-Identifier: Apache-2.0
// Many breadth-first searches at once, one in each bit of a block of words.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "models/wiring/adjacency.hpp"

namespace dragonfly {

/// Up to 512 searches, level by level. A router takes over what its neighbours were reached by, so
/// a level costs a few vector instructions for each channel, whatever the number of searches.
class BitSearch {
 public:
  /// Searches at once: the bits of a cache line.
  static constexpr std::size_t kSearches = 512;
  struct alignas(64) Block {
    std::array<std::uint64_t, kSearches / 64> words{};
  };

  /// The searches run against `neighbours`: a router is reached from a neighbour on its own list.
  explicit BitSearch(const Adjacency& neighbours);

  /// Starts a search at each of at most kSearches roots; routers may stand there more than once.
  void start(std::span<const int> roots);

  /// One level. False if no search reached another router.
  bool step();

  /// How many searches reached a router in the last step.
  [[nodiscard]] int newly_reached(int router) const { return newly_[router]; }

  /// Calls visit(search) for the searches that reached the router in the last step, ascending.
  template <class Visit>
  void for_each_new(int router, Visit&& visit) const {
    if (newly_[router] == 0) return;
    for (std::size_t i = 0; i < reached_[router].words.size(); ++i) {
      std::uint64_t bits = reached_[router].words[i] ^ other_[router].words[i];
      for (; bits != 0; bits &= bits - 1) {
        visit(i * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
      }
    }
  }

 private:
  const Adjacency& neighbours_;
  Block all_;                           ///< the bits of all searches
  std::vector<Block> reached_, other_;  ///< [router]; `other_`: before the last step
  std::vector<std::int32_t> newly_;     ///< [router]
};

}  // namespace dragonfly
