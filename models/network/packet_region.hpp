// A region of the packet engine: routers that one thread simulates, with their terminals.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/endpoint/terminals.hpp"
#include "models/network/engine_parts.hpp"
#include "models/network/packet_flit.hpp"
#include "models/network/packet_paths.hpp"
#include "models/network/packet_routers.hpp"
#include "models/network/packet_wheel.hpp"

namespace dragonfly {

/// What all regions look at, and none changes; but for the occupancies that UGAL-G's routers tell,
/// of which each writes its own for the next cycle.
struct PacketNetwork {
  PacketNetwork(const Configuration& config, const Dragonfly& dragonfly, const VcPolicy& policy)
      : topology(dragonfly),
        at(sizes_of(config, dragonfly), registers_of(config, dragonfly, policy, 0)),
        channels(config.channels) {
    const auto routers = static_cast<std::size_t>(dragonfly.routers());
    tables.reserve(routers);
    lfsrs.reserve(routers);
    for (int router = 0; router < dragonfly.routers(); ++router) {
      const RouterRegisters registers = registers_of(config, dragonfly, policy, router);
      lfsrs.push_back(registers.lfsr);
      tables.emplace_back(at.sizes, registers);
    }
    paths.emplace(dragonfly, at, tables);
    for (int terminal = 0; terminal < dragonfly.terminals(); ++terminal) {
      const int router = dragonfly.router_of_terminal(terminal);
      destinations.push_back(pack({static_cast<unsigned>(dragonfly.group_of_router(router)),
                                   static_cast<unsigned>(dragonfly.local_index(router)),
                                   static_cast<unsigned>(terminal % dragonfly.p())}));
    }
    if (at.algorithm == Routing::kUgalG)
      oracle_lanes = std::max<std::size_t>(1, routers * static_cast<std::size_t>(dragonfly.h()));
    oracle.assign(2 * oracle_lanes, 0);
  }
  PacketNetwork(const PacketNetwork&) = delete;
  PacketNetwork& operator=(const PacketNetwork&) = delete;

  static std::uint64_t pack(const Destination& to) {
    return std::uint64_t{to.group} << 16 | to.router << 8 | to.terminal;
  }
  static Destination unpack(std::uint64_t packed) {
    return {static_cast<unsigned>(packed >> 16), static_cast<unsigned>(packed >> 8 & 255),
            static_cast<unsigned>(packed & 255)};
  }

  const Dragonfly& topology;
  RouterParameters at;
  ChannelConfig channels;
  std::vector<RouteTable> tables;                 ///< [router]
  std::vector<std::vector<std::uint32_t>> lfsrs;  ///< [router][terminal port]: first values
  std::optional<PacketPaths> paths;
  std::vector<std::uint64_t> destinations;  ///< [terminal], packed
  std::vector<std::uint16_t> oracle;        ///< UGAL-G: [cycle modulo 2][router][global port]
  std::size_t oracle_lanes = 0;
};

/// Routers firsts[region] to firsts[region + 1]-1 of the network, numbered from 0.
template <int kWords, class Flit>
class PacketRegion {
 public:
  using Routers = PacketRouters<kWords, Flit>;
  static constexpr std::size_t kVcs = Routers::kVcs;

  /// The terminals of the region's routers must be the lane of the same number.
  PacketRegion(PacketNetwork& network, Terminals& terminals, const std::vector<int>& firsts,
               unsigned region)
      : network_(network),
        at_(network.at),
        terminals_(terminals),
        region_(region),
        first_(static_cast<std::size_t>(firsts[region])),
        count_(static_cast<std::size_t>(firsts[region + 1] - firsts[region])),
        terminals_of_router_(network.topology.p()),
        routers_(at_, count_),
        channels_(region, static_cast<unsigned>(firsts.size() - 1), terminal_vc(count_),
                  at_.vc_bits, longest_delay(network.channels),
                  at_.room_limit + at_.sizes.speedup + longest_delay(network.channels)),
        credited_(Routers::kMostTogether * kVcs),
        ejected_(Routers::kMostTogether * kVcs),
        terminal_vcs_(count_ * static_cast<std::size_t>(terminals_of_router_)) {
    static_cast<void>(narrow(terminal_vc(count_)));
    for (std::size_t router = 0; router < count_; ++router) {
      const auto& lfsr = network.lfsrs[first_ + router];
      for (std::size_t port = 0; port < lfsr.size(); ++port)
        routers_.lfsr(router, static_cast<unsigned>(port)) = lfsr[port];
      for (int port = 0; port < at_.ports; ++port) connect(firsts, router, port);
    }
  }

