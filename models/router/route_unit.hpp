// SPDX-License-Identifier: Apache-2.0
// The route unit: the part of a router that knows the network around it. Every family of networks
// has its own behind this interface, as in the RTL (docs/microarchitecture.md, "Route unit").
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "models/router/port_set.hpp"
#include "models/router/router.hpp"
#include "models/wiring/wiring.hpp"

namespace dragonfly {

/// Port numbers of what leads nowhere: to a node without a way, to a terminal that is not there.
inline constexpr std::uint16_t kNowhere = 0xffff, kNoTerminal = 0xfffe;

/// Lane of what passes no channel whose occupancy is published.
inline constexpr std::uint32_t kNoLane = 0xffff'ffff;

// None of what follows has default values: lists of them, of which few are used, are not to be
// initialised. Where lists are written in loops, small numbers have 16 bits rather than 8:
// compilers must expect that a plain byte lies anywhere, and read everything anew after it was
// written.

/// A head that has come on an input where nothing is decided.
struct Arrival {
  std::uint64_t header;    ///< the word of the flit that holds the fields
  std::uint32_t router;    ///< of the unit
  std::uint16_t input_vc;  ///< port x stride + VC
};

/// Where a packet leaves the router.
struct NextHop {
  std::uint16_t port, vc;
};

/// A head at the front of an input VC that asks for a decision.
struct Ask {
  std::uint32_t router;       ///< of the unit
  std::uint32_t destination;  ///< FlitFormat::destination()
  std::uint32_t random;       ///< the input's random number
  std::uint16_t input_vc;     ///< port x stride + VC
  // What an earlier decision has written into the header, and the routers behind the packet: 0 at
  // its first router.
  std::uint16_t mid;
  std::uint16_t hops;
  bool nonmin;
};

/// The queue that a candidate is judged by.
enum class QueueAsked : std::uint8_t {
  kOutput,  ///< q of the output
  kVc,      ///< q of the output VC
  kLane,    ///< the occupancy of a lane of the oracle
};

/// A way that a packet may take: the cheapest one wins, by queue x weight + bias.
struct Candidate {
  std::uint16_t port;
  std::uint8_t vc;
  std::uint8_t weight;
  QueueAsked queue;
  bool nonmin;  ///< goes into the header if it is chosen, as mid
  std::int16_t bias;
  std::uint32_t lane;  ///< that the way passes; kNoLane
  std::uint32_t mid;
};
/// Candidates that a head can have.
inline constexpr int kMostCandidates = 128;

/// A head that arrives in a router that decides on arrival.
struct ArrivingHead {
  std::uint64_t header;
  std::uint32_t router;    ///< of the unit
  std::uint32_t random;    ///< of the terminal port; 0 on other ports
  std::uint16_t input_vc;  ///< on which it arrives: port x stride + VC
};

/// What a packet may do that is decided on arrival: it goes to that port of a set whose queue is
/// the shortest. The cheapest candidate wins, by queue x weight + bias; but one with a standard
/// counts only if its queue is less than that of its standard, and is the first such.
struct SetCandidate {
  PortSet ports;     ///< empty: those of a terminal that is not there
  PortSet standard;  ///< if has_standard
  std::uint8_t vc;
  std::uint8_t weight;
  bool has_standard;
  bool nonmin;  ///< goes into the header if it is chosen, as mid
  std::int16_t bias;
  std::uint32_t mid;
};
/// Candidates that a head can have whose router decides on arrival.
inline constexpr int kMostSetCandidates = 17;

/// Hops that there is room for in a path, after the first: of up to 12 bits each.
inline constexpr int kMostPathHops = 5;
/// The same of a long path, of 12 bits each.
inline constexpr int kMostLongPathHops = 15;

/// The path of a packet from the router that has decided.
struct Path {
  /// The hops after the first: output VCs, the next one lowest, each of as many bits as the unit
  /// was asked for.
  std::uint64_t hops;
  NextHop first;
  std::uint16_t count;  ///< of `hops`
  bool nonmin;
};

/// A path of many hops.
struct LongPath {
  std::array<std::uint64_t, 3> hops;  ///< 5 in each word, in all as in Path
  NextHop first;
  std::uint16_t count;
  bool nonmin;
};

/// What follows from the control registers for the rest of the router.
struct RoutingNeeds {
  bool delays_credits = false;  ///< UGAL-L_CR
  bool oracle = false;          ///< occupancies are published and looked at: UGAL-G
  bool vc_queues = false;       ///< candidates ask kVc
};

/// The route units of some routers of a network, numbered in the order in which they were added; of
/// all of them or a single one. They work on many packets at a time.
class RouteUnit {
 public:
  RouteUnit() = default;
  RouteUnit(const RouteUnit&) = delete;
  RouteUnit& operator=(const RouteUnit&) = delete;
  virtual ~RouteUnit() = default;

