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
#include <vector>

#include "models/network/engine_parts.hpp"
#include "models/network/packet_wheel.hpp"
#include "models/network/plane_counters.hpp"
#include "models/network/zeros.hpp"
#include "models/router/bits.hpp"
#include "models/router/decision_unit.hpp"
#include "models/router/request_order.hpp"
#include "models/router/router_parameters.hpp"

namespace dragonfly {

/// Numbers of bits of masks, as a list. It is written kAtATime numbers at a time, whether a word
/// has as many bits or not: so many at most it should have most of the time.
template <int kAtATime>
class BitList {
 public:
  /// `most`: numbers that it must have room for.
  explicit BitList(std::size_t most) : numbers_(most + kAtATime + kReserve) {}

  [[gnu::always_inline]] void clear() { size_ = 0; }
  /// Adds the bits of a word, whose bit 0 has number `base`.
  [[gnu::always_inline]] void add(std::uint64_t word, std::uint32_t base) {
    std::uint32_t* next = numbers_.data() + size_;
    size_ += static_cast<std::size_t>(std::popcount(word));
    while (true) {
      // More than there are do no harm: the next word overwrites them.
      for (int k = 0; k < kAtATime; ++k) {
        next[k] = base + static_cast<std::uint32_t>(std::countr_zero(word | kAny));
        word &= word - 1;
      }
      if (word == 0) return;
      next += kAtATime;
    }
  }
  /// Adds a number if `condition` is 1, not 0.
  [[gnu::always_inline]] void add_if(unsigned condition, std::uint32_t number) {
    numbers_[size_] = number;
    size_ += condition;
  }
  template <int kWords>
  [[gnu::always_inline]] void add(const Bits<kWords>& mask, std::uint32_t base) {
    for (int w = 0; w < kWords; ++w) add(mask.word[w], base + static_cast<std::uint32_t>(64 * w));
  }
  [[gnu::always_inline]] [[nodiscard]] const std::uint32_t* begin() const {
    return numbers_.data();
  }
  [[gnu::always_inline]] [[nodiscard]] const std::uint32_t* end() const {
    return numbers_.data() + size_;
  }

 private:
  /// Numbers beyond the end that may be looked at, though they mean nothing.
  static constexpr int kReserve = 64;
  /// With it no word is 0, which the processor would have to be asked about.
  static constexpr std::uint64_t kAny = std::uint64_t{1} << 63;

  std::size_t size_ = 0;
  std::vector<std::uint32_t> numbers_;
};

/// The routers of a region. Input and output VCs are numbered through all of them: VC i of router r
/// is 64 kWords r + i; ports likewise, a VC's port being its number shifted right.
template <int kWords, class Flit>
class PacketRouters {
 public:
  using Mask = Bits<kWords>;
  using Channels = PacketChannels<kWords, Flit>;
  using Wheel = typename Channels::Wheel;
  static constexpr std::size_t kVcs = 64 * kWords;

  /// Routers that work together: as many as stay in the first cache.
  static constexpr std::size_t kTogether = 32;

  /// What is fetched from memory is asked for so many flits before it is needed.
  static constexpr int kAhead = 12;

  struct Port {
    std::int64_t next_free;  ///< first cycle in which no flit of the output queue leaves
    std::uint64_t granted;   ///< flits that have ever entered the output queue
    std::uint32_t lfsr;      ///< of a terminal port
    std::uint16_t pointer;   ///< an input VC of the router
    Mask requests;           ///< input VCs of the router with a route to this output
  };

  /// An input VC, and the output VC of the same number.
  struct Vc {
    Flit front;                 ///< if there is one
    std::uint32_t route;        ///< output VC that the front goes to, once that is known
    PacketLink link;            ///< of the output VC
    std::uint16_t read, write;  ///< places in the queue behind the front
  };

  /// Masks over the input VCs of a router where nothing else is said.
  struct Registers {
    Mask front;    ///< with a flit in the FIFO
    Mask fresh;    ///< of these, those whose front has become so by the departure of another
    Mask batch;    ///< batch bits
    Mask waiting;  ///< outputs that were requested in vain, each by the bit of its VC 0
    Mask poor;     ///< outputs that may lack credits for all that is requested, likewise
    Mask queued;   ///< with flits behind the front
    PlaneCounters<kWords> credits;  ///< by output VC
    /// Input VCs with a route to an output VC, if anybody asks.
    std::uint16_t assigned[kVcs];

