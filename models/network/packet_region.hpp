// SPDX-License-Identifier: Apache-2.0
// A region of the packet engine: routers that one thread simulates, with their terminals.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "models/common/processor.hpp"
#include "models/endpoint/terminals.hpp"
#include "models/network/blocked_inputs.hpp"
#include "models/network/engine_parts.hpp"
#include "models/network/letters.hpp"
#include "models/network/packet_flit.hpp"
#include "models/network/packet_routers.hpp"
#include "models/network/packet_wheel.hpp"
#include "models/network/regions.hpp"
#include "models/network/terminal_places.hpp"

namespace dragonfly {

/// Routers firsts[region] to firsts[region + 1]-1 of the network, numbered from 0 here: a Region of
/// RegionEngine.
template <int kWords, class Flit>
class PacketRegion {
 public:
  using Routers = PacketRouters<kWords, Flit>;
  using Letter = PacketLetter<Flit>;
  static constexpr std::size_t kVcs = Routers::kVcs;

  static void prepare(EngineNetwork& network) {
    network.route_unit->prepare_paths(network.wiring, Flit::kHopBits);
  }

  [[nodiscard]] static EngineMemory memory(const EngineNetwork& network, std::size_t routers) {
    EngineMemory memory = Routers::memory(network.at, routers, network.wiring.directed());
    // Terminals receive at nodes of their own, as many as there are routers.
    memory.always += Routers::Channels::Wheel::bytes(2 * routers * kVcs, network.at.vc_bits,
                                                     network.wiring.longest_latency());
    return memory;
  }

  PacketRegion(EngineNetwork& network, Terminals& terminals, Letters<Letter>& letters,
               const std::vector<int>& firsts, unsigned region, int lane)
      : network_(network),
        at_(network.at),
        terminals_(terminals),
        region_(region),
        lane_(lane),
        first_(static_cast<std::size_t>(firsts[region])),
        count_(static_cast<std::size_t>(firsts[region + 1] - firsts[region])),
        first_terminal_(network.wiring.first_terminal(static_cast<int>(first_))),
        places_(network.wiring, firsts[region], firsts[region + 1]),
        routers_(at_, count_, network.wiring.directed()),
        channels_(region, letters, terminal_vc(count_), at_.vc_bits,
                  network.wiring.longest_latency(),
                  at_.room_limit + at_.speedup + network.wiring.longest_latency()),
        credited_(Routers::kMostTogether * kVcs),
        ejected_(Routers::kMostTogether * kVcs) {
    static_cast<void>(narrow(terminal_vc(count_)));
    for (std::size_t router = 0; router < count_; ++router) {
      const std::vector<std::uint32_t> lfsr = network.registers(first_ + router).lfsr;
      for (std::size_t asker = 0; asker < lfsr.size(); ++asker)
        routers_.lfsr(router, static_cast<unsigned>(at_.askers[asker]) >> at_.vc_bits) =
            lfsr[asker];
      const int number = static_cast<int>(first_ + router);
      const Wiring& wiring = network.wiring;
      for (int port = 0; port < wiring.ports(number); ++port) {
        const PacketLink link = link_to(firsts, router, port, wiring.output(number, port),
                                        wiring.output_latency(number, port));
        if (link.latency != 0) routers_.connect(router, port, link);
        if (!wiring.directed()) continue;
        const PacketLink back = link_to(firsts, router, port, wiring.input(number, port),
                                        wiring.input_latency(number, port));
        if (back.latency != 0) routers_.connect_credits(router, port, back);
      }
    }
    connect_terminals();
  }

  bool cycle(std::int64_t now) {
    channels_.begin(now);
#ifdef DRAGONFLY_X86
    if (modern_processor_) return run_on_modern_processor(*this, now);
#endif
    return run(now);
  }

  /// Nobody asks: packets of traces have the other engine.
  [[nodiscard]] static bool at_rest() { return false; }

