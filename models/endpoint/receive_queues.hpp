// Terminals that take their flits in late.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <deque>
#include <vector>

#include "models/common/random.hpp"
#include "models/endpoint/lane_words.hpp"

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

  /// From now on there are `count` lanes of terminals (lane_words.hpp). Nothing may wait.
  void divide(int count);

  /// Flits that wait.
  [[nodiscard]] std::int64_t waiting() const {
    std::int64_t sum = 0;
    for (const Lane& lane : lanes_) sum += lane.waiting;
    return sum;
  }

  /// A flit of `words` 64-bit words arrives.
  void push(int terminal, int vc, const std::uint64_t* flit, int words, int lane = 0) {
    Flit& last = queues_[static_cast<std::size_t>(terminal)].emplace_back();
    last.vc = vc;
    for (int word = 0; word < words; ++word)
      last.words[static_cast<std::size_t>(word)] = flit[word];
    filled_[lane_word(terminal, lane)] |= std::uint64_t{1} << (terminal & 63);
    ++lanes_[static_cast<std::size_t>(lane)].waiting;
  }

  /// Calls consume(terminal, vc, flit) for each of terminals first .. last-1 that consumes a flit
  /// in `cycle`. To be called once for every terminal and cycle, when all flits of the cycle are
  /// there.
  template <class Consume>
  void consume(std::int64_t cycle, int first, int last, Consume&& consume, int lane = 0) {
    for (int terminal = first; terminal < last;) {
      std::uint64_t& word = filled_[lane_word(terminal, lane)];
      const std::uint64_t rest = word >> (terminal & 63);
      if (rest == 0) {
        terminal = (terminal | 63) + 1;
        continue;
      }
      terminal += std::countr_zero(rest);
      if (terminal >= last) return;
      const auto index = static_cast<std::size_t>(terminal);
      if (happens(draw(key_[index], static_cast<std::uint64_t>(cycle)), rate_)) {
        std::deque<Flit>& queue = queues_[index];
        const Flit oldest = queue.front();
        queue.pop_front();
        if (queue.empty()) word &= ~(std::uint64_t{1} << (terminal & 63));
        --lanes_[static_cast<std::size_t>(lane)].waiting;
        consume(terminal, oldest.vc, oldest.words.data());
      }
      ++terminal;
    }
  }

 private:
  struct Flit {
    int vc = 0;
    std::array<std::uint64_t, 2> words{};
  };

  struct alignas(64) Lane {
    std::int64_t waiting = 0;
  };

  bool immediate_;
  std::uint64_t rate_ = 0;
  std::vector<Lane> lanes_;
  std::vector<std::uint64_t> key_;  ///< [terminal], as the following; empty if immediate
  std::vector<std::deque<Flit>> queues_;
  /// Bit mask: terminals whose queue is not empty. Each lane has words of its own.
  std::vector<std::uint64_t> filled_;
};

}  // namespace dragonfly
