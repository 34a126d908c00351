// SPDX-License-Identifier: Apache-2.0
// Decisions on arrival, and the FIFOs that terminals' flits enter
// (docs/microarchitecture.md, "Decisions on arrival").
#pragma once

#include <array>
#include <cstdint>

#include "models/router/decisions.hpp"
#include "models/router/router_block.hpp"
#include "models/router/router_parameters.hpp"

namespace dragonfly {

/// The arrivals of a router in one cycle. Links has
///
///     std::uint32_t injected(unsigned port);
///         The number of the flit that arrives on a terminal port.
///     std::uint32_t settle(std::uint32_t flit, std::size_t place);
///         Its number in a place of the rings, now that it is known.
template <class Kind, class Links>
class Arrivals {
 public:
  static constexpr int kWords = Kind::kWords, kFlitWords = Kind::kFlitWords;
  using Block = RouterBlock<kWords>;
  using Mask = Bits<kWords>;

  /// `routes`: the output VCs of the heads in `rings`, by place. What else there is: see
  /// RouterCore.
  Arrivals(const RouterParameters& parameters, const RouteUnit& route_unit, std::uint32_t number,
           Block& block, std::uint32_t* rings, std::uint16_t* routes, std::uint64_t* flits,
           Links& links)
      : at_(parameters),
        route_unit_(route_unit),
        number_(number),
        block_(block),
        queues_(block.queues(parameters)),
        rings_(rings),
        routes_(routes),
        flits_(flits),
        links_(links) {}

  /// Decides the heads among the flits that arrive, and puts terminals' flits into their FIFOs.
  /// Returns the input VCs whose FIFOs the flits enter.
  Mask take(const Mask& valid) {
    entered_ = {};
    valid.each([&](unsigned i) {
      const bool injected = (at_.asking[i / 64] >> (i % 64) & 1) != 0;
      const std::uint32_t flit =
          injected ? links_.injected(i >> at_.vc_bits) : rings_[next_place(i)];
      const std::uint64_t header = flits_[std::size_t{flit} * kFlitWords + kFlitWords - 1];
      if ((header & FlitFormat::kHead) != 0)
        ask(i, flit, header, injected);
      else if (injected)
        enter(first_vc(i) + block_.arrival_vcs(at_)[i >> at_.vc_bits], flit);
      else
        entered_.set(i);
    });
    decide();
    if (!at_.sequential)
      for (unsigned k = 0; k < taken_count_; ++k) ++queues_[taken_[k]];
    return entered_;
  }

 private:
  static constexpr unsigned kMostHeads = 16;

  struct Head {
    std::uint32_t flit;
    bool injected;
  };

  [[nodiscard]] unsigned first_vc(unsigned i) const {
    return i & ~static_cast<unsigned>(at_.vc_mask);
  }
  /// Where the next flit of an input VC is, or will be.
  [[nodiscard]] std::size_t next_place(unsigned i) const {
    const unsigned mask = (1U << at_.ring_log) - 1;
    return (std::size_t{i} << at_.ring_log) +
           ((static_cast<unsigned>(block_.first[i]) + block_.occupancy(i)) & mask);
  }
  /// A terminal's flit enters the FIFO of an input VC.
  void enter(unsigned i, std::uint32_t flit) {
    const std::size_t place = next_place(i);
    rings_[place] = links_.settle(flit, place);
    entered_.set(i);
  }

  void ask(unsigned i, std::uint32_t flit, std::uint64_t header, bool injected) {
    std::uint32_t random = 0;
    if (injected) {
      std::uint32_t& lfsr = block_.lfsrs(at_)[at_.asker_of[i]];
      random = lfsr;
      lfsr = xorshift(lfsr);
    }
    heads_[count_] = {flit, injected};
    asks_[count_++] = {header, number_, random, static_cast<std::uint16_t>(i)};
    if (count_ == kMostHeads) decide();
  }

  /// Decides for the heads that have asked, in ascending order of their ports.
  void decide() {
    if (count_ == 0) return;
    const auto most = static_cast<std::size_t>(route_unit_.most_candidates());
    std::array<SetCandidate, std::size_t{kMostHeads} * kMostSetCandidates> candidates;
    std::array<std::uint8_t, kMostHeads> counts;
    route_unit_.set_candidates({asks_.data(), count_}, candidates.data(), counts.data());
    for (unsigned k = 0; k < count_; ++k) {
      const SetCandidate* const choices = candidates.data() + k * most;
      const TakenSet taken = cheapest(choices, counts[k], queues_);
      place(asks_[k], heads_[k], choices[taken.candidate], taken.port);
    }
    count_ = 0;
  }

  void place(const ArrivingHead& ask, const Head& head, const SetCandidate& taken,
             std::uint16_t port) {
    const unsigned i = ask.input_vc;
    const unsigned output = output_vc(at_, i, port, taken.vc);
    const unsigned salt = head.injected ? salt_of(ask.random) : FlitFormat::salt(ask.header);
    flits_[std::size_t{head.flit} * kFlitWords + kFlitWords - 1] =
        at_.format.decided(ask.header, taken.nonmin, taken.mid, salt);
    const unsigned fifo = head.injected ? first_vc(i) + taken.vc : i;
    routes_[next_place(fifo)] = static_cast<std::uint16_t>(output);
    if (head.injected) {
      block_.arrival_vcs(at_)[i >> at_.vc_bits] = taken.vc;
      enter(fifo, head.flit);
    } else {
      entered_.set(fifo);
    }
    if (at_.sequential)
      ++queues_[port];
    else
      taken_[taken_count_++] = port;
  }

  const RouterParameters& at_;
  const RouteUnit& route_unit_;
  std::uint32_t number_;
  Block& block_;
  std::int32_t* queues_;
  std::uint32_t* rings_;
  std::uint16_t* routes_;
  std::uint64_t* flits_;
  Links& links_;
  Mask entered_;
  unsigned count_ = 0, taken_count_ = 0;
  std::array<ArrivingHead, kMostHeads> asks_;
  std::array<Head, kMostHeads> heads_;
  std::array<std::uint16_t, Block::kVcs> taken_;  ///< ports of this cycle's decisions
};

}  // namespace dragonfly
