// SPDX-License-Identifier: Apache-2.0
// The ways of packets through a dragonfly, from router to router.
#pragma once

#include <cstdint>
#include <vector>

#include "models/common/zeros.hpp"
#include "models/families/dragonfly/route_table.hpp"
#include "models/families/dragonfly/unit_tables.hpp"
#include "models/router/route_unit.hpp"
#include "models/wiring/wiring.hpp"

namespace dragonfly {

/// The way from a router to another group.
struct PathLeg {
  std::uint8_t index;   ///< in that group, of the router at the other end of the global channel
  std::uint8_t first;   ///< output port of the router
  std::uint8_t second;  ///< of the neighbour with the global channel; kNone if that is its own
  bool several;         ///< there are several ways, and the rest of this means nothing

  static constexpr std::uint8_t kNone = 255;
};

/// Puts together what the routers of a path would do (docs/microarchitecture.md, "Routes").
class PathLegs {
 public:
  using Place = UnitTables::Place;

  /// `tables`: of all routers, group by group. It must outlive this object.
  PathLegs(const Wiring& wiring, const DragonflySizes& sizes, const UnitTables& tables);

  /// Whether they take so much memory that they are better fetched ahead.
  [[nodiscard]] bool large() const { return large_; }
  /// Fetches the way from a router to a group.
  [[gnu::always_inline]] void fetch(const Place& from, unsigned group) const {
    __builtin_prefetch(&legs_[number(from, group)]);
  }
  /// The way from a router to another group with the number `salt`.
  [[gnu::always_inline]] [[nodiscard]] PathLeg leg(const Place& from, unsigned group,
                                                   unsigned salt) const {
    const PathLeg leg = legs_[number(from, group)];
    return leg.several ? drawn(from, group, salt) : leg;
  }
  /// The output port by which it begins.
  [[gnu::always_inline]] [[nodiscard]] unsigned first_port(const Place& from, unsigned group,
                                                           unsigned salt) const {
    const PathLeg& leg = legs_[number(from, group)];
    return leg.several ? way(from, group, salt) : leg.first;
  }
  /// The port from a router to another of its group, by their indices there. A router has no port
  /// to itself, so those behind it have lower numbers by one: the sign of a difference, without a
  /// branch.
  [[nodiscard]] unsigned local_port(unsigned from, unsigned to) const {
    return first_local_ + to - ((from - to) >> 31);
  }

 private:
  /// Bytes that stay in a processor's second cache, beside all else that is used.
  static constexpr std::size_t kSmall = std::size_t{1} << 18;

  [[gnu::always_inline]] [[nodiscard]] std::size_t number(const Place& from, unsigned group) const {
    return std::size_t{tables_.table(from)} * groups_ + tables_.entry(from, group);
  }
  [[nodiscard]] unsigned way(const Place& from, unsigned group, unsigned salt) const {
    return tables_.way(from, group, salt).port;
  }
  [[gnu::noinline]] [[nodiscard]] PathLeg drawn(const Place& from, unsigned group,
                                                unsigned salt) const;
  [[nodiscard]] Place gate_of(const Place& from, unsigned port) const;
  [[nodiscard]] PathLeg only_leg(const Place& from, unsigned group) const;

  const UnitTables& tables_;
  unsigned h_, groups_, first_local_, first_global_;
  std::vector<std::uint8_t> far_;  ///< [table][global port]: index of the router at the other end
  Zeros<PathLeg> legs_;            ///< [table][entry]
  bool large_;
};

}  // namespace dragonfly