  void serialize(Archive& archive) { archive(routers_, channels_); }

  // A letter to another process, whose packet goes with it, and one from there.

  void pack(const std::vector<Letter>& letters, ByteWriter& writer) {
    if constexpr (Flit::kRenumbers) {
      flits_.clear();
      credits_.clear();
      for (const Letter& letter : letters) {
        const Place place{letter.vc, static_cast<std::uint32_t>(letter.arrival - channels_.now())};
        if (letter.credit) {
          credits_.push_back(place);
          continue;
        }
        const std::uint32_t handle = letter.flit.handle();
        flits_.push_back({terminals_.record(handle), letter.flit, place});
        terminals_.leave(handle, lane_);
      }
      writer.put_list(flits_);
      writer.put_list(credits_);
    }
  }
  /// Calls post(letter) for each letter.
  template <class Post>
  void unpack(ByteReader& reader, Post&& post) {
    if constexpr (Flit::kRenumbers) {
      const std::int64_t now = channels_.now();
      reader.take_list(flits_);
      for (const FlitOnItsWay& each : flits_) {
        const std::uint32_t handle = terminals_.enter(each.record, lane_);
        post(Letter{each.flit.renumbered(handle), now + each.place.cycles, each.place.vc, false});
      }
      reader.take_list(credits_);
      for (const Place& place : credits_) post(Letter{Flit{}, now + place.cycles, place.vc, true});
    }
  }

  [[nodiscard]] const auto& port(int router, int port) const {
    return routers_.port(static_cast<std::size_t>(router) - first_, port);
  }

  void add_blocked(BlockedInputs& blocked) const {
    for (std::size_t router = 0; router < count_; ++router) {
      const auto fresh = routers_.fresh(router);
      const int number = static_cast<int>(first_ + router);
      routers_.front(router).each([&](unsigned i) {
        const BlockedInputs::Place input{number, static_cast<int>(i)};
        const std::size_t vc = router * kVcs + i;
        blocked.add(input, static_cast<unsigned>(routers_.occupancy(vc)));
        if (fresh.test(i)) return;
        const auto output = static_cast<unsigned>(routers_.route(vc) % kVcs);
        if (routers_.credits(routers_.route(vc)) == 0)
          blocked.add_wait(input, {number, static_cast<int>(output)});
      });
    }
  }

 private:
  /// Where something arrives, and in how many cycles.
  struct Place {
    std::uint32_t vc, cycles;
  };
  struct FlitOnItsWay {
    PacketRecord record;
    Flit flit;
    Place place;
  };

  using Mask = Bits<kWords>;
  using Slot = typename Routers::Channels::Slot;
  using Path = typename Flit::Path;

#ifdef DRAGONFLY_X86
  DRAGONFLY_AVX2 static bool run_on_modern_processor(PacketRegion& region, std::int64_t now) {
    return region.run(now);
  }
#endif
  /// The cycle itself. Whether a flit leaves a router.
  [[gnu::always_inline]] bool run(std::int64_t now) {
    const std::size_t together = routers_.together();
    serve_terminals(now, channels_.arrivals(), together);
    send_packets(now);
    bool moves = false;
    for (std::size_t router = 0; router < count_; router += together) {
      const std::size_t end = std::min(count_, router + together);
      routers_.arrive(router, end, channels_.arrivals());
      if (network_.occupancies.used()) {
        for (std::size_t each = router; each < end; ++each) {
          network_.occupancies.publish(first_ + each, now,
                                       [&](unsigned port) { return routers_.queue(each, port); });
        }
      }
      decide(now);
      moves |= routers_.finish(router, end, now, channels_.arrivals(), channels_);
    }
    // An output with a flit to send sends one.
    return moves || any_queue(now);
  }

  // The numbers of VCs: those of the routers, then of the terminals at them.

