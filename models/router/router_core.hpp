// SPDX-License-Identifier: Apache-2.0
// The logic of the router: one cycle of docs/microarchitecture.md, "What happens in a cycle".
//
// It works on the set bits of masks, so its cost follows the flits that move, not the ports. What
// every flit passes is inlined into the caller: the object then lives in registers, where stores to
// the router's memory leave it alone.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "models/router/arrivals.hpp"
#include "models/router/credit_timer.hpp"
#include "models/router/decisions.hpp"
#include "models/router/request_order.hpp"
#include "models/router/router.hpp"
#include "models/router/router_block.hpp"
#include "models/router/router_parameters.hpp"

namespace dragonfly {

/// Throws the RouterFailure for a credit that was not owed.
[[noreturn, gnu::cold]] void fail_surplus_credit(const RouterParameters& parameters,
                                                 unsigned output_vc);

/// What is known of a router when its code is compiled: the 64-bit words of a vector over input or
/// output VCs, those of a flit, and whether it decides on arrival.
template <int kWordCount, int kFlitWordCount, bool kDecidesOnArrival = false>
struct RouterKind {
  static constexpr int kWords = kWordCount;
  static constexpr int kFlitWords = kFlitWordCount;
  static constexpr bool kOnArrival = kDecidesOnArrival;
};

/// A router for the time of one cycle. Links is what it sends to:
///
///     void send(unsigned output_vc, std::uint32_t flit, std::int64_t departure);
///         A flit leaves in cycle `departure`, this one or a later one, which is another for each
///         flit of a port. Flits of a port come in the order in which they leave.
///     void return_credit(unsigned input_vc);
///         A slot becomes free in this cycle.
///     void delay_credit(unsigned input_vc, unsigned delay);
///         The same, with a release time `delay` cycles from now.
///
/// and what Arrivals needs where decisions are taken on arrival.
template <class Kind, class Links>
class RouterCore {
 public:
  static constexpr int kWords = Kind::kWords, kFlitWords = Kind::kFlitWords;
  static constexpr bool kOnArrival = Kind::kOnArrival;
  using Block = RouterBlock<kWords>;
  using Mask = Bits<kWords>;

  /// `rings`: the FIFOs of all input VCs, with places for 2^ring_log flits each. A place holds the
  /// number of a flit in `flits`, where it stays on its way through the network. `number`: of the
  /// router in its route unit. `timer`: null
  /// unless credits are delayed. `now`: a cycle of the run; `clock`: the router's own counter in
  /// it. `routes`: room for an output VC of each place in the rings; needed where decisions are
  /// taken on arrival.
  RouterCore(const RouterParameters& parameters, const RouteUnit& route_unit, std::uint32_t number,
             Block& block, std::uint32_t* rings, std::uint64_t* flits, CreditTimer* timer,
             Links& links, std::int64_t now, std::uint16_t clock, std::uint16_t* routes = nullptr)
      : at_(parameters),
        route_unit_(route_unit),
        number_(number),
        block_(block),
        ports_(block.ports(parameters)),
        claims_(block.claims()),
        rings_(rings),
        routes_(routes),
        flits_(flits),
        timer_(timer),
        links_(links),
        now_(now),
        clock_(clock),
        vc_bits_(parameters.vc_bits),
        ring_log_(parameters.ring_log) {}

  /// The first part of the cycle: flits arrive that are in the rings. Where decisions are taken on
  /// arrival, they are taken, and those of terminals get there. Returns the input VCs whose FIFOs
  /// the flits enter.
  [[gnu::always_inline]] Mask arrive(const Mask& arriving) {
    Mask valid = arriving;
    if constexpr (kOnArrival) {
      if (arriving.any()) {
        valid = Arrivals<Kind, Links>(at_, route_unit_, number_, block_, rings_, routes_, flits_,
                                      links_)
                    .take(arriving);
      }
    }
    const Mask more = valid & block_.front;
    more.each([&](unsigned i) { ++block_.behind[i]; });
    Mask heads = without(valid, block_.front);
    block_.front |= valid;
    heads.remove(block_.mid);
    block_.fresh |= heads;
    route_fronts();
    return valid;
  }

  /// Gives new fronts on input VCs that do not ask their routes.
  [[gnu::always_inline]] void route_fronts() {
    if constexpr (kOnArrival)
      take_up_routes();
    else
      find_routes();
  }

