// SPDX-License-Identifier: Apache-2.0
// What figures of cost have in common.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "models/cost/cost_model.hpp"
#include "models/cost/parts_by_size.hpp"
#include "models/papers/figure.hpp"

namespace dragonfly {

/// By what a network is priced: the parameters of a model, and how its size is chosen.
struct Pricing {
  CostModel model;
  Sizing sizing = {};
};

/// The network of a topology that the papers compare at this size.
[[nodiscard]] CostResult cost_at(const Pricing& pricing, const std::string& topology,
                                 std::int64_t terminals);

/// What the first topology costs less than the second: 0.47 for 47 %.
[[nodiscard]] double saving(const Pricing& pricing, const std::string& topology,
                            const std::string& other, std::int64_t terminals);

/// The rows of a figure under a pricing.
struct FigureRows {
  std::string figure;  ///< "Figure 11"
  std::function<std::vector<Statement>(const Pricing&)> rows;
};

/// The rows of one figure of a paper by the defaults of its model. Below each that differs stands
/// the same row under the reading (or --clos-full) that meets it, if one does: of several, one
/// that the text leaves open, and of these the one under which the fewest other rows of `all`
/// figures no longer hold. Its cause names those.
[[nodiscard]] std::vector<Statement> rows_with_choices(const std::string& model,
                                                       const std::vector<FigureRows>& all,
                                                       const std::string& figure);

/// y = slope x + intercept.
struct Line {
  double slope = 0, intercept = 0;
};
/// The line of least squares through the points of a curve.
[[nodiscard]] Line fitted_line(const Curve& curve);

/// Prices of a differential signal over lengths of 0 to `metres` m in steps of 0.1 m, with a
/// repeater where one is needed (2007, Table 2 and Figure 7(b)).
[[nodiscard]] Curve prices_with_repeaters(int metres);

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
