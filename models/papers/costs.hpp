// SPDX-License-Identifier: Apache-2.0
// What figures of cost have in common.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/cost/cost_model.hpp"
#include "models/papers/figure.hpp"

namespace dragonfly {

/// The network of a topology that the papers compare at this size, by a model.
[[nodiscard]] CostResult cost_at(const CostModel& model, const std::string& topology,
                                 std::int64_t terminals);

/// What the first topology costs less than the second: 0.47 for 47 %.
[[nodiscard]] double saving(const CostModel& model, const std::string& topology,
                            const std::string& other, std::int64_t terminals);

/// "512", "4K".
[[nodiscard]] std::string size_name(std::int64_t terminals);

/// from, 2 from, ..., to.
[[nodiscard]] std::vector<std::int64_t> doublings(std::int64_t from, std::int64_t to);

/// A table of costs a terminal, in $; of kim2007 with the share of links, and watts.
[[nodiscard]] DataTable costs_table(const std::string& model,
                                    const std::vector<std::string>& topologies,
                                    const std::vector<std::int64_t>& sizes);

/// What readings give: a column for each point.
struct ReadPoint {
  std::string heading;
  std::string topology, other;
  std::int64_t terminals = 0;
};
/// What the topology of each point saves over the other, in cost or in power, by the defaults of
/// the model, its readings, and a folded Clos whose levels are full.
[[nodiscard]] DataTable readings_table(const std::string& title, const std::string& model,
                                       bool power, const std::vector<ReadPoint>& points);

/// A table of all parameters of a model.
[[nodiscard]] DataTable parameters_of(const CostModel& model);

}  // namespace dragonfly
