// SPDX-License-Identifier: Apache-2.0
// The routers of the packet engine: their registers, and one cycle of their logic.
//
// They are routers of docs/microarchitecture.md for packets of one flit and credits that are not
// delayed. Then no packet is ever half way through a router: there is no mid-packet, no held VC and
// no need for more than one credit, and a packet's path is known from its decision on
// (packet_flit.hpp). (RouterCore can do everything.)
//
// What is left is small, and the time goes into branches that no processor can foresee: loops over
// the bits of masks end after three turns in one router, after nine in the next. So the routers do
// their work together: what every flit needs is done in long loops over lists of the flits of many
// routers, what every router needs with masks and bit planes, and the lists are written a few
// entries at a time, whether there are as many or not.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "models/common/zeros.hpp"
#include "models/network/bit_list.hpp"
#include "models/network/engine_parts.hpp"
#include "models/network/network_engine.hpp"
#include "models/network/packet_wheel.hpp"
#include "models/network/router_words.hpp"
#include "models/router/bits.hpp"
#include "models/router/decisions.hpp"
#include "models/router/request_order.hpp"
#include "models/router/router_parameters.hpp"

namespace dragonfly {

/// The routers of a region. Input and output VCs are numbered through all of them: VC i of router r
/// is 64 kWords r + i; ports likewise, a VC's port being its number shifted right. A bit that
/// stands for a VC is bit n % 64 of word n / 64 of an array, n being the VC's number.
template <int kWords, class Flit>
class PacketRouters {
 public:
  using Mask = Bits<kWords>;
  using Channels = PacketChannels<Flit>;
  static constexpr std::size_t kVcs = std::size_t{64} * kWords;

  /// Routers that work together, as many as together() says. The fewest are so many that they fill
  /// a vector of words, the most so few that lists of all their VCs stay small.
  static constexpr std::size_t kFewestTogether = 16;
  static constexpr std::size_t kMostTogether = 64;

  /// What is fetched from memory is asked for so many flits before it is needed.
  static constexpr int kAhead = 12;

  /// An output: all that a grant looks at, within a cache line, if it has no more bytes than that.
  struct alignas(kWords == 1 ? 32 : 64) Port {
    std::int64_t next_free;  ///< first cycle in which no flit of the output queue leaves
    std::uint64_t granted;   ///< flits that have ever entered the output queue
    std::uint32_t vc0;       ///< input VC 0 at the other end of the channel
    std::uint16_t latency;   ///< of the channel, cycles
    std::uint16_t pointer;   ///< an input VC of the router
    Mask requests;           ///< input VCs of the router with a route to this output

    /// Flits in the output queue at the start of a cycle.
    [[nodiscard]] std::int64_t waiting(std::int64_t cycle) const {
      return std::max<std::int64_t>(0, next_free - cycle);
    }
  };

  /// `parameters` must outlive this object. `directed`: whether channels are, and so inputs have
  /// links of their own for their credits.
  PacketRouters(const RouterParameters& parameters, std::size_t routers, bool directed)
      : at_(parameters),
        routers_(routers),
        vc_bits_(static_cast<unsigned>(parameters.vc_bits)),
        vc_mask_(static_cast<unsigned>(parameters.vc_mask)),
        queue_mask_((std::size_t{1} << parameters.ring_log) - 1),
        queue_stride_(queue_stride(routers)),
        // What waits in an output queue holds a credit, so without room there are no credits left.
        always_room_(parameters.room_limit >= parameters.vcs * parameters.depth - 1),
        fetches_ahead_(routers * kVcs * sizeof(Flit) > kSecondCache / 2),
        words_(routers * kWords, vc_bits_, parameters.depth, parameters.speedup,
               parameters.needs.vc_queues),
        links_(routers * kVcs >> vc_bits_),
        directed_credit_links_(directed ? routers * kVcs >> vc_bits_ : 0),
        credit_links_(directed ? directed_credit_links_.get() : links_.get()),
        ports_(routers * kVcs >> vc_bits_),
        asking_ports_(asking_ports(parameters)),
        lfsrs_(routers * asking_ports_),
        routes_(routers * kVcs),
        fronts_(routers * kVcs),
        places_(routers * kVcs),
        queues_(queue_stride_ << parameters.ring_log),
        list_(kMostTogether * kVcs),
        fresh_list_(kMostTogether * kVcs),
        joining_list_(kMostTogether * kVcs),
        hard_list_(kMostTogether * kVcs),
        shared_(kMostTogether * kVcs),
        undecided_list_(kMostTogether * kVcs) {
    Mask outputs{}, bases{};
    for (int port = 0; port < parameters.ports; ++port) {
      const auto base = static_cast<unsigned>(port << parameters.vc_bits);
      bases.set(base);
      for (int vc = 0; vc < parameters.vcs; ++vc) outputs.set(base + static_cast<unsigned>(vc));
    }
    const auto network = parameters.silent_inputs<kWords>();
    for (std::size_t word = 0; word < routers * kWords; ++word) {
      const std::size_t w = word % kWords;
      words_.set_up(word, outputs.word[w], bases.word[w], network.word[w]);
    }
  }

