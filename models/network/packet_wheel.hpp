// SPDX-License-Identifier: Apache-2.0
// The channels of the packet engine.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/common/zeros.hpp"
#include "models/network/letters.hpp"
#include "models/network/word_arrays.hpp"

namespace dragonfly {

/// What a port leads to. VCs are numbered through the routers of a region, and then through what
/// their terminals receive, which are nodes of their own.
struct PacketLink {
  std::uint32_t vc0 = 0;      ///< input VC 0 at the other end, where that of output VC 0 is as well
  std::uint16_t latency = 0;  ///< cycles
  std::uint8_t region = 0;    ///< of the other end
};

/// A slot for each of the next few cycles. In it there is a bit for each input VC, whether a flit
/// arrives, one for each output VC, whether a credit arrives, and a lane for each port, which
/// receives at most one flit in a cycle. What arrives later, after a long wait in an output queue,
/// is kept in lists until its slot comes: with few slots, the memory of all of them stays in the
/// processor's caches.
template <class Flit>
class PacketWheel {
 public:
  struct alignas(32) Slot {
    std::uint64_t* flits;    ///< bits
    std::uint64_t* credits;  ///< bits
    Flit* lanes;
  };

  /// `vcs`: numbers of VCs, a multiple of 64, 2^vc_bits for each port; `latency`: the longest of a
  /// channel; `longest`: largest number of cycles from the grant of a flit to its arrival.
  PacketWheel(std::size_t vcs, int vc_bits, int latency, int longest)
      : vc_bits_(static_cast<unsigned>(vc_bits)),
        count_(slots_for(latency)),
        words_(std::size_t{2} * count_, vcs / 64),
        lanes_(count_ * (vcs >> vc_bits_)),
        far_(std::bit_ceil(static_cast<std::uint32_t>(longest) + 2)) {
    // Twice, so that the slots of all coming cycles follow each other from any one on.
    for (std::size_t each = 0; each < std::size_t{2} * count_; ++each) {
      const std::size_t slot = each % count_;
      slots_.push_back(
          {words_[2 * slot], words_[2 * slot + 1], lanes_.get() + slot * (vcs >> vc_bits_)});
    }
  }
  /// Bytes that it takes.
  [[nodiscard]] static std::size_t bytes(std::size_t vcs, int vc_bits, int latency) {
    const std::size_t count = slots_for(latency);
    return WordArrays::bytes(2 * count, vcs / 64) + count * (vcs >> vc_bits) * sizeof(Flit);
  }
  PacketWheel(const PacketWheel&) = delete;
  PacketWheel& operator=(const PacketWheel&) = delete;

  /// The slots of `cycle` and the following ones, slots() in all.
  [[nodiscard]] const Slot* slots_from(std::int64_t cycle) const {
    return slots_.data() + (static_cast<std::uint32_t>(cycle) & (count_ - 1));
  }
  [[nodiscard]] std::int64_t slots() const { return count_; }

  /// A flit arrives at a VC in the cycle of a slot.
  [[gnu::always_inline]] void put(const Slot& slot, std::uint32_t vc, Flit flit) const {
    slot.lanes[vc >> vc_bits_] = flit;
    slot.flits[vc >> 6] |= std::uint64_t{1} << (vc & 63);
  }
  [[gnu::always_inline]] void put_credit(const Slot& slot, std::uint32_t vc) const {
    slot.credits[vc >> 6] |= std::uint64_t{1} << (vc & 63);
  }
  /// Fetches what the two write to.
  [[gnu::always_inline]] void fetch(const Slot& slot, std::uint32_t vc) const {
    __builtin_prefetch(slot.lanes + (vc >> vc_bits_), 1);
    __builtin_prefetch(slot.flits + (vc >> 6), 1);
  }
  [[gnu::always_inline]] void fetch_credit(const Slot& slot, std::uint32_t vc) const {
    __builtin_prefetch(slot.credits + (vc >> 6), 1);
  }

  /// At the beginning of `cycle`: the farthest slot, which it makes usable, gets what was kept.
  void turn(std::int64_t cycle) {
    const std::int64_t arrival = cycle + count_ - 1;
    std::vector<Kept>& due = far_[static_cast<std::size_t>(arrival) & (far_.size() - 1)];
    for (const Kept& kept : due) put(slots_from(cycle)[count_ - 1], kept.vc, kept.flit);
    due.clear();
  }
  /// Keeps a flit that arrives in cycle `arrival`, slots() or more from now.
  void keep(std::int64_t arrival, std::uint32_t vc, Flit flit) {
    far_[static_cast<std::size_t>(arrival) & (far_.size() - 1)].push_back({flit, vc});
  }

