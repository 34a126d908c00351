// SPDX-License-Identifier: Apache-2.0
// Routes by table that adapt at every router (docs/microarchitecture.md, "Networks by table,
// adaptive").
#pragma once

#include <memory>
#include <vector>

#include "models/families/table/shortest_path_routes.hpp"

namespace dragonfly {

struct Configuration;

class AdaptiveTableRoutes final : public ShortestPathRoutes {
 public:
  /// Throws InputError for what table_fabric() refuses, and for routers of more than 1,024
  /// different sets of ports.
  AdaptiveTableRoutes(const Wiring& wiring, const Configuration& config);

  [[nodiscard]] FamilyRtl rtl() const override;
  [[nodiscard]] std::vector<RegisterWrite> registers(int router) const override;
  [[nodiscard]] int most_registers() const override;
  [[nodiscard]] std::unique_ptr<RouteUnit> make_unit() const override;
  [[nodiscard]] bool sequential() const override { return true; }

 private:
  int most_sets_ = 1;  ///< of a router
};

}  // namespace dragonfly
