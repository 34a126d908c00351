// SPDX-License-Identifier: Apache-2.0
// Straightforward counterparts of what models/design computes, for comparison.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "models/design/shape.hpp"
#include "models/families/dragonfly/arrangement.hpp"

namespace dragonfly {

/// For each router its neighbours, as often as there are channels to them, from the far ends that a
/// wiring yields and complete graphs in the groups.
[[nodiscard]] std::vector<std::vector<int>> naive_neighbours(const std::vector<GlobalEnd>& links,
                                                             int a, int h, int g);

/// [from][to] distances by breadth-first search; -1 where there is no path.
[[nodiscard]] std::vector<std::vector<int>> naive_distances(
    const std::vector<std::vector<int>>& neighbours);

struct NaiveMetrics {
  bool connected = true;
  int diameter = 0;
  double average = 0;
  double max_difference_percent = 0;
};

[[nodiscard]] NaiveMetrics naive_metrics(const std::vector<std::vector<int>>& neighbours);

/// Metrics of the greedy wiring.
[[nodiscard]] NaiveMetrics naive_greedy_metrics(int a, int h, int g);

}  // namespace dragonfly
