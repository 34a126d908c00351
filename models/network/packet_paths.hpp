// The ways of packets through the network, from the decision of the first router to the terminal.
#pragma once

#include <cstdint>
#include <vector>

#include "models/families/dragonfly/dragonfly.hpp"
#include "models/network/zeros.hpp"
#include "models/router/decision_unit.hpp"
#include "models/router/router_parameters.hpp"

namespace dragonfly {

/// Puts together what the routers of a path would do (docs/microarchitecture.md, "Routes").
class PacketPaths {
  /// Where a router is.
  struct Place {
    std::uint32_t group, index;
  };

 public:
  /// The hops after the first, the next one lowest, `kHopBits` bits each.
  struct Rest {
    std::uint64_t hops = 0;
    int count = 0;
  };

  /// `tables`: of all routers. Both must outlive this object.
  PacketPaths(const Dragonfly& network, const RouterParameters& parameters,
              const std::vector<RouteTable>& tables)
      : at_(parameters),
        tables_(tables),
        h_(static_cast<unsigned>(network.h())),
        groups_(static_cast<unsigned>(network.g())),
        channels_matter_(parameters.algorithm == Routing::kUgalG),
        far_(static_cast<std::size_t>(network.routers()) * h_),
        legs_(static_cast<std::size_t>(network.routers()) * groups_) {
    for (int router = 0; router < network.routers(); ++router)
      for (int index = 0; index < network.h(); ++index) {
        const Link link = network.link(router, network.global_port(index));
        far_[static_cast<std::size_t>(router) * h_ + static_cast<unsigned>(index)] =
            link.connected ? static_cast<std::uint32_t>(link.router) : 0;
      }
    for (const RouteTable& table : tables_)
      places_.push_back({table.my_group(), table.my_router()});
    for (std::uint32_t router = 0; router < tables_.size(); ++router)
      for (unsigned group = 0; group < groups_; ++group)
        if (group != tables_[router].my_group())
          legs_[std::size_t{router} * groups_ + group] = leg_of(router, group);
  }

  /// What a router knows of the ways to other groups: as its table, but found beside the rest of
  /// the path.
  class Ways {
   public:
    Ways(const PacketPaths& paths, std::uint32_t router)
        : paths_(paths), router_(router), place_(paths.places_[router]) {}

    [[nodiscard]] unsigned my_group() const { return place_.group; }
    [[nodiscard]] unsigned my_router() const { return place_.index; }
    [[nodiscard]] unsigned local_port(unsigned router) const {
      return paths_.local_port(place_.index, router);
    }
    [[gnu::always_inline]] [[nodiscard]] RouteTable::Step way(unsigned group, unsigned salt) const {
      const Leg& leg = paths_.legs_[std::size_t{router_} * paths_.groups_ + group];
      if (leg.several || paths_.channels_matter_) return paths_.tables_[router_].way(group, salt);
      return {0, leg.first};
    }

   private:
    const PacketPaths& paths_;
    std::uint32_t router_;
    Place place_;
  };
  [[nodiscard]] Ways ways(std::uint32_t router) const { return {*this, router}; }

  /// Fetches what the path from a router to another group begins with.
  [[gnu::always_inline]] void fetch(std::uint32_t router, unsigned group) const {
    __builtin_prefetch(&legs_[std::size_t{router} * groups_ + group]);
  }
  /// The output port that it begins with, as far as that is known; fetches what follows if it goes
  /// on to group `to`.
  [[gnu::always_inline]] unsigned fetch_next(std::uint32_t router, unsigned group,
                                             unsigned to) const {
    const Leg& leg = legs_[std::size_t{router} * groups_ + group];
    fetch(leg.lands, to);
    return leg.first;
  }
  /// The path of a packet from a router that has decided.
  template <int kHopBits>
  [[gnu::always_inline]] [[nodiscard]] Rest rest(std::uint32_t router, const Destination& to,
                                                 const Decision& decision) const {
    if (decision.path.port < static_cast<unsigned>(at_.first_local)) return {};
    Builder<kHopBits> path;
    path.prepend((to.terminal << at_.vc_bits) + exit_vc(at_, decision.salt));
    if (!decision.path.global) return path.rest;
    const unsigned vc = decision.path.vc;
    if (!decision.nonmin) {
      const Leg leg = leg_to(router, to.group, decision.salt);
      path.prepend_if(leg.index != to.router, local(leg.index, to.router, vc + 1));
      path.prepend_if(leg.second != kNone, output(leg.second, vc));
      return path.rest;
    }
    const Leg first = leg_to(router, decision.mid_group, decision.salt);
    const Leg second = leg_to(first.lands, to.group, kReversed8[decision.salt]);
    path.prepend_if(second.index != to.router, local(second.index, to.router, vc + 2));
    path.prepend_if(second.second != kNone, output(second.second, vc + 1));
    path.prepend(output(second.first, vc + 1));
    path.prepend_if(first.second != kNone, output(first.second, vc));
    return path.rest;
  }

