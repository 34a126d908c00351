// SPDX-License-Identifier: Apache-2.0
// What all routes by table share: nodes, shortest ways, and VCs that rise with each hop
// (docs/microarchitecture.md, "Networks by table").
#pragma once

#include <cstdint>
#include <string>

#include "models/families/table/shortest_ways.hpp"
#include "models/families/table/table_nodes.hpp"
#include "models/families/table/table_vcs.hpp"
#include "models/router/routes.hpp"
#include "models/wiring/wiring.hpp"

namespace dragonfly {

class ShortestPathRoutes : public Routes {
 public:
  [[nodiscard]] std::uint32_t destination(int terminal) const final;
  [[nodiscard]] int most_hops() const final;
  [[nodiscard]] int used_vcs(int) const final { return vcs_.vcs; }
  [[nodiscard]] DeadlockReport check_deadlock() const final { return deadlock_; }
  [[nodiscard]] RoutingNeeds needs() const final { return {}; }
  [[nodiscard]] int measured_class() const final { return Wiring::kAllClasses; }

 protected:
  /// `valiant`: whether packets take Valiant's detours. Throws InputError for what table_fabric()
  /// refuses.
  ShortestPathRoutes(const Wiring& wiring, RouterDesign design, bool valiant, int vcs);

  [[nodiscard]] bool valiant() const { return valiant_; }
  [[nodiscard]] const TableNodes& nodes() const { return nodes_; }
  [[nodiscard]] const ShortestWays& ways() const { return ways_; }
  [[nodiscard]] const TableVcs& vcs() const { return vcs_; }

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
};

/// Sets what routers have in common whose packets go to a node and a terminal there: ports and
/// header, and the shape as "`routes` to 3 nodes ...".
void set_table_header(RouterDesign& design, const Wiring& wiring, const TableNodes& nodes,
                      const std::string& routes);

}  // namespace dragonfly
