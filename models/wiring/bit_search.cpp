// SPDX-License-Identifier: Apache-2.0
#include "models/wiring/bit_search.hpp"

#include <algorithm>

#include "models/common/processor.hpp"

namespace dragonfly {
namespace {

using Block = BitSearch::Block;

/// What a step reads and writes.
struct Level {
  const std::int64_t* first;
  const int* neighbours;
  const Block* reached;
  Block* next;
  std::int32_t* newly;
  std::size_t routers;
};

[[gnu::always_inline]] inline void add(Block& bits, const Block& more) {
  for (std::size_t i = 0; i < bits.words.size(); ++i) bits.words[i] |= more.words[i];
}

[[gnu::always_inline]] inline bool equal(const Block& one, const Block& other) {
  std::uint64_t difference = 0;
  for (std::size_t i = 0; i < one.words.size(); ++i) difference |= one.words[i] ^ other.words[i];
  return difference == 0;
}

[[gnu::always_inline]] inline std::int32_t differences(const Block& one, const Block& other) {
  std::int32_t count = 0;
  for (std::size_t i = 0; i < one.words.size(); ++i) {
    count += std::popcount(one.words[i] ^ other.words[i]);
  }
  return count;
}

/// True if a search went on.
[[gnu::always_inline]] inline bool expand(const Level& level, const Block& all) {
  bool any = false;
  for (std::size_t router = 0; router < level.routers; ++router) {
    Block bits = level.reached[router];
    std::int32_t newly = 0;
    if (!equal(bits, all)) {
      const int* const end = level.neighbours + level.first[router + 1];
      for (const int* to = level.neighbours + level.first[router]; to != end; ++to) {
        add(bits, level.reached[*to]);
      }
      newly = differences(bits, level.reached[router]);
    }
    level.next[router] = bits;
    level.newly[router] = newly;
    any = any || newly != 0;
  }
  return any;
}

bool expand_plain(const Level& level, const Block& all) { return expand(level, all); }

#ifdef DRAGONFLY_X86
DRAGONFLY_AVX2 bool expand_avx2(const Level& level, const Block& all) { return expand(level, all); }
DRAGONFLY_AVX512 bool expand_avx512(const Level& level, const Block& all) {
  return expand(level, all);
}
#endif

using Expand = bool (*)(const Level&, const Block&);

Expand best_expand() {
#ifdef DRAGONFLY_X86
  if (processor::knows_avx512()) return expand_avx512;
  if (processor::knows_avx2()) return expand_avx2;
#endif
  return expand_plain;
}

}  // namespace

BitSearch::BitSearch(const Adjacency& neighbours)
    : neighbours_(neighbours),
      reached_(neighbours.first.size() - 1),
      other_(reached_.size()),
      newly_(reached_.size()) {}

void BitSearch::start(std::span<const int> roots) {
  std::fill(reached_.begin(), reached_.end(), Block{});
  all_ = {};
  for (std::size_t search = 0; search < roots.size(); ++search) {
    const std::uint64_t bit = std::uint64_t{1} << (search % 64);
    reached_[roots[search]].words[search / 64] |= bit;
    all_.words[search / 64] |= bit;
  }
}

bool BitSearch::step() {
  static const Expand expand_here = best_expand();
  const Level level{neighbours_.first.data(),
                    neighbours_.neighbours.data(),
                    reached_.data(),
                    other_.data(),
                    newly_.data(),
                    reached_.size()};
  const bool any = expand_here(level, all_);
  reached_.swap(other_);
  return any;
}

}  // namespace dragonfly
