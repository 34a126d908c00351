// The logic of the router: one cycle of docs/microarchitecture.md, "What happens in a cycle".
//
// It works on the set bits of masks, so its cost follows the flits that move, not the ports.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "models/router/credit_timer.hpp"
#include "models/router/router.hpp"
#include "models/router/router_block.hpp"
#include "models/router/router_parameters.hpp"

namespace dragonfly {

/// A router for the time of one cycle.
///
/// kWords: 64-bit words of a vector over input or output VCs; kFlitWords: of a flit. Links is what
/// the router sends to:
///
///     void send(unsigned output_vc, const std::uint64_t* flit, std::int64_t departure);
///         A flit leaves in cycle `departure`, this one or a later one, which is another for each
///         flit of a port. Flits of a port come in the order in which they leave.
///     void return_credit(unsigned input_vc);
///         A slot becomes free in this cycle.
///     void delay_credit(unsigned input_vc, unsigned delay);
///         The same, with a release time `delay` cycles from now.
template <int kWords, int kFlitWords, class Links>
class RouterCore {
 public:
  using Block = RouterBlock<kWords>;
  using Mask = Bits<kWords>;

  /// `rings`: flits of all input VCs, 2^ring_log flits each. `timer`: null unless credits are
  /// delayed.
  RouterCore(const RouterParameters& parameters, const RouteTable& table, Block& block,
             std::uint64_t* rings, CreditTimer* timer, Links& links)
      : at_(parameters),
        table_(table),
        block_(block),
        ports_(block.ports()),
        rings_(rings),
        timer_(timer),
        links_(links) {}

  /// Whether a cycle in which nothing arrives would change nothing.
  [[nodiscard]] static bool idle(const Block& block) { return !block.front.any(); }

  /// The part of the cycle that comes before any decision: flits arrive whose contents are in the
  /// rings.
  void arrive(const Mask& valid) {
    valid.each([&](unsigned i) {
      if (block_.count[i]++ != 0) return;
      block_.front.set(i);
      if (!block_.mid.test(i)) new_head(i);
    });
  }

  /// q of an output, flits.
  [[nodiscard]] int queue(unsigned port) const {
    int credits = 0;
    for (unsigned vc = 0; vc < vcs(); ++vc) credits += block_.credits[output_vc(port, vc)];
    return at_.depth * at_.sizes.vcs - credits + ports_[port].claims.count();
  }
  /// q of an output VC, flits.
  [[nodiscard]] int queue(unsigned port, unsigned vc) const {
    return at_.depth - block_.credits[output_vc(port, vc)] +
           (ports_[port].claims & block_.route_vc[vc]).count();
  }

  /// The rest of the cycle: decisions, allocation, and the state at the edge. `now` as a cycle of
  /// the run; `clock` is the router's own counter. `oracle`: A(oracle), null unless UGAL-G.
  void finish(const Mask& credit, std::int64_t now, std::uint16_t clock,
              const std::uint16_t* oracle) {
    now_ = now;
    clock_ = clock;
    if (block_.undecided.any()) decide(oracle);
    refill_ = {};
    block_.active.each([&](unsigned port) { allocate(port); });
    // New fronts hold a route from the next cycle on.
    refill_.each([&](unsigned i) { new_head(i); });
    take_credits(credit);
  }

 private:
  struct Path {
    unsigned port = 0, vc = 0;
    unsigned channel = 0;  ///< entry of the oracle
    bool global = false;   ///< whether there is a channel
  };

  [[nodiscard]] unsigned vcs() const { return static_cast<unsigned>(at_.sizes.vcs); }
  [[nodiscard]] unsigned port_of(unsigned vc) const { return vc >> at_.vc_bits; }
  [[nodiscard]] unsigned vc_of(unsigned vc) const {
    return vc & static_cast<unsigned>(at_.vc_mask);
  }
  [[nodiscard]] unsigned output_vc(unsigned port, unsigned vc) const {
    return (port << at_.vc_bits) + vc;
  }
  [[nodiscard]] std::uint64_t* front_flit(unsigned i) const {
    return rings_ + ((std::size_t{i} << at_.ring_log) + block_.first[i]) * kFlitWords;
  }
  /// The word of the front that holds the fields.
  [[nodiscard]] std::uint64_t& front_header(unsigned i) const {
    return front_flit(i)[kFlitWords - 1];
  }

