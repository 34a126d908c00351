// SPDX-License-Identifier: Apache-2.0
// What `dragonfly cost` tells about networks.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "models/cost/cost_model.hpp"
#include "models/cost/floor_plan.hpp"

namespace dragonfly {

/// For people: what each class of parts costs, and the assumptions.
[[nodiscard]] std::string to_table(const CostResult& cost);
/// A line for each network.
[[nodiscard]] std::string to_table(const std::vector<CostResult>& costs);
/// Lengths on the floor beside the means that the cost model assumes.
[[nodiscard]] std::string to_table(const FloorPlan& plan, const NetworkParts& assumed);
/// The parameters of a model: value, unit, range, source.
[[nodiscard]] std::string to_table(const std::vector<ParameterInfo>& parameters);

[[nodiscard]] nlohmann::ordered_json to_json(const CostResult& cost);
[[nodiscard]] nlohmann::ordered_json to_json(const std::vector<CostResult>& costs,
                                             const CostModel& model);
[[nodiscard]] nlohmann::ordered_json to_json(const FloorPlan& plan, const NetworkParts& assumed);
[[nodiscard]] nlohmann::ordered_json to_json(const std::vector<ParameterInfo>& parameters);
/// A line for each parameter.
[[nodiscard]] std::string to_csv(const std::vector<ParameterInfo>& parameters);
/// A line for each network and class of parts.
[[nodiscard]] std::string to_csv(const std::vector<CostResult>& costs);

}  // namespace dragonfly
