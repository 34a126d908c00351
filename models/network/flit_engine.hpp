// The network engine for packets of any length and credits that may be delayed.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <type_traits>

#include "models/common/error.hpp"
#include "models/common/zeros.hpp"
#include "models/network/blocked_inputs.hpp"
#include "models/network/engine_parts.hpp"
#include "models/network/flit_store.hpp"
#include "models/network/network_engine.hpp"
#include "models/network/network_links.hpp"
#include "models/network/published_occupancies.hpp"
#include "models/network/terminal_places.hpp"
#include "models/router/control_registers.hpp"
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

template <class Kind>
class FlitEngine final : public NetworkEngine {
 public:
  FlitEngine(const Configuration& config, const Fabric& fabric, ConfiguredRouters routers,
             Terminals& terminals)
      : wiring_(fabric.wiring),
        terminals_(terminals),
        route_unit_(std::move(routers.unit)),
        at_(router_sizes(config, fabric), routers.registers.front(), route_unit_->needs()),
        routers_(routers.registers.size()),
        router_rings_(static_cast<std::size_t>(at_.vectors)),
        places_(fabric.wiring),
        terminal_rings_(places_.ports() << at_.vc_bits),
        block_bytes_(Block::bytes(at_)),
        blocks_(routers_ * block_bytes_),
        rings_(routers_ * (router_rings_ + terminal_rings_) << at_.ring_log),
        flits_(most_flits()),
        wheel_(2 * wiring_.routers(), longest_wait() + wiring_.longest_latency()),
        links_(routers_ * router_rings_),
        directed_credit_links_(wiring_.directed() ? routers_ * router_rings_ : 0),
        credit_links_(wiring_.directed() ? directed_credit_links_.get() : links_.get()),
        injection_links_(static_cast<std::size_t>(wiring_.terminals())),
        ejection_links_(static_cast<std::size_t>(wiring_.terminals())),
        ejected_(routers_ * terminal_rings_),
        channels_{wheel_, rings_.get(), far_credits_},
        occupancies_(at_, wiring_) {
    if (at_.needs.delays_credits) last_returns_.assign(routers_ * router_rings_, -1);
    if (kOnArrival) {
      routes_.emplace(routers_ * router_rings_ << at_.ring_log);
      injected_ = InjectedFlits(wiring_.terminals(), at_.ring_log);
    }
    for (std::size_t router = 0; router < routers_; ++router)
      configure(router, routers.registers[router]);
    connect();
  }

  void cycle(std::int64_t now) override {
    const int terminals = wiring_.terminals();
    if (at_.needs.delays_credits && (now & (wheel_.slots() / 2 - 1)) == 0) fetch_far_credits(now);
    std::uint64_t* const arrivals = wheel_.slot(now);
    terminals_.generate(now, 0, terminals);
    take_terminal_credits(arrivals);
    inject(now, terminals);
    eject(now, arrivals);
    try {
      for (router_ = 0; router_ < routers_; ++router_) {
        if (fetches_ahead_) prefetch(arrivals);
        step(router_, arrivals + router_ * Wheel<kWords>::kNodeWords, now);
      }
    } catch (const RouterFailure& failure) {
      rethrow(failure, now);
    }
    std::memset(arrivals, 0, wheel_.slot_words() * sizeof *arrivals);
    moved_ += latest_ >= now;
    now_ = now;
  }

  [[nodiscard]] bool at_rest() const override {
    if (!far_credits_.empty() || !wheel_.empty()) return false;
    if (!occupancies_.all_zero()) return false;
    for (std::size_t router = 0; router < routers_; ++router)
      if (block(router).front.any() || (at_.needs.delays_credits && !timers_[router].idle()))
        return false;
    return true;
  }

  [[nodiscard]] const Wiring& wiring() const override { return wiring_; }
  [[nodiscard]] std::uint64_t moved() const override { return moved_; }

  [[nodiscard]] std::vector<std::int64_t> flits_sent() override {
    return sent_flits(wiring_, now_, [&](int router, int port) -> const PortBlock& {
      return block(static_cast<std::size_t>(router)).ports(at_)[port];
    });
  }

  [[nodiscard]] std::string describe_blocked() override {
    BlockedInputs blocked(wiring_, at_.vc_bits);
    for (int router = 0; router < wiring_.routers(); ++router) {
      const Block& state = block(static_cast<std::size_t>(router));
      state.front.each([&](unsigned i) {
        const BlockedInputs::Place input{router, static_cast<int>(i)};
        blocked.add(input, state.occupancy(i));
        if (lacks_credits(router, i))
          blocked.add_wait(input, {router, static_cast<int>(state.route[i])});
      });
    }
    return blocked.describe();
  }