  /// A head flit has become the front of input VC i.
  void new_head(unsigned i) {
    const std::uint64_t header = front_header(i);
    if ((header & FlitFields::kHead) == 0) fail("a flit without a head before it", i);
    if (port_of(i) < static_cast<unsigned>(at_.first_local)) {
      block_.undecided.set(i);
    } else {
      route(i, header);
    }
  }

  void claim(unsigned i, unsigned port, unsigned vc) {
    if (port >= static_cast<unsigned>(at_.ports)) fail("a packet that can go nowhere", i);
    if (vc >= vcs()) fail("a packet that needs a VC that does not exist", i);
    block_.route[i] = static_cast<std::uint16_t>(output_vc(port, vc));
    block_.route_vc[vc].set(i);
    ports_[port].claims.set(i);
    block_.active.set(port);
  }

  [[nodiscard]] unsigned exit_vc(unsigned salt) const { return salt * vcs() >> 8; }

  /// The route function, for a head that came on a local or global port.
  void route(unsigned i, std::uint64_t header) {
    const FlitFields& fields = at_.fields;
    const bool global = port_of(i) >= static_cast<unsigned>(at_.first_global);
    const unsigned vc = vc_of(i) + (global ? 1 : 0);
    const bool nonmin = (header & FlitFields::kNonmin) != 0;
    const bool to_mid = nonmin && vc_of(i) == 0 && !global;
    const unsigned target = to_mid ? fields.mid_group(header) : fields.dst_group(header);
    const unsigned salt = FlitFields::salt(header);
    if (target != table_.my_group()) {
      const unsigned s = nonmin && !to_mid ? kReversed[salt] : salt;
      claim(i, table_.way(target, s).port, vc);
    } else if (const unsigned router = fields.dst_router(header); router != table_.my_router()) {
      claim(i, table_.local_port(router), vc);
    } else {
      claim(i, terminal_port(i, header), exit_vc(salt));
    }
  }

  [[nodiscard]] unsigned terminal_port(unsigned i, std::uint64_t header) const {
    const unsigned port = at_.fields.dst_term(header);
    if (port >= static_cast<unsigned>(at_.first_local)) fail("a packet to no terminal", i);
    return port;
  }

  // Decisions.

  [[nodiscard]] Path minimal_path(unsigned i, std::uint64_t header, unsigned salt) const {
    const auto start = static_cast<unsigned>(at_.min_start_vc);
    const unsigned group = at_.fields.dst_group(header);
    if (group != table_.my_group()) {
      const RouteTable::Step step = table_.way(group, salt);
      return {step.port, start, step.channel, true};
    }
    const unsigned router = at_.fields.dst_router(header);
    if (router == table_.my_router()) return {terminal_port(i, header), exit_vc(salt)};
    return {table_.local_port(router), start};
  }

  /// Decides for all terminals whose front is new.
  void decide(const std::uint16_t* oracle) {
    const Mask deciding = block_.undecided;
    block_.undecided = {};
    struct Claim {
      unsigned input_vc;
      Path path;
    };
    std::array<Claim, 64> claims;  // a router has at most 64 terminals
    unsigned made = 0;
    deciding.each([&](unsigned i) {
      // Those that others have chosen in this cycle count for UGAL-G's sequential allocation.
      const auto chosen = [&](unsigned channel) {
        int flits = 0;
        for (unsigned k = 0; k < made; ++k)
          flits += claims[k].path.global && claims[k].path.channel == channel;
        return flits;
      };
      const Path path = decide(i, oracle, chosen);
      claims[made++] = {i, path};
      if (at_.sequential) claim(i, path.port, path.vc);
    });
    if (at_.sequential) return;
    for (unsigned k = 0; k < made; ++k)
      claim(claims[k].input_vc, claims[k].path.port, claims[k].path.vc);
  }

