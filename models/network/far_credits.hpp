// SPDX-License-Identifier: Apache-2.0
// Credits that are delayed for longer than the wheels reach.
#pragma once

#include <cstdint>
#include <vector>

#include "models/common/archive.hpp"

namespace dragonfly {

/// Credits on the way whose arrival is too far ahead for a slot in the wheels. There are few, if
/// any: delays are differences of queueing times.
class FarCredits {
 public:
  /// A credit that arrives in cycle `arrival` as `bit` of word `word` of the slot.
  void add(std::int64_t arrival, std::uint32_t word, std::uint64_t bit) {
    credits_.push_back({arrival, word, bit});
  }
  [[nodiscard]] bool empty() const { return credits_.empty(); }
  /// Calls set(arrival, word, bit) for all that arrive before `horizon`, and forgets them.
  template <class Set>
  void take(std::int64_t horizon, Set&& set) {
    std::size_t kept = 0;
    for (const Credit& credit : credits_) {
      if (credit.arrival < horizon)
        set(credit.arrival, credit.word, credit.bit);
      else
        credits_[kept++] = credit;
    }
    credits_.resize(kept);
  }

  void serialize(Archive& archive) { archive(credits_); }

 private:
  struct Credit {
    std::int64_t arrival;
    std::uint32_t word;
    std::uint64_t bit;
  };
  std::vector<Credit> credits_;
};

}  // namespace dragonfly