  [[gnu::always_inline]] void find_routes() {
    const Mask heads = block_.fresh & at_.template silent_inputs<kWords>();
    if (!heads.any()) return;
    block_.fresh.remove(heads);
    std::array<Arrival, kMostHeads> arrivals;
    std::array<NextHop, kMostHeads> outputs;
    // A few at a time, so that little room is enough.
    unsigned count = 0;
    const auto route = [&] {
      route_unit_.route({arrivals.data(), count}, outputs.data());
      for (unsigned k = 0; k < count; ++k)
        claim(at_, block_, arrivals[k].input_vc, outputs[k].port, outputs[k].vc);
      count = 0;
    };
    heads.each([&](unsigned i) {
      const std::uint64_t header = front_header(i);
      if ((header & FlitFormat::kHead) == 0)
        fail_at_front(at_, "a flit without a head before it", i);
      arrivals[count++] = {header, number_, static_cast<std::uint16_t>(i)};
      if (count == kMostHeads) route();
    });
    if (count > 0) route();
  }

  /// q of an output, flits; between arrive() and finish().
  [[nodiscard]] int queue(unsigned port) const {
    return BlockQueues<kWords>(at_, block_).queue(port);
  }

  /// The rest of the cycle: decisions, allocation, and the state at the edge. `oracle`: A(oracle),
  /// null unless UGAL-G.
  [[gnu::always_inline]] void finish(const Mask& credit, const std::uint16_t* oracle) {
    if constexpr (!kOnArrival)
      if (block_.fresh.any()) decide(at_, route_unit_, number_, block_, rings_, flits_, oracle);
    Mask granted{};
    allocate_outputs(granted);
    retire(granted);
    take_credits(credit);
  }

 private:
  static constexpr unsigned kMostHeads = 16;

  /// New fronts hold the routes that were decided when they arrived.
  [[gnu::always_inline]] void take_up_routes() {
    const Mask heads = block_.fresh;
    if (!heads.any()) return;
    block_.fresh = {};
    heads.each([&](unsigned i) {
      if ((front_header(i) & FlitFormat::kHead) == 0)
        fail_at_front(at_, "a flit without a head before it", i);
      claim(block_, i, routes_[(std::size_t{i} << ring_log_) + block_.first[i]]);
    });
  }

  [[nodiscard]] unsigned port_of(unsigned vc) const { return vc >> vc_bits_; }
  [[nodiscard]] unsigned vc_of(unsigned vc) const {
    return vc & static_cast<unsigned>(at_.vc_mask);
  }
  /// Number of the front of input VC i.
  [[nodiscard]] std::uint32_t front_flit(unsigned i) const {
    return rings_[(std::size_t{i} << ring_log_) + block_.first[i]];
  }
  /// The word of a flit that holds the fields.
  [[nodiscard]] std::uint64_t& header_of(std::uint32_t flit) const {
    return flits_[std::size_t{flit} * kFlitWords + kFlitWords - 1];
  }
  [[nodiscard]] std::uint64_t& front_header(unsigned i) const { return header_of(front_flit(i)); }