  [[nodiscard]] std::size_t first() const { return first_; }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] const Routers& routers() const { return routers_; }

  // A cycle, which is to begin when it has ended in all other regions:

  void begin(std::int64_t now) { channels_.begin(now); }
  /// What another region has sent.
  void read(const PacketRegion& other) { channels_.read(other.channels_); }
  /// The cycle itself. Whether a flit leaves a router.
  [[gnu::always_inline]] bool run(std::int64_t now) {
    const int lane = static_cast<int>(region_);
    const int first = static_cast<int>(first_) * terminals_of_router_;
    const int last = first + static_cast<int>(count_) * terminals_of_router_;
    const std::size_t together = routers_.together();
    serve_terminals(now, channels_.arrivals(), together);
    send_packets(now, first, last, lane);
    bool moves = false;
    for (std::size_t router = 0; router < count_; router += together) {
      const std::size_t end = std::min(count_, router + together);
      routers_.arrive(router, end, channels_.arrivals());
      if (network_.oracle_lanes != 0)
        for (std::size_t each = router; each < end; ++each) tell_occupancies(each, now);
      if (at_.algorithm == Routing::kMin)
        decide<true>(now);
      else
        decide<false>(now);
      moves |= routers_.finish(router, end, now, channels_.arrivals(), channels_);
    }
    // An output with a flit to send sends one.
    return moves || any_queue(now);
  }

 private:
  using Mask = Bits<kWords>;
  using Slot = typename Routers::Channels::Slot;

  // The numbers of VCs: those of the routers, then of their terminals.

  [[nodiscard]] std::size_t router_vc(std::size_t router, int port) const {
    return router * kVcs + (static_cast<std::size_t>(port) << at_.vc_bits);
  }
  [[nodiscard]] std::size_t terminal_vc(std::size_t router, int port = 0) const {
    return router_vc(count_ + router, port);
  }

  void connect(const std::vector<int>& firsts, std::size_t router, int port) {
    const Link link = network_.topology.link(static_cast<int>(first_ + router), port);
    if (!link.connected) return;
    const auto latency =
        static_cast<std::uint16_t>(channel_latency(network_.channels, link.port_class));
    if (link.port_class == PortClass::kTerminal) {
      terminal_vcs_[router * static_cast<std::size_t>(terminals_of_router_) +
                    static_cast<std::size_t>(port)] =
          static_cast<std::uint32_t>(router_vc(router, port));
      routers_.connect(router, port,
                       {static_cast<std::uint32_t>(terminal_vc(router, port)), latency,
                        static_cast<std::uint8_t>(region_)});
      return;
    }
    const auto after = std::upper_bound(firsts.begin(), firsts.end(), link.router);
    const auto region = static_cast<std::uint8_t>(after - firsts.begin() - 1);
    const auto far = static_cast<std::size_t>(link.router - firsts[region]);
    routers_.connect(router, port,
                     {static_cast<std::uint32_t>(router_vc(far, link.port)), latency, region});
  }