  [[nodiscard]] std::size_t router_vc(std::size_t router, int port) const {
    return router * kVcs + (static_cast<std::size_t>(port) << at_.vc_bits);
  }
  [[nodiscard]] std::size_t terminal_vc(std::size_t router, int port = 0) const {
    return router_vc(count_ + router, port);
  }

  /// The link of a port to its peer; one without latency if there is none.
  [[nodiscard]] PacketLink link_to(const std::vector<int>& firsts, std::size_t router, int port,
                                   const Peer& peer, int cycles) const {
    if (!peer.connected()) return {};
    const auto latency = static_cast<std::uint16_t>(cycles);
    if (peer.kind == PeerKind::kTerminal)
      return {static_cast<std::uint32_t>(terminal_vc(router, port)), latency,
              static_cast<std::uint8_t>(region_)};
    const auto region = static_cast<std::uint8_t>(region_of(firsts, peer.router));
    const auto far = static_cast<std::size_t>(peer.router - firsts[region]);
    return {static_cast<std::uint32_t>(router_vc(far, peer.port)), latency, region};
  }

  void connect_terminals() {
    const Wiring& wiring = network_.wiring;
    const int last = wiring.first_terminal(static_cast<int>(first_ + count_));
    for (int terminal = first_terminal_; terminal < last; ++terminal) {
      const PortPlace place = wiring.injection(terminal);
      const auto router = static_cast<std::size_t>(place.router) - first_;
      terminal_links_.push_back(
          {static_cast<std::uint32_t>(router_vc(router, place.port)),
           static_cast<std::uint16_t>(wiring.input_latency(place.router, place.port))});
    }
    ejection_latency_ = -1;
    for (std::size_t router = 0; router < count_; ++router) {
      for (std::size_t port = 0; port < places_.ports(); ++port) {
        if (places_.ejecting(router, port) < 0) continue;
        const int latency = routers_.port(router, static_cast<int>(port)).latency;
        if (ejection_latency_ < 0) ejection_latency_ = latency;
        if (ejection_latency_ != latency) ejection_latency_ = 0;
      }
    }
    ejection_latency_ = std::abs(ejection_latency_);
  }

  /// Terminals take the credits and flits that have arrived.
  [[gnu::always_inline]] void serve_terminals(std::int64_t now, const Slot& arrivals,
                                              std::size_t together) {
    std::uint64_t* const flits = arrivals.flits + terminal_vc(0) / 64;
    std::uint64_t* const credits = arrivals.credits + terminal_vc(0) / 64;
    const Flit* const lanes = arrivals.lanes + (terminal_vc(0) >> at_.vc_bits);
    const bool one_latency = ejection_latency_ != 0;
    for (std::size_t first = 0; first < count_; first += together) {
      const std::size_t begin = first * kWords;
      const std::size_t end = std::min(count_, first + together) * kWords;
      ejected_.assign(flits, begin, end);
      credited_.assign(credits, begin, end);
      if (one_latency) {
        // The terminals of a router have the numbers of its ports to them.
        std::uint64_t* const returned = channels_.slot(ejection_latency_).credits;
        DRAGONFLY_SIDE_BY_SIDE
        for (std::size_t w = begin; w < end; ++w) returned[w] |= flits[w];
      }
      DRAGONFLY_SIDE_BY_SIDE
      for (std::size_t w = begin; w < end; ++w) flits[w] = credits[w] = 0;
      for (const std::uint32_t vc : credited_)
        terminals_.credit(places_.injecting(vc / kVcs, vc % kVcs >> at_.vc_bits));
      for (const std::uint32_t& vc : ejected_) {
        if (routers_.fetches_ahead() && &vc + Routers::kAhead < ejected_.end())
          terminals_.fetch(lanes[(&vc)[Routers::kAhead] >> at_.vc_bits].arrived_handle());
        const std::size_t at = vc / kVcs, port = vc % kVcs >> at_.vc_bits;
        const int terminal = places_.ejecting(at, port);
        terminals_.eject_packet(now, terminal, lanes[vc >> at_.vc_bits].arrived_handle(), lane_);
        if (!one_latency) {
          const int latency = routers_.port(at, static_cast<int>(port)).latency;
          channels_.slot(latency).credits[vc / 64] |= std::uint64_t{1} << (vc & 63);
        }
      }
    }
  }