  /// Decides for the askers whose front is new. Apart, as it comes once for each packet only.
  [[gnu::noinline]] static void decide(const RouterParameters& at, const RouteUnit& route_unit,
                                       std::uint32_t number, Block& block,
                                       const std::uint32_t* rings, std::uint64_t* flits,
                                       const std::uint16_t* oracle) {
    const Mask fresh = block.fresh;
    block.fresh = {};
    const auto header = [&](unsigned i) -> std::uint64_t& {
      const std::uint32_t flit = rings[(std::size_t{i} << at.ring_log) + block.first[i]];
      return flits[std::size_t{flit} * kFlitWords + kFlitWords - 1];
    };
    struct Decided {
      unsigned input_vc;
      Candidate taken;
    };
    std::array<Decided, Block::kVcs> decided;
    std::array<Candidate, kMostCandidates> candidates;
    unsigned count = 0;
    BlockQueues<kWords> queues(at, block);
    fresh.each([&](unsigned i) {
      std::uint64_t& word = header(i);
      if ((word & FlitFormat::kHead) == 0) fail_at_front(at, "a flit without a head before it", i);
      std::uint32_t& lfsr = block.lfsrs(at)[at.asker_of[i]];
      const Ask ask{number,
                    at.format.destination(word),
                    lfsr,
                    static_cast<std::uint16_t>(i),
                    static_cast<std::uint16_t>(at.format.mid(word)),
                    static_cast<std::uint16_t>(FlitFormat::hops(word)),
                    (word & FlitFormat::kNonmin) != 0};
      lfsr = xorshift(lfsr);
      std::uint8_t choices = 0;
      route_unit.candidates({&ask, 1}, candidates.data(), &choices);
      // What others have chosen in this cycle counts where they decide one after the other.
      const auto chosen = [&](std::uint32_t lane) {
        int flits_chosen = 0;
        if (at.sequential)
          for (unsigned k = 0; k < count; ++k) flits_chosen += decided[k].taken.lane == lane;
        return flits_chosen;
      };
      const Candidate& taken =
          candidates[cheapest(candidates.data(), choices, queues, oracle, chosen)];
      word = at.format.decided(word, taken.nonmin, taken.mid, salt_of(ask.random));
      decided[count++] = {i, taken};
      if (at.sequential) queues.claim(i, taken.port, taken.vc);
    });
    if (at.sequential) return;
    for (unsigned k = 0; k < count; ++k)
      queues.claim(decided[k].input_vc, decided[k].taken.port, decided[k].taken.vc);
  }

  // Switch allocation.

  /// Whether the front of input VC i, which is not mid-packet, is the head of a longer packet.
  [[nodiscard]] bool multi_flit_head(unsigned i) const {
    return !block_.mid.test(i) && (front_header(i) & FlitFormat::kTail) == 0;
  }
  /// Credits that the front needs.
  [[nodiscard]] int need(unsigned i) const {
    return at_.cut_through && multi_flit_head(i) ? FlitFormat::length(front_header(i)) : 1;
  }

  [[gnu::always_inline]] void allocate_outputs(Mask& granted) {
    // The VCs of a port lie in one word.
    const std::uint64_t vcs_of_port = (std::uint64_t{1} << (1U << vc_bits_)) - 1;
    for (int w = 0; w < kWords; ++w) {
      std::uint64_t rest = block_.wanted.word[w];
      while (rest != 0) {
        const auto vc = static_cast<unsigned>(std::countr_zero(rest));
        const unsigned first = vc & ~static_cast<unsigned>(at_.vc_mask);
        const std::uint64_t wanted = rest & vcs_of_port << first;
        rest ^= wanted;
        const unsigned base = static_cast<unsigned>(64 * w);
        if ((wanted & (wanted - 1)) == 0)
          allocate_one(base + vc, granted);
        else
          allocate_several(base, wanted, granted);
      }
    }
  }

  /// Allocates an output of which one VC is wanted.
  [[gnu::always_inline]] void allocate_one(unsigned output_vc, Mask& granted) {
    Mask requests = claims_[output_vc];
    requests &= block_.front;
    if (!requests.any()) return;
    PortBlock& output = ports_[port_of(output_vc)];
    const bool ready = block_.funded.test(output_vc) && has_room(output);
    if (requests.single()) {
      const unsigned i = requests.lowest();
      if (ready && fits(i, output_vc)) {
        grant(i, output_vc, output);
        granted.set(i);
      } else {
        block_.batch.set(i);
      }
      return;
    }
    Mask eligible{};
    if (ready) add_eligible(output_vc, requests, eligible);
    arbitrate(requests, eligible, output, granted);
  }

  /// Allocates an output of which several VCs, `wanted`, are wanted.
  [[gnu::always_inline]] void allocate_several(unsigned base, std::uint64_t wanted, Mask& granted) {
    PortBlock& output = ports_[port_of(base + static_cast<unsigned>(std::countr_zero(wanted)))];
    const bool room = has_room(output);
    Mask requests{}, eligible{};
    for (; wanted != 0; wanted &= wanted - 1) {
      const unsigned output_vc = base + static_cast<unsigned>(std::countr_zero(wanted));
      Mask some = claims_[output_vc];
      some &= block_.front;
      requests |= some;
      if (room && block_.funded.test(output_vc)) add_eligible(output_vc, some, eligible);
    }
    if (requests.any()) arbitrate(requests, eligible, output, granted);
  }

  [[nodiscard]] bool has_room(const PortBlock& output) const {
    return output.next_free - now_ <= output.room;
  }

