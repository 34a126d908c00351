// SPDX-License-Identifier: Apache-2.0
// Routes in flattened butterflies and hypercubes (docs/microarchitecture.md, "Flattened
// butterflies").
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "models/families/flattened_butterfly/flattened_butterfly.hpp"
#include "models/families/flattened_butterfly/flattened_butterfly_grid.hpp"
#include "models/families/flattened_butterfly/flattened_butterfly_registers.hpp"
#include "models/router/routes.hpp"

namespace dragonfly {

struct Configuration;

/// Whether decisions of a cycle are to see each other.
[[nodiscard]] constexpr bool is_sequential(FlattenedButterflyRouting routing) {
  return routing == FlattenedButterflyRouting::kUgalS ||
         routing == FlattenedButterflyRouting::kClosAd;
}

class FlattenedButterflyRoutes final : public Routes {
 public:
  /// Routes of this network under config.routing, which must be set, with config.router.vcs.
  /// Throws InputError for routers that cannot be simulated and for too few VCs.
  FlattenedButterflyRoutes(const FlattenedButterfly& network, const Configuration& config);

  [[nodiscard]] FamilyRtl rtl() const override;
  [[nodiscard]] std::uint32_t destination(int terminal) const override;
  [[nodiscard]] std::vector<RegisterWrite> registers(int router) const override;
  [[nodiscard]] int most_registers() const override { return 3; }
  [[nodiscard]] std::unique_ptr<RouteUnit> make_unit() const override;
  [[nodiscard]] int most_hops() const override;
  [[nodiscard]] int used_vcs(int channel_class) const override;
  [[nodiscard]] DeadlockReport check_deadlock() const override;
  [[nodiscard]] RoutingNeeds needs() const override { return {}; }
  [[nodiscard]] bool sequential() const override { return is_sequential(algorithm_); }
  [[nodiscard]] std::string remark() const override;
  [[nodiscard]] int measured_class() const override { return Wiring::kAllClasses; }

 private:
  FlattenedButterfly network_;
  FlattenedButterflyGrid grid_;
  std::string name_;  ///< of the routing
  FlattenedButterflyRouting algorithm_;
  int threshold_, vcs_;
};

}  // namespace dragonfly
