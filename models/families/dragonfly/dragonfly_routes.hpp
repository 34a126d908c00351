// SPDX-License-Identifier: Apache-2.0
// How packets find their way in a dragonfly (Kim et al. 2008, Section 4).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "models/families/dragonfly/dragonfly.hpp"
#include "models/families/dragonfly/dragonfly_links.hpp"
#include "models/families/dragonfly/group_grid.hpp"
#include "models/families/dragonfly/routing.hpp"
#include "models/families/dragonfly/routing_tables.hpp"
#include "models/router/routes.hpp"

namespace dragonfly {

struct Configuration;

/// Sizes of a dragonfly's router and its headers. The node of a destination is its group, and its
/// router in the group; an intermediate node is a group. Throws InputError for more terminals,
/// routers of a group or global channels than a router that is simulated can have (64, 128, 64).
[[nodiscard]] RouterDesign dragonfly_design(int p, int a, int h);
/// The same with so many local ports, where groups are no complete graphs (at most 255, and 256
/// ports in all).
[[nodiscard]] RouterDesign dragonfly_design(int p, int a, int h, int locals);

/// What an algorithm needs of the rest of the router.
[[nodiscard]] RoutingNeeds dragonfly_needs(Routing algorithm);

/// An empty route unit of routers with p terminals, a routers in a group, h global channels, and
/// `vcs` VCs (docs/microarchitecture.md, "Routes").
[[nodiscard]] std::unique_ptr<RouteUnit> make_dragonfly_unit(int p, int a, int h, int vcs);

class DragonflyRoutes final : public Routes {
 public:
  /// Throws InputError for too few VCs, a group network that does not fit, and what
  /// dragonfly_design() refuses.
  explicit DragonflyRoutes(const Configuration& config);

  [[nodiscard]] FamilyRtl rtl() const override;
  [[nodiscard]] std::uint32_t destination(int terminal) const override;
  [[nodiscard]] std::vector<RegisterWrite> registers(int router) const override;
  [[nodiscard]] int most_registers() const override;
  [[nodiscard]] int groups_alike() const override;
  [[nodiscard]] std::unique_ptr<RouteUnit> make_unit() const override;
  [[nodiscard]] int most_hops() const override;
  [[nodiscard]] int used_vcs(int channel_class) const override;
  [[nodiscard]] DeadlockReport check_deadlock() const override;
  [[nodiscard]] RoutingNeeds needs() const override;
  [[nodiscard]] std::string remark() const override;
  [[nodiscard]] int measured_class() const override;

  [[nodiscard]] const Dragonfly& network() const { return network_; }
  [[nodiscard]] const GroupNetwork& group_network() const { return group_network_; }

 private:
  DragonflyRoutes(const Configuration& config, const DragonflyParameters& dragonfly,
                  const GroupNetwork& group_network);

  Dragonfly network_;
  GroupNetwork group_network_;
  GroupGrid grid_;
  Routing algorithm_;
  int threshold_;
  int vcs_;
  VcPolicy policy_;
};

/// The dragonfly of a configuration, ready to be simulated. Throws InputError for a configuration
/// that makes none.
[[nodiscard]] Fabric dragonfly_fabric(const Configuration& config);

}  // namespace dragonfly