 private:
  static constexpr int kWords = Kind::kWords, kFlitWords = Kind::kFlitWords;
  static constexpr bool kOnArrival = Kind::kOnArrival;
  using Block = RouterBlock<kWords>;
  using Mask = Bits<kWords>;
  using Links = std::conditional_t<kOnArrival, ArrivalLinks<kWords>, NetworkLinks<kWords>>;

  /// Each flit holds a credit of some channel.
  [[nodiscard]] std::size_t most_flits() const {
    const std::size_t channels = routers_ * static_cast<std::size_t>(at_.ports * at_.vcs) +
                                 static_cast<std::size_t>(wiring_.terminals());
    return channels * static_cast<std::size_t>(at_.depth);
  }
  [[nodiscard]] int longest_wait() const { return at_.room_limit + at_.speedup; }
  [[nodiscard]] Block& block(std::size_t router) const {
    return *reinterpret_cast<Block*>(blocks_.get() + router * block_bytes_);
  }
  /// Place of the first flit of the rings of a router's input VCs, or of its terminals' VCs.
  [[nodiscard]] std::size_t rings_of_router(std::size_t router) const {
    return router * router_rings_ << at_.ring_log;
  }
  [[nodiscard]] std::size_t rings_of_terminals(std::size_t router) const {
    return (routers_ * router_rings_ + router * terminal_rings_) << at_.ring_log;
  }
  /// First word of a slot of the wheel for a router, or for its terminals.
  [[nodiscard]] std::size_t wheel_of_router(std::size_t router) const {
    return router * Wheel<kWords>::kNodeWords;
  }
  [[nodiscard]] std::size_t wheel_of_terminals(std::size_t router) const {
    return (routers_ + router) * Wheel<kWords>::kNodeWords;
  }

  void configure(std::size_t router, const RouterRegisters& registers) {
    block(router).configure(at_, registers);
    if (at_.needs.delays_credits) timers_.emplace_back(at_, registers);
  }

  void connect() {
    for (int router = 0; router < wiring_.routers(); ++router) {
      for (int port = 0; port < wiring_.ports(router); ++port) {
        connect(router, port, wiring_.output(router, port), wiring_.output_latency(router, port),
                links_);
        if (wiring_.directed())
          connect(router, port, wiring_.input(router, port), wiring_.input_latency(router, port),
                  directed_credit_links_);
      }
    }
    for (int terminal = 0; terminal < wiring_.terminals(); ++terminal) {
      const PortPlace in = wiring_.injection(terminal), out = wiring_.ejection(terminal);
      const auto number = static_cast<std::size_t>(terminal);
      injection_links_[number] = link_to(in, wiring_.input_latency(in.router, in.port));
      ejection_links_[number] = link_to(out, wiring_.output_latency(out.router, out.port));
    }
  }

  /// What the VCs of a port lead to, or what leads to them.
  void connect(int router, int port, const Peer& peer, int latency, Zeros<VcLink>& links) {
    if (!peer.connected()) return;
    const bool terminal = peer.kind == PeerKind::kTerminal;
    const auto far = static_cast<std::size_t>(terminal ? router : peer.router);
    const int far_port = terminal ? port : peer.port;
    const std::size_t rings = terminal ? rings_of_terminals(far) : rings_of_router(far);
    const std::size_t wheel = terminal ? wheel_of_terminals(far) : wheel_of_router(far);
    for (int vc = 0; vc < at_.vcs; ++vc) {
      const auto near_vc = static_cast<unsigned>((port << at_.vc_bits) + vc);
      const auto far_vc = static_cast<unsigned>((far_port << at_.vc_bits) + vc);
      const auto bit = static_cast<std::uint8_t>(far_vc & 63);
      const std::size_t word = wheel + Mask::index(far_vc);
      const std::size_t own = static_cast<std::size_t>(router) * router_rings_ + near_vc;
      const std::size_t ring = rings + (std::size_t{far_vc} << at_.ring_log);
      links[own] = {narrow(ring), narrow(word), 0, static_cast<std::uint16_t>(latency), bit};
    }
  }

