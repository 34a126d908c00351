// SPDX-License-Identifier: Apache-2.0
// Terminals that take their flits in late.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/common/archive.hpp"
#include "models/common/random.hpp"

namespace dragonfly {

struct Configuration;

/// Flits that have arrived at terminals and wait to be consumed, with traffic.sink_rate < 1: in
/// each cycle a terminal consumes the oldest of its flits, of whatever VC, with that probability.
/// What it does depends on the seed, its number and the cycle only. The credit of a flit is
/// returned when it is consumed, so a terminal never holds more than its router has credits for.
class ReceiveQueues {
 public:
  /// Throws InputError for a rate that is none.
  ReceiveQueues(const Configuration& config, int terminals);

  /// Whether every flit is consumed in the cycle of its arrival, so that none ever waits here.
  [[nodiscard]] bool immediate() const { return immediate_; }

  /// From now on there are `count` lanes, each used by one thread at a time. A terminal receives on
  /// one of them. Nothing may wait.
  void divide(std::size_t count) { lanes_.assign(count, {}); }

  /// Flits that wait.
  [[nodiscard]] std::int64_t waiting() const {
    std::int64_t sum = 0;
    for (const Lane& lane : lanes_) sum += lane.waiting;
    return sum;
  }

  /// A flit of `words` 64-bit words arrives.
  void push(int terminal, int vc, const std::uint64_t* flit, int words, int lane = 0) {
    Queue& queue = queues_[static_cast<std::size_t>(terminal)];
    Lane& mine = lanes_[static_cast<std::size_t>(lane)];
    if (queue.empty()) mine.filled.push_back(terminal);
    ++mine.waiting;
    Flit& last = queue.flits.emplace_back();
    last.vc = vc;
    for (int word = 0; word < words; ++word)
      last.words[static_cast<std::size_t>(word)] = flit[word];
  }

  /// Calls consume(terminal, vc, flit) for each terminal of a lane that consumes a flit in `cycle`.
  /// To be called once for every lane and cycle, when all flits of the cycle are there.
  template <class Consume>
  void consume(std::int64_t cycle, Consume&& consume, int lane = 0) {
    Lane& mine = lanes_[static_cast<std::size_t>(lane)];
    std::size_t kept = 0;
    for (const int terminal : mine.filled) {
      const auto index = static_cast<std::size_t>(terminal);
      Queue& queue = queues_[index];
      if (happens(draw(key_[index], static_cast<std::uint64_t>(cycle)), rate_)) {
        const Flit oldest = queue.pop();
        --mine.waiting;
        consume(terminal, oldest.vc, oldest.words.data());
      }
      if (!queue.empty()) mine.filled[kept++] = terminal;
    }
    mine.filled.resize(kept);
  }

  void serialize(Archive& archive) { archive(lanes_, queues_); }

 private:
  struct Flit {
    int vc = 0;
    std::array<std::uint64_t, 2> words{};
  };

  /// Takes no memory before a flit waits.
  struct Queue {
    std::vector<Flit> flits;
    std::size_t first = 0;  ///< of those that wait

    [[nodiscard]] bool empty() const { return flits.empty(); }
    [[nodiscard]] Flit pop() {
      const Flit oldest = flits[first++];
      // As many are removed as stay, at least.
      if (2 * first >= flits.size()) {
        flits.erase(flits.begin(), flits.begin() + static_cast<std::ptrdiff_t>(first));
        first = 0;
      }
      return oldest;
    }

    void serialize(Archive& archive) { archive(flits, first); }
  };

  struct alignas(64) Lane {
    std::int64_t waiting = 0;
    std::vector<int> filled;  ///< terminals whose queue is not empty

    void serialize(Archive& archive) { archive(waiting, filled); }
  };

  bool immediate_;
  std::uint64_t rate_ = 0;
  std::vector<Lane> lanes_ = std::vector<Lane>(1);
  std::vector<std::uint64_t> key_;  ///< [terminal], as the following; empty if immediate
  std::vector<Queue> queues_;
};

}  // namespace dragonfly
