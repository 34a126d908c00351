// SPDX-License-Identifier: Apache-2.0
// What `dragonfly explore` tells about a design space.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "models/design/explore.hpp"

namespace dragonfly {

struct ExploreReport {
  const ExploreOptions& options;
  const DesignSpace& space;
};

/// For people: the cheapest designs, the Pareto front, and how many points have none.
[[nodiscard]] std::string to_table(const ExploreReport& report);
/// designs, cheapest (the first of them), cheapest_designs (all), pareto, infeasible points.
[[nodiscard]] nlohmann::ordered_json to_json(const ExploreReport& report);
/// A line for each point of the grid; the column `infeasible` says why there is no design.
[[nodiscard]] std::string to_csv(const ExploreReport& report);

}  // namespace dragonfly
