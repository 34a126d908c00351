// The network engine for packets of one flit whose credits are not delayed.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "models/common/error.hpp"
#include "models/network/engine_parts.hpp"
#include "models/network/network_engine.hpp"
#include "models/network/network_links.hpp"
#include "models/network/packet_flit.hpp"
#include "models/network/packet_paths.hpp"
#include "models/network/packet_routers.hpp"
#include "models/network/zeros.hpp"
#include "models/run/blocked_inputs.hpp"
#include "models/statistics/channel_utilisation.hpp"

namespace dragonfly {

template <int kWords, class Flit>
class PacketEngine final : public NetworkEngine {
 public:
  PacketEngine(const Configuration& config, const Dragonfly& network, const VcPolicy& policy,
               Terminals& terminals)
      : network_(network),
        terminals_(terminals),
        at_(sizes_of(config, network), registers_of(config, network, policy, 0)),
        count_(static_cast<std::size_t>(network.routers())),
        terminal_latency_(config.channels.terminal_latency),
        routers_(at_, count_),
        wheel_(2 * count_, terminal_lane(count_), longest_delay(config.channels),
               at_.room_limit + at_.sizes.speedup + longest_delay(config.channels)),
        terminals_of_router_(network.p()),
        credited_(Routers::kTogether * kVcs),
        ejected_(Routers::kTogether * kVcs),
        terminal_links_(static_cast<std::size_t>(network.terminals())),
        destinations_(static_cast<std::size_t>(network.terminals())) {
    static_cast<void>(narrow(count_ * kVcs));
    if (at_.algorithm == Routing::kUgalG)
      oracle_lanes_ = std::max<std::size_t>(1, count_ * static_cast<std::size_t>(network.h()));
    oracle_.assign(2 * oracle_lanes_, 0);
    tables_.reserve(count_);
    for (std::size_t router = 0; router < count_; ++router)
      configure(router, registers_of(config, network, policy, static_cast<int>(router)));
    connect(config.channels);
    paths_.emplace(network, at_, tables_);
    for (int terminal = 0; terminal < network.terminals(); ++terminal) {
      const int router = network.router_of_terminal(terminal);
      destinations_[static_cast<std::size_t>(terminal)] =
          pack({static_cast<unsigned>(network.group_of_router(router)),
                static_cast<unsigned>(network.local_index(router)),
                static_cast<unsigned>(terminal % network.p())});
    }
  }

  /// Packets that a network of this configuration can hold.
  static std::uint64_t most_packets(const Configuration& config, const Dragonfly& network) {
    const auto channels = static_cast<std::uint64_t>(network.radix()) *
                              static_cast<std::uint64_t>(config.router.vcs) +
                          static_cast<std::uint64_t>(network.p());
    return static_cast<std::uint64_t>(network.routers()) * channels *
           static_cast<std::uint64_t>(config.router.buffer_depth);
  }

  void cycle(std::int64_t now) override {
#if defined(__x86_64__) && defined(__GNUC__)
    if (modern_processor_)
      cycle_on_modern_processor(now);
    else
#endif
      run_cycle(now);
  }

  [[nodiscard]] const Dragonfly& topology() const override { return network_; }
  [[nodiscard]] std::uint64_t moved() const override { return moved_; }

  [[nodiscard]] std::vector<std::int64_t> global_flits() override {
    std::vector<std::int64_t> flits(count_ * static_cast<std::size_t>(network_.h()));
    for (int router = 0; router < network_.routers(); ++router)
      for (int index = 0; index < network_.h(); ++index) {
        const auto& port =
            routers_.port(static_cast<std::size_t>(router), network_.global_port(index));
        // What is in the output queue has been granted, and has not been sent.
        const std::int64_t waiting = std::max<std::int64_t>(0, port.next_free - (now_ + 1));
        flits[global_channel_index(network_, router, index)] =
            static_cast<std::int64_t>(port.granted) - waiting;
      }
    return flits;
  }

  [[nodiscard]] std::string describe_blocked() override {
    BlockedInputs blocked(network_, at_.vc_bits);
    for (std::size_t router = 0; router < count_; ++router) {
      const auto& state = routers_.registers(router);
      state.front.each([&](unsigned i) {
        const BlockedInputs::Place input{static_cast<int>(router), static_cast<int>(i)};
        blocked.add(input, static_cast<unsigned>(routers_.occupancy(router, i)));
        if (state.fresh.test(i)) return;
        const auto output = static_cast<unsigned>(routers_.vc(router * kVcs + i).route % kVcs);
        if (routers_.credits(router, output) == 0)
          blocked.add_wait(input, {static_cast<int>(router), static_cast<int>(output)});
      });
    }
    return blocked.describe();
  }

 private:
  using Mask = Bits<kWords>;
  using Routers = PacketRouters<kWords, Flit>;
  using Slot = typename PacketWheel<kWords, Flit>::Slot;
  static constexpr std::size_t kVcs = Routers::kVcs;

