// SPDX-License-Identifier: Apache-2.0
// Decisions, and the queue estimates that they look at
// (docs/microarchitecture.md, "Routes" and "Queue estimates").
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

#include "models/router/router.hpp"
#include "models/router/router_block.hpp"
#include "models/router/router_parameters.hpp"

namespace dragonfly {

/// Throws the RouterFailure that says what is wrong with the front of an input VC.
[[noreturn, gnu::cold]] void fail_at_front(const RouterParameters& parameters, const char* what,
                                           unsigned input_vc);

/// The number of VC `vc` of output `port`, if the front of input VC i can go there.
[[gnu::always_inline]] [[nodiscard]] inline unsigned output_vc(const RouterParameters& parameters,
                                                               unsigned i, unsigned port,
                                                               unsigned vc) {
  if (port >= static_cast<unsigned>(parameters.ports)) {
    fail_at_front(parameters,
                  port == kNoTerminal ? "a packet to no terminal" : "a packet that can go nowhere",
                  i);
  }
  if (vc >= static_cast<unsigned>(parameters.vcs))
    fail_at_front(parameters, "a packet that needs a VC that does not exist", i);
  return (port << parameters.vc_bits) + vc;
}

/// Input VC i holds a route to an output VC from now on.
template <int kWords>
[[gnu::always_inline]] inline void claim(RouterBlock<kWords>& block, unsigned i, unsigned output) {
  block.route[i] = static_cast<std::uint16_t>(output);
  block.claims()[output].set(i);
  block.wanted.set(output);
}

/// The same, to VC `vc` of output `port`.
template <int kWords>
[[gnu::always_inline]] inline void claim(const RouterParameters& parameters,
                                         RouterBlock<kWords>& block, unsigned i, unsigned port,
                                         unsigned vc) {
  claim(block, i, output_vc(parameters, i, port, vc));
}

/// The queue estimates of a router with these registers, and claims on its outputs.
template <int kWords>
class BlockQueues {
 public:
  BlockQueues(const RouterParameters& parameters, RouterBlock<kWords>& block)
      : at_(parameters), block_(block) {}

  /// q of an output, flits.
  [[nodiscard]] int queue(unsigned port) const {
    // An input VC has a claim on one output VC, so that all claims can be counted at once.
    Bits<kWords> claims{};
    int flits = at_.depth * at_.vcs;
    const unsigned first = port << at_.vc_bits;
    for (unsigned output = first; output < first + static_cast<unsigned>(at_.vcs); ++output) {
      flits -= block_.credits[output];
      claims |= block_.claims()[output];
    }
    return flits + claims.count();
  }
  /// q of an output VC, flits.
  [[nodiscard]] int queue(unsigned port, unsigned vc) const {
    const unsigned output = (port << at_.vc_bits) + vc;
    return at_.depth - block_.credits[output] + block_.claims()[output].count();
  }
  void claim(unsigned i, unsigned port, unsigned vc) { dragonfly::claim(at_, block_, i, port, vc); }

 private:
  const RouterParameters& at_;
  RouterBlock<kWords>& block_;
};

/// The number of the candidate that is taken: the first of those that cost least. Queues is
/// BlockQueues, or has the same functions; `oracle`: A(oracle), null unless candidates ask for it.
/// chosen(lane): how many decisions of this router and cycle have taken a path through a lane,
/// where they are made one after the other.
template <class Queues, class Chosen>
[[gnu::always_inline]] [[nodiscard]] inline std::uint8_t cheapest(const Candidate* candidates,
                                                                  std::uint8_t count,
                                                                  const Queues& queues,
                                                                  const std::uint16_t* oracle,
                                                                  const Chosen& chosen) {
  // Compilers that do not inline it compile it for any processor, whatever the caller's is.
  const auto cost = [&](const Candidate& candidate) __attribute__((always_inline)) {
    int flits = 0;
    switch (candidate.queue) {
      case QueueAsked::kOutput:
        flits = queues.queue(candidate.port);
        break;
      case QueueAsked::kVc:
        flits = queues.queue(candidate.port, candidate.vc);
        break;
      case QueueAsked::kLane:
        flits = oracle[candidate.lane] + chosen(candidate.lane);
        break;
    }
    return flits * candidate.weight + candidate.bias;
  };
  std::uint8_t best = 0;
  if (count == 1) return best;
  int least = std::numeric_limits<int>::max();
  for (std::uint8_t each = 0; each < count; ++each) {
    const int its = cost(candidates[each]);
    best = its < least ? each : best;
    least = std::min(its, least);
  }
  return best;
}

/// A port, and its queue.
struct PortQueue {
  std::uint16_t port;
  std::int32_t flits;
};

/// The port of a set with the shortest queue, the first of equal ones. `queues`: by port.
[[gnu::always_inline]] [[nodiscard]] inline PortQueue shortest(const PortSet& ports,
                                                               const std::int32_t* queues) {
  PortQueue best{kNoTerminal, std::numeric_limits<std::int32_t>::max()};
  ports.each([&](unsigned port) {
    if (queues[port] < best.flits) best = {static_cast<std::uint16_t>(port), queues[port]};
  });
  return best;
}

/// What a head that is decided on arrival takes.
struct TakenSet {
  unsigned candidate;
  std::uint16_t port;
};

/// Of `count` candidates: the first of those that count and cost least.
[[gnu::always_inline]] [[nodiscard]] inline TakenSet cheapest(const SetCandidate* candidates,
                                                              unsigned count,
                                                              const std::int32_t* queues) {
  TakenSet taken{0, kNoTerminal};
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  bool better_than_staying = false;
  for (unsigned each = 0; each < count; ++each) {
    const SetCandidate& candidate = candidates[each];
    if (candidate.has_standard && better_than_staying) continue;
    const PortQueue queue = shortest(candidate.ports, queues);
    if (candidate.has_standard) {
      if (queue.flits >= shortest(candidate.standard, queues).flits) continue;
      better_than_staying = true;
    }
    const std::int64_t cost = std::int64_t{queue.flits} * candidate.weight + candidate.bias;
    if (cost >= least) continue;
    least = cost;
    taken = {each, queue.port};
  }
  return taken;
}

}  // namespace dragonfly
