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
        channels_(region, static_cast<unsigned>(firsts.size() - 1), 2 * count_,
                  terminal_lane(count_, count_), longest_delay(network.channels),
                  at_.room_limit + at_.sizes.speedup + longest_delay(network.channels)),
        credited_(Routers::kTogether * kVcs),
        ejected_(Routers::kTogether * kVcs),
        terminal_links_(count_ * static_cast<std::size_t>(terminals_of_router_)) {
    static_cast<void>(narrow(count_ * kVcs));
    for (std::size_t router = 0; router < count_; ++router) {
      const auto& lfsr = network.lfsrs[first_ + router];
      for (std::size_t port = 0; port < lfsr.size(); ++port)
        routers_.port(router, static_cast<int>(port)).lfsr = lfsr[port];
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
    terminals_.generate(now, first, last, lane);
    serve_terminals(now, channels_.arrivals());
    inject(now, first, last, lane);
    bool moves = false;
    for (std::size_t router = 0; router < count_; router += Routers::kTogether) {
      const std::size_t end = std::min(count_, router + Routers::kTogether);
      routers_.arrive(router, end, channels_.arrivals());
      if (network_.oracle_lanes != 0)
        for (std::size_t each = router; each < end; ++each) tell_occupancies(each, now);
      decide(now);
      moves |= routers_.finish(router, end, now, channels_);
    }
    // An output with a flit to send sends one.
    return moves || any_queue(now);
  }

 private:
  using Mask = Bits<kWords>;
  using Slot = typename Routers::Channels::Slot;

  // Words and lanes of a region of `count` routers: those of the routers, then of their terminals.

  static std::size_t router_word(std::size_t router) { return router * Routers::Wheel::kNodeWords; }
  static std::size_t terminal_word(std::size_t count, std::size_t router) {
    return (count + router) * Routers::Wheel::kNodeWords;
  }
  [[nodiscard]] std::size_t router_lane(std::size_t router) const {
    return router * kVcs >> at_.vc_bits;
  }
  [[nodiscard]] std::size_t terminal_lane(std::size_t count, std::size_t router) const {
    return router_lane(count) + router * static_cast<std::size_t>(terminals_of_router_);
  }

  /// Of a VC of a port, in its router.
  [[nodiscard]] unsigned number(int port, int vc) const {
    return static_cast<unsigned>((port << at_.vc_bits) + vc);
  }

  void connect(const std::vector<int>& firsts, std::size_t router, int port) {
    const Link link = network_.topology.link(static_cast<int>(first_ + router), port);
    if (!link.connected) return;
    const auto latency =
        static_cast<std::uint16_t>(channel_latency(network_.channels, link.port_class));
    if (link.port_class == PortClass::kTerminal) {
      for (int vc = 0; vc < at_.sizes.vcs; ++vc)
        link_of(router, number(port, vc)) =
            link_to(region_, terminal_word(count_, router), number(port, vc),
                    terminal_lane(count_, router) + static_cast<std::size_t>(port), latency);
      terminal_links_[router * static_cast<std::size_t>(terminals_of_router_) +
                      static_cast<std::size_t>(port)] =
          link_to(region_, router_word(router), number(port, 0),
                  router_lane(router) + static_cast<std::size_t>(port), latency);
      return;
    }
    const auto after = std::upper_bound(firsts.begin(), firsts.end(), link.router);
    const auto region = static_cast<unsigned>(after - firsts.begin() - 1);
    const auto far = static_cast<std::size_t>(link.router - firsts[region]);
    for (int vc = 0; vc < at_.sizes.vcs; ++vc)
      link_of(router, number(port, vc)) =
          link_to(region, router_word(far), number(link.port, vc),
                  router_lane(far) + static_cast<std::size_t>(link.port), latency);
  }
  [[nodiscard]] PacketLink& link_of(std::size_t router, unsigned vc) {
    return routers_.vc(router * kVcs + vc).link;
  }
  [[nodiscard]] PacketLink link_to(unsigned region, std::size_t word, unsigned vc, std::size_t lane,
                                   std::uint16_t latency) const {
    return {narrow(word + Mask::index(vc)), narrow(lane), latency,
            static_cast<std::uint8_t>(vc & 63), static_cast<std::uint8_t>(region)};
  }

  /// Takes the mask at `words`, and leaves none there.
  [[gnu::always_inline]] static Mask take(std::uint64_t* words) {
    Mask mask;
    for (int w = 0; w < kWords; ++w) {
      mask.word[w] = words[w];
      words[w] = 0;
    }
    return mask;
  }

  /// Terminals take the credits and flits that have arrived.
  [[gnu::always_inline]] void serve_terminals(std::int64_t now, const Slot& arrivals) {
    std::uint64_t* const credits =
        channels_.slot(network_.channels.terminal_latency).words + kWords;
    for (std::size_t first = 0; first < count_; first += Routers::kTogether) {
      const std::size_t last = std::min(count_, first + Routers::kTogether);
      ejected_.clear();
      credited_.clear();
      for (std::size_t router = first; router < last; ++router) {
        std::uint64_t* const words = arrivals.words + terminal_word(count_, router);
        const Mask valid = take(words), credit = take(words + kWords);
        credited_.add(credit, static_cast<std::uint32_t>(router * kVcs));
        ejected_.add(valid, static_cast<std::uint32_t>(router * kVcs));
        // The terminals of a router have the numbers of its ports to them.
        for (int w = 0; w < kWords; ++w)
          credits[router_word(router) + static_cast<std::size_t>(w)] |= valid.word[w];
      }
      const int base = static_cast<int>(first_) * terminals_of_router_;
      const int lane = static_cast<int>(region_);
      for (const std::uint32_t vc : credited_) terminals_.credit(base + terminal_of(vc));
      const Flit* const lanes = arrivals.lanes + terminal_lane(count_, 0);
      for (const std::uint32_t& vc : ejected_) {
        if (routers_.fetches_ahead() && &vc + Routers::kAhead < ejected_.end())
          terminals_.fetch(lanes[terminal_of((&vc)[Routers::kAhead])].handle());
        const int terminal = terminal_of(vc);
        terminals_.eject_packet(now, base + terminal, lanes[terminal].handle(), lane);
      }
    }
  }
  /// The terminal of a VC of its router's port to it, counted from the first of the region.
  [[gnu::always_inline]] [[nodiscard]] int terminal_of(std::uint32_t vc) const {
    return static_cast<int>(vc / kVcs) * terminals_of_router_ +
           static_cast<int>((vc % kVcs) >> at_.vc_bits);
  }

  [[gnu::always_inline]] void inject(std::int64_t now, int first, int last, int lane) {
    const Slot& slot = channels_.slot(network_.channels.terminal_latency);
    terminals_.inject_packets(
        now, first, last, lane,
        [&](int terminal, std::uint32_t handle, int destination) [[gnu::always_inline]] {
          const PacketLink& link = terminal_links_[static_cast<std::size_t>(terminal - first)];
          slot.lanes[link.lane] =
              Flit::make(handle, network_.destinations[static_cast<std::size_t>(destination)]);
          slot.words[link.word] |= std::uint64_t{1} << link.bit;
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
    const bool at_once =
        at_.sequential || at_.algorithm == Routing::kMin || at_.algorithm == Routing::kVal;
    claims_.clear();
    const auto& undecided = routers_.undecided();
    for (const std::uint32_t& vc : undecided) {
      if (routers_.fetches_ahead() && &vc + Routers::kAhead < undecided.end())
        fetch_for_decision((&vc)[Routers::kAhead]);
      const std::uint32_t router = vc / kVcs;
      // What others have chosen in this cycle counts for UGAL-G's sequential allocation.
      const auto chosen = [&](unsigned channel) {
        int flits = 0;
        for (auto claim = claims_.rbegin(); claim != claims_.rend() && claim->vc / kVcs == router;
             ++claim)
          flits += claim->path.global && claim->path.channel == channel;
        return flits;
      };
      Flit& flit = routers_.vc(vc).front;
      const Destination to = PacketNetwork::unpack(flit.content());
      PacketQueues<kWords, Flit> queues(routers_, router);
      const Decision decision =
          DecisionUnit(at_, network_.tables[first_ + router], queues)
              .decide_one(static_cast<unsigned>(vc % kVcs), to, oracle_of(router, now), chosen);
      const auto rest = network_.paths->template rest<Flit::kHopBits>(
          static_cast<std::uint32_t>(first_) + router, to, decision);
      terminals_.decided(flit.handle(), decision.nonmin, rest.count + 1);
      flit = Flit::make(flit.handle(), rest.hops);
      if (at_once) claim({vc, decision.path});
      if (!at_once || network_.oracle_lanes != 0) claims_.push_back({vc, decision.path});
    }
    if (!at_once)
      for (const Claim& made : claims_) claim(made);
  }
  /// Fetches what a decision will look at.
  [[gnu::always_inline]] void fetch_for_decision(std::uint32_t vc) {
    const std::uint32_t router = vc / kVcs;
    const Flit flit = routers_.vc(vc).front;
    const auto number = static_cast<std::uint32_t>(first_) + router;
    const unsigned to = PacketNetwork::unpack(flit.content()).group;
    const RouteTable& table = network_.tables[number];
    table.fetch(to);
    network_.paths->fetch(number, to);
    terminals_.fetch(flit.handle());
    if (at_.algorithm == Routing::kMin) return;
    const int port = static_cast<int>(vc % kVcs) >> at_.vc_bits;
    const unsigned mid = drawn_group(routers_.port(router, port).lfsr, at_.groups);
    table.fetch(mid);
    network_.paths->fetch(number, mid);
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
  BitList<4> credited_, ejected_;           ///< VCs of terminals
  std::vector<PacketLink> terminal_links_;  ///< [terminal of the region]
  std::vector<Claim> claims_;               ///< decisions whose claims are still to be made
};

}  // namespace dragonfly
