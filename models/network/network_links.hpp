// SPDX-License-Identifier: Apache-2.0
// Channels of the flit engine: wheels of arrival and credit bits, and rings of flits.
//
// A flit is written once, when it enters the network, and known by its number from then on. When it
// is granted it has taken a credit, so there is a place for it in the buffer at the other end of
// the channel; its number is written there at once, and what takes its time is the bit in the
// receiver's wheel that says when it arrives. What another region receives travels by letter, and
// has another number there.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "models/common/zeros.hpp"
#include "models/network/far_credits.hpp"
#include "models/network/flit_store.hpp"
#include "models/network/letters.hpp"
#include "models/network/terminal_places.hpp"
#include "models/router/bits.hpp"
#include "models/router/router.hpp"
#include "models/router/router_parameters.hpp"

namespace dragonfly {

/// What an output VC leads to: an input VC of a router, or of the terminals at a router, which are
/// a node of their own with the numbers of the router's ports. Or where the credits of an input VC
/// go to: an output VC, or the terminals. Where channels are not directed one link says both.
/// Places and words are those of the region that receives.
struct VcLink {
  std::uint32_t ring = 0;     ///< place of the ring's first flit
  std::uint32_t wheel = 0;    ///< word in a slot of the wheel; that of credits follows kWords later
  std::uint16_t next = 0;     ///< place in the ring of the next flit
  std::uint16_t latency = 0;  ///< cycles; 0: not connected
  std::uint8_t bit = 0;       ///< in the word
  std::uint8_t region = 0;    ///< of the other end
};

/// What a region of the flit engine sends another: a flit for a place in the rings, or a credit.
template <int kFlitWords>
struct FlitLetter {
  std::int64_t arrival;
  std::array<std::uint64_t, kFlitWords> flit;
  std::uint32_t ring;   ///< the place
  std::uint32_t wheel;  ///< word in the slot of its arrival
  std::uint8_t bit;     ///< in the word
  bool credit;
};

/// A slot for each coming cycle, in which each node has two masks: arriving flits by input VC,
/// then arriving credits by output VC. What arrives in the next few cycles at all nodes lies close
/// together.
template <int kWords>
class Wheel {
 public:
  static constexpr std::uint32_t kNodeWords = 2 * kWords;

  /// `longest`: largest number of cycles from sending to arrival.
  Wheel(int nodes, int longest)
      : slot_words_(static_cast<std::size_t>(nodes) * kNodeWords),
        slot_mask_(slots_for(longest) - 1),
        words_((std::size_t{slot_mask_} + 1) * slot_words_) {
    for (std::size_t slot = 0; slot <= slot_mask_; ++slot)
      slots_.push_back(words_.get() + slot * slot_words_);
  }
  /// Bytes that it takes.
  [[nodiscard]] static std::size_t bytes(std::size_t nodes, int longest) {
    return slots_for(longest) * nodes * kNodeWords * sizeof(std::uint64_t);
  }
  Wheel(const Wheel&) = delete;
  Wheel& operator=(const Wheel&) = delete;

  [[nodiscard]] std::uint64_t* slot(std::int64_t cycle) const {
    return slots_[static_cast<std::uint32_t>(cycle) & slot_mask_];
  }
  [[nodiscard]] std::size_t slot_words() const { return slot_words_; }
  [[nodiscard]] std::int64_t slots() const { return std::int64_t{slot_mask_} + 1; }
  /// Whether nothing is on the way.
  [[nodiscard]] bool empty() const {
    const std::uint64_t* const words = words_.get();
    return std::all_of(words, words + static_cast<std::size_t>(slots()) * slot_words_,
                       [](std::uint64_t word) { return word == 0; });
  }

  void serialize(Archive& archive) { archive(words_); }

 private:
  static std::uint32_t slots_for(int longest) {
    return std::bit_ceil(static_cast<std::uint32_t>(longest) + 1);
  }

  std::size_t slot_words_;
  std::uint32_t slot_mask_;
  Zeros<std::uint64_t> words_;
  std::vector<std::uint64_t*> slots_;  ///< first words
};

/// The channels of a region.
template <int kWords, int kFlitWords>
class NetworkChannels {
 public:
  using Letter = FlitLetter<kFlitWords>;

