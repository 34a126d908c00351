// Routes by table, in any network (docs/microarchitecture.md, "Networks by table").
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "models/families/table/shortest_ways.hpp"
#include "models/families/table/table_nodes.hpp"
#include "models/families/table/table_vcs.hpp"
#include "models/router/routes.hpp"
#include "models/wiring/wiring.hpp"

namespace dragonfly {

struct Configuration;

class TableRoutes final : public Routes {
 public:
  /// Throws InputError for what table_fabric() refuses.
  TableRoutes(const Wiring& wiring, const Configuration& config);

  [[nodiscard]] FamilyRtl rtl() const override;
  [[nodiscard]] std::uint32_t destination(int terminal) const override;
  [[nodiscard]] std::vector<RegisterWrite> registers(int router) const override;
  [[nodiscard]] int most_registers() const override;
  [[nodiscard]] std::unique_ptr<RouteUnit> make_unit() const override;
  [[nodiscard]] int most_hops() const override;
  [[nodiscard]] int used_vcs(int) const override { return vcs_.vcs; }
  [[nodiscard]] DeadlockReport check_deadlock() const override { return deadlock_; }
  [[nodiscard]] RoutingNeeds needs() const override { return {}; }
  [[nodiscard]] std::string remark() const override;
  [[nodiscard]] int measured_class() const override { return Wiring::kAllClasses; }

 private:
  void measure(const Wiring& wiring);
  void choose_vcs(const Wiring& wiring, int vcs);
  [[nodiscard]] std::string enough_vcs(const Wiring& wiring) const;

  TableNodes nodes_;
  ShortestWays ways_;
  bool valiant_;
  int farthest_ = 0;       ///< the greatest distance from a source to a node
  int between_nodes_ = 0;  ///< the greatest from a source to a node or between nodes
  TableVcs vcs_;
  DeadlockReport deadlock_;
  std::vector<std::vector<std::uint16_t>> source_ports_;  ///< [router]: on which terminals inject
};

/// A network with routes by table, ready to be simulated. Throws InputError for a routing algorithm
/// other than MIN and VAL, for a network whose sources do not lead to all terminals (VAL: or whose
/// nodes do not lead to each other), for more nodes (4,096), terminals of a node (256), ports of a
/// router (256) or ways (16,384) than tables have room for, and for too few VCs: those with which
/// the channel dependency graph has a cycle, which the message names.
[[nodiscard]] Fabric table_fabric(Wiring wiring, const Configuration& config);

}  // namespace dragonfly