  /// What so many routers take; the rest as for the constructor.
  [[nodiscard]] static EngineMemory memory(const RouterParameters& parameters, std::size_t routers,
                                           bool directed) {
    const std::size_t vcs = routers * kVcs, ports = vcs >> parameters.vc_bits;
    const std::size_t always =
        RouterWords::bytes(routers * kWords, parameters.depth, parameters.needs.vc_queues) +
        ports * (sizeof(Port) + sizeof(PacketLink) * (directed ? 2 : 1)) +
        routers * asking_ports(parameters) * sizeof(std::uint32_t) +
        vcs * (sizeof(Route) + sizeof(Flit) + sizeof(Places));
    return {always, (queue_stride(routers) << parameters.ring_log) * sizeof(Flit)};
  }

  /// Routers that should work together in this cycle, given what was granted in the one before:
  /// every end of a list costs time, but what the routers touch should stay in the first cache.
  [[nodiscard]] std::size_t together() {
    const std::size_t routers = kGrantsTogether * routers_ / (grants_ + 1);
    grants_ = 0;
    return std::clamp(routers, kFewestTogether, kMostTogether) / kFewestTogether * kFewestTogether;
  }

  [[nodiscard]] bool fetches_ahead() const { return fetches_ahead_; }
  [[nodiscard]] Port& port(std::size_t router, int port) const {
    return ports_[(router * kVcs >> vc_bits_) + static_cast<std::size_t>(port)];
  }
  /// Says what a port leads to.
  void connect(std::size_t router, int port, const PacketLink& link) {
    links_[(router * kVcs >> vc_bits_) + static_cast<std::size_t>(port)] = link;
    Port& output = this->port(router, port);
    output.vc0 = link.vc0;
    output.latency = link.latency;
  }
  /// Says where the credits of an input port go, where channels are directed.
  void connect_credits(std::size_t router, int port, const PacketLink& link) {
    directed_credit_links_[(router * kVcs >> vc_bits_) + static_cast<std::size_t>(port)] = link;
  }
  /// That of a port whose VC 0 asks.
  [[nodiscard]] std::uint32_t& lfsr(std::size_t router, unsigned port) const {
    return lfsrs_[router * asking_ports_ + port];
  }
  /// The front of an input VC that asks.
  [[nodiscard]] Flit& undecided_front(std::size_t number) const { return fronts_[number]; }
  /// The output VC that the front of an input VC goes to, once that is known.
  [[gnu::always_inline]] [[nodiscard]] std::uint32_t route(std::size_t number) const {
    return static_cast<std::uint32_t>(number / kVcs * kVcs) +
           static_cast<std::uint32_t>(routes_[number]);
  }
  /// Input VCs of a router with a flit in the FIFO.
  [[nodiscard]] Mask front(std::size_t router) const { return load(words_.front, router * kWords); }
  /// Of these, those whose front has become so by the departure of another.
  [[nodiscard]] Mask fresh(std::size_t router) const { return load(words_.fresh, router * kWords); }
  /// Flits in the FIFO of an input VC.
  [[nodiscard]] int occupancy(std::size_t number) const {
    if (!test(words_.front, number)) return 0;
    const Places& places = places_[number];
    // A front that is fresh is still in the queue.
    return (test(words_.fresh, number) ? 0 : 1) + places.flits();
  }
  /// Credits of an output VC.
  [[nodiscard]] int credits(std::size_t number) const { return words_.credits(number); }
  /// Input VCs whose front must be decided, of the routers of the last arrive().
  [[nodiscard]] const BitList& undecided() const { return undecided_list_; }