  /// `region`: its number, of those that `letters` are for; the rest as for Wheel, and the places
  /// in the rings.
  NetworkChannels(unsigned region, Letters<Letter>& letters, int nodes, int longest,
                  std::size_t places, std::size_t most_flits)
      : wheel(nodes, longest),
        rings(places),
        flits(most_flits),
        region_(region),
        letters_(letters) {}

  /// The beginning of a cycle: what the other regions sent in the one before is read, and credits
  /// that are far away come nearer.
  void begin(std::int64_t now) {
    letters_.read(region_, [&](const Letter& letter) {
      const std::uint64_t bit = std::uint64_t{1} << letter.bit;
      if (letter.credit) return put_credit(now, letter.arrival, letter.wheel, bit);
      rings[letter.ring] = flits.put(letter.flit.data());
      wheel.slot(letter.arrival)[letter.wheel] |= bit;
    });
    if (far_credits.empty() || (now & (wheel.slots() / 2 - 1)) != 0) return;
    far_credits.take(now + wheel.slots(),
                     [&](std::int64_t arrival, std::uint32_t word, std::uint64_t bit) {
                       wheel.slot(arrival)[word] |= bit;
                     });
  }

  /// Whether nothing is on the way.
  [[nodiscard]] bool empty() const { return far_credits.empty() && wheel.empty(); }

  [[nodiscard]] unsigned region() const { return region_; }
  [[gnu::noinline]] void post_flit(const VcLink& link, std::uint32_t place, std::uint32_t number,
                                   std::int64_t arrival) {
    Letter letter{arrival, {}, place, link.wheel, link.bit, false};
    std::copy_n(flits[number], kFlitWords, letter.flit.begin());
    letters_.post(region_, link.region, letter);
    flits.give_back(number);
  }
  [[gnu::noinline]] void post_credit(const VcLink& link, std::int64_t arrival) {
    letters_.post(region_, link.region, {arrival, {}, 0, link.wheel + kWords, link.bit, true});
  }

  /// A credit that may be delayed for longer than the wheel reaches arrives as `bit` of a word.
  void put_credit(std::int64_t now, std::int64_t arrival, std::uint32_t word, std::uint64_t bit) {
    if (arrival - now >= wheel.slots())
      far_credits.add(arrival, word, bit);
    else
      wheel.slot(arrival)[word] |= bit;
  }

  void serialize(Archive& archive) { archive(wheel, rings, flits, far_credits); }

  Wheel<kWords> wheel;
  Zeros<std::uint32_t> rings;  ///< numbers of flits
  FlitStore<kFlitWords> flits;
  FarCredits far_credits;

 private:
  unsigned region_;
  Letters<Letter>& letters_;
};

/// What a router sends to in the flit engine; made anew for each router and cycle.
template <int kWords, int kFlitWords>
class NetworkLinks {
 public:
  using Channels = NetworkChannels<kWords, kFlitWords>;

  /// `links` are those of the router's output VCs, `credit_links` of its input VCs; `last_returns`
  /// the cycle in which the last delayed credit of each input VC returns (null unless credits are
  /// delayed).
  NetworkLinks(Channels& channels, const RouterParameters& parameters, VcLink* links,
               const VcLink* credit_links, std::int64_t* last_returns, std::int64_t now)
      : channels_(channels),
        rings_(channels.rings.get()),
        links_(links),
        credit_links_(credit_links),
        last_returns_(last_returns),
        now_(now),
        region_(channels.region()),
        vc_bits_(parameters.vc_bits),
        ring_mask_((1U << parameters.ring_log) - 1) {}

  /// Last cycle in which a flit sent leaves; -1: none was sent.
  [[nodiscard]] std::int64_t latest() const { return latest_; }

