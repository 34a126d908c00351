// SPDX-License-Identifier: Apache-2.0
// What the regions of a network send each other.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "models/common/archive.hpp"

namespace dragonfly {

/// Letters between regions. A region is what one thread simulates. What it sends to another takes a
/// cycle at least, so it is enough that the other reads it at the beginning of the next cycle; and
/// as no two things that arrive in a cycle touch each other, it does not matter who is read first.
template <class Letter>
class Letters {
 public:
  explicit Letters(std::size_t regions) : boxes_(regions, std::vector<Boxes>(regions)) {}

  [[nodiscard]] std::size_t regions() const { return boxes_.size(); }

  // In a cycle each region may post and read; all of them at the same time.

  void post(std::size_t from, std::size_t to, const Letter& letter) {
    boxes_[from][to][written_].push_back(letter);
  }
  /// Calls visit(letter) for all that were posted to a region in the cycle before, once.
  template <class Visit>
  void read(std::size_t to, Visit&& visit) {
    for (std::vector<Boxes>& from : boxes_) {
      std::vector<Letter>& box = from[to][1 - written_];
      for (const Letter& letter : box) visit(letter);
      box.clear();
    }
  }

  // When all have ended a cycle.

  /// Takes out what was posted in it, for a region elsewhere: calls visit(letters).
  template <class Visit>
  void take(std::size_t from, std::size_t to, Visit&& visit) {
    std::vector<Letter>& box = boxes_[from][to][written_];
    visit(box);
    box.clear();
  }

  /// What was posted in it can be read from now on.
  void exchange() { written_ = 1 - written_; }
  /// Whether none is to be read.
  [[nodiscard]] bool empty() const {
    return std::all_of(boxes_.begin(), boxes_.end(), [](const std::vector<Boxes>& from) {
      return std::all_of(from.begin(), from.end(),
                         [](const Boxes& boxes) { return boxes[0].empty() && boxes[1].empty(); });
    });
  }

  void serialize(Archive& archive) { archive(boxes_, written_); }

 private:
  /// Those of one cycle are read while those of the next are written.
  using Boxes = std::array<std::vector<Letter>, 2>;

  std::vector<std::vector<Boxes>> boxes_;  ///< [from][to]
  std::size_t written_ = 0;
};

}  // namespace dragonfly