  [[nodiscard]] TerminalLink link_to(const PortPlace& place, int latency) const {
    const auto router = static_cast<std::size_t>(place.router);
    const auto vc = static_cast<unsigned>(place.port << at_.vc_bits);
    return {narrow(rings_of_router(router) + (std::size_t{vc} << at_.ring_log)),
            narrow(wheel_of_router(router) + Mask::index(vc)), 0,
            static_cast<std::uint16_t>(latency), static_cast<std::uint8_t>(vc & 63)};
  }

  void fetch_far_credits(std::int64_t now) {
    far_credits_.take(now + wheel_.slots(),
                      [&](std::int64_t arrival, std::uint32_t word, std::uint64_t bit) {
                        wheel_.slot(arrival)[word] |= bit;
                      });
  }

  static Mask load(const std::uint64_t* words) {
    Mask mask;
    for (int w = 0; w < kWords; ++w) mask.word[w] = words[w];
    return mask;
  }

  void take_terminal_credits(const std::uint64_t* arrivals) {
    for (std::size_t router = 0; router < routers_; ++router) {
      load(arrivals + wheel_of_terminals(router) + kWords).each([&](unsigned vc) {
        terminals_.credit(places_.injecting(router, vc >> at_.vc_bits));
      });
    }
  }

  void inject(std::int64_t now, int terminals) {
    const unsigned mask = (1U << at_.ring_log) - 1;
    terminals_.inject(now, 0, terminals, [&](int terminal, const std::uint64_t* flit) {
      TerminalLink& link = injection_links_[static_cast<std::size_t>(terminal)];
      const std::uint32_t number = flits_.put(flit);
      if constexpr (kOnArrival) {
        injected_.push(static_cast<std::size_t>(terminal), number);
      } else {
        rings_[link.ring + link.next] = number;
        link.next = static_cast<std::uint16_t>((link.next + 1U) & mask);
      }
      wheel_.slot(now + link.latency)[link.wheel] |= std::uint64_t{1} << link.bit;
    });
  }

  void eject(std::int64_t now, const std::uint64_t* arrivals) {
    const unsigned mask = (1U << at_.ring_log) - 1;
    for (std::size_t router = 0; router < routers_; ++router) {
      const Mask valid = load(arrivals + wheel_of_terminals(router));
      if (!valid.any()) continue;
      valid.each([&](unsigned i) {
        std::uint16_t& place = ejected_[router * terminal_rings_ + i];
        const std::uint32_t flit =
            rings_[rings_of_terminals(router) + (std::size_t{i} << at_.ring_log) + place];
        place = static_cast<std::uint16_t>((place + 1U) & mask);
        terminals_.receive(now, places_.ejecting(router, i >> at_.vc_bits),
                           static_cast<int>(i) & at_.vc_mask, flits_[flit],
                           [&](int terminal, int vc) { return_credit(now, terminal, vc); });
        flits_.give_back(flit);
      });
    }
    terminals_.consume(now, 0, wiring_.terminals(),
                       [&](int terminal, int vc) { return_credit(now, terminal, vc); });
  }
  /// A terminal has consumed a flit that came on a VC.
  void return_credit(std::int64_t now, int terminal, int vc) {
    const TerminalLink& link = ejection_links_[static_cast<std::size_t>(terminal)];
    // The VCs of a port lie in one word.
    wheel_.slot(now + link.latency)[link.wheel + kWords] |= std::uint64_t{1} << (link.bit + vc);
  }

  [[gnu::always_inline]] void step(std::size_t router, const std::uint64_t* arrivals,
                                   std::int64_t now) {
    const Mask valid = load(arrivals), credit = load(arrivals + kWords);
    Block& state = block(router);
    CreditTimer* const timer = at_.needs.delays_credits ? &timers_[router] : nullptr;
    bool asleep = !valid.any() && !credit.any() && !state.front.any() && !occupancies_.used();
    asleep = asleep && (timer == nullptr || timer->idle());
    if (asleep) return;
    const std::size_t first_vc = router * router_rings_;
    Links links = links_of(
        router,
        NetworkLinks<kWords>(channels_, at_, links_.get() + first_vc, credit_links_ + first_vc,
                             timer == nullptr ? nullptr : last_returns_.data() + first_vc, now));
    RouterCore<Kind, Links> core(at_, *route_unit_, static_cast<std::uint32_t>(router), state,
                                 rings_.get() + rings_of_router(router), flits_.data(), timer,
                                 links, now, static_cast<std::uint16_t>(now),
                                 kOnArrival ? routes_->get() + rings_of_router(router) : nullptr);
    core.arrive(valid);
    core.finish(credit, oracle(router, now));
    latest_ = std::max(latest_, links.latest());
  }