    // Of the present cycle.
    Mask credit;              ///< output VCs to which a credit returns
    Mask hard;                ///< outputs that must be looked at on their own, by the bit of VC 0
    Mask granted;             ///< granted input VCs
    Mask taken, taken_twice;  ///< output VCs of which a credit was taken; of which two were
  };

  /// `parameters` must outlive this object.
  PacketRouters(const RouterParameters& parameters, std::size_t routers)
      : at_(parameters),
        vc_bits_(static_cast<unsigned>(parameters.vc_bits)),
        vc_mask_(static_cast<unsigned>(parameters.vc_mask)),
        queue_log_(static_cast<unsigned>(parameters.ring_log)),
        credit_planes_(PlaneCounters<kWords>::planes_for(parameters.depth)),
        plenty_from_(PlaneCounters<kWords>::planes_for(parameters.sizes.speedup - 1)),
        lanes_((std::uint64_t{1} << parameters.sizes.vcs) - 1),
        // What waits in an output queue holds a credit, so without room there are no credits left.
        always_room_(parameters.room_limit >= parameters.sizes.vcs * parameters.depth - 1),
        estimates_(parameters.algorithm != Routing::kMin && parameters.algorithm != Routing::kVal),
        network_inputs_(parameters.network_inputs<kWords>()),
        fetches_ahead_(routers * kVcs * sizeof(Vc) > kSecondCache),
        registers_(routers),
        ports_(routers * kVcs >> vc_bits_),
        vcs_(routers * kVcs),
        queues_((routers * kVcs) << parameters.ring_log),
        list_(kTogether * kVcs),
        fresh_(kTogether * kVcs),
        joining_(kTogether * kVcs),
        shared_(kTogether * kVcs),
        undecided_(kTogether * kVcs) {
    for (int port = 0; port < parameters.ports; ++port)
      for (int vc = 0; vc < parameters.sizes.vcs; ++vc)
        outputs_.set(static_cast<unsigned>((port << parameters.vc_bits) + vc));
    for (int port = 0; port < parameters.ports; ++port)
      port_bases_.set(static_cast<unsigned>(port << parameters.vc_bits));
    for (std::size_t router = 0; router < routers; ++router) {
      Registers& state = registers_[router];
      state.credits.set(credit_planes_, outputs_, parameters.depth);
      state.poor = poor_ports(state.credits.some(credit_planes_, plenty_from_));
    }
  }

  [[nodiscard]] bool fetches_ahead() const { return fetches_ahead_; }
  [[nodiscard]] Registers& registers(std::size_t router) const { return registers_[router]; }
  [[nodiscard]] Port& port(std::size_t router, int port) const {
    return ports_[(router * kVcs >> vc_bits_) + static_cast<std::size_t>(port)];
  }
  [[nodiscard]] Vc& vc(std::size_t number) const { return vcs_[number]; }
  [[nodiscard]] int occupancy(std::size_t router, unsigned i) const {
    if (!registers_[router].front.test(i)) return 0;
    const Vc& vc = vcs_[router * kVcs + i];
    // A front that is fresh is still in the queue.
    return (registers_[router].fresh.test(i) ? 0 : 1) + vc.write - vc.read;
  }
  [[nodiscard]] int credits(std::size_t router, unsigned i) const {
    return registers_[router].credits.value(credit_planes_, i);
  }
  /// Input VCs of terminals whose front must be decided, of the routers of the last arrive().
  [[nodiscard]] const BitList<4>& undecided() const { return undecided_; }

