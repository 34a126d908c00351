// Decisions at terminal ports and the queue estimates that they look at
// (docs/microarchitecture.md, "Routes" and "Queue estimates").
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "models/router/router.hpp"
#include "models/router/router_block.hpp"
#include "models/router/router_parameters.hpp"

namespace dragonfly {

/// Throws the RouterFailure that says what is wrong with the front of an input VC.
[[noreturn, gnu::cold]] void fail_at_front(const RouterParameters& parameters, const char* what,
                                           unsigned input_vc);

/// Input VC i holds a route to VC `vc` of output `port` from now on.
template <int kWords>
[[gnu::always_inline]] inline void claim(const RouterParameters& parameters,
                                         RouterBlock<kWords>& block, unsigned i, unsigned port,
                                         unsigned vc) {
  if (port >= static_cast<unsigned>(parameters.ports))
    fail_at_front(parameters, "a packet that can go nowhere", i);
  if (vc >= static_cast<unsigned>(parameters.sizes.vcs))
    fail_at_front(parameters, "a packet that needs a VC that does not exist", i);
  const unsigned output = (port << parameters.vc_bits) + vc;
  block.route[i] = static_cast<std::uint16_t>(output);
  block.claims()[output].set(i);
  block.wanted.set(output);
}

/// The output of a head whose destination is a terminal of this router, the one at `port`.
[[gnu::always_inline]] inline unsigned terminal_port(const RouterParameters& parameters, unsigned i,
                                                     unsigned port) {
  if (port >= static_cast<unsigned>(parameters.first_local))
    fail_at_front(parameters, "a packet to no terminal", i);
  return port;
}

/// The VC on which a packet leaves the network.
[[nodiscard]] inline unsigned exit_vc(const RouterParameters& parameters, unsigned salt) {
  return salt * static_cast<unsigned>(parameters.sizes.vcs) >> 8;
}

/// A terminal, as the fields of a flit name it.
struct Destination {
  unsigned group, router, terminal;  ///< `router` of the group, `terminal` of the router
};

/// How a packet leaves its first router.
///
/// Without default values: a list of them, of which few are used, is not to be initialised.
struct Path {
  unsigned port, vc;
  unsigned channel;  ///< entry of the oracle
  bool global;       ///< whether there is a channel
};

/// What a packet's first router decides for it.
struct Decision {
  Path path;
  bool nonmin;
  unsigned mid_group;  ///< 0 for minimal packets
  unsigned salt;
};

/// The queue estimates of a router with these registers, and claims on its outputs.
template <int kWords>
class BlockQueues {
 public:
  BlockQueues(const RouterParameters& parameters, RouterBlock<kWords>& block)
      : at_(parameters), block_(block), ports_(block.ports(parameters)) {}

  /// q of an output, flits.
  [[nodiscard]] int queue(unsigned port) const {
    int flits = 0;
    for (unsigned vc = 0; vc < static_cast<unsigned>(at_.sizes.vcs); ++vc) flits += queue(port, vc);
    return flits;
  }
  /// q of an output VC, flits.
  [[nodiscard]] int queue(unsigned port, unsigned vc) const {
    const unsigned output = (port << at_.vc_bits) + vc;
    return at_.depth - block_.credits[output] + block_.claims()[output].count();
  }
  void claim(unsigned i, unsigned port, unsigned vc) { dragonfly::claim(at_, block_, i, port, vc); }
  [[nodiscard]] std::uint32_t& lfsr(unsigned port) const { return ports_[port].lfsr; }

 private:
  const RouterParameters& at_;
  RouterBlock<kWords>& block_;
  PortBlock* ports_;
};

/// The decisions of one cycle. Table is RouteTable, Queues is BlockQueues, or they have the same
/// functions. kMinimal: whether it is known that the routing is minimal.
template <class Table, class Queues, bool kMinimal = false>
class DecisionUnit {
 public:
  DecisionUnit(const RouterParameters& parameters, const Table& table, Queues& queues)
      : at_(parameters), table_(table), queues_(queues) {}