  void serialize(Archive& archive) { archive(words_, lanes_, far_); }

 private:
  /// Cycles in an output queue that need no list.
  static constexpr std::uint32_t kQueueing = 7;

  static std::uint32_t slots_for(int latency) {
    return std::bit_ceil(static_cast<std::uint32_t>(latency) + kQueueing);
  }

  struct Kept {
    Flit flit;
    std::uint32_t vc;
  };

  unsigned vc_bits_;
  std::uint32_t count_;
  WordArrays words_;
  Zeros<Flit> lanes_;
  std::vector<Slot> slots_;
  std::vector<std::vector<Kept>> far_;  ///< by arrival
};

/// What a region of the packet engine sends another: a flit, or a credit.
template <class Flit>
struct PacketLetter {
  Flit flit;
  std::int64_t arrival;
  std::uint32_t vc;  ///< in the other region
  bool credit;
};

/// The channels of a region of the network: its wheel, and letters to the other regions.
template <class Flit>
class PacketChannels {
 public:
  using Wheel = PacketWheel<Flit>;
  using Slot = typename Wheel::Slot;
  using Letter = PacketLetter<Flit>;

  /// `region`: its number, of those that `letters` are for; the rest as for PacketWheel.
  PacketChannels(unsigned region, Letters<Letter>& letters, std::size_t vcs, int vc_bits,
                 int latency, int longest)
      : region_(region), wheel_(vcs, vc_bits, latency, longest), letters_(letters) {}

  /// The beginning of a cycle: what the other regions sent in the one before is read.
  void begin(std::int64_t cycle) {
    now_ = cycle;
    wheel_.turn(cycle);
    slots_ = wheel_.slots_from(cycle);
    letters_.read(region_, [&](const Letter& letter) {
      if (letter.credit)
        wheel_.put_credit(slots_[letter.arrival - now_], letter.vc);
      else
        put(letter.arrival - now_, letter.vc, letter.flit);
    });
  }

  /// What arrives in this cycle.
  [[nodiscard]] const Slot& arrivals() const { return slots_[0]; }
  /// What arrives so many cycles from now, at most the longest latency.
  [[nodiscard]] const Slot& slot(int cycles) const { return slots_[cycles]; }

  /// The cycle.
  [[nodiscard]] std::int64_t now() const { return now_; }

  /// Whether there is no other region. Then kAlone may be true in what follows.
  [[nodiscard]] bool alone() const { return letters_.regions() == 1; }

  /// A flit arrives at VC `vc` of what a link leads to in cycle `arrival`.
  template <bool kAlone>
  [[gnu::always_inline]] void send(const PacketLink& link, std::uint32_t vc, std::int64_t arrival,
                                   Flit flit) {
    if (kAlone || link.region == region_)
      put(arrival - now_, vc, flit);
    else
      letters_.post(region_, link.region, {flit, arrival, vc, false});
  }
  /// Fetches what a flit that leaves now, or a credit that goes back, will write to. `link`: what
  /// has the latency, and VC 0 at the other end.
  template <class Link>
  [[gnu::always_inline]] void fetch_for_flit(const Link& link, unsigned vc) const {
    wheel_.fetch(slots_[link.latency], link.vc0 + vc);
  }
  [[gnu::always_inline]] void fetch_for_credit(const PacketLink& link, unsigned vc) const {
    wheel_.fetch_credit(slots_[link.latency], link.vc0 + vc);
  }
  /// A credit goes back over the channel of an input VC.
  template <bool kAlone>
  [[gnu::always_inline]] void return_credit(const PacketLink& link, unsigned vc) {
    if (kAlone || link.region == region_) {
      wheel_.put_credit(slots_[link.latency], link.vc0 + vc);
    } else {
      letters_.post(region_, link.region, {Flit{}, now_ + link.latency, link.vc0 + vc, true});
    }
  }
  /// A flit leaves a terminal now, for input VC `vc` of its router.
  [[gnu::always_inline]] void inject(int latency, std::uint32_t vc, Flit flit) {
    wheel_.put(slots_[latency], vc, flit);
  }

  /// Between cycles.
  void serialize(Archive& archive) { archive(wheel_); }

 private:
  [[gnu::always_inline]] void put(std::int64_t cycles, std::uint32_t vc, Flit flit) {
    if (cycles >= wheel_.slots()) [[unlikely]]
      wheel_.keep(now_ + cycles, vc, flit);
    else
      wheel_.put(slots_[cycles], vc, flit);
  }

  unsigned region_;
  std::int64_t now_ = 0;
  const Slot* slots_ = nullptr;  ///< from that of this cycle on
  Wheel wheel_;
  Letters<Letter>& letters_;
};

}  // namespace dragonfly