  /// Flits arrive, and fronts get their routes, at routers `first` to `last`-1. Their words of
  /// flits in the slot are cleared.
  [[gnu::always_inline]] void arrive(std::size_t first, std::size_t last,
                                     const typename Channels::Slot& slot) {
    words_.sort_arrivals(first * kWords, last * kWords, slot.flits);
    list_.assign(words_.heads, first * kWords, last * kWords);
    undecided_list_.assign(words_.undecided, first * kWords, last * kWords);
    fresh_list_.assign(words_.fresh, first * kWords, last * kWords);
    joining_list_.assign(words_.joining, first * kWords, last * kWords);
    shared_.clear();
    const Flit* const lanes = slot.lanes;
    const Port* const ports = ports_.get();
    Flit* const fronts = fronts_.get();
    for (const std::uint32_t& number : list_) {
      if (fetches_ahead_) {
        const std::uint32_t soon = (&number)[kAhead];
        const auto first_vc = static_cast<std::uint32_t>(soon / kVcs * kVcs);
        fetch_port(ports + ((first_vc + lanes[soon >> vc_bits_].next()) >> vc_bits_));
        __builtin_prefetch(fronts + soon, 1);
      }
      const Flit flit = lanes[number >> vc_bits_];
      fronts[number] = flit.passed();
      claim(number, flit.next());
    }
    // Of an asking VC that is not new the queue has the front.
    for (const std::uint32_t& number : undecided_list_) {
      if (fetches_ahead_) __builtin_prefetch(fronts + (&number)[kAhead], 1);
      fronts[number] = lanes[number >> vc_bits_];
    }
    for (const std::uint32_t number : fresh_list_) {
      Places& places = places_[number];
      Flit front = queued_flit(number, places.read++);
      // An empty queue begins anew at its first place, to use little memory.
      const bool left = places.flits() != 0;
      const auto kept = static_cast<std::uint16_t>(0U - (left ? 1U : 0U));
      places.read &= kept;
      places.write &= kept;
      words_.queued[number >> 6] ^= std::uint64_t{!left} << (number & 63);
      if (test(words_.network, number)) {
        claim(number, front.next());
        front = front.passed();
      }
      fronts[number] = front;
    }
    for (const std::uint32_t number : joining_list_) {
      Places& places = places_[number];
      queued_flit(number, places.write++) = lanes[number >> vc_bits_];
      words_.queued[number >> 6] |= bit(number);
    }
  }

  /// Fetches the LFSRs of a router.
  [[gnu::always_inline]] void fetch_lfsr(std::size_t router) const {
    __builtin_prefetch(&lfsr(router, 0), 1);
  }
  /// Fetches what a decision for an output port looks at and a claim writes to.
  [[gnu::always_inline]] void fetch_output(std::size_t router, unsigned port) const {
    const std::size_t vc = router * kVcs + (port << vc_bits_);
    fetch_port(&ports_[vc >> vc_bits_]);
    words_.fetch_credits(vc);
  }

