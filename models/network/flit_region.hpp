// SPDX-License-Identifier: Apache-2.0
// A region of the flit engine: routers that one thread simulates, with their terminals.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "models/common/error.hpp"
#include "models/common/zeros.hpp"
#include "models/endpoint/terminals.hpp"
#include "models/network/blocked_inputs.hpp"
#include "models/network/engine_parts.hpp"
#include "models/network/letters.hpp"
#include "models/network/network_engine.hpp"
#include "models/network/network_links.hpp"
#include "models/network/regions.hpp"
#include "models/network/terminal_places.hpp"
#include "models/router/router_core.hpp"

namespace dragonfly {

/// A terminal's channel to its router, or the way of its credits to the router that it receives
/// from.
struct TerminalLink {
  std::uint32_t ring = 0;     ///< place of the ring's first flit
  std::uint32_t wheel = 0;    ///< word in a slot
  std::uint16_t next = 0;     ///< place in the ring of the next flit
  std::uint16_t latency = 0;  ///< cycles
  std::uint8_t bit = 0;       ///< in the word
};

/// Routers firsts[region] to firsts[region + 1]-1 of the network, numbered from 0 here: a Region of
/// RegionEngine.
template <class Kind>
class FlitRegion {
 public:
  using Letter = FlitLetter<Kind::kFlitWords>;

  static void prepare(EngineNetwork&) {}

  [[nodiscard]] static EngineMemory memory(const EngineNetwork& network, std::size_t routers) {
    const RouterParameters& at = network.at;
    const auto vectors = static_cast<std::size_t>(at.vectors);
    const auto terminal_rings = TerminalPlaces::ports_of(network.wiring) << at.vc_bits;
    const std::size_t places = routers * (vectors + terminal_rings) << at.ring_log;
    std::size_t of_vc = sizeof(VcLink) * (network.wiring.directed() ? 2 : 1);
    if (at.needs.delays_credits) of_vc += sizeof(std::int64_t);
    std::size_t always =
        routers * (Block::bytes(at) + vectors * of_vc + terminal_rings * sizeof(std::uint16_t)) +
        Wheel<kWords>::bytes(2 * routers,
                             longest_wait(network.wiring, at) + network.wiring.longest_latency());
    if (at.needs.delays_credits) always += routers * CreditTimer::bytes(at);
    std::size_t full = places * sizeof(std::uint32_t) +
                       most_flits(network.wiring, at, routers) * kFlitWords * sizeof(std::uint64_t);
    if (kOnArrival) full += (routers * vectors << at.ring_log) * sizeof(std::uint16_t);
    return {always, full};
  }

  FlitRegion(EngineNetwork& network, Terminals& terminals, Letters<Letter>& letters,
             const std::vector<int>& firsts, unsigned region, int lane)
      : network_(network),
        wiring_(network.wiring),
        at_(network.at),
        terminals_(terminals),
        region_(region),
        lane_(lane),
        first_(static_cast<std::size_t>(firsts[region])),
        count_(static_cast<std::size_t>(firsts[region + 1]) - first_),
        first_terminal_(wiring_.first_terminal(firsts[region])),
        last_terminal_(wiring_.first_terminal(firsts[region + 1])),
        router_rings_(static_cast<std::size_t>(at_.vectors)),
        places_(wiring_, firsts[region], firsts[region + 1]),
        terminal_rings_(places_.ports() << at_.vc_bits),
        block_bytes_(Block::bytes(at_)),
        blocks_(count_ * block_bytes_),
        channels_(region, letters, static_cast<int>(2 * count_),
                  longest_wait(wiring_, at_) + wiring_.longest_latency(),
                  rings_of_terminals(count_), most_flits(wiring_, at_, count_)),
        links_(count_ * router_rings_),
        directed_credit_links_(wiring_.directed() ? count_ * router_rings_ : 0),
        credit_links_(wiring_.directed() ? directed_credit_links_.get() : links_.get()),
        ejected_(count_ * terminal_rings_) {
    static_cast<void>(narrow(rings_of_terminals(count_)));
    if (at_.needs.delays_credits) last_returns_.assign(count_ * router_rings_, -1);
    if (kOnArrival) {
      routes_.emplace(count_ * router_rings_ << at_.ring_log);
      injected_ = InjectedFlits(first_terminal_, last_terminal_ - first_terminal_, at_.ring_log);
    }
    for (std::size_t router = 0; router < count_; ++router) {
      const RouterRegisters registers = network.registers(first_ + router);
      block(router).configure(at_, registers);
      if (at_.needs.delays_credits) timers_.emplace_back(at_, registers);
    }
    connect(firsts);
    connect_terminals();
  }

