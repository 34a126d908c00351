// SPDX-License-Identifier: Apache-2.0
// Networks for other programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/wiring/network_graph.hpp"
#include "models/wiring/wiring.hpp"

namespace dragonfly {

enum class GraphFormat {
  kGraphml,  ///< XML of networkx, Gephi, yEd, igraph: a node for each router
  kDot,      ///< Graphviz; groups as clusters
  kCsv,      ///< the whole wiring, as it can be read again (wiring_file.hpp)
  kJson,     ///< the same
};

/// "graphml", "dot", "csv" or "json". Throws InputError with these names for anything else.
[[nodiscard]] GraphFormat graph_format(std::string_view name);

/// Names and values of what the network was built from, for people.
using GraphParameters = std::vector<std::pair<std::string, std::string>>;

/// The whole network: parallel channels stand as often as they are there. Ends with a newline.
[[nodiscard]] std::string export_network(const Wiring& wiring, const GraphParameters& parameters,
                                         GraphFormat format);

/// Levels of a network in which not all routers have terminals that inject: channels from the
/// nearest one that has, as in the stages of a butterfly or the levels of a folded Clos. Empty for
/// other networks, and if a router is reached from none.
[[nodiscard]] std::vector<int> levels_of(const NetworkGraph& graph);

/// The graph for drawings: family, parameters, directed, classes, routers[] with id, terminals
/// (ejecting_terminals where that is another number), group and level, channels[] with from, to and
/// class.
[[nodiscard]] nlohmann::ordered_json graph_json(const NetworkGraph& graph,
                                                const GraphParameters& parameters);

}  // namespace dragonfly