  /// Input VC `vc` has a route to `output_vc` of its router from now on.
  [[gnu::always_inline]] void claim(std::uint32_t vc, unsigned output_vc) {
    const auto base = static_cast<std::uint32_t>(vc / kVcs * kVcs);
    const std::uint32_t route = base + output_vc;
    routes_[vc] = static_cast<Route>(output_vc);
    words_.claim(route);
    Mask& requests = ports_[route >> vc_bits_].requests;
    // Noted once, or more often if it has to wait.
    shared_.add_if(requests.one(), route & ~vc_mask_);
    requests.set(static_cast<unsigned>(vc - base));
  }

  /// The part of the cycle after the decisions. The words of credits in the slot are cleared.
  /// Returns whether a flit was granted.
  [[gnu::always_inline]] bool finish(std::size_t first, std::size_t last, std::int64_t now,
                                     const typename Channels::Slot& slot, Channels& channels) {
    const std::size_t begin = first * kWords, end = last * kWords;
    if (!always_room_) find_full_queues(first, last, now);
    point_shared();
    std::copy(words_.front + begin, words_.front + end, words_.granted + begin);
    hard_list_.assign(words_.hard, begin, end);
    for (const std::uint32_t port : hard_list_) {
      const Mask& requests = ports_[port >> vc_bits_].requests;
      std::uint64_t* const granted = words_.granted + port / kVcs * kWords;
      for (int w = 0; w < kWords; ++w) granted[w] &= ~requests.word[w];
    }
    list_.assign(words_.granted, begin, end);
    grants_ += list_.size();
    for (const std::uint32_t port : hard_list_) allocate(port, now, channels);
    if (channels.alone())
      grant_list<true>(now, channels);
    else
      grant_list<false>(now, channels);
    return words_.settle(begin, end, slot.credits);
  }

  /// q of an output of a router, flits; between arrive() and finish().
  [[gnu::always_inline]] [[nodiscard]] int queue(std::size_t router, unsigned port) const {
    const std::size_t base = router * kVcs + (port << vc_bits_);
    int flits = at_.depth * at_.vcs + ports_[base >> vc_bits_].requests.count();
    for (std::size_t vc = 0; vc < static_cast<std::size_t>(at_.vcs); ++vc)
      flits -= words_.credits(base + vc);
    return flits;
  }
  /// q of an output VC, flits.
  [[gnu::always_inline]] [[nodiscard]] int queue(std::size_t router, unsigned port,
                                                 unsigned vc) const {
    const std::size_t output = router * kVcs + (port << vc_bits_) + vc;
    return at_.depth - words_.credits(output) + words_.claims(output);
  }

  /// Between cycles.
  void serialize(Archive& archive) {
    archive(grants_, words_, ports_, lfsrs_, routes_, fronts_, places_, queues_);
  }

 private:
  /// Of a router. A type of its own, as compilers must expect of a plain byte that it lies
  /// anywhere.
  enum class Route : std::conditional_t<kWords <= 4, std::uint8_t, std::uint16_t>{};
  /// In the queue behind the front of an input VC, modulo 2^16.
  struct Places {
    std::uint16_t read, write;
    [[nodiscard]] int flits() const { return static_cast<std::uint16_t>(write - read); }
  };
  [[gnu::always_inline]] [[nodiscard]] Flit& queued_flit(std::uint32_t number,
                                                         std::uint16_t place) const {
    return queues_[(place & queue_mask_) * queue_stride_ + number];
  }

  /// So that the places of a queue are not at the same place of the cache.
  [[nodiscard]] static std::size_t queue_stride(std::size_t routers) {
    constexpr std::size_t kLine = 64;
    return routers * kVcs + kLine / sizeof(Flit);
  }
  [[nodiscard]] static std::size_t asking_ports(const RouterParameters& parameters) {
    if (parameters.askers.empty()) return 0;
    return (static_cast<std::size_t>(parameters.askers.back()) >> parameters.vc_bits) + 1;
  }
  [[nodiscard]] static std::uint64_t bit(std::size_t number) {
    return std::uint64_t{1} << (number & 63);
  }
  [[gnu::always_inline]] static void fetch_port(const Port* port) {
    constexpr std::size_t kLine = 64;
    for (std::size_t byte = 0; byte < sizeof(Port); byte += kLine)
      __builtin_prefetch(reinterpret_cast<const char*>(port) + byte, 1);
  }
  [[nodiscard]] static bool test(const std::uint64_t* words, std::size_t number) {
    return (words[number >> 6] & bit(number)) != 0;
  }
  /// The mask of a router, whose first word is `word`.
  [[gnu::always_inline]] [[nodiscard]] static Mask load(const std::uint64_t* words,
                                                        std::size_t word) {
    Mask mask;
    for (int w = 0; w < kWords; ++w) mask.word[w] = words[word + static_cast<std::size_t>(w)];
    return mask;
  }