  /// A terminal's channel to its router.
  struct TerminalLink {
    std::uint32_t vc0;      ///< input VC 0 of the router
    std::uint16_t latency;  ///< cycles
  };
  [[nodiscard]] const TerminalLink& link_of(int terminal) const {
    return terminal_links_[static_cast<std::size_t>(terminal - first_terminal_)];
  }

  [[gnu::always_inline]] void send_packets(std::int64_t now) {
    const int last = first_terminal_ + static_cast<int>(terminal_links_.size());
    terminals_.send_packets(
        now, first_terminal_, last, lane_,
        [&](int terminal, std::uint32_t handle, int destination) __attribute__((always_inline)) {
          const TerminalLink& link = link_of(terminal);
          channels_.inject(link.latency, link.vc0,
                           Flit::undecided(handle, terminals_.destination_of(destination)));
        });
  }

  /// Whether a flit is left in an output queue that has sent one in this cycle.
  [[nodiscard]] bool any_queue(std::int64_t now) const {
    for (std::size_t router = 0; router < count_; ++router)
      for (int port = 0; port < at_.ports; ++port)
        if (routers_.port(router, port).next_free > now) return true;
    return false;
  }

  /// The decisions of the routers that work together.
  [[gnu::always_inline]] void decide(std::int64_t now) {
    const auto& undecided = routers_.undecided();
    if (undecided.size() == 0) return;
    const std::size_t count = undecided.size();
    make_room(count);
    Ask* ask = asks_.data();
    for (const std::uint32_t& vc : undecided) {
      if (routers_.fetches_ahead()) fetch_for_decisions(&vc, undecided.end());
      const Flit flit = routers_.undecided_front(vc);
      const std::uint32_t router = vc / kVcs, input_vc = vc % kVcs;
      std::uint32_t& lfsr = routers_.lfsr(router, input_vc >> at_.vc_bits);
      *ask++ = {static_cast<std::uint32_t>(first_) + router,
                static_cast<std::uint32_t>(flit.destination()),
                lfsr,
                static_cast<std::uint16_t>(input_vc),
                0,
                0,
                false};
      lfsr = xorshift(lfsr);
    }
    const RouteUnit& route_unit = *network_.route_unit;
    const std::span<const Ask> asks(asks_.data(), count);
    const bool choice = most_candidates_ > 1;
    if (choice) {
      route_unit.candidates(asks, candidates_.data(), counts_.data());
      choose(now, count);
    }
    const Candidate* const candidates = choice ? candidates_.data() : nullptr;
    const std::uint8_t* const taken = choice ? taken_.data() : nullptr;
    if constexpr (std::is_same_v<Path, LongPath>)
      route_unit.long_paths(asks, candidates, taken, paths_.data());
    else
      route_unit.paths(asks, candidates, taken, paths_.data());
    const bool claimed = choice && at_.sequential;
    for (std::size_t k = 0; k < count; ++k) {
      const std::uint32_t vc = undecided.begin()[k];
      Flit& flit = routers_.undecided_front(vc);
      const Path& path = paths_[k];
      terminals_.decided(flit.handle(), path.nonmin, path.count + 1);
      flit = Flit::decided(flit.handle(), path.hops, path.count);
      if (!claimed) claim(vc, path.first);
    }
  }
  /// Takes the cheapest of the candidates of each head.
  [[gnu::always_inline]] void choose(std::int64_t now, std::size_t count) {
    using Queues = PacketQueues<kWords, Flit>;
    // Taken out of the object, in which compilers must expect that a byte written lies.
    const Ask* const asks = asks_.data();
    const Candidate* const all = candidates_.data();
    const std::uint8_t* const counts = counts_.data();
    std::uint8_t* const taken = taken_.data();
    const std::size_t most = most_candidates_;
    const bool sequential = at_.sequential, fetches_ahead = routers_.fetches_ahead();
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t later = k + Routers::kAhead / 2;
      if (fetches_ahead && later < count) fetch_outputs(later);
      const std::uint32_t router = asks[k].router;
      // What others have chosen in this cycle counts where they decide one after the other.
      const auto chosen = [&](std::uint32_t lane) __attribute__((always_inline)) {
        int flits = 0;
        if (sequential)
          for (std::size_t other = k; other > 0 && asks[other - 1].router == router; --other)
            flits += all[(other - 1) * most + taken[other - 1]].lane == lane;
        return flits;
      };
      const Candidate* const candidates = &all[k * most];
      taken[k] = cheapest(candidates, counts[k], Queues(routers_, router - first_),
                          network_.occupancies.seen(router, now), chosen);
      if (!sequential) continue;
      const Candidate& chosen_way = candidates[taken[k]];
      claim(static_cast<std::uint32_t>((router - first_) * kVcs + asks[k].input_vc),
            {chosen_way.port, chosen_way.vc});
    }
  }
  [[gnu::always_inline]] void make_room(std::size_t count) {
    if (asks_.size() >= count) return;
    asks_.resize(count);
    candidates_.resize(count * most_candidates_);
    counts_.resize(count);
    taken_.resize(count);
    paths_.resize(count);
  }
  [[gnu::always_inline]] void claim(std::uint32_t vc, const NextHop& output) {
    if (output.port >= at_.ports) [[unlikely]]
      fail_at_front(at_, "a packet that can go nowhere", static_cast<std::uint32_t>(vc % kVcs));
    routers_.claim(vc, (static_cast<unsigned>(output.port) << at_.vc_bits) + output.vc);
  }
  /// Fetches what the decisions for heads after that for `vc` will look at first.
  [[gnu::always_inline]] void fetch_for_decisions(const std::uint32_t* vc,
                                                  const std::uint32_t* end) const {
    constexpr int kLater = 2 * Routers::kAhead;
    if (vc + kLater < end) routers_.fetch_lfsr(vc[kLater] / kVcs);
    if (vc + Routers::kAhead < end)
      terminals_.fetch(routers_.undecided_front(vc[Routers::kAhead]).handle());
  }
  /// Fetches the outputs of the candidates of head k.
  [[gnu::always_inline]] void fetch_outputs(std::size_t k) const {
    for (std::size_t n = 0; n < counts_[k]; ++n)
      routers_.fetch_output(asks_[k].router - first_, candidates_[k * most_candidates_ + n].port);
  }

  EngineNetwork& network_;
  const RouterParameters& at_;
  Terminals& terminals_;
  unsigned region_;
  int lane_;
  std::size_t first_, count_;  ///< routers
  int first_terminal_;
  TerminalPlaces places_;
  Routers routers_;
  typename Routers::Channels channels_;
  BitList credited_, ejected_;  ///< VCs of terminals
  // To or from another process, in this cycle.
  std::vector<FlitOnItsWay> flits_;
  std::vector<Place> credits_;
  std::vector<TerminalLink> terminal_links_;  ///< [terminal of the region]
  int ejection_latency_ = 1;                  ///< of all channels to terminals; 0 if they differ
#ifdef DRAGONFLY_X86
  bool modern_processor_ = processor::knows_avx2();
#endif
  // Of the heads that decide together.
  std::size_t most_candidates_ = static_cast<std::size_t>(network_.route_unit->most_candidates());
  std::vector<Ask> asks_;
  std::vector<Candidate> candidates_;
  std::vector<std::uint8_t> counts_, taken_;
  std::vector<Path> paths_;
};

}  // namespace dragonfly