  /// Flits arrive, and fronts get their routes, at routers `first` to `last`-1. The words of the
  /// slot are cleared.
  [[gnu::always_inline]] void arrive(std::size_t first, std::size_t last,
                                     const typename Wheel::Slot& slot) {
    list_.clear();
    fresh_.clear();
    joining_.clear();
    undecided_.clear();
    shared_.clear();
    for (std::size_t router = first; router < last; ++router) {
      std::uint64_t* const words = slot.words + router * 2 * kWords;
      Registers& state = registers_[router];
      state.hard = state.poor;
      state.hard |= state.waiting;
      Mask heads, fresh, undecided, joining;
      for (int w = 0; w < kWords; ++w) {
        const std::uint64_t valid = words[w], front = state.front.word[w];
        const std::uint64_t network = network_inputs_.word[w];
        state.credit.word[w] = words[kWords + w];
        words[w] = words[kWords + w] = 0;
        joining.word[w] = valid & front;
        state.front.word[w] = valid | front;
        const std::uint64_t all = valid & ~front;
        heads.word[w] = all & network;
        fresh.word[w] = state.fresh.word[w];
        undecided.word[w] = (all | fresh.word[w]) & ~network;
      }
      if (fetches_ahead_ && estimates_ && router + 1 < last)
        for (std::size_t vc = 0; vc < kVcs; vc += 32)
          __builtin_prefetch(registers_[router + 1].assigned + vc);
      const auto base = static_cast<std::uint32_t>(router * kVcs);
      list_.add(heads, base);
      undecided_.add(undecided, base);
      if (fresh.any()) fresh_.add(fresh, base);
      if (joining.any()) joining_.add(joining, base);
    }
    const Flit* const lanes = slot.lanes;
    Vc* const vcs = vcs_.get();
    const Port* const ports = ports_.get();
    for (const std::uint32_t& number : list_) {
      if (fetches_ahead_) {
        __builtin_prefetch(vcs + (&number)[2 * kAhead], 1);
        const std::uint32_t soon = (&number)[kAhead];
        const std::uint32_t first = soon / kVcs * kVcs;
        __builtin_prefetch(ports + ((first + lanes[soon >> vc_bits_].next()) >> vc_bits_), 1);
      }
      Vc& vc = vcs[number];
      const Flit flit = lanes[number >> vc_bits_];
      vc.front = flit.passed();
      claim(number, flit.next());
    }
    // Of a terminal's VC that is not new the queue has the front.
    for (const std::uint32_t& number : undecided_) {
      if (fetches_ahead_) __builtin_prefetch(vcs + (&number)[kAhead], 1);
      vcs[number].front = lanes[number >> vc_bits_];
    }
    for (const std::uint32_t number : fresh_) {
      Vc& vc = vcs_[number];
      vc.front = queues_[(std::size_t{number} << queue_log_) + vc.read];
      if (++vc.read == vc.write) {
        vc.read = vc.write = 0;
        registers_[number / kVcs].queued.clear(static_cast<unsigned>(number % kVcs));
      }
      if (network_inputs_.test(static_cast<unsigned>(number % kVcs))) {
        const unsigned output_vc = vc.front.next();
        vc.front = vc.front.passed();
        claim(number, output_vc);
      }
    }
    for (const std::uint32_t number : joining_) {
      Vc& vc = vcs_[number];
      // Behind the front there is always room at the end: the queue moves up before it is full.
      if (vc.write >> queue_log_ != 0) move_up(number, vc);
      queues_[(std::size_t{number} << queue_log_) + vc.write++] = lanes[number >> vc_bits_];
      registers_[number / kVcs].queued.set(static_cast<unsigned>(number % kVcs));
    }
  }

  /// Input VC `vc` has a route to `output_vc` of its router from now on.
  [[gnu::always_inline]] void claim(std::uint32_t vc, unsigned output_vc) {
    const auto base = static_cast<std::uint32_t>(vc / kVcs * kVcs);
    const std::uint32_t route = base + output_vc;
    vcs_[vc].route = route;
    Mask& requests = ports_[route >> vc_bits_].requests;
    // Noted once, or more often if it has to wait.
    shared_.add_if(requests.one(), route & ~vc_mask_);
    requests.set(static_cast<unsigned>(vc - base));
    if (estimates_) ++registers_[vc / kVcs].assigned[output_vc];
  }

  /// The part of the cycle after the decisions. Returns whether a flit was granted.
  [[gnu::always_inline]] bool finish(std::size_t first, std::size_t last, std::int64_t now,
                                     Channels& channels) {
    if (!always_room_) find_full_queues(first, last, now);
    point_shared();
    list_.clear();
    for (std::size_t router = first; router < last; ++router) {
      Registers& state = registers_[router];
      state.granted = state.front;
      state.taken = state.taken_twice = state.waiting = Mask{};
      const auto base = static_cast<std::uint32_t>(router * kVcs);
      if (!state.hard.any()) {
        list_.add(state.granted, base);
        continue;
      }
      state.hard.each([&](unsigned port) [[gnu::always_inline]] {
        state.granted.remove(ports_[(base + port) >> vc_bits_].requests);
      });
      list_.add(state.granted, base);
      state.hard.each([&](unsigned port)
                          [[gnu::always_inline]] { allocate(state, base, port, now, channels); });
    }
    Vc* const vcs = vcs_.get();
    Port* const ports = ports_.get();
    for (const std::uint32_t& number : list_) {
      if (fetches_ahead_) {
        const Vc& soon = vcs[(&number)[kAhead]];
        channels.fetch_for_flit(vcs[soon.route].link);
        channels.fetch_for_credit(soon.link);
      }
      Vc& vc = vcs[number];
      Port& output = ports[vc.route >> vc_bits_];
      output.requests = Mask{};
      grant(vc, vcs[vc.route], output, now, channels);
    }
    // With a number of planes that is known to the compiler most of the work is gone.
    constexpr int kFew = 5;
    return credit_planes_ <= kFew ? end<kFew>(first, last)
                                  : end<PlaneCounters<kWords>::kMostPlanes>(first, last);
  }