  /// Outputs that must be looked at on their own.
  void find_full_queues(std::size_t first, std::size_t last, std::int64_t now) {
    for (std::size_t router = first; router < last; ++router) {
      for (int port = 0; port < at_.ports; ++port) {
        if (!has_room(this->port(router, port), now)) {
          const std::size_t vc = router * kVcs + (static_cast<std::size_t>(port) << vc_bits_);
          words_.hard[vc >> 6] |= bit(vc);
        }
      }
    }
  }

  /// Moves the pointers of outputs that grant two or more requests.
  [[gnu::always_inline]] void point_shared() {
    for (const std::uint32_t vc : shared_) {
      if (test(words_.hard, vc)) continue;
      Port& output = ports_[vc >> vc_bits_];
      if (output.requests.count() > at_.speedup) [[unlikely]]
        words_.hard[vc >> 6] |= bit(vc);
      else
        point_behind_all(output.requests, load(words_.batch, vc / kVcs * kWords), output);
    }
  }

  /// Allocates an output, named by its VC 0.
  [[gnu::always_inline]] void allocate(std::uint32_t vc0, std::int64_t now, Channels& channels) {
    Port& output = ports_[vc0 >> vc_bits_];
    if (!output.requests.any()) return;
    const auto base = static_cast<std::uint32_t>(vc0 / kVcs * kVcs);
    const std::size_t word = base >> 6;
    if (has_room(output, now)) {
      Mask eligible{};
      output.requests.each([&](unsigned i) __attribute__((always_inline)) {
        const bool funded = words_.credits(route(base + i)) != 0;
        eligible.word[Mask::index(i)] |= std::uint64_t{funded} << (i & 63);
      });
      if (eligible.any()) {
        const Mask mine = eligible.single() ? eligible : choose(eligible, base, output);
        mine.each([&](unsigned i) __attribute__((always_inline)) {
          grant<false>(base + i, route(base + i), output, now, channels);
        });
        for (int w = 0; w < kWords; ++w)
          words_.granted[word + static_cast<std::size_t>(w)] |= mine.word[w];
        output.requests.remove(mine);
        if (!output.requests.any()) return;
      }
    }
    words_.waiting[vc0 >> 6] |= bit(vc0);
    if ((output.requests & load(words_.batch, word)).any()) return;
    for (int w = 0; w < kWords; ++w)
      words_.batch[word + static_cast<std::size_t>(w)] |= output.requests.word[w];
  }

  [[nodiscard]] bool has_room(const Port& output, std::int64_t now) const {
    return output.next_free - now <= at_.room_limit;
  }

  /// Two or more requests are all granted. The one visited last decides where the pointer goes.
  [[gnu::always_inline]] void point_behind_all(const Mask& requests, const Mask& batch,
                                               Port& output) const {
    const Mask above = requests.from(output.pointer), below = without(requests, above);
    Mask last = without(below, batch);
    if (!last.any()) last = without(above, batch);
    if (!last.any()) last = below;
    if (!last.any()) last = above;
    point_behind(at_, last.highest(), output.pointer);
  }

