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

/// The output of a head whose destination is a terminal of this router.
[[gnu::always_inline]] inline unsigned terminal_port(const RouterParameters& parameters, unsigned i,
                                                     std::uint64_t header) {
  const unsigned port = parameters.fields.dst_term(header);
  if (port >= static_cast<unsigned>(parameters.first_local))
    fail_at_front(parameters, "a packet to no terminal", i);
  return port;
}

/// The VC on which a packet leaves the network.
[[nodiscard]] inline unsigned exit_vc(const RouterParameters& parameters, unsigned salt) {
  return salt * static_cast<unsigned>(parameters.sizes.vcs) >> 8;
}

template <int kWords>
class DecisionUnit {
 public:
  using Block = RouterBlock<kWords>;
  using Mask = Bits<kWords>;

  DecisionUnit(const RouterParameters& parameters, const RouteTable& table, Block& block)
      : at_(parameters), table_(table), block_(block), ports_(block.ports(parameters)) {}

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

  /// Decides for the terminals whose front is new. header(i) is the word of the front that holds
  /// the fields. `oracle`: A(oracle), null unless UGAL-G.
  template <class Header>
  void decide(const Mask& fresh, const Header& header, const std::uint16_t* oracle) {
    struct Claim {
      unsigned input_vc;
      Path path;
    };
    std::array<Claim, 64> claims;  // a router has at most 64 terminals
    unsigned made = 0;
    fresh.each([&](unsigned i) {
      // What others have chosen in this cycle counts for UGAL-G's sequential allocation.
      const auto chosen = [&](unsigned channel) {
        int flits = 0;
        for (unsigned k = 0; k < made; ++k)
          flits += claims[k].path.global && claims[k].path.channel == channel;
        return flits;
      };
      const Path path = decide_one(i, header(i), oracle, chosen);
      claims[made++] = {i, path};
      if (at_.sequential) claim(at_, block_, i, path.port, path.vc);
    });
    if (at_.sequential) return;
    for (unsigned k = 0; k < made; ++k)
      claim(at_, block_, claims[k].input_vc, claims[k].path.port, claims[k].path.vc);
  }

 private:
  /// Without default values: a list of them, of which few are used, is not to be initialised.
  struct Path {
    unsigned port, vc;
    unsigned channel;  ///< entry of the oracle
    bool global;       ///< whether there is a channel
  };

  [[nodiscard]] Path minimal_path(unsigned i, std::uint64_t header, unsigned salt) const {
    const auto start = static_cast<unsigned>(at_.min_start_vc);
    const unsigned group = at_.fields.dst_group(header);
    if (group != table_.my_group()) {
      const RouteTable::Step step = table_.way(group, salt);
      return {step.port, start, step.channel, true};
    }
    const unsigned router = at_.fields.dst_router(header);
    if (router == table_.my_router())
      return {terminal_port(at_, i, header), exit_vc(at_, salt), 0, false};
    return {table_.local_port(router), start, 0, false};
  }

  template <class Chosen>
  Path decide_one(unsigned i, std::uint64_t& header, const std::uint16_t* oracle,
                  const Chosen& chosen) {
    std::uint32_t& lfsr = ports_[i >> at_.vc_bits].lfsr;
    const std::uint32_t x = lfsr;
    lfsr = xorshift(x);
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
      minimal_hops = 2 + (at_.is_local(minimal.port) ? 1 : 0);
      other_hops = 4 + (at_.is_local(other.port) ? 1 : 0);
    }
    return minimal_queue * minimal_hops <= other_queue * other_hops + at_.threshold;
  }

  const RouterParameters& at_;
  const RouteTable& table_;
  Block& block_;
  PortBlock* ports_;
};

}  // namespace dragonfly
