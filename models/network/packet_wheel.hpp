// The channels of the packet engine.
#pragma once

#include <algorithm>
#include <array>
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
  std::uint8_t region = 0;    ///< whose wheel it is
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
  void keep(std::int64_t arrival, std::uint32_t word, std::uint8_t bit, std::uint32_t lane,
            Flit flit) {
    far_[static_cast<std::size_t>(arrival) & (far_.size() - 1)].push_back({flit, word, lane, bit});
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

/// The channels of a region of the network: its wheel, and letters to the other regions. A region
/// is what one thread simulates. What it sends to another takes a cycle at least, so it is enough
/// that the other reads its letters at the beginning of the next cycle; and as no two things that
/// arrive in a cycle touch each other, it does not matter who reads them in which order.
template <int kWords, class Flit>
class PacketChannels {
 public:
  using Wheel = PacketWheel<kWords, Flit>;
  using Slot = typename Wheel::Slot;

  /// `region`: its number, of `regions`; the rest as for PacketWheel.
  PacketChannels(unsigned region, unsigned regions, std::size_t nodes, std::size_t lanes,
                 int latency, int longest)
      : region_(region), wheel_(nodes, lanes, latency, longest), letters_(regions) {}

  /// The beginning of a cycle. In no other region the one before may still go on.
  void begin(std::int64_t cycle) {
    now_ = cycle;
    wheel_.turn(cycle);
    slots_ = wheel_.slots_from(cycle);
    for (auto& letters : letters_) letters[parity()].clear();
  }
  /// What another region sent in the cycle before.
  void read(const PacketChannels& other) {
    for (const Letter& letter : other.letters_[region_][1 - parity()]) {
      const std::int64_t cycles = letter.arrival - now_;
      if (letter.credit) {
        slots_[cycles].words[letter.word] |= std::uint64_t{1} << letter.bit;
      } else {
        put(cycles, letter.word, letter.bit, letter.lane, letter.flit);
      }
    }
  }

  /// What arrives in this cycle.
  [[nodiscard]] const Slot& arrivals() const { return slots_[0]; }
  /// What arrives so many cycles from now, at most the longest latency.
  [[nodiscard]] const Slot& slot(int cycles) const { return slots_[cycles]; }

  /// A flit leaves in cycle `departure`, this or a later one.
  [[gnu::always_inline]] void send(const PacketLink& link, std::int64_t departure, Flit flit) {
    if (link.region == region_) {
      put(departure - now_ + link.latency, link.word, link.bit, link.lane, flit);
    } else {
      letters_[link.region][parity()].push_back(
          {flit, departure + link.latency, link.word, link.lane, link.bit, false});
    }
  }
  /// Fetches what a flit that leaves now, or a credit that goes back, will write to.
  [[gnu::always_inline]] void fetch_for_flit(const PacketLink& link) const {
    const Slot& slot = slots_[link.latency];
    __builtin_prefetch(slot.lanes + link.lane, 1);
    __builtin_prefetch(slot.words + link.word, 1);
  }
  [[gnu::always_inline]] void fetch_for_credit(const PacketLink& link) const {
    __builtin_prefetch(slots_[link.latency].words + link.word + kWords, 1);
  }
  /// A credit goes back over the channel of an input VC.
  [[gnu::always_inline]] void return_credit(const PacketLink& link) {
    if (link.region == region_) {
      slots_[link.latency].words[link.word + kWords] |= std::uint64_t{1} << link.bit;
    } else {
      letters_[link.region][parity()].push_back(
          {Flit{}, now_ + link.latency, link.word + kWords, 0, link.bit, true});
    }
  }

 private:
  struct Letter {
    Flit flit;
    std::int64_t arrival;
    std::uint32_t word, lane;
    std::uint8_t bit;
    bool credit;
  };

  [[gnu::always_inline]] void put(std::int64_t cycles, std::uint32_t word, std::uint8_t bit,
                                  std::uint32_t lane, Flit flit) {
    if (cycles >= wheel_.slots()) [[unlikely]] {
      wheel_.keep(now_ + cycles, word, bit, lane, flit);
      return;
    }
    slots_[cycles].lanes[lane] = flit;
    slots_[cycles].words[word] |= std::uint64_t{1} << bit;
  }
  [[nodiscard]] std::size_t parity() const { return static_cast<std::size_t>(now_ & 1); }

  unsigned region_;
  std::int64_t now_ = 0;
  const Slot* slots_ = nullptr;  ///< from that of this cycle on
  Wheel wheel_;
  /// [to][cycle modulo 2]: those of the cycle before are read while those of this one are written.
  std::vector<std::array<std::vector<Letter>, 2>> letters_;
};

}  // namespace dragonfly
