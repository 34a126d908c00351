// The ways of packets through a dragonfly, from router to router.
#pragma once

#include <cstdint>
#include <vector>

#include "models/common/zeros.hpp"
#include "models/families/dragonfly/route_table.hpp"
#include "models/router/route_unit.hpp"
#include "models/wiring/wiring.hpp"

namespace dragonfly {

/// The way from a router to another group.
struct PathLeg {
  std::uint32_t lands;  ///< router at the other end of the global channel
  std::uint8_t index;   ///< its index in the group
  std::uint8_t first;   ///< output port of the router
  std::uint8_t second;  ///< of the neighbour with the global channel; kNone if that is its own
  bool several;         ///< there are several ways, and the rest of this means nothing

  static constexpr std::uint8_t kNone = 255;
};

/// Puts together what the routers of a path would do (docs/microarchitecture.md, "Routes").
class PathLegs {
 public:
  /// `tables`: of all routers. It must outlive this object.
  PathLegs(const Wiring& wiring, const DragonflySizes& sizes,
           const std::vector<RouteTable>& tables);

  /// Whether they take so much memory that they are better fetched ahead.
  [[nodiscard]] bool large() const { return large_; }
  /// Fetches the way from a router to a group.
  [[gnu::always_inline]] void fetch(std::uint32_t router, unsigned group) const {
    __builtin_prefetch(&legs_[std::size_t{router} * groups_ + group]);
  }
  /// The way from a router to another group with the number `salt`.
  [[gnu::always_inline]] [[nodiscard]] PathLeg leg(std::uint32_t router, unsigned group,
                                                   unsigned salt) const {
    const PathLeg leg = legs_[std::size_t{router} * groups_ + group];
    return leg.several ? drawn(router, group, salt) : leg;
  }
  /// The output port by which it begins.
  [[gnu::always_inline]] [[nodiscard]] unsigned first_port(std::uint32_t router, unsigned group,
                                                           unsigned salt) const {
    const PathLeg& leg = legs_[std::size_t{router} * groups_ + group];
    return leg.several ? tables_[router].way(group, salt).port : leg.first;
  }
  /// The port from a router to another of its group, by their indices there. A router has no port
  /// to itself, so those behind it have lower numbers by one: the sign of a difference, without a
  /// branch.
  [[nodiscard]] unsigned local_port(unsigned from, unsigned to) const {
    return first_local_ + to - ((from - to) >> 31);
  }
  /// Group and index of a router.
  struct Place {
    std::uint32_t group, index;
  };
  [[nodiscard]] Place place(std::uint32_t router) const { return places_[router]; }

 private:
  /// Bytes that stay in a processor's second cache, beside all else that is used.
  static constexpr std::size_t kSmall = std::size_t{1} << 18;

  [[gnu::noinline]] [[nodiscard]] PathLeg drawn(std::uint32_t router, unsigned group,
                                                unsigned salt) const;
  [[nodiscard]] std::uint32_t gate_of(std::uint32_t router, unsigned port) const;
  [[nodiscard]] PathLeg only_leg(std::uint32_t router, unsigned group) const;

  const std::vector<RouteTable>& tables_;
  unsigned h_, groups_, first_local_, first_global_;
  std::vector<Place> places_;       ///< [router]
  std::vector<std::uint32_t> far_;  ///< [router][global port]: the router at the other end
  Zeros<PathLeg> legs_;             ///< [router][group]
  bool large_;
};

}  // namespace dragonfly