  /// q of an output of a router, flits; between arrive() and finish().
  [[gnu::always_inline]] [[nodiscard]] int queue(std::size_t router, unsigned port) const {
    const unsigned base = port << vc_bits_;
    int flits =
        at_.depth * at_.sizes.vcs - registers_[router].credits.sum(credit_planes_, base, lanes_);
    for (std::size_t vc = 0; vc < static_cast<std::size_t>(at_.sizes.vcs); ++vc)
      flits += registers_[router].assigned[base + vc];
    return flits;
  }
  /// q of an output VC, flits.
  [[gnu::always_inline]] [[nodiscard]] int queue(std::size_t router, unsigned port,
                                                 unsigned vc) const {
    const unsigned output = (port << vc_bits_) + vc;
    return at_.depth - registers_[router].credits.value(credit_planes_, output) +
           registers_[router].assigned[output];
  }

 private:
  /// Outputs that must be looked at on their own.
  void find_full_queues(std::size_t first, std::size_t last, std::int64_t now) {
    for (std::size_t router = first; router < last; ++router)
      for (int port = 0; port < at_.ports; ++port)
        if (!has_room(this->port(router, port), now))
          registers_[router].hard.set(static_cast<unsigned>(port) << vc_bits_);
  }
  /// Outputs of which a VC is not among those with plenty of credits.
  [[gnu::always_inline]] [[nodiscard]] Mask poor_ports(const Mask& plenty) const {
    Mask all = plenty;
    for (int vc = 1; vc < at_.sizes.vcs; ++vc)
      for (int w = 0; w < kWords; ++w) all.word[w] &= plenty.word[w] >> vc;
    return without(port_bases_, all);
  }

  /// Moves the pointers of outputs that grant two or more requests.
  [[gnu::always_inline]] void point_shared() {
    for (const std::uint32_t vc : shared_) {
      Port& output = ports_[vc >> vc_bits_];
      Registers& state = registers_[vc / kVcs];
      if (state.hard.test(static_cast<unsigned>(vc % kVcs))) continue;
      if (output.requests.count() > at_.sizes.speedup) [[unlikely]]
        state.hard.set(static_cast<unsigned>(vc % kVcs));
      else
        point_behind_all(output.requests, state.batch, output);
    }
  }