  /// Whether the front of input VC i may go to an output VC with credits.
  [[nodiscard]] bool fits(unsigned i, unsigned output_vc) const {
    if (block_.mid.test(i)) return true;
    return !block_.held.test(output_vc) && block_.credits[output_vc] >= need(i);
  }

  /// Adds the eligible ones of `requests` for an output VC with credits.
  [[gnu::always_inline]] void add_eligible(unsigned output_vc, const Mask& requests,
                                           Mask& eligible) const {
    requests.each([&](unsigned i) {
      if (fits(i, output_vc)) eligible.set(i);
    });
  }

  /// Grants up to S of the eligible requests for an output, and marks the batch of the others.
  [[gnu::always_inline]] void arbitrate(const Mask& requests, const Mask& eligible,
                                        PortBlock& output, Mask& granted) {
    Mask mine{};
    if (eligible.any()) {
      mine = eligible.single() ? eligible : choose(at_, block_, *this, eligible, output);
      granted |= mine;
      mine.each([&](unsigned i) { grant(i, block_.route[i], output); });
    }
    const Mask waiting = without(requests, mine);
    if (!(waiting & block_.batch).any()) block_.batch |= waiting;
  }

  /// Visits two or more eligible requests in order and returns those granted.
  [[gnu::always_inline]] static Mask choose(const RouterParameters& at, const Block& block,
                                            const RouterCore& core, const Mask& eligible,
                                            PortBlock& output) {
    std::uint64_t taken = 0;  // grants made, 8 bits for each VC
    unsigned packets = 0;     // VCs on which the head of a longer packet was granted
    return grant_in_order(at, eligible, block.batch, output.pointer, [&](unsigned i) {
      const unsigned route = block.route[i];
      const unsigned lane = 8 * core.vc_of(route);
      const auto before = static_cast<int>(taken >> lane & 255);
      const bool opens = core.multi_flit_head(i);
      if (block.credits[route] - before < core.need(i) || (opens && before != 0) ||
          (packets >> core.vc_of(route) & 1) != 0)
        return false;
      taken += std::uint64_t{1} << lane;
      packets |= (opens ? 1U : 0U) << core.vc_of(route);
      return true;
    });
  }

  /// The front of input VC i goes to an output. Grants of an output come in ascending order of
  /// input VC. What the grant means for the input VC is left to retire().
  [[gnu::always_inline]] void grant(unsigned i, unsigned route, PortBlock& output) {
    const std::uint32_t flit = front_flit(i);
    std::uint64_t& header = header_of(flit);
    const bool head = (header & FlitFormat::kHead) != 0;
    const bool tail = (header & FlitFormat::kTail) != 0;
    if (head && (header & FlitFormat::kHops) != FlitFormat::kHops)
      header += std::uint64_t{1} << FlitFormat::kHopsShift;

    if (--block_.credits[route] == 0) block_.funded.clear(route);
    const std::int64_t departure = std::max(now_, output.next_free);
    output.next_free = departure + output.interval;
    ++output.granted;
    links_.send(route, flit, departure);

    if (tail) {
      claims_[route].clear(i);
      if (!claims_[route].any()) block_.wanted.clear(route);
    }
    follow_packet(i, route, head, tail);
    // A flit counts by its credit from now on, a packet no longer.
    if constexpr (kOnArrival) block_.queues(at_)[port_of(route)] += tail ? 0 : 1;
    if (timer_ != nullptr) timer_->take(route, clock_);
  }

  /// What a flit that has left means for its input and output VC.
  void follow_packet(unsigned i, unsigned route, bool head, bool tail) {
    if (head == block_.mid.test(i)) fail_at_front(at_, "a flit of another packet", i);
    if (head && !tail) {
      block_.mid.set(i);
      block_.held.set(route);
    } else if (tail && !head) {
      block_.mid.clear(i);
      block_.held.clear(route);
    }
  }

  /// The fronts that were granted are gone, and their slots are free.
  [[gnu::always_inline]] void retire(const Mask& granted) {
    block_.batch.remove(granted);
    const unsigned ring_mask = (1U << ring_log_) - 1;
    granted.each([&](unsigned i) {
      block_.first[i] = static_cast<std::uint16_t>((block_.first[i] + 1U) & ring_mask);
      if (block_.behind[i] == 0) {
        block_.front.clear(i);
      } else {
        --block_.behind[i];
        if (!block_.mid.test(i)) block_.fresh.set(i);
      }
      if (timer_ != nullptr && at_.delays(port_of(i)))
        delay_credit(i, port_of(block_.route[i]));
      else
        links_.return_credit(i);
    });
  }

