// SPDX-License-Identifier: Apache-2.0
// Routes by table, in any network (docs/microarchitecture.md, "Networks by table").
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "models/families/table/shortest_path_routes.hpp"
#include "models/router/routes.hpp"
#include "models/wiring/wiring.hpp"

namespace dragonfly {

struct Configuration;

/// Packets draw among the shortest paths: MIN and VAL.
class TableRoutes final : public ShortestPathRoutes {
 public:
  /// Throws InputError for what table_fabric() refuses.
  TableRoutes(const Wiring& wiring, const Configuration& config);

  [[nodiscard]] FamilyRtl rtl() const override;
  [[nodiscard]] std::vector<RegisterWrite> registers(int router) const override;
  [[nodiscard]] int most_registers() const override;
  [[nodiscard]] std::unique_ptr<RouteUnit> make_unit() const override;
  [[nodiscard]] std::string remark() const override;

 private:
  std::vector<std::vector<std::uint16_t>> source_ports_;  ///< [router]: on which terminals inject
};

/// The routes of a network by table under the routing of the configuration. Throws InputError for
/// what table_fabric() refuses.
[[nodiscard]] std::unique_ptr<const Routes> table_routes(const Wiring& wiring,
                                                         const Configuration& config);

/// A network with routes by table, ready to be simulated. Throws InputError for a routing algorithm
/// other than MIN, VAL and ADAPTIVE, for a network whose sources do not lead to all terminals (VAL:
/// or whose nodes do not lead to each other), for more nodes (4,096), terminals of a node (256),
/// ports of a router (256) or ways (16,384) than tables have room for, and for too few VCs: those
/// with which the channel dependency graph has a cycle, which the message names.
[[nodiscard]] Fabric table_fabric(Wiring wiring, const Configuration& config);

}  // namespace dragonfly
