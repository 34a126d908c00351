// The channels of the packet engine.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/network/zeros.hpp"

namespace dragonfly {

/// What an output VC leads to: an input VC of a router, or of the terminals of a router, which are
/// a node of their own. The credits of the input VC of the same number go to the output VC of the
/// same number at that end.
struct PacketLink {
  std::uint32_t word = 0;     ///< in a slot of the wheel; that of credits follows kWords later
  std::uint32_t lane = 0;     ///< where the flit goes in a slot
  std::uint16_t latency = 0;  ///< cycles
  std::uint8_t bit = 0;       ///< in the word
};

/// A slot for each of the next few cycles. In it each node has two masks, arriving flits by input
/// VC, then arriving credits by output VC; and there is a lane for each port, which receives at
/// most one flit in a cycle. What arrives later, after a long wait in an output queue, is kept in
/// lists until its slot comes: with few slots, the memory of all of them stays in the processor's
/// caches.
template <int kWords, class Flit>
class PacketWheel {
 public:
  static constexpr std::uint32_t kNodeWords = 2 * kWords;

  struct Slot {
    std::uint64_t* words;
    Flit* lanes;
  };

  /// `latency`: the longest of a channel; `longest`: largest number of cycles from the grant of a
  /// flit to its arrival.
  PacketWheel(std::size_t nodes, std::size_t lanes, int latency, int longest)
      : count_(std::bit_ceil(static_cast<std::uint32_t>(latency) + kQueueing)),
        words_(count_ * nodes * kNodeWords),
        lanes_(count_ * lanes),
        far_(std::bit_ceil(static_cast<std::uint32_t>(longest) + 2)) {
    // Twice, so that the slots of all coming cycles follow each other from any one on.
    for (std::size_t slot = 0; slot < 2 * count_; ++slot)
      slots_.push_back({words_.get() + slot % count_ * nodes * kNodeWords,
                        lanes_.get() + slot % count_ * lanes});
  }
  PacketWheel(const PacketWheel&) = delete;
  PacketWheel& operator=(const PacketWheel&) = delete;

  /// The slots of `cycle` and the following ones, slots() in all.
  [[nodiscard]] const Slot* slots_from(std::int64_t cycle) const {
    return slots_.data() + (static_cast<std::uint32_t>(cycle) & (count_ - 1));
  }
  [[nodiscard]] std::int64_t slots() const { return count_; }

  /// At the beginning of `cycle`: the farthest slot, which it makes usable, gets what was kept.
  void turn(std::int64_t cycle) {
    const std::int64_t arrival = cycle + count_ - 1;
    std::vector<Kept>& due = far_[static_cast<std::size_t>(arrival) & (far_.size() - 1)];
    const Slot& slot = slots_from(cycle)[count_ - 1];
    for (const Kept& kept : due) {
      slot.words[kept.word] |= std::uint64_t{1} << kept.bit;
      slot.lanes[kept.lane] = kept.flit;
    }
    due.clear();
  }
  /// Keeps a flit that arrives in cycle `arrival`, slots() or more from now.
  void keep(std::int64_t arrival, const PacketLink& link, Flit flit) {
    far_[static_cast<std::size_t>(arrival) & (far_.size() - 1)].push_back(
        {flit, link.word, link.lane, link.bit});
  }

 private:
  /// Cycles in an output queue that need no list.
  static constexpr std::uint32_t kQueueing = 7;

  struct Kept {
    Flit flit;
    std::uint32_t word, lane;
    std::uint8_t bit;
  };

  std::uint32_t count_;
  Zeros<std::uint64_t> words_;
  Zeros<Flit> lanes_;
  std::vector<Slot> slots_;
  std::vector<std::vector<Kept>> far_;  ///< by arrival
};

}  // namespace dragonfly