  /// A flit that goes on by one of the ports whose credits are delayed delays nothing itself.
  void delay_credit(unsigned i, unsigned output) {
    links_.delay_credit(i, at_.delays(output) ? 0 : timer_->delay(output));
  }

  [[gnu::always_inline]] void take_credits(const Mask& credit) {
    if (timer_ != nullptr) timer_->begin_returns();
    block_.funded |= credit;
    credit.each([&](unsigned output) {
      if (block_.credits[output]++ >= at_.depth) fail_surplus_credit(at_, output);
      if constexpr (kOnArrival) --block_.queues(at_)[port_of(output)];
      if (timer_ != nullptr) timer_->give_back(output, port_of(output), clock_);
    });
  }

  const RouterParameters& at_;
  const RouteUnit& route_unit_;
  std::uint32_t number_;
  Block& block_;
  PortBlock* ports_;
  Mask* claims_;
  std::uint32_t* rings_;
  std::uint16_t* routes_;
  std::uint64_t* flits_;
  CreditTimer* timer_;
  Links& links_;
  std::int64_t now_;
  std::uint16_t clock_;
  int vc_bits_, ring_log_;
};

/// Writes a router's state after an edge, the timer's part and pending credits excepted. `now`: the
/// cycle that begins with it, as next_free counts. Its new fronts must have been routed.
template <int kWords>
void write_state(const RouterParameters& parameters, const RouterBlock<kWords>& block,
                 const std::uint32_t* rings, const std::uint64_t* flits, int flit_words,
                 std::int64_t now, StateWriter& writer) {
  writer.bits(StatePart::kMidPacket, block.mid.word);
  writer.bits(StatePart::kHeld, block.held.word);
  writer.bits(StatePart::kBatch, block.batch.word);
  writer.halves(StatePart::kCredits, block.credits);
  block.front.each([&](unsigned i) { writer.half(StatePart::kOccupancy, i, block.occupancy(i)); });
  block.wanted.each([&](unsigned output) {
    block.claims()[output].each([&](unsigned i) { writer.half(StatePart::kRoute, i, output + 1); });
  });
  for (unsigned port = 0; port < static_cast<unsigned>(parameters.ports); ++port) {
    const PortBlock& output = block.ports(parameters)[port];
    writer.half(StatePart::kPointer, port, output.pointer);
    writer.half(StatePart::kQueueLength, port, static_cast<std::uint32_t>(output.waiting(now)));
    writer.half(StatePart::kPause, port, static_cast<std::uint32_t>(output.pause(now)));
    if (output.next_free - now <= output.room) writer.set_bit(StatePart::kReady, port);
  }
  for (std::size_t number = 0; number < parameters.lfsrs; ++number)
    writer.word(StatePart::kLfsr, number, block.lfsrs(parameters)[number]);
  if (parameters.on_arrival) {
    for (unsigned port = 0; port < static_cast<unsigned>(parameters.ports); ++port)
      writer.half(StatePart::kQueue, port,
                  static_cast<std::uint32_t>(block.queues(parameters)[port]));
    for (std::size_t port = 0; port < parameters.lfsrs; ++port)
      writer.half(StatePart::kArrivalVc, port, block.arrival_vcs(parameters)[port]);
    return;
  }
  for (std::size_t asker = 0; asker < parameters.askers.size(); ++asker) {
    const auto i = static_cast<unsigned>(parameters.askers[asker]);
    if (!block.front.test(i) || block.mid.test(i)) continue;
    const std::size_t flit = rings[(std::size_t{i} << parameters.ring_log) + block.first[i]];
    const auto words = static_cast<std::size_t>(flit_words);
    const std::uint64_t header = flits[flit * words + words - 1];
    writer.word(StatePart::kDestination, asker, parameters.format.destination(header));
    if (block.fresh.test(i)) continue;
    writer.set_bit(StatePart::kDecided, asker);
    writer.word(StatePart::kDecision, asker,
                state_decision((header & FlitFormat::kNonmin) != 0, parameters.format.mid(header),
                               FlitFormat::salt(header)));
  }
}

}  // namespace dragonfly