  bool cycle(std::int64_t now) {
    channels_.begin(now);
    std::uint64_t* const arrivals = channels_.wheel.slot(now);
    terminals_.generate(now, first_terminal_, last_terminal_, lane_);
    take_terminal_credits(arrivals);
    inject(now);
    eject(now, arrivals);
    try {
      for (router_ = 0; router_ < count_; ++router_) {
        if (fetches_ahead_) prefetch(arrivals);
        step(router_, arrivals + router_ * Wheel<kWords>::kNodeWords, now);
      }
    } catch (const RouterFailure& failure) {
      rethrow(failure, now);
    }
    std::memset(arrivals, 0, channels_.wheel.slot_words() * sizeof *arrivals);
    return latest_ >= now;
  }

  [[nodiscard]] bool at_rest() const {
    if (!channels_.empty()) return false;
    for (std::size_t router = 0; router < count_; ++router)
      if (block(router).front.any() || (at_.needs.delays_credits && !timers_[router].idle()))
        return false;
    return true;
  }

  void serialize(Archive& archive) {
    archive(blocks_, channels_, injected_, entered_, links_, last_returns_, injection_links_,
            ejected_, latest_);
    if (routes_) archive(*routes_);
    for (CreditTimer& timer : timers_) archive(timer);
  }

  // A letter to another process, whose packet goes with it, and one from there.

  void pack(const std::vector<Letter>& letters, ByteWriter& writer) {
    writer.put_list(letters);
    for (const Letter& letter : letters) {
      if (letter.credit) continue;
      const std::uint32_t handle = at_.format.handle(letter.flit.data());
      if (at_.format.head(letter.flit.data())) writer.put(terminals_.record(handle));
      if (at_.format.tail(letter.flit.data())) terminals_.leave(handle, lane_);
    }
  }
  /// Calls post(letter) for each letter.
  template <class Post>
  void unpack(ByteReader& reader, Post&& post) {
    if (entered_.empty()) entered_.resize(count_ * router_rings_);
    reader.take_list(received_);
    for (Letter& letter : received_) {
      if (!letter.credit) {
        // The flits of a packet come on one VC, one after the other.
        std::uint32_t& handle = entered_[letter.ring >> at_.ring_log];
        if (at_.format.head(letter.flit.data()))
          handle = terminals_.enter(reader.take<PacketRecord>(), lane_);
        at_.format.renumber(letter.flit.data(), handle);
      }
      post(letter);
    }
  }

  [[nodiscard]] const PortBlock& port(int router, int port) const {
    return block(static_cast<std::size_t>(router) - first_).ports(at_)[port];
  }

  void add_blocked(BlockedInputs& blocked) const {
    for (std::size_t router = 0; router < count_; ++router) {
      const Block& state = block(router);
      const int number = static_cast<int>(first_ + router);
      state.front.each([&](unsigned i) {
        const BlockedInputs::Place input{number, static_cast<int>(i)};
        blocked.add(input, state.occupancy(i));
        if (lacks_credits(router, i))
          blocked.add_wait(input, {number, static_cast<int>(state.route[i])});
      });
    }
  }

 private:
  static constexpr int kWords = Kind::kWords, kFlitWords = Kind::kFlitWords;
  static constexpr bool kOnArrival = Kind::kOnArrival;
  using Block = RouterBlock<kWords>;
  using Mask = Bits<kWords>;
  using PlainLinks = NetworkLinks<kWords, kFlitWords>;
  using Links = std::conditional_t<kOnArrival, ArrivalLinks<kWords, kFlitWords>, PlainLinks>;