 private:
  static constexpr std::uint8_t kNone = 255;

  /// The way from a router to another group.
  struct Leg {
    std::uint32_t lands;  ///< router at the other end of the global channel
    std::uint8_t index;   ///< its index in the group
    std::uint8_t first;   ///< output port of the router
    std::uint8_t second;  ///< of the neighbour with the global channel; kNone if that is its own
    bool several;         ///< there are several ways, and the rest of this means nothing
  };

  /// Built from its end, without branches: nobody can predict which packets make a local hop.
  template <int kHopBits>
  struct Builder {
    [[gnu::always_inline]] void prepend(unsigned output_vc) {
      rest.hops = rest.hops << kHopBits | output_vc;
      ++rest.count;
    }
    [[gnu::always_inline]] void prepend_if(bool made, unsigned output_vc) {
      // Compilers make a branch of a choice.
      const unsigned once = made ? 1 : 0;
      rest.hops = rest.hops << (once * kHopBits) | (output_vc & (0U - once));
      rest.count += static_cast<int>(once);
    }
    Rest rest;
  };

  [[nodiscard]] unsigned output(unsigned port, unsigned vc) const {
    return (port << at_.vc_bits) + vc;
  }
  [[nodiscard]] unsigned local(unsigned from, unsigned to, unsigned vc) const {
    return output(local_port(from, to), vc);
  }
  /// From a router to another of its group, by their indices there. A router has no port to itself,
  /// so those behind it have lower numbers by one: the sign of a difference, without a branch.
  [[nodiscard]] unsigned local_port(unsigned from, unsigned to) const {
    return static_cast<unsigned>(at_.first_local) + to - ((from - to) >> 31);
  }

  [[gnu::always_inline]] [[nodiscard]] Leg leg_to(std::uint32_t router, unsigned group,
                                                  unsigned salt) const {
    const Leg leg = legs_[std::size_t{router} * groups_ + group];
    return leg.several ? drawn_leg(router, group, salt) : leg;
  }
  [[gnu::noinline]] [[nodiscard]] Leg drawn_leg(std::uint32_t router, unsigned group,
                                                unsigned salt) const {
    const unsigned first = tables_[router].way(group, salt).port;
    const std::uint32_t gate = gate_of(router, first);
    const unsigned channel = tables_[gate].way(group, salt).port;
    const std::uint32_t lands =
        far_[std::size_t{gate} * h_ + channel - static_cast<unsigned>(at_.first_global)];
    return {lands, static_cast<std::uint8_t>(tables_[lands].my_router()),
            static_cast<std::uint8_t>(first),
            gate == router ? kNone : static_cast<std::uint8_t>(channel), false};
  }
  /// The router whose global channel a packet takes that leaves `router` by `port`: itself, or its
  /// neighbour there.
  [[nodiscard]] std::uint32_t gate_of(std::uint32_t router, unsigned port) const {
    if (port >= static_cast<unsigned>(at_.first_global)) return router;
    const unsigned mine = tables_[router].my_router();
    const unsigned place = port - static_cast<unsigned>(at_.first_local);
    return router - mine + place + (place >= mine ? 1 : 0);
  }
  /// The leg, if there is only one.
  [[nodiscard]] Leg leg_of(std::uint32_t router, unsigned group) const {
    if (tables_[router].ways(group) == 1) {
      const std::uint32_t gate = gate_of(router, tables_[router].way(group, 0).port);
      if (tables_[gate].ways(group) == 1) return drawn_leg(router, group, 0);
    }
    return {0, 0, 0, kNone, true};
  }

  const RouterParameters& at_;
  const std::vector<RouteTable>& tables_;
  unsigned h_, groups_;
  bool channels_matter_;            ///< whether somebody asks which entry of the oracle a way has
  std::vector<Place> places_;       ///< [router]
  std::vector<std::uint32_t> far_;  ///< [router][global port]: the router at the other end
  Zeros<Leg> legs_;                 ///< [router][group]
};

}  // namespace dragonfly