  /// The next router, with these control registers.
  virtual void add_router(std::span<const RegisterWrite> writes) = 0;
  /// The routers added so far are the first of `groups` groups that look alike, and those of the
  /// others follow: each has the registers of the one in its place in the first group, but for the
  /// groups that they name, which are as many further on as its own is. Only where
  /// Routes::groups_alike() says so.
  virtual void repeat(int groups);
  /// The same for all routers.
  [[nodiscard]] virtual RoutingNeeds needs() const = 0;

  /// Outputs of heads that need no decision.
  virtual void route(std::span<const Arrival> heads, NextHop* outputs) const = 0;

  /// Candidates of heads that ask: those of head i at i x most_candidates(), counts[i] of them, at
  /// least one.
  virtual void candidates(std::span<const Ask> heads, Candidate* candidates,
                          std::uint8_t* counts) const = 0;
  [[nodiscard]] virtual int most_candidates() const = 0;

  /// Makes ready for paths() of `hop_bits` bits a hop. All routers of `wiring` must have been
  /// added, in order; it must outlive the unit.
  virtual void prepare_paths(const Wiring& wiring, int hop_bits) = 0;
  /// The paths of heads that have decided: of head i, for the candidate number taken[i] of those
  /// that candidates() gave. Both null: where each head has one candidate only.
  virtual void paths(std::span<const Ask> heads, const Candidate* candidates,
                     const std::uint8_t* taken, Path* paths) const = 0;
  /// The same where Routes::most_hops() is more than there is room for; only for units of such
  /// routes.
  virtual void long_paths(std::span<const Ask> heads, const Candidate* candidates,
                          const std::uint8_t* taken, LongPath* paths) const;

  /// Candidates of heads that arrive, numbered as those of candidates(), at most
  /// kMostSetCandidates; only for units of routers that decide on arrival.
  virtual void set_candidates(std::span<const ArrivingHead> heads, SetCandidate* candidates,
                              std::uint8_t* counts) const;
};

/// A route unit of routers that decide on arrival, where no input VC asks, and a path is known when
/// it ends.
class ArrivalRouteUnit : public RouteUnit {
 public:
  void route(std::span<const Arrival> heads, NextHop* outputs) const final;
  void candidates(std::span<const Ask> heads, Candidate* candidates,
                  std::uint8_t* counts) const final;
  void prepare_paths(const Wiring& wiring, int hop_bits) final;
  void paths(std::span<const Ask> heads, const Candidate* candidates, const std::uint8_t* taken,
             Path* paths) const final;
  void set_candidates(std::span<const ArrivingHead> heads, SetCandidate* candidates,
                      std::uint8_t* counts) const override = 0;
};

/// Bits of an 8-bit number in reverse order.
inline constexpr std::array<std::uint8_t, 256> kReversed8 = [] {
  std::array<std::uint8_t, 256> reversed{};
  for (std::size_t s = 0; s < reversed.size(); ++s)
    for (int bit = 0; bit < 8; ++bit)
      reversed[s] = static_cast<std::uint8_t>(reversed[s] << 1 | (s >> bit & 1));
  return reversed;
}();

/// The VC on which a packet leaves the network.
[[nodiscard]] constexpr unsigned exit_vc(unsigned salt, unsigned vcs) { return salt * vcs >> 8; }

/// The bits of the salt by which a packet draws after so many earlier draws.
[[nodiscard]] constexpr unsigned rotated_salt(unsigned salt, unsigned draws) {
  return std::rotl(static_cast<std::uint8_t>(salt), static_cast<int>(3 * draws % 8));
}

/// What a decision takes as the packet's salt from the random number.
[[nodiscard]] constexpr unsigned salt_of(std::uint32_t random) { return random & 255; }

/// The number of 0 .. count-1, at most 2^16, that the random number draws for an intermediate node.
[[nodiscard]] constexpr std::uint32_t drawn_mid(std::uint32_t random, std::uint32_t count) {
  return ((random >> 16) * count) >> 16;
}

/// The next value of a random number register.
[[nodiscard]] constexpr std::uint32_t xorshift(std::uint32_t x) {
  x ^= x << 13;
  x ^= x >> 17;
  return x ^ x << 5;
}

}  // namespace dragonfly