  template <class Chosen>
  Path decide(unsigned i, const std::uint16_t* oracle, const Chosen& chosen) {
    std::uint32_t& lfsr = ports_[port_of(i)].lfsr;
    const std::uint32_t x = lfsr;
    lfsr = xorshift(x);
    std::uint64_t& header = front_header(i);
    const unsigned salt = x & 255;
    const unsigned group = at_.fields.dst_group(header);
    const unsigned mid = ((x >> 16) * at_.groups) >> 16;
    Path path = minimal_path(i, header, salt);
    bool nonmin = false;
    if (at_.algorithm != Routing::kMin && group != table_.my_group() && mid != group &&
        mid != table_.my_group()) {
      const RouteTable::Step step = table_.way(mid, salt);
      const Path other{step.port, 0, step.channel, true};
      if (at_.algorithm == Routing::kVal || !prefers(path, other, oracle, chosen)) {
        nonmin = true;
        path = other;
      }
    }
    header |= at_.fields.decision(nonmin, nonmin ? mid : 0, salt);
    return path;
  }

  /// Whether UGAL takes the minimal path.
  template <class Chosen>
  [[nodiscard]] bool prefers(const Path& minimal, const Path& other, const std::uint16_t* oracle,
                             const Chosen& chosen) const {
    int minimal_queue = 0, other_queue = 0;
    switch (at_.algorithm) {
      case Routing::kUgalG:
        minimal_queue = oracle[minimal.channel];
        other_queue = oracle[other.channel];
        if (at_.sequential) {
          minimal_queue += chosen(minimal.channel);
          other_queue += chosen(other.channel);
        }
        break;
      case Routing::kUgalL:
        minimal_queue = queue(minimal.port);
        other_queue = queue(other.port);
        break;
      default: {
        const bool by_vc = at_.algorithm == Routing::kUgalLVc || minimal.port == other.port;
        minimal_queue = by_vc ? queue(minimal.port, minimal.vc) : queue(minimal.port);
        other_queue = by_vc ? queue(other.port, other.vc) : queue(other.port);
      }
    }
    int minimal_hops = 1, other_hops = 2;
    if (at_.all_hops) {
      minimal_hops = 2 + (is_local(minimal.port) ? 1 : 0);
      other_hops = 4 + (is_local(other.port) ? 1 : 0);
    }
    return minimal_queue * minimal_hops <= other_queue * other_hops + at_.threshold;
  }

  [[nodiscard]] bool is_local(unsigned port) const {
    return port >= static_cast<unsigned>(at_.first_local) &&
           port < static_cast<unsigned>(at_.first_global);
  }

  // Switch allocation.

  /// Whether the front of input VC i, which is not mid-packet, is the head of a longer packet.
  [[nodiscard]] bool multi_flit_head(unsigned i) const {
    return !at_.single_flits && !block_.mid.test(i) && (front_header(i) & FlitFields::kTail) == 0;
  }
  /// Credits that the front needs.
  [[nodiscard]] int need(unsigned i) const {
    return at_.cut_through && multi_flit_head(i) ? FlitFields::length(front_header(i)) : 1;
  }

  /// Those of `requests` for an output whose queue has room that have the credits.
  [[nodiscard]] Mask eligible(unsigned port, const Mask& requests) const {
    constexpr int kLongest = 16;
    Mask result{};
    for (unsigned vc = 0; vc < vcs(); ++vc) {
      const unsigned output = output_vc(port, vc);
      const int credits = block_.credits[output];
      if (credits == 0) continue;
      Mask fit = requests & block_.route_vc[vc];
      if (!at_.single_flits && fit.any()) {
        if (block_.held.test(output)) {
          fit = fit & block_.mid;
        } else if (at_.cut_through && credits < kLongest) {
          const Mask all = fit;
          all.each([&](unsigned i) {
            if (need(i) > credits) fit.clear(i);
          });
        }
      }
      result |= fit;
    }
    return result;
  }

