#include "models/families/dragonfly/path_legs.hpp"

namespace dragonfly {

PathLegs::PathLegs(const Wiring& wiring, const DragonflySizes& sizes,
                   const std::vector<RouteTable>& tables)
    : tables_(tables),
      h_(static_cast<unsigned>(sizes.h)),
      groups_(static_cast<unsigned>(wiring.groups())),
      first_local_(static_cast<unsigned>(sizes.first_local())),
      first_global_(static_cast<unsigned>(sizes.first_global())),
      far_(tables.size() * h_),
      legs_(tables.size() * groups_),
      large_(tables.size() * groups_ * sizeof(PathLeg) > kSmall) {
  for (std::size_t router = 0; router < tables.size(); ++router) {
    for (unsigned index = 0; index < h_; ++index) {
      const Peer peer =
          wiring.output(static_cast<int>(router), static_cast<int>(first_global_ + index));
      far_[router * h_ + index] = peer.connected() ? static_cast<std::uint32_t>(peer.router) : 0;
    }
  }
  for (const RouteTable& table : tables_) places_.push_back({table.my_group(), table.my_router()});
  for (std::uint32_t router = 0; router < tables_.size(); ++router) {
    for (unsigned group = 0; group < groups_; ++group)
      if (group != tables_[router].my_group())
        legs_[std::size_t{router} * groups_ + group] = only_leg(router, group);
  }
}

PathLeg PathLegs::drawn(std::uint32_t router, unsigned group, unsigned salt) const {
  const unsigned first = tables_[router].way(group, salt).port;
  const std::uint32_t gate = gate_of(router, first);
  const unsigned channel = tables_[gate].way(group, salt).port;
  const std::uint32_t lands = far_[std::size_t{gate} * h_ + channel - first_global_];
  return {lands, static_cast<std::uint8_t>(tables_[lands].my_router()),
          static_cast<std::uint8_t>(first),
          gate == router ? PathLeg::kNone : static_cast<std::uint8_t>(channel), false};
}

/// The router whose global channel a packet takes that leaves `router` by `port`: itself, or its
/// neighbour there.
std::uint32_t PathLegs::gate_of(std::uint32_t router, unsigned port) const {
  if (port >= first_global_) return router;
  const unsigned mine = tables_[router].my_router();
  const unsigned place = port - first_local_;
  return router - mine + place + (place >= mine ? 1 : 0);
}

/// The leg, if there is only one.
PathLeg PathLegs::only_leg(std::uint32_t router, unsigned group) const {
  if (tables_[router].ways(group) == 1) {
    const std::uint32_t gate = gate_of(router, tables_[router].way(group, 0).port);
    if (tables_[gate].ways(group) == 1) return drawn(router, group, 0);
  }
  return {0, 0, 0, PathLeg::kNone, true};
}

}  // namespace dragonfly
