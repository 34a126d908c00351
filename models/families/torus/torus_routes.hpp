// SPDX-License-Identifier: Apache-2.0
// Dimension order in tori (docs/microarchitecture.md, "Tori").
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/families/torus/torus_grid.hpp"
#include "models/router/routes.hpp"

namespace dragonfly {

class TorusRoutes final : public Routes {
 public:
  /// Throws InputError for routers that cannot be simulated and for too few VCs.
  TorusRoutes(const std::vector<int>& sizes, int concentration, int vcs);

  [[nodiscard]] FamilyRtl rtl() const override;
  [[nodiscard]] std::uint32_t destination(int terminal) const override;
  [[nodiscard]] std::vector<RegisterWrite> registers(int router) const override;
  [[nodiscard]] int most_registers() const override { return 2; }
  [[nodiscard]] std::unique_ptr<RouteUnit> make_unit() const override;
  [[nodiscard]] int most_hops() const override;
  [[nodiscard]] int used_vcs(int channel_class) const override;
  [[nodiscard]] DeadlockReport check_deadlock() const override;
  [[nodiscard]] RoutingNeeds needs() const override { return {}; }
  [[nodiscard]] int measured_class() const override { return Wiring::kAllClasses; }

 private:
  std::vector<int> sizes_;
  TorusGrid grid_;
  int vcs_;
};

}  // namespace dragonfly