  /// Visits two or more eligible requests in order and returns those granted. `base`: the first VC
  /// of the router.
  [[gnu::always_inline]] Mask choose(const Mask& eligible, std::uint32_t base, Port& output) const {
    std::uint64_t taken = 0;  // grants made, 8 bits for each VC
    return grant_in_order(at_, eligible, load(words_.batch, base >> 6), output.pointer,
                          [&](unsigned i) {
                            const std::uint32_t route = this->route(base + i);
                            const unsigned lane = 8 * (route & vc_mask_);
                            const auto before = static_cast<int>(taken >> lane & 255);
                            const bool funded = words_.credits(route) > before;
                            taken += std::uint64_t{funded} << lane;
                            return funded;
                          });
  }

  /// The input VCs on the list are granted, all that is requested of their outputs.
  template <bool kAlone>
  [[gnu::always_inline]] void grant_list(std::int64_t now, Channels& channels) {
    Port* const ports = ports_.get();
    for (const std::uint32_t& number : list_) {
      if (fetches_ahead_) {
        const std::uint32_t soon = (&number)[kAhead], to = route(soon);
        channels.fetch_for_flit(ports[to >> vc_bits_], to & vc_mask_);
        channels.fetch_for_credit(credit_links_[soon >> vc_bits_], soon & vc_mask_);
      }
      const std::uint32_t to = route(number);
      Port& output = ports[to >> vc_bits_];
      output.requests = Mask{};
      grant<kAlone>(number, to, output, now, channels);
    }
  }
  /// The front of an input VC is granted. Grants of an output come in ascending order of input VC.
  template <bool kAlone>
  [[gnu::always_inline]] void grant(std::uint32_t input_vc, std::uint32_t output_vc, Port& output,
                                    std::int64_t now, Channels& channels) {
    const Flit flit = fronts_[input_vc];
    const std::int64_t departure = std::max(now, output.next_free);
    output.next_free = departure + 1;
    ++output.granted;
    channels.template send<kAlone>(links_[output_vc >> vc_bits_],
                                   output.vc0 + (output_vc & vc_mask_), departure + output.latency,
                                   flit);
    channels.template return_credit<kAlone>(credit_links_[input_vc >> vc_bits_],
                                            input_vc & vc_mask_);
    words_.take(output_vc);
  }

  static constexpr std::size_t kGrantsTogether = 128;

  const RouterParameters& at_;
  std::size_t routers_;
  std::size_t grants_ = 0;  ///< in this cycle, about
  unsigned vc_bits_, vc_mask_;
  std::size_t queue_mask_;    ///< places of a queue, less 1
  std::size_t queue_stride_;  ///< from a place to the next
  bool always_room_;          ///< in the output queues
  /// In a small network all that a cycle touches stays in the processor's second cache.
  bool fetches_ahead_;

  RouterWords words_;
  Zeros<PacketLink> links_;                  ///< [output port]
  Zeros<PacketLink> directed_credit_links_;  ///< [input port], if channels are directed
  const PacketLink* credit_links_;           ///< [input port]
  Zeros<Port> ports_;
  std::size_t asking_ports_;
  Zeros<std::uint32_t> lfsrs_;  ///< [router][port]
  Zeros<Route> routes_;         ///< [input VC]: of the front, once it is known
  Zeros<Flit> fronts_;          ///< [input VC]: if there is one
  Zeros<Places> places_;        ///< [input VC]
  /// [place][input VC]: flits behind the front. Most queues are short, so most of it is never
  /// touched, and needs no memory.
  Zeros<Flit> queues_;
  BitList list_, fresh_list_, joining_list_, hard_list_, shared_, undecided_list_;
};

/// The queues of a router.
template <int kWords, class Flit>
class PacketQueues {
 public:
  PacketQueues(PacketRouters<kWords, Flit>& routers, std::size_t router)
      : routers_(routers), router_(router) {}

  [[gnu::always_inline]] [[nodiscard]] int queue(unsigned port) const {
    return routers_.queue(router_, port);
  }
  [[gnu::always_inline]] [[nodiscard]] int queue(unsigned port, unsigned vc) const {
    return routers_.queue(router_, port, vc);
  }

 private:
  PacketRouters<kWords, Flit>& routers_;
  std::size_t router_;
};

}  // namespace dragonfly