  /// Each flit holds a credit of a channel that leads to a router or a terminal here.
  [[nodiscard]] static std::size_t most_flits(const Wiring& wiring, const RouterParameters& at,
                                              std::size_t routers) {
    const std::size_t channels =
        routers * (static_cast<std::size_t>(at.ports) + TerminalPlaces::ports_of(wiring));
    return channels * static_cast<std::size_t>(at.vcs) * static_cast<std::size_t>(at.depth);
  }
  [[nodiscard]] static int longest_wait(const Wiring& wiring, const RouterParameters& at) {
    return wiring.longest_interval() * (at.room_limit + at.speedup);
  }
  [[nodiscard]] Block& block(std::size_t router) const {
    return *reinterpret_cast<Block*>(blocks_.get() + router * block_bytes_);
  }
  /// Place of the first flit of the rings of a router's input VCs, or of its terminals' VCs.
  [[nodiscard]] std::size_t rings_of_router(std::size_t router) const {
    return router * router_rings_ << at_.ring_log;
  }
  [[nodiscard]] std::size_t rings_of_terminals(std::size_t router) const {
    return (count_ * router_rings_ + router * terminal_rings_) << at_.ring_log;
  }
  /// First word of a slot of the wheel for a router, or for its terminals.
  [[nodiscard]] std::size_t wheel_of_router(std::size_t router) const {
    return router * Wheel<kWords>::kNodeWords;
  }
  [[nodiscard]] std::size_t wheel_of_terminals(std::size_t router) const {
    return (count_ + router) * Wheel<kWords>::kNodeWords;
  }

  void connect(const std::vector<int>& firsts) {
    for (std::size_t router = 0; router < count_; ++router) {
      const int number = static_cast<int>(first_ + router);
      for (int port = 0; port < wiring_.ports(number); ++port) {
        connect(firsts, router, port, wiring_.output(number, port),
                wiring_.output_latency(number, port), links_);
        if (wiring_.directed())
          connect(firsts, router, port, wiring_.input(number, port),
                  wiring_.input_latency(number, port), directed_credit_links_);
      }
    }
  }

  /// What the VCs of a port lead to, or what leads to them.
  void connect(const std::vector<int>& firsts, std::size_t router, int port, const Peer& peer,
               int latency, Zeros<VcLink>& links) {
    if (!peer.connected()) return;
    std::size_t region = region_, rings = 0, wheel = 0;
    int far_port = port;
    if (peer.kind == PeerKind::kTerminal) {
      rings = rings_of_terminals(router);
      wheel = wheel_of_terminals(router);
    } else {
      region = region_of(firsts, peer.router);
      const auto far = static_cast<std::size_t>(peer.router - firsts[region]);
      rings = rings_of_router(far);
      wheel = wheel_of_router(far);
      far_port = peer.port;
    }
    for (int vc = 0; vc < at_.vcs; ++vc) {
      const auto near_vc = static_cast<unsigned>((port << at_.vc_bits) + vc);
      const auto far_vc = static_cast<unsigned>((far_port << at_.vc_bits) + vc);
      links[router * router_rings_ + near_vc] = {
          .ring = narrow(rings + (std::size_t{far_vc} << at_.ring_log)),
          .wheel = narrow(wheel + Mask::index(far_vc)),
          .latency = static_cast<std::uint16_t>(latency),
          .bit = static_cast<std::uint8_t>(far_vc & 63),
          .region = static_cast<std::uint8_t>(region)};
    }
  }

  void connect_terminals() {
    for (int terminal = first_terminal_; terminal < last_terminal_; ++terminal) {
      const PortPlace in = wiring_.injection(terminal);
      injection_links_.push_back(link_to(in, wiring_.input_latency(in.router, in.port)));
    }
    // Terminals that receive here need not follow each other, but mostly do.
    for (int terminal = 0; terminal < wiring_.terminals(); ++terminal) {
      const PortPlace out = wiring_.ejection(terminal);
      const auto router = static_cast<std::size_t>(out.router);
      if (router < first_ || router >= first_ + count_) continue;
      if (ejection_links_.empty()) first_ejecting_ = terminal;
      ejection_links_.resize(static_cast<std::size_t>(terminal - first_ejecting_) + 1);
      ejection_links_.back() = link_to(out, wiring_.output_latency(out.router, out.port));
    }
  }

  [[nodiscard]] TerminalLink link_to(const PortPlace& place, int latency) const {
    const std::size_t router = static_cast<std::size_t>(place.router) - first_;
    const auto vc = static_cast<unsigned>(place.port << at_.vc_bits);
    return {narrow(rings_of_router(router) + (std::size_t{vc} << at_.ring_log)),
            narrow(wheel_of_router(router) + Mask::index(vc)), 0,
            static_cast<std::uint16_t>(latency), static_cast<std::uint8_t>(vc & 63)};
  }

  static Mask load(const std::uint64_t* words) {
    Mask mask;
    for (int w = 0; w < kWords; ++w) mask.word[w] = words[w];
    return mask;
  }

