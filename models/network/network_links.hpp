// Channels of the network engine: wheels of arrival and credit bits, and rings of flits.
//
// A flit is written once, when it enters the network, and known by its number from then on. When it
// is granted it has taken a credit, so there is a place for it in the buffer at the other end of
// the channel; its number is written there at once, and what takes its time is the bit in the
// receiver's wheel that says when it arrives.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "models/common/zeros.hpp"
#include "models/network/far_credits.hpp"
#include "models/network/terminal_places.hpp"
#include "models/router/bits.hpp"
#include "models/router/router.hpp"
#include "models/router/router_parameters.hpp"

namespace dragonfly {

/// What an output VC leads to: an input VC of a router, or of the terminals at a router, which are
/// a node of their own with the numbers of the router's ports. Or where the credits of an input VC
/// go to: an output VC, or the terminals. Where channels are not directed one link says both.
struct VcLink {
  std::uint32_t ring = 0;     ///< place of the ring's first flit
  std::uint32_t wheel = 0;    ///< word in a slot of the wheel; that of credits follows kWords later
  std::uint16_t next = 0;     ///< place in the ring of the next flit
  std::uint16_t latency = 0;  ///< cycles; 0: not connected
  std::uint8_t bit = 0;       ///< in the word
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
        slot_mask_(std::bit_ceil(static_cast<std::uint32_t>(longest) + 1) - 1),
        words_((std::size_t{slot_mask_} + 1) * slot_words_) {
    for (std::size_t slot = 0; slot <= slot_mask_; ++slot)
      slots_.push_back(words_.get() + slot * slot_words_);
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

 private:
  std::size_t slot_words_;
  std::uint32_t slot_mask_;
  Zeros<std::uint64_t> words_;
  std::vector<std::uint64_t*> slots_;  ///< first words
};

/// What the routers of a network engine share.
template <int kWords>
struct NetworkChannels {
  Wheel<kWords>& wheel;
  std::uint32_t* rings;
  FarCredits& far_credits;
};

/// What a router sends to in the network engine; made anew for each router and cycle.
template <int kWords>
class NetworkLinks {
 public:
  /// `links` are those of the router's output VCs, `credit_links` of its input VCs; `last_returns`
  /// the cycle in which the last delayed credit of each input VC returns (null unless credits are
  /// delayed).
  NetworkLinks(const NetworkChannels<kWords>& channels, const RouterParameters& parameters,
               VcLink* links, const VcLink* credit_links, std::int64_t* last_returns,
               std::int64_t now)
      : channels_(channels),
        links_(links),
        credit_links_(credit_links),
        last_returns_(last_returns),
        now_(now),
        vc_bits_(parameters.vc_bits),
        ring_mask_((1U << parameters.ring_log) - 1) {}

  /// Last cycle in which a flit sent leaves; -1: none was sent.
  [[nodiscard]] std::int64_t latest() const { return latest_; }

  [[gnu::always_inline]] void send(unsigned output_vc, std::uint32_t flit, std::int64_t departure) {
    VcLink& link = links_[output_vc];
    if (link.latency == 0) fail(output_vc >> vc_bits_);
    channels_.rings[link.ring + link.next] = flit;
    link.next = static_cast<std::uint16_t>((link.next + 1U) & ring_mask_);
    channels_.wheel.slot(departure + link.latency)[link.wheel] |= std::uint64_t{1} << link.bit;
    latest_ = std::max(latest_, departure);
  }

  [[gnu::always_inline]] void return_credit(unsigned input_vc) {
    const VcLink& link = credit_links_[input_vc];
    channels_.wheel.slot(now_ + link.latency)[link.wheel + kWords] |= std::uint64_t{1} << link.bit;
  }

  void delay_credit(unsigned input_vc, unsigned delay) {
    // One credit of an input VC returns a cycle, in order.
    std::int64_t& last = last_returns_[input_vc];
    last = std::max(now_ + delay, last + 1);
    const VcLink& link = credit_links_[input_vc];
    const std::int64_t arrival = last + link.latency;
    const std::uint64_t bit = std::uint64_t{1} << link.bit;
    if (arrival - now_ >= channels_.wheel.slots())
      channels_.far_credits.add(arrival, link.wheel + kWords, bit);
    else
      channels_.wheel.slot(arrival)[link.wheel + kWords] |= bit;
  }

 private:
  [[noreturn, gnu::cold]] static void fail(unsigned port) {
    throw RouterFailure("a packet is routed to port " + std::to_string(port) +
                        ", which is not connected");
  }

  const NetworkChannels<kWords>& channels_;
  VcLink* links_;
  const VcLink* credit_links_;
  std::int64_t* last_returns_;
  std::int64_t now_;
  std::int64_t latest_ = -1;
  int vc_bits_;
  unsigned ring_mask_;
};

/// The flits that terminals have sent to routers that decide on arrival, which is when a place in a
/// FIFO is found for them. A terminal has no more on the way than it has credits.
class InjectedFlits {
 public:
  InjectedFlits() = default;
  /// `ring_log`: of the flits that there is room for, of each terminal.
  InjectedFlits(int terminals, int ring_log)
      : ring_log_(ring_log),
        mask_((1U << ring_log) - 1),
        rings_(static_cast<std::size_t>(terminals) << ring_log),
        ends_(static_cast<std::size_t>(terminals)) {}

  void push(std::size_t terminal, std::uint32_t flit) {
    rings_[place(terminal, ends_[terminal].last++)] = flit;
  }
  [[nodiscard]] std::uint32_t pop(std::size_t terminal) {
    return rings_[place(terminal, ends_[terminal].first++)];
  }

 private:
  struct Ends {
    std::uint16_t first = 0, last = 0;
  };

  [[nodiscard]] std::size_t place(std::size_t terminal, unsigned number) const {
    return (terminal << ring_log_) + (number & mask_);
  }

  int ring_log_ = 0;
  unsigned mask_ = 0;
  std::vector<std::uint32_t> rings_;  ///< [terminal]
  std::vector<Ends> ends_;            ///< [terminal]
};

/// The same as NetworkLinks, for a router that decides on arrival.
template <int kWords>
class ArrivalLinks : public NetworkLinks<kWords> {
 public:
  ArrivalLinks(const NetworkLinks<kWords>& links, InjectedFlits& injected,
               const TerminalPlaces& places, std::size_t router)
      : NetworkLinks<kWords>(links), injected_(injected), places_(places), router_(router) {}

  [[nodiscard]] std::uint32_t injected(unsigned port) {
    return injected_.pop(static_cast<std::size_t>(places_.injecting(router_, port)));
  }
  [[nodiscard]] static std::uint32_t settle(std::uint32_t flit, std::size_t) { return flit; }

 private:
  InjectedFlits& injected_;
  const TerminalPlaces& places_;
  std::size_t router_;
};

}  // namespace dragonfly