  /// Decides for the terminals whose front is new: calls decided(i, decision) for each, where
  /// destination(i) is that of the front. `oracle`: A(oracle), null unless UGAL-G.
  template <class Mask, class DestinationOf, class Decided>
  [[gnu::always_inline]] void decide(const Mask& fresh, const DestinationOf& destination,
                                     const std::uint16_t* oracle, const Decided& decided) {
    struct Claim {
      unsigned input_vc;
      Path path;
    };
    std::array<Claim, 64> claims;  // a router has at most 64 terminals
    unsigned made = 0;
    fresh.each([&](unsigned i) __attribute__((always_inline)) {
      // What others have chosen in this cycle counts for UGAL-G's sequential allocation.
      const auto chosen = [&](unsigned channel) {
        int flits = 0;
        for (unsigned k = 0; k < made; ++k)
          flits += claims[k].path.global && claims[k].path.channel == channel;
        return flits;
      };
      const Decision decision = decide_one(i, destination(i), oracle, chosen);
      decided(i, decision);
      claims[made++] = {i, decision.path};
      if (at_.sequential) queues_.claim(i, decision.path.port, decision.path.vc);
    });
    if (at_.sequential) return;
    for (unsigned k = 0; k < made; ++k)
      queues_.claim(claims[k].input_vc, claims[k].path.port, claims[k].path.vc);
  }

  /// One decision: for the front of input VC i, which goes to `to`. chosen(channel): how many
  /// decisions of this cycle have chosen an entry of the oracle (sequential allocation).
  template <class Chosen>
  [[gnu::always_inline]] Decision decide_one(unsigned i, const Destination& to,
                                             const std::uint16_t* oracle, const Chosen& chosen) {
    std::uint32_t& lfsr = queues_.lfsr(i >> at_.vc_bits);
    const std::uint32_t x = lfsr;
    lfsr = xorshift(x);
    const unsigned salt = x & 255;
    const unsigned mid = drawn_group(x, at_.groups);
    const Path path = minimal_path(i, to, salt);
    if (!kMinimal && at_.algorithm != Routing::kMin && to.group != table_.my_group() &&
        mid != to.group && mid != table_.my_group()) {
      const RouteTable::Step step = table_.way(mid, salt);
      const Path other{step.port, 0, step.channel, true};
      if (at_.algorithm == Routing::kVal || !prefers(path, other, oracle, chosen))
        return {other, true, mid, salt};
    }
    return {path, false, 0, salt};
  }

 private:
  [[gnu::always_inline]] [[nodiscard]] Path minimal_path(unsigned i, const Destination& to,
                                                         unsigned salt) const {
    const auto start = static_cast<unsigned>(at_.min_start_vc);
    if (to.group != table_.my_group()) {
      const RouteTable::Step step = table_.way(to.group, salt);
      return {step.port, start, step.channel, true};
    }
    if (to.router == table_.my_router())
      return {terminal_port(at_, i, to.terminal), exit_vc(at_, salt), 0, false};
    return {table_.local_port(to.router), start, 0, false};
  }

  /// Whether UGAL takes the minimal path.
  template <class Chosen>
  [[gnu::always_inline]] [[nodiscard]] bool prefers(const Path& minimal, const Path& other,
                                                    const std::uint16_t* oracle,
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
        minimal_queue = queues_.queue(minimal.port);
        other_queue = queues_.queue(other.port);
        break;
      default: {
        const bool by_vc = at_.algorithm == Routing::kUgalLVc || minimal.port == other.port;
        minimal_queue =
            by_vc ? queues_.queue(minimal.port, minimal.vc) : queues_.queue(minimal.port);
        other_queue = by_vc ? queues_.queue(other.port, other.vc) : queues_.queue(other.port);
      }
    }
    int minimal_hops = 1, other_hops = 2;
    if (at_.all_hops) {
      minimal_hops = 2 + (at_.is_local(minimal.port) ? 1 : 0);
      other_hops = 4 + (at_.is_local(other.port) ? 1 : 0);
    }
    return minimal_queue * minimal_hops <= other_queue * other_hops + at_.threshold;
  }

  const RouterParameters& at_;
  const Table& table_;
  Queues& queues_;
};

}  // namespace dragonfly