  void allocate(unsigned port) {
    PortBlock<kWords>& output = ports_[port];
    const Mask requests = output.claims & block_.front;
    if (!requests.any()) return;
    Mask granted{};
    if (output.next_free - now_ <= at_.room_limit) {
      granted = eligible(port, requests);
      if (granted.any()) {
        if (!granted.single()) granted = arbitrate(port, granted);
        granted.each([&](unsigned i) { grant(i, output); });
      }
    }
    const Mask waiting = without(requests, granted);
    if (waiting.any() && !(waiting & block_.batch).any()) block_.batch |= waiting;
    if (!output.claims.any()) block_.active.clear(port);
  }

  /// Visits two or more eligible requests in order and returns those granted.
  Mask arbitrate(unsigned port, const Mask& eligible) {
    PortBlock<kWords>& output = ports_[port];
    Mask granted{};
    std::array<std::uint16_t, 8> taken{};  // grants made, by VC
    unsigned packets = 0;                  // VCs on which the head of a longer packet was granted
    int left = at_.sizes.speedup;
    unsigned last = 0;
    const auto visit = [&](const Mask& requests) {
      for (int w = 0; w < kWords; ++w)
        for (std::uint64_t rest = requests.word[w]; rest != 0 && left > 0; rest &= rest - 1) {
          const auto i = static_cast<unsigned>(64 * w + std::countr_zero(rest));
          const unsigned vc = vc_of(block_.route[i]);
          const bool opens = multi_flit_head(i);
          if (block_.credits[block_.route[i]] - taken[vc] < need(i) || (opens && taken[vc] != 0) ||
              (packets >> vc & 1) != 0)
            continue;
          ++taken[vc];
          packets |= (opens ? 1U : 0U) << vc;
          granted.set(i);
          last = i;
          --left;
        }
    };
    const unsigned pointer = output.pointer;
    for (const Mask& some : {eligible & block_.batch, without(eligible, block_.batch)}) {
      const Mask above = some.from(pointer);
      visit(above);
      visit(without(some, above));
    }
    output.pointer =
        static_cast<std::uint16_t>(last + 1 == static_cast<unsigned>(at_.vectors) ? 0 : last + 1);
    return granted;
  }

  /// The front of input VC i leaves it. Grants of an output come in ascending order of input VC.
  void grant(unsigned i, PortBlock<kWords>& output) {
    const unsigned route = block_.route[i];
    const std::uint64_t* const front = front_flit(i);
    std::uint64_t flit[kFlitWords];
    for (int w = 0; w < kFlitWords; ++w) flit[w] = front[w];
    std::uint64_t& header = flit[kFlitWords - 1];
    const bool head = (header & FlitFields::kHead) != 0;
    const bool tail = (header & FlitFields::kTail) != 0;
    if (head && (header & FlitFields::kHops) != FlitFields::kHops)
      header += std::uint64_t{1} << FlitFields::kHopsShift;

    block_.first[i] =
        static_cast<std::uint16_t>((block_.first[i] + 1) & ((1U << at_.ring_log) - 1));
    const bool more = --block_.count[i] != 0;
    if (!more) block_.front.clear(i);
    block_.batch.clear(i);
    --block_.credits[route];
    ++output.granted;

    const std::int64_t departure = std::max(now_, output.next_free);
    output.next_free = departure + 1;
    links_.send(route, flit, departure);
    if (timer_ == nullptr) {
      links_.return_credit(i);
    } else {
      timer_->take(route, clock_);
      if (is_local(port_of(i)))
        links_.delay_credit(i, timer_->delay(port_of(route)));
      else
        links_.return_credit(i);
    }

    if (tail) {
      output.claims.clear(i);
      block_.route_vc[vc_of(route)].clear(i);
      if (more) refill_.set(i);
    }
    if (!at_.single_flits) follow_packet(i, route, head, tail);
  }

