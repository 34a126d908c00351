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

/// A table of all parameters of a model.
[[nodiscard]] DataTable parameters_of(const CostModel& model);

}  // namespace dragonfly