  [[gnu::always_inline]] void send(unsigned output_vc, std::uint32_t flit, std::int64_t departure) {
    VcLink& link = links_[output_vc];
    if (link.latency == 0) fail(output_vc >> vc_bits_);
    const std::uint32_t place = link.ring + link.next;
    link.next = static_cast<std::uint16_t>((link.next + 1U) & ring_mask_);
    latest_ = std::max(latest_, departure);
    const std::int64_t arrival = departure + link.latency;
    if (link.region != region_) return channels_.post_flit(link, place, flit, arrival);
    rings_[place] = flit;
    channels_.wheel.slot(arrival)[link.wheel] |= std::uint64_t{1} << link.bit;
  }

  [[gnu::always_inline]] void return_credit(unsigned input_vc) {
    const VcLink& link = credit_links_[input_vc];
    const std::int64_t arrival = now_ + link.latency;
    if (link.region != region_) return channels_.post_credit(link, arrival);
    channels_.wheel.slot(arrival)[link.wheel + kWords] |= std::uint64_t{1} << link.bit;
  }

  void delay_credit(unsigned input_vc, unsigned delay) {
    // One credit of an input VC returns a cycle, in order.
    std::int64_t& last = last_returns_[input_vc];
    last = std::max(now_ + delay, last + 1);
    const VcLink& link = credit_links_[input_vc];
    const std::int64_t arrival = last + link.latency;
    if (link.region != region_) return channels_.post_credit(link, arrival);
    channels_.put_credit(now_, arrival, link.wheel + kWords, std::uint64_t{1} << link.bit);
  }

 private:
  [[noreturn, gnu::cold]] static void fail(unsigned port) {
    throw RouterFailure("a packet is routed to port " + std::to_string(port) +
                        ", which is not connected");
  }

  Channels& channels_;
  std::uint32_t* rings_;
  VcLink* links_;
  const VcLink* credit_links_;
  std::int64_t* last_returns_;
  std::int64_t now_;
  std::int64_t latest_ = -1;
  unsigned region_;
  int vc_bits_;
  unsigned ring_mask_;
};

/// The flits that terminals have sent to routers that decide on arrival, which is when a place in a
/// FIFO is found for them. A terminal has no more on the way than it has credits.
class InjectedFlits {
 public:
  InjectedFlits() = default;
  /// Of terminals `first` to `first` + `count`-1; `ring_log`: of the flits that there is room for,
  /// of each.
  InjectedFlits(int first, int count, int ring_log)
      : first_(first),
        ring_log_(ring_log),
        mask_((1U << ring_log) - 1),
        rings_(static_cast<std::size_t>(count) << ring_log),
        ends_(static_cast<std::size_t>(count)) {}

  void push(int terminal, std::uint32_t flit) {
    const auto number = static_cast<std::size_t>(terminal - first_);
    rings_[place(number, ends_[number].last++)] = flit;
  }
  [[nodiscard]] std::uint32_t pop(int terminal) {
    const auto number = static_cast<std::size_t>(terminal - first_);
    return rings_[place(number, ends_[number].first++)];
  }

  void serialize(Archive& archive) { archive(rings_, ends_); }

 private:
  struct Ends {
    std::uint16_t first = 0, last = 0;
  };

  [[nodiscard]] std::size_t place(std::size_t terminal, unsigned flit) const {
    return (terminal << ring_log_) + (flit & mask_);
  }

  int first_ = 0, ring_log_ = 0;
  unsigned mask_ = 0;
  std::vector<std::uint32_t> rings_;  ///< [terminal]
  std::vector<Ends> ends_;            ///< [terminal]
};

/// The same as NetworkLinks, for a router that decides on arrival.
template <int kWords, int kFlitWords>
class ArrivalLinks : public NetworkLinks<kWords, kFlitWords> {
 public:
  ArrivalLinks(const NetworkLinks<kWords, kFlitWords>& links, InjectedFlits& injected,
               const TerminalPlaces& places, std::size_t router)
      : NetworkLinks<kWords, kFlitWords>(links),
        injected_(injected),
        places_(places),
        router_(router) {}

  [[nodiscard]] std::uint32_t injected(unsigned port) {
    return injected_.pop(places_.injecting(router_, port));
  }
  [[nodiscard]] static std::uint32_t settle(std::uint32_t flit, std::size_t) { return flit; }

 private:
  InjectedFlits& injected_;
  const TerminalPlaces& places_;
  std::size_t router_;
};

}  // namespace dragonfly