  /// What a flit that has left means for its input and output VC.
  void follow_packet(unsigned i, unsigned route, bool head, bool tail) {
    if (head == block_.mid.test(i)) fail("packets that interleave on a VC", i);
    if (head && !tail) {
      block_.mid.set(i);
      block_.held.set(route);
    } else if (tail && !head) {
      block_.mid.clear(i);
      block_.held.clear(route);
    }
  }

  void take_credits(const Mask& credit) {
    if (timer_ != nullptr) timer_->begin_returns();
    credit.each([&](unsigned output) {
      if (block_.credits[output] >= at_.depth) surplus_credit(output);
      ++block_.credits[output];
      if (timer_ != nullptr) timer_->give_back(output, port_of(output), clock_);
    });
  }

  [[noreturn]] void fail(const char* what, unsigned i) const {
    throw RouterFailure(std::string(what) + " is at the front of input port " +
                        std::to_string(port_of(i)) + " VC" + std::to_string(vc_of(i)));
  }
  [[noreturn]] void surplus_credit(unsigned output) const {
    throw RouterFailure("a credit came for output port " + std::to_string(port_of(output)) + " VC" +
                        std::to_string(vc_of(output)) + ", which has all " +
                        std::to_string(at_.depth) + " already");
  }

  static constexpr std::array<std::uint8_t, 256> kReversed = [] {
    std::array<std::uint8_t, 256> table{};
    for (unsigned s = 0; s < 256; ++s) table[s] = static_cast<std::uint8_t>(reversed8(s));
    return table;
  }();

  const RouterParameters& at_;
  const RouteTable& table_;
  Block& block_;
  PortBlock<kWords>* ports_;
  std::uint64_t* rings_;
  CreditTimer* timer_;
  Links& links_;
  std::int64_t now_ = 0;
  std::uint16_t clock_ = 0;
  Mask refill_;
};

/// Writes a router's state after an edge, `timer`'s part and pending credits excepted. `now`: the
/// cycle that begins with it, as next_free counts.
template <int kWords>
void write_state(const RouterParameters& parameters, const RouterBlock<kWords>& block,
                 const std::uint64_t* rings, int flit_words, std::int64_t now,
                 StateWriter& writer) {
  writer.bits(StatePart::kMidPacket, block.mid.word);
  writer.bits(StatePart::kHeld, block.held.word);
  writer.bits(StatePart::kBatch, block.batch.word);
  writer.halves(StatePart::kOccupancy, block.count);
  writer.halves(StatePart::kCredits, block.credits);
  std::uint32_t decided[2] = {};
  for (unsigned port = 0; port < static_cast<unsigned>(parameters.ports); ++port) {
    const PortBlock<kWords>& output = block.ports()[port];
    writer.half(StatePart::kPointer, port, output.pointer);
    if (output.next_free > now)
      writer.half(StatePart::kQueueLength, port,
                  static_cast<std::uint32_t>(output.next_free - now));
    output.claims.each([&](unsigned i) { writer.half(StatePart::kRoute, i, block.route[i] + 1U); });
    if (port >= static_cast<unsigned>(parameters.first_local)) continue;
    writer.word(StatePart::kLfsr, port, output.lfsr);
    const unsigned i = port << parameters.vc_bits;
    if (!block.front.test(i) || block.undecided.test(i) || block.mid.test(i)) continue;
    decided[port / 32] |= 1U << (port % 32);
    const std::size_t flit = (std::size_t{i} << parameters.ring_log) + block.first[i];
    const auto words = static_cast<std::size_t>(flit_words);
    const std::uint64_t header = rings[flit * words + words - 1];
    writer.word(StatePart::kDecision, port,
                state_decision((header & FlitFields::kNonmin) != 0,
                               parameters.fields.mid_group(header), FlitFields::salt(header)));
  }
  writer.bits(StatePart::kDecided, decided);
}

}  // namespace dragonfly