  [[gnu::always_inline]] Links links_of([[maybe_unused]] std::size_t router,
                                        const NetworkLinks<kWords>& links) {
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
    if (router_ + kFar >= routers_) return;
    const std::size_t far = router_ + kFar, near = router_ + kNear;
    const auto* const registers = reinterpret_cast<const char*>(&block(far));
    for (std::size_t line = 0; line < sizeof(Block); line += 64)
      __builtin_prefetch(registers + line);
    const std::uint32_t* const far_rings = rings_.get() + rings_of_router(far);
    load(arrivals + wheel_of_router(far)).each([&](unsigned i) {
      __builtin_prefetch(far_rings + (std::size_t{i} << at_.ring_log));
    });
    const std::uint32_t* const near_rings = rings_.get() + rings_of_router(near);
    const Block& next = block(near);
    const auto fetch_flit = [&](unsigned i) {
      const std::uint32_t flit = near_rings[(std::size_t{i} << at_.ring_log) + next.first[i]];
      __builtin_prefetch(flits_[flit]);
    };
    load(arrivals + wheel_of_router(near)).each(fetch_flit);
    next.fresh.each(fetch_flit);
  }

  /// Publishes this router's occupancies, and returns those of its group in the cycle before; null
  /// if nobody looks at them.
  const std::uint16_t* oracle(std::size_t router, std::int64_t now) {
    if (!occupancies_.used()) return nullptr;
    const BlockQueues<kWords> estimates(at_, block(router));
    occupancies_.publish(router, now, [&](unsigned port) { return estimates.queue(port); });
    return occupancies_.seen(router, now);
  }

  [[nodiscard]] bool lacks_credits(int router, unsigned i) const {
    const Block& state = block(static_cast<std::size_t>(router));
    if (state.fresh.test(i)) return false;
    int need = 1;
    const std::uint32_t flit = rings_[rings_of_router(static_cast<std::size_t>(router)) +
                                      (std::size_t{i} << at_.ring_log) + state.first[i]];
    const std::uint64_t header = flits_[flit][kFlitWords - 1];
    if (at_.cut_through && !state.mid.test(i)) need = FlitFormat::length(header);
    return state.credits[state.route[i]] < need;
  }

  [[noreturn]] void rethrow(const RouterFailure& failure, std::int64_t now) const {
    throw Error(ExitCode::kAssertion,
                "assertion in router " + router_name(wiring_, static_cast<int>(router_)) +
                    " in cycle " + std::to_string(now) + ":\n" + failure.what());
  }

  const Wiring& wiring_;
  Terminals& terminals_;
  std::unique_ptr<RouteUnit> route_unit_;
  RouterParameters at_;
  std::size_t routers_;
  std::size_t router_rings_;
  TerminalPlaces places_;
  std::size_t terminal_rings_;  ///< rings of a router's terminals
  std::size_t block_bytes_;
  Zeros<std::byte> blocks_;
  Zeros<std::uint32_t> rings_;  ///< numbers of flits
  // If decisions are taken on arrival.
  std::optional<Zeros<std::uint16_t>> routes_;  ///< output VCs of heads, by place in rings_
  InjectedFlits injected_;
  FlitStore<kFlitWords> flits_;
  Wheel<kWords> wheel_;
  FarCredits far_credits_;
  std::vector<CreditTimer> timers_;         ///< [router], if credits are delayed
  Zeros<VcLink> links_;                     ///< [router][output VC]
  Zeros<VcLink> directed_credit_links_;     ///< [router][input VC], if the wiring is directed
  const VcLink* credit_links_;              ///< [router][input VC]
  std::vector<std::int64_t> last_returns_;  ///< [router][input VC], if credits are delayed
  std::vector<TerminalLink> injection_links_, ejection_links_;  ///< [terminal]
  Zeros<std::uint16_t> ejected_;  ///< [router][terminal's VC]: place of the next flit to take
  NetworkChannels<kWords> channels_;
  PublishedOccupancies occupancies_;
  std::int64_t latest_ = -1;  ///< last cycle in which a flit leaves, as far as is known
  std::size_t router_ = 0;    ///< whose turn it is
  bool fetches_ahead_ = routers_ * (block_bytes_ + router_rings_ * sizeof(VcLink)) > kSecondCache;
  std::uint64_t moved_ = 0;
  std::int64_t now_ = -1;
};

}  // namespace dragonfly