  /// First word of a slot of the wheel for a router, or for its terminals.
  [[nodiscard]] std::size_t wheel_of_router(std::size_t router) const {
    return router * Routers::Wheel::kNodeWords;
  }
  [[nodiscard]] std::size_t wheel_of_terminals(std::size_t router) const {
    return (count_ + router) * Routers::Wheel::kNodeWords;
  }

  /// Lane of the first port of a router, or of its terminals.
  [[nodiscard]] std::size_t router_lane(std::size_t router) const {
    return router * kVcs >> at_.vc_bits;
  }
  [[nodiscard]] std::size_t terminal_lane(std::size_t router) const {
    return router_lane(count_) + router * static_cast<std::size_t>(network_.p());
  }

  static std::uint64_t pack(const Destination& to) {
    return std::uint64_t{to.group} << 16 | to.router << 8 | to.terminal;
  }
  static Destination unpack(std::uint64_t packed) {
    return {static_cast<unsigned>(packed >> 16), static_cast<unsigned>(packed >> 8 & 255),
            static_cast<unsigned>(packed & 255)};
  }

  void configure(std::size_t router, const RouterRegisters& registers) {
    tables_.emplace_back(at_.sizes, registers);
    for (std::size_t port = 0; port < registers.lfsr.size(); ++port)
      routers_.port(router, static_cast<int>(port)).lfsr = registers.lfsr[port];
  }
  /// Of a VC of a port, in its router.
  [[nodiscard]] unsigned number(int port, int vc) const {
    return static_cast<unsigned>((port << at_.vc_bits) + vc);
  }

  void connect(const ChannelConfig& channels) {
    for (int router = 0; router < network_.routers(); ++router)
      for (int port = 0; port < network_.radix(); ++port) {
        const Link link = network_.link(router, port);
        if (!link.connected) continue;
        const bool terminal = link.port_class == PortClass::kTerminal;
        const auto far = static_cast<std::size_t>(terminal ? router : link.router);
        const int far_port = terminal ? port : link.port;
        const auto latency = static_cast<std::uint16_t>(channel_latency(channels, link.port_class));
        const std::size_t wheel = terminal ? wheel_of_terminals(far) : wheel_of_router(far);
        for (int vc = 0; vc < at_.sizes.vcs; ++vc) {
          const unsigned far_vc = number(far_port, vc);
          routers_.vc(static_cast<std::size_t>(router) * kVcs + number(port, vc)).link = {
              narrow(wheel + Mask::index(far_vc)),
              narrow((terminal ? terminal_lane(far) : router_lane(far)) +
                     static_cast<std::size_t>(far_port)),
              latency, static_cast<std::uint8_t>(far_vc & 63)};
        }
        if (terminal) connect_terminal(static_cast<std::size_t>(link.terminal), far, port);
      }
  }

  void connect_terminal(std::size_t terminal, std::size_t router, int port) {
    const unsigned vc = number(port, 0);
    terminal_links_[terminal] = {narrow(wheel_of_router(router) + Mask::index(vc)),
                                 narrow(router_lane(router) + static_cast<std::size_t>(port)),
                                 static_cast<std::uint16_t>(terminal_latency_),
                                 static_cast<std::uint8_t>(vc & 63)};
  }

#if defined(__x86_64__) && defined(__GNUC__)
  [[gnu::target("arch=x86-64-v3")]] void cycle_on_modern_processor(std::int64_t now) {
    run_cycle(now);
  }
#endif

  [[gnu::always_inline]] void run_cycle(std::int64_t now) {
    const int terminals = network_.terminals();
    wheel_.turn(now);
    const Slot& arrivals = *wheel_.slots_from(now);
    terminals_.generate(now, 0, terminals);
    serve_terminals(now, arrivals);
    inject(now, terminals);
    bool moves = false;
    for (std::size_t first = 0; first < count_; first += Routers::kTogether) {
      const std::size_t last = std::min(count_, first + Routers::kTogether);
      routers_.arrive(first, last, arrivals);
      if (oracle_lanes_ != 0)
        for (std::size_t router = first; router < last; ++router) tell_occupancies(router, now);
      decide(now);
      moves |= routers_.finish(first, last, now, wheel_);
    }
    now_ = now;
    // An output with a flit to send sends one.
    if (moves || any_queue()) ++moved_;
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
    std::uint64_t* const credits = wheel_.slots_from(now)[terminal_latency_].words + kWords;
    for (std::size_t first = 0; first < count_; first += Routers::kTogether) {
      const std::size_t last = std::min(count_, first + Routers::kTogether);
      ejected_.clear();
      credited_.clear();
      for (std::size_t router = first; router < last; ++router) {
        std::uint64_t* const words = arrivals.words + wheel_of_terminals(router);
        const Mask valid = take(words), credit = take(words + kWords);
        credited_.add(credit, static_cast<std::uint32_t>(router * kVcs));
        ejected_.add(valid, static_cast<std::uint32_t>(router * kVcs));
        // The terminals of a router have the numbers of its ports to them.
        for (int w = 0; w < kWords; ++w)
          credits[wheel_of_router(router) + static_cast<std::size_t>(w)] |= valid.word[w];
      }
      for (const std::uint32_t vc : credited_) terminals_.credit(terminal_of(vc));
      const Flit* const lanes = arrivals.lanes + terminal_lane(0);
      for (const std::uint32_t vc : ejected_) {
        const int terminal = terminal_of(vc);
        terminals_.eject_packet(now, terminal, lanes[terminal].handle());
      }
    }
  }
  /// The terminal of a VC of its router's port to it.
  [[gnu::always_inline]] [[nodiscard]] int terminal_of(std::uint32_t vc) const {
    return static_cast<int>(vc / kVcs) * terminals_of_router_ +
           static_cast<int>((vc % kVcs) >> at_.vc_bits);
  }