  void take_terminal_credits(const std::uint64_t* arrivals) {
    for (std::size_t router = 0; router < count_; ++router) {
      load(arrivals + wheel_of_terminals(router) + kWords).each([&](unsigned vc) {
        terminals_.credit(places_.injecting(router, vc >> at_.vc_bits));
      });
    }
  }

  void inject(std::int64_t now) {
    const unsigned mask = (1U << at_.ring_log) - 1;
    const auto send = [&](int terminal, const std::uint64_t* flit) {
      TerminalLink& link = injection_links_[static_cast<std::size_t>(terminal - first_terminal_)];
      const std::uint32_t number = channels_.flits.put(flit);
      if (kOnArrival && settles_) {
        injected_.push(terminal, number);
      } else {
        channels_.rings[link.ring + link.next] = number;
        link.next = static_cast<std::uint16_t>((link.next + 1U) & mask);
      }
      channels_.wheel.slot(now + link.latency)[link.wheel] |= std::uint64_t{1} << link.bit;
    };
    terminals_.inject(now, first_terminal_, last_terminal_, send, lane_);
  }

  void eject(std::int64_t now, const std::uint64_t* arrivals) {
    const unsigned mask = (1U << at_.ring_log) - 1;
    const auto consumed = [&](int terminal, int vc) { return_credit(now, terminal, vc); };
    for (std::size_t router = 0; router < count_; ++router) {
      const Mask valid = load(arrivals + wheel_of_terminals(router));
      if (!valid.any()) continue;
      valid.each([&](unsigned i) {
        std::uint16_t& place = ejected_[router * terminal_rings_ + i];
        const std::uint32_t flit =
            channels_.rings[rings_of_terminals(router) + (std::size_t{i} << at_.ring_log) + place];
        place = static_cast<std::uint16_t>((place + 1U) & mask);
        terminals_.receive(now, places_.ejecting(router, i >> at_.vc_bits),
                           static_cast<int>(i) & at_.vc_mask, channels_.flits[flit], consumed,
                           lane_);
        channels_.flits.give_back(flit);
      });
    }
    terminals_.consume(now, consumed, lane_);
  }
  /// A terminal has consumed a flit that came on a VC.
  void return_credit(std::int64_t now, int terminal, int vc) {
    const TerminalLink& link =
        ejection_links_[static_cast<std::size_t>(terminal - first_ejecting_)];
    // The VCs of a port lie in one word.
    channels_.wheel.slot(now + link.latency)[link.wheel + kWords] |= std::uint64_t{1}
                                                                     << (link.bit + vc);
  }

  [[gnu::always_inline]] void step(std::size_t router, const std::uint64_t* arrivals,
                                   std::int64_t now) {
    const Mask valid = load(arrivals), credit = load(arrivals + kWords);
    Block& state = block(router);
    CreditTimer* const timer = at_.needs.delays_credits ? &timers_[router] : nullptr;
    bool asleep = !valid.any() && !credit.any() && !state.front.any();
    asleep = asleep && !network_.occupancies.used() && (timer == nullptr || timer->idle());
    if (asleep) return;
    const std::size_t first_vc = router * router_rings_;
    Links links = links_of(
        router, PlainLinks(channels_, at_, links_.get() + first_vc, credit_links_ + first_vc,
                           timer == nullptr ? nullptr : last_returns_.data() + first_vc, now));
    RouterCore<Kind, Links> core(
        at_, *network_.route_unit, static_cast<std::uint32_t>(first_ + router), state,
        channels_.rings.get() + rings_of_router(router), channels_.flits.data(), timer, links, now,
        static_cast<std::uint16_t>(now),
        kOnArrival ? routes_->get() + rings_of_router(router) : nullptr);
    core.arrive(valid);
    core.finish(credit, oracle(router, now));
    latest_ = std::max(latest_, links.latest());
  }

  [[gnu::always_inline]] Links links_of([[maybe_unused]] std::size_t router,
                                        const PlainLinks& links) {
    if constexpr (kOnArrival)
      return Links(links, injected_, places_, router);
    else
      return links;
  }