  /// Terminals take the credits and flits that have arrived.
  [[gnu::always_inline]] void serve_terminals(std::int64_t now, const Slot& arrivals,
                                              std::size_t together) {
    std::uint64_t* const flits = arrivals.flits + terminal_vc(0) / 64;
    std::uint64_t* const credits = arrivals.credits + terminal_vc(0) / 64;
    // The terminals of a router have the numbers of its ports to them.
    std::uint64_t* const returned = channels_.slot(network_.channels.terminal_latency).credits;
    const int base = static_cast<int>(first_) * terminals_of_router_;
    const int lane = static_cast<int>(region_);
    const Flit* const lanes = arrivals.lanes + (terminal_vc(0) >> at_.vc_bits);
    for (std::size_t first = 0; first < count_; first += together) {
      const std::size_t begin = first * kWords;
      const std::size_t end = std::min(count_, first + together) * kWords;
      ejected_.assign(flits, begin, end);
      credited_.assign(credits, begin, end);
      DRAGONFLY_SIDE_BY_SIDE
      for (std::size_t w = begin; w < end; ++w) {
        returned[w] |= flits[w];
        flits[w] = credits[w] = 0;
      }
      for (const std::uint32_t vc : credited_) terminals_.credit(base + terminal_of(vc));
      for (const std::uint32_t& vc : ejected_) {
        if (routers_.fetches_ahead() && &vc + Routers::kAhead < ejected_.end())
          terminals_.fetch(lanes[(&vc)[Routers::kAhead] >> at_.vc_bits].arrived_handle());
        terminals_.eject_packet(now, base + terminal_of(vc),
                                lanes[vc >> at_.vc_bits].arrived_handle(), lane);
      }
    }
  }
  /// The terminal of a VC of its router's port to it, counted from the first of the region.
  [[gnu::always_inline]] [[nodiscard]] int terminal_of(std::uint32_t vc) const {
    return static_cast<int>(vc / kVcs) * terminals_of_router_ +
           static_cast<int>((vc % kVcs) >> at_.vc_bits);
  }

  [[gnu::always_inline]] void send_packets(std::int64_t now, int first, int last, int lane) {
    const int latency = network_.channels.terminal_latency;
    terminals_.send_packets(
        now, first, last, lane,
        [&](int terminal, std::uint32_t handle, int destination) __attribute__((always_inline)) {
          channels_.inject(
              latency, terminal_vcs_[static_cast<std::size_t>(terminal - first)],
              Flit::undecided(handle,
                              network_.destinations[static_cast<std::size_t>(destination)]));
        });
  }

  /// Whether a flit is left in an output queue that has sent one in this cycle.
  [[nodiscard]] bool any_queue(std::int64_t now) const {
    for (std::size_t router = 0; router < count_; ++router)
      for (int port = 0; port < at_.ports; ++port)
        if (routers_.port(router, port).next_free > now) return true;
    return false;
  }