  [[gnu::always_inline]] void inject(std::int64_t now, int terminals) {
    const Slot& slot = wheel_.slots_from(now)[terminal_latency_];
    terminals_.inject_packets(
        now, 0, terminals,
        [&](int terminal, std::uint32_t handle, int destination) [[gnu::always_inline]] {
          const PacketLink& link = terminal_links_[static_cast<std::size_t>(terminal)];
          slot.lanes[link.lane] =
              Flit::make(handle, destinations_[static_cast<std::size_t>(destination)]);
          slot.words[link.word] |= std::uint64_t{1} << link.bit;
        });
  }

  /// Whether a flit is left in an output queue that has sent one in this cycle.
  [[nodiscard]] bool any_queue() const {
    for (std::size_t router = 0; router < count_; ++router)
      for (int port = 0; port < at_.ports; ++port)
        if (routers_.port(router, port).next_free > now_) return true;
    return false;
  }

  /// The decisions of the routers that work together.
  [[gnu::always_inline]] void decide(std::int64_t now) {
    const bool at_once =
        at_.sequential || at_.algorithm == Routing::kMin || at_.algorithm == Routing::kVal;
    claims_.clear();
    for (const std::uint32_t vc : routers_.undecided()) {
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
      const Destination to = unpack(flit.content());
      PacketQueues<kWords, Flit> queues(routers_, router);
      const Decision decision =
          DecisionUnit(at_, tables_[router], queues)
              .decide_one(static_cast<unsigned>(vc % kVcs), to, oracle_of(router, now), chosen);
      const auto rest = paths_->template rest<Flit::kHopBits>(router, to, decision);
      terminals_.decided(flit.handle(), decision.nonmin, rest.count + 1);
      flit = Flit::make(flit.handle(), rest.hops);
      if (at_once) claim({vc, decision.path});
      if (!at_once || oracle_lanes_ != 0) claims_.push_back({vc, decision.path});
    }
    if (!at_once)
      for (const Claim& made : claims_) claim(made);
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
    const auto globals = static_cast<std::size_t>(network_.h());
    std::uint16_t* const mine =
        oracle_.data() + ((now & 1) != 0 ? oracle_lanes_ : 0) + router * globals;
    for (std::size_t index = 0; index < globals; ++index)
      mine[index] = static_cast<std::uint16_t>(routers_.queue(
          router, static_cast<unsigned>(at_.first_global) + static_cast<unsigned>(index)));
  }
  /// Those of the group of a router in the cycle before; null unless somebody looks at them.
  [[gnu::always_inline]] [[nodiscard]] const std::uint16_t* oracle_of(std::size_t router,
                                                                      std::int64_t now) const {
    if (oracle_lanes_ == 0) return nullptr;
    const auto a = static_cast<std::size_t>(network_.a()),
               h = static_cast<std::size_t>(network_.h());
    return oracle_.data() + ((now & 1) != 0 ? 0 : oracle_lanes_) + router / a * a * h;
  }

  const Dragonfly& network_;
  Terminals& terminals_;
  RouterParameters at_;
  std::size_t count_;  ///< of routers
  int terminal_latency_;
  Routers routers_;
  PacketWheel<kWords, Flit> wheel_;
  int terminals_of_router_;
  BitList<4> credited_, ejected_;   ///< VCs of terminals
  std::vector<RouteTable> tables_;  ///< [router]
  std::vector<PacketLink> terminal_links_;
  std::vector<std::uint64_t> destinations_;  ///< [terminal]
  std::optional<PacketPaths> paths_;
  std::vector<Claim> claims_;          ///< decisions whose claims are still to be made
  std::vector<std::uint16_t> oracle_;  ///< UGAL-G: [cycle modulo 2][router][global port]
  std::size_t oracle_lanes_ = 0;
  std::uint64_t moved_ = 0;
  std::int64_t now_ = -1;
#if defined(__x86_64__) && defined(__GNUC__)
  bool modern_processor_ = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
#endif
};

}  // namespace dragonfly