  /// Fetches what the routers whose turn comes next will look at first: their own registers, the
  /// ends of the rings, then the flits that arrive in FIFOs that are empty. Each waits for the one
  /// before, and together they would take longer than the rest of a flit's hop.
  [[gnu::always_inline]] void prefetch(const std::uint64_t* arrivals) const {
    constexpr std::size_t kFar = 3, kNear = 1;
    if (router_ + kFar >= count_) return;
    const std::size_t far = router_ + kFar, near = router_ + kNear;
    const auto* const registers = reinterpret_cast<const char*>(&block(far));
    for (std::size_t line = 0; line < sizeof(Block); line += 64)
      __builtin_prefetch(registers + line);
    const std::uint32_t* const far_rings = channels_.rings.get() + rings_of_router(far);
    load(arrivals + wheel_of_router(far)).each([&](unsigned i) {
      __builtin_prefetch(far_rings + (std::size_t{i} << at_.ring_log));
    });
    const std::uint32_t* const near_rings = channels_.rings.get() + rings_of_router(near);
    const Block& next = block(near);
    const auto fetch_flit = [&](unsigned i) {
      const std::uint32_t flit = near_rings[(std::size_t{i} << at_.ring_log) + next.first[i]];
      __builtin_prefetch(channels_.flits[flit]);
    };
    load(arrivals + wheel_of_router(near)).each(fetch_flit);
    next.fresh.each(fetch_flit);
  }

  /// Publishes this router's occupancies, and returns those of its group in the cycle before; null
  /// if nobody looks at them.
  const std::uint16_t* oracle(std::size_t router, std::int64_t now) {
    PublishedOccupancies& occupancies = network_.occupancies;
    if (!occupancies.used()) return nullptr;
    const BlockQueues<kWords> estimates(at_, block(router));
    occupancies.publish(first_ + router, now, [&](unsigned port) { return estimates.queue(port); });
    return occupancies.seen(first_ + router, now);
  }

  [[nodiscard]] bool lacks_credits(std::size_t router, unsigned i) const {
    const Block& state = block(router);
    if (state.fresh.test(i)) return false;
    int need = 1;
    const std::uint32_t flit =
        channels_
            .rings[rings_of_router(router) + (std::size_t{i} << at_.ring_log) + state.first[i]];
    const std::uint64_t header = channels_.flits[flit][kFlitWords - 1];
    if (at_.cut_through && !state.mid.test(i)) need = FlitFormat::length(header);
    return state.credits[state.route[i]] < need;
  }

  [[noreturn]] void rethrow(const RouterFailure& failure, std::int64_t now) const {
    throw Error(ExitCode::kAssertion,
                "assertion in router " + router_name(wiring_, static_cast<int>(first_ + router_)) +
                    " in cycle " + std::to_string(now) + ":\n" + failure.what());
  }

  EngineNetwork& network_;
  const Wiring& wiring_;
  RouterParameters at_;  ///< a copy of its own: it is read all the time
  Terminals& terminals_;
  unsigned region_;
  int lane_;
  std::size_t first_, count_;           ///< routers
  int first_terminal_, last_terminal_;  ///< that send here, and one more
  std::size_t router_rings_;
  TerminalPlaces places_;
  std::size_t terminal_rings_;  ///< rings of a router's terminals
  std::size_t block_bytes_;
  Zeros<std::byte> blocks_;
  NetworkChannels<kWords, kFlitWords> channels_;
  // If decisions are taken on arrival.
  std::optional<Zeros<std::uint16_t>> routes_;  ///< output VCs of heads, by place in the rings
  InjectedFlits injected_;
  /// Terminals' flits find their FIFO on arrival; else it is that of VC 0.
  bool settles_ = at_.on_arrival && at_.lfsrs > 0;
  /// [router][input VC]: handle of the packet that comes from another process; empty if none does
  std::vector<std::uint32_t> entered_;
  std::vector<Letter> received_;               ///< from another process, in this cycle
  std::vector<CreditTimer> timers_;            ///< [router], if credits are delayed
  Zeros<VcLink> links_;                        ///< [router][output VC]
  Zeros<VcLink> directed_credit_links_;        ///< [router][input VC], if the wiring is directed
  const VcLink* credit_links_;                 ///< [router][input VC]
  std::vector<std::int64_t> last_returns_;     ///< [router][input VC], if credits are delayed
  std::vector<TerminalLink> injection_links_;  ///< [terminal - first_terminal_]
  std::vector<TerminalLink> ejection_links_;   ///< [terminal - first_ejecting_]
  int first_ejecting_ = 0;
  Zeros<std::uint16_t> ejected_;  ///< [router][terminal's VC]: place of the next flit to take
  std::int64_t latest_ = -1;      ///< last cycle in which a flit leaves, as far as is known
  std::size_t router_ = 0;        ///< whose turn it is
  bool fetches_ahead_ = count_ * (block_bytes_ + router_rings_ * sizeof(VcLink)) > kSecondCache;
};

}  // namespace dragonfly
