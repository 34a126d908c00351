// Terminals that take their flits in late.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <deque>
#include <vector>

#include "models/common/random.hpp"
#include "models/config/configuration.hpp"

namespace dragonfly {

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

  /// Flits that wait.
  [[nodiscard]] std::int64_t waiting() const { return waiting_; }

  /// A flit of `words` 64-bit words arrives.
  void push(int terminal, int vc, const std::uint64_t* flit, int words) {
    Flit& last = queues_[static_cast<std::size_t>(terminal)].emplace_back();
    last.vc = vc;
    for (int word = 0; word < words; ++word)
      last.words[static_cast<std::size_t>(word)] = flit[word];
    filled_[static_cast<std::size_t>(terminal) / 64] |= std::uint64_t{1} << (terminal & 63);
    ++waiting_;
  }

  /// Calls consume(terminal, vc, flit) for each of terminals first .. last-1 that consumes a flit
  /// in `cycle`. To be called once for every terminal and cycle, when all flits of the cycle are
  /// there.
  template <class Consume>
  void consume(std::int64_t cycle, int first, int last, Consume&& consume) {
    for (int terminal = first; terminal < last;) {
      std::uint64_t& word = filled_[static_cast<std::size_t>(terminal) / 64];
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
        --waiting_;
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

  bool immediate_;
  std::uint64_t rate_ = 0;
  std::int64_t waiting_ = 0;
  std::vector<std::uint64_t> key_;  ///< [terminal], as the following; empty if immediate
  std::vector<std::deque<Flit>> queues_;
  std::vector<std::uint64_t> filled_;  ///< bit mask: terminals whose queue is not empty
};

}  // namespace dragonfly
