// SPDX-License-Identifier: Apache-2.0
// Diagrams of networks, from their wirings.
#pragma once

#include <string>
#include <vector>

#include "models/config/topology_config.hpp"
#include "models/papers/figure.hpp"
#include "models/wiring/network_graph.hpp"

namespace dragonfly {

/// The graph of a network of the registry. Throws InputError if there is none of these parameters.
[[nodiscard]] NetworkGraph graph_of(const TopologyConfig& network);

/// Routers on a circle, group beside group, clockwise from the top, named "group.router" (or by
/// their number without groups). `without`: a class of channels that is left out.
[[nodiscard]] Diagram on_circle(const NetworkGraph& graph, const std::string& title,
                                const std::string& without = "");

/// Routers of one group on a grid of up to three dimensions, the third set off; channels side by
/// side bow out. `ports`: what is said of each router beside its number.
[[nodiscard]] Diagram group_on_grid(const NetworkGraph& graph, int group,
                                    const std::vector<int>& sizes, const std::string& title,
                                    const std::string& ports);

/// Routers in columns: those of `columns[i]` below each other.
[[nodiscard]] Diagram in_columns(const NetworkGraph& graph,
                                 const std::vector<std::vector<int>>& columns,
                                 const std::string& title);

/// Boxes of routers on a square floor, and the channels that leave those of the lower left box to
/// others, one for each box that they lead to. `box_of`: [router], numbered row by row from the
/// lower left; `across`: boxes in a row.
[[nodiscard]] Diagram on_floor(const NetworkGraph& graph, const std::vector<int>& box_of,
                               int across, const std::string& title);

}  // namespace dragonfly