  /// Allocates output `port`, named by the bit of its VC 0, of the router whose first VC is `base`.
  [[gnu::always_inline]] void allocate(Registers& state, std::uint32_t base, unsigned port,
                                       std::int64_t now, Channels& channels) {
    Port& output = ports_[(base + port) >> vc_bits_];
    if (!output.requests.any()) return;
    if (has_room(output, now)) {
      const Mask funded = state.credits.some(credit_planes_);
      Mask eligible{};
      output.requests.each([&](unsigned i) [[gnu::always_inline]] {
        const std::uint32_t route = vcs_[base + i].route - base;
        eligible.word[Mask::index(i)] |= (funded.word[Mask::index(route)] >> (route & 63) & 1)
                                         << (i & 63);
      });
      if (eligible.any()) {
        const Mask mine = eligible.single() ? eligible : choose(eligible, state, base, output);
        mine.each([&](unsigned i) [[gnu::always_inline]] {
          Vc& vc = vcs_[base + i];
          grant(vc, vcs_[vc.route], output, now, channels);
        });
        state.granted |= mine;
        output.requests.remove(mine);
        if (!output.requests.any()) return;
      }
    }
    state.waiting.set(port);
    if (!(output.requests & state.batch).any()) state.batch |= output.requests;
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

  /// Visits two or more eligible requests in order and returns those granted.
  [[gnu::always_inline]] Mask choose(const Mask& eligible, const Registers& state,
                                     std::uint32_t base, Port& output) const {
    std::uint64_t taken = 0;  // grants made, 8 bits for each VC
    return grant_in_order(at_, eligible, state.batch, output.pointer, [&](unsigned i) {
      const std::uint32_t route = vcs_[base + i].route - base;
      const unsigned lane = 8 * (route & vc_mask_);
      const auto before = static_cast<int>(taken >> lane & 255);
      if (before != 0 && state.credits.value(credit_planes_, route) <= before) return false;
      taken += std::uint64_t{1} << lane;
      return true;
    });
  }

  /// The front of input VC `from` goes to output VC `to`. Grants of an output come in ascending
  /// order of input VC.
  [[gnu::always_inline]] void grant(const Vc& from, Vc& to, Port& output, std::int64_t now,
                                    Channels& channels) {
    const std::int64_t departure = std::max(now, output.next_free);
    output.next_free = departure + 1;
    ++output.granted;

    channels.send(to.link, departure, from.front);
    channels.return_credit(from.link);

    Registers& state = registers_[from.route / kVcs];
    const auto output_vc = static_cast<unsigned>(from.route % kVcs);
    const std::size_t w = Mask::index(output_vc);
    const std::uint64_t bit = Mask::bit(output_vc), taken = state.taken.word[w];
    const std::uint64_t twice = state.taken_twice.word[w];
    if ((twice & bit) != 0) [[unlikely]]
      take_again(state, output_vc);
    state.taken_twice.word[w] = twice | (taken & bit);
    state.taken.word[w] = taken | bit;
    if (estimates_) --state.assigned[output_vc];
  }
  /// A credit of an output VC of which two were taken in this cycle.
  [[gnu::noinline]] void take_again(Registers& state, unsigned output_vc) {
    Mask again{};
    again.set(output_vc);
    state.credits.subtract(credit_planes_, again);
  }

  /// The end of the cycle: fronts that were granted are gone, and credits are counted. Returns
  /// whether there were any.
  template <int kPlanes>
  [[gnu::always_inline]] bool end(std::size_t first, std::size_t last) {
    std::uint64_t granted = 0;
    for (std::size_t router = first; router < last; ++router) {
      Registers& state = registers_[router];
      for (int w = 0; w < kWords; ++w) granted |= state.granted.word[w];
      state.batch.remove(state.granted);
      state.fresh = state.granted & state.queued;
      state.front.remove(without(state.granted, state.queued));
      state.credits.template count<kPlanes>(Mask{}, state.taken_twice);
      state.credits.template count<kPlanes>(without(state.credit, state.taken),
                                            without(state.taken, state.credit));
      const Mask plenty = state.credits.some(kPlanes, plenty_from_);
      state.poor = Mask{};
      if (without(outputs_, plenty).any()) [[unlikely]]
        state.poor = poor_ports(plenty);
    }
    return granted != 0;
  }

  [[gnu::noinline]] void move_up(std::uint32_t number, Vc& vc) {
    Flit* const queue = queues_.get() + (std::size_t{number} << queue_log_);
    std::copy(queue + vc.read, queue + vc.write, queue);
    vc.write = static_cast<std::uint16_t>(vc.write - vc.read);
    vc.read = 0;
  }

  const RouterParameters& at_;
  unsigned vc_bits_, vc_mask_;
  unsigned queue_log_;  ///< log2 of the flits that there is room for in a queue
  int credit_planes_;
  int plenty_from_;      ///< 2^plenty_from_ credits are enough for all grants of a cycle
  std::uint64_t lanes_;  ///< VCs of a port
  bool always_room_;     ///< in the output queues
  bool estimates_;       ///< whether the routing looks at queue estimates
  Mask network_inputs_;
  Mask outputs_{}, port_bases_{};  ///< output VCs that there are; the VC 0 of each port
  /// In a small network all that a cycle touches stays in the processor's second cache.
  bool fetches_ahead_;
  Zeros<Registers> registers_;  ///< [router]
  Zeros<Port> ports_;
  Zeros<Vc> vcs_;
  Zeros<Flit> queues_;  ///< [input VC][place]: flits behind the front
  BitList<8> list_;
  BitList<4> fresh_, joining_, shared_, undecided_;
};

/// What DecisionUnit sees of a router.
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
  [[gnu::always_inline]] [[nodiscard]] std::uint32_t& lfsr(unsigned port) const {
    return routers_.port(router_, static_cast<int>(port)).lfsr;
  }

 private:
  PacketRouters<kWords, Flit>& routers_;
  std::size_t router_;
};

}  // namespace dragonfly
