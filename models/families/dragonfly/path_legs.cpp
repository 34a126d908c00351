// SPDX-License-Identifier: Apache-2.0
#include "models/families/dragonfly/path_legs.hpp"

namespace dragonfly {

PathLegs::PathLegs(const Wiring& wiring, const DragonflySizes& sizes, const UnitTables& tables)
    : tables_(tables),
      h_(static_cast<unsigned>(sizes.h)),
      groups_(static_cast<unsigned>(wiring.groups())),
      first_local_(static_cast<unsigned>(sizes.first_local())),
      first_global_(static_cast<unsigned>(sizes.first_global())),
      far_(tables.tables() * h_),
      legs_(tables.tables() * groups_),
      large_(tables.tables() * groups_ * sizeof(PathLeg) > kSmall) {
  // The tables are those of the first routers.
  const auto routers = static_cast<std::uint32_t>(tables.tables());
  for (std::uint32_t router = 0; router < routers; ++router) {
    for (unsigned index = 0; index < h_; ++index) {
      const Peer peer =
          wiring.output(static_cast<int>(router), static_cast<int>(first_global_ + index));
      if (peer.connected())
        far_[std::size_t{router} * h_ + index] =
            static_cast<std::uint8_t>(wiring.index_in_group(peer.router));
    }
  }
  for (std::uint32_t router = 0; router < routers; ++router) {
    const Place from = tables.place(router);
    for (unsigned group = 0; group < groups_; ++group)
      if (group != from.group) legs_[number(from, group)] = only_leg(from, group);
  }
}

PathLeg PathLegs::drawn(const Place& from, unsigned group, unsigned salt) const {
  const unsigned first = way(from, group, salt);
  const Place gate = gate_of(from, first);
  const unsigned channel = way(gate, group, salt);
  const bool own = gate.index == from.index;
  return {far_[std::size_t{tables_.table(gate)} * h_ + channel - first_global_],
          static_cast<std::uint8_t>(first),
          own ? PathLeg::kNone : static_cast<std::uint8_t>(channel), false};
}

/// The router whose global channel a packet takes that leaves a router by `port`: itself, or its
/// neighbour there.
PathLegs::Place PathLegs::gate_of(const Place& from, unsigned port) const {
  if (port >= first_global_) return from;
  const unsigned place = port - first_local_;
  return {from.group, place + (place >= from.index ? 1 : 0)};
}

/// The leg, if there is only one.
PathLeg PathLegs::only_leg(const Place& from, unsigned group) const {
  if (tables_.ways(from, group) == 1) {
    const Place gate = gate_of(from, way(from, group, 0));
    if (tables_.ways(gate, group) == 1) return drawn(from, group, 0);
  }
  return {0, 0, PathLeg::kNone, true};
}

}  // namespace dragonfly