  /// The decisions of the routers that work together. kMinimal: whether the routing is minimal.
  template <bool kMinimal>
  [[gnu::always_inline]] void decide(std::int64_t now) {
    const bool at_once = kMinimal || at_.sequential || at_.algorithm == Routing::kVal;
    claims_.clear();
    const auto& undecided = routers_.undecided();
    for (const std::uint32_t& vc : undecided) {
      if (routers_.fetches_ahead()) fetch_for_decisions(&vc, undecided.end());
      const std::uint32_t router = vc / kVcs;
      // What others have chosen in this cycle counts for UGAL-G's sequential allocation.
      const auto chosen = [&](unsigned channel) {
        int flits = 0;
        for (auto claim = claims_.rbegin(); claim != claims_.rend() && claim->vc / kVcs == router;
             ++claim)
          flits += claim->path.global && claim->path.channel == channel;
        return flits;
      };
      Flit& flit = routers_.undecided_front(vc);
      const Destination to = PacketNetwork::unpack(flit.destination());
      using Queues = PacketQueues<kWords, Flit>;
      Queues queues(routers_, router);
      const auto ways = network_.paths->ways(static_cast<std::uint32_t>(first_) + router);
      const Decision decision =
          DecisionUnit<PacketPaths::Ways, Queues, kMinimal>(at_, ways, queues)
              .decide_one(static_cast<unsigned>(vc % kVcs), to, oracle_of(router, now), chosen);
      const auto rest = network_.paths->template rest<Flit::kHopBits>(
          static_cast<std::uint32_t>(first_) + router, to, decision);
      terminals_.decided(flit.handle(), decision.nonmin, rest.count + 1);
      flit = Flit::decided(flit.handle(), rest.hops, rest.count);
      if (at_once) claim({vc, decision.path});
      if (!kMinimal && (!at_once || network_.oracle_lanes != 0))
        claims_.push_back({vc, decision.path});
    }
    if (!at_once)
      for (const Claim& made : claims_) claim(made);
  }
  /// Fetches what the decisions will look at that come after that for `vc`: of one, what it looks
  /// at first, and of one that comes earlier what follows from that.
  [[gnu::always_inline]] void fetch_for_decisions(const std::uint32_t* vc,
                                                  const std::uint32_t* end) const {
    constexpr int kSooner = Routers::kAhead / 2, kLater = 2 * Routers::kAhead;
    if (vc + kLater < end) routers_.fetch_lfsr(vc[kLater] / kVcs);
    if (vc + Routers::kAhead < end) {
      const Undecided packet = undecided(vc[Routers::kAhead]);
      network_.paths->fetch(packet.router, packet.to);
      terminals_.fetch(packet.handle);
      if (at_.algorithm != Routing::kMin) network_.paths->fetch(packet.router, packet.mid);
    }
    if (vc + kSooner < end) {
      const Undecided packet = undecided(vc[kSooner]);
      const std::size_t router = vc[kSooner] / kVcs;
      routers_.fetch_output(router,
                            network_.paths->fetch_next(packet.router, packet.to, packet.to));
      if (at_.algorithm != Routing::kMin)
        routers_.fetch_output(router,
                              network_.paths->fetch_next(packet.router, packet.mid, packet.to));
    }
  }
  /// A packet that waits for its decision.
  struct Undecided {
    std::uint32_t router, handle;  ///< `router` of the network
    unsigned to, mid;              ///< groups
  };
  [[gnu::always_inline]] [[nodiscard]] Undecided undecided(std::uint32_t vc) const {
    const Flit flit = routers_.undecided_front(vc);
    const auto port = static_cast<unsigned>(vc % kVcs) >> at_.vc_bits;
    return {static_cast<std::uint32_t>(first_) + vc / static_cast<std::uint32_t>(kVcs),
            flit.handle(), PacketNetwork::unpack(flit.destination()).group,
            drawn_group(routers_.lfsr(vc / kVcs, port), at_.groups)};
  }
  struct Claim {
    std::uint32_t vc;
    Path path;
  };
  [[gnu::always_inline]] void claim(const Claim& claim) {
    routers_.claim(claim.vc, (claim.path.port << at_.vc_bits) + claim.path.vc);
  }

  /// Tells the group the occupancies of a router.
  void tell_occupancies(std::size_t router, std::int64_t now) {
    const auto globals = static_cast<std::size_t>(at_.sizes.globals);
    std::uint16_t* const mine = network_.oracle.data() +
                                ((now & 1) != 0 ? network_.oracle_lanes : 0) +
                                (first_ + router) * globals;
    for (std::size_t index = 0; index < globals; ++index)
      mine[index] = static_cast<std::uint16_t>(routers_.queue(
          router, static_cast<unsigned>(at_.first_global) + static_cast<unsigned>(index)));
  }
  /// Those of the group of a router in the cycle before; null unless somebody looks at them.
  [[gnu::always_inline]] [[nodiscard]] const std::uint16_t* oracle_of(std::size_t router,
                                                                      std::int64_t now) const {
    if (network_.oracle_lanes == 0) return nullptr;
    const auto a = static_cast<std::size_t>(at_.sizes.routers),
               h = static_cast<std::size_t>(at_.sizes.globals);
    return network_.oracle.data() + ((now & 1) != 0 ? 0 : network_.oracle_lanes) +
           (first_ + router) / a * a * h;
  }

  PacketNetwork& network_;
  const RouterParameters& at_;
  Terminals& terminals_;
  unsigned region_;
  std::size_t first_, count_;  ///< routers
  int terminals_of_router_;
  Routers routers_;
  typename Routers::Channels channels_;
  BitList credited_, ejected_;               ///< VCs of terminals
  std::vector<std::uint32_t> terminal_vcs_;  ///< [terminal of the region]: its VC at the router
  std::vector<Claim> claims_;                ///< decisions whose claims are still to be made
};

}  // namespace dragonfly
