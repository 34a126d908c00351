// Channels of the network engine: wheels of arrival and credit bits, and rings of flits.
//
// A flit that is granted has taken a credit, so there is a place for it in the buffer at the other
// end of the channel. It is written there at once, and never moved again; what takes its time is
// the bit in the receiver's wheel that says when it arrives.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "models/network/far_credits.hpp"
#include "models/router/bits.hpp"
#include "models/router/router.hpp"
#include "models/router/router_parameters.hpp"

namespace dragonfly {

/// What a port leads to: a router, or the terminals of a router, which are a node of their own.
struct PortLink {
  std::uint32_t ring = 0;     ///< ring of VC 0 of the port at the other end
  std::uint32_t wheel = 0;    ///< first word of that node in a slot of the wheel
  std::uint16_t bit = 0;      ///< VC 0 of the port at the other end
  std::uint16_t latency = 0;  ///< cycles; 0: the port is not connected
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
        words_((std::size_t{slot_mask_} + 1) * slot_words_) {}

  [[nodiscard]] std::uint64_t* slot(std::int64_t cycle) {
    return words_.data() + (static_cast<std::uint32_t>(cycle) & slot_mask_) * slot_words_;
  }
  [[nodiscard]] std::size_t slot_words() const { return slot_words_; }
  [[nodiscard]] std::int64_t slots() const { return std::int64_t{slot_mask_} + 1; }

 private:
  std::size_t slot_words_;
  std::uint32_t slot_mask_;
  std::vector<std::uint64_t> words_;
};

/// What a router sends to in the network engine; made anew for each router and cycle.
template <int kWords, int kFlitWords>
class NetworkLinks {
 public:
  /// What the routers of a network share.
  struct Shared {
    Wheel<kWords>& wheel;
    std::uint64_t* flits;  ///< of all rings
    FarCredits& far_credits;
    std::int64_t latest = -1;  ///< last cycle in which a flit leaves, as far as is known
  };

  /// `ports`, `places` and `last_returns` are the router's own: where its ports lead, the place of
  /// the next flit in the ring behind each output VC, and the cycle in which the last delayed
  /// credit of each input VC returns (null unless credits are delayed).
  NetworkLinks(Shared& shared, const RouterParameters& parameters, const PortLink* ports,
               std::uint16_t* places, std::int64_t* last_returns, std::int64_t now)
      : shared_(shared),
        ports_(ports),
        places_(places),
        last_returns_(last_returns),
        now_(now),
        vc_bits_(parameters.vc_bits),
        vc_mask_(static_cast<unsigned>(parameters.vc_mask)),
        ring_log_(parameters.ring_log) {}

  void send(unsigned output_vc, const std::uint64_t* flit, std::int64_t departure) {
    const PortLink& link = ports_[output_vc >> vc_bits_];
    const unsigned vc = output_vc & vc_mask_;
    if (link.latency == 0) fail(output_vc >> vc_bits_);
    std::uint16_t& place = places_[output_vc];
    std::uint64_t* const there =
        shared_.flits + ((std::size_t{link.ring + vc} << ring_log_) + place) * kFlitWords;
    for (int w = 0; w < kFlitWords; ++w) there[w] = flit[w];
    place = static_cast<std::uint16_t>((place + 1U) & ((1U << ring_log_) - 1));
    const unsigned bit = link.bit + vc;
    shared_.wheel.slot(departure + link.latency)[link.wheel + Bits<kWords>::index(bit)] |=
        Bits<kWords>::bit(bit);
    shared_.latest = std::max(shared_.latest, departure);
  }

  void return_credit(unsigned input_vc) { credit(input_vc, now_); }

  void delay_credit(unsigned input_vc, unsigned delay) {
    // One credit of an input VC returns a cycle, in order.
    std::int64_t& last = last_returns_[input_vc];
    last = std::max(now_ + delay, last + 1);
    credit(input_vc, last);
  }

 private:
  void credit(unsigned input_vc, std::int64_t cycle) {
    const PortLink& link = ports_[input_vc >> vc_bits_];
    const unsigned bit = link.bit + (input_vc & vc_mask_);
    const std::uint32_t word = link.wheel + kWords + Bits<kWords>::index(bit);
    const std::int64_t arrival = cycle + link.latency;
    if (last_returns_ != nullptr && arrival - now_ >= shared_.wheel.slots())
      shared_.far_credits.add(arrival, word, Bits<kWords>::bit(bit));
    else
      shared_.wheel.slot(arrival)[word] |= Bits<kWords>::bit(bit);
  }

  [[noreturn]] static void fail(unsigned port) {
    throw RouterFailure("a packet is routed to port " + std::to_string(port) +
                        ", which is not connected");
  }

  Shared& shared_;
  const PortLink* ports_;
  std::uint16_t* places_;
  std::int64_t* last_returns_;
  std::int64_t now_;
  int vc_bits_;
  unsigned vc_mask_;
  int ring_log_;
};

}  // namespace dragonfly
