// SPDX-License-Identifier: Apache-2.0
// Cabinets on a floor: where each router of a network stands, and how long its cables really are.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/cost/network_parts.hpp"
#include "models/wiring/network_graph.hpp"

namespace dragonfly {

/// Size and arrangement of cabinets (Kim et al. 2007, Table 3 and Section 4.3).
struct FloorParameters {
  std::int64_t nodes_per_cabinet = 128;
  /// Routers that fit into a cabinet without terminals, such as those of a folded Clos' upper
  /// levels. Choice: two for each of radix 64 that 128 terminals' cables fill.
  std::int64_t routers_per_cabinet = 4;
  double cabinet_width = 0.57;  ///< m
  double cabinet_depth = 1.44;  ///< m
  double depth_factor = 2;      ///< cabinet depths from row to row, space between rows included
  double cable_overhead = 2;    ///< m, added to each cable between cabinets
  /// Blocks side by side; 0: as many as make the floor nearest to a square. A flattened butterfly
  /// whose groups are its rows of dimension 1 has dimension 2 along rows of blocks and dimension 3
  /// across them (Section 4.2, Figure 8(c)) with as many blocks as dimension 2 is long, if each row
  /// of dimension 1 fills a cabinet at least.
  std::int64_t blocks_per_row = 0;
};

/// Cabinets stand on a grid; (column, row) counted from 0.
struct CabinetPosition {
  std::int64_t column = 0, row = 0;
  bool operator==(const CabinetPosition&) const = default;
};

/// Cables of one channel class.
struct CableLengths {
  std::string name;
  std::int64_t channels = 0;
  std::int64_t in_cabinet = 0;  ///< of them on backplanes
  double mean = 0;              ///< m, of those that are cables
  double maximum = 0;           ///< m
  std::vector<Span> spans;      ///< by length, ascending; backplanes first
};

struct FloorPlan {
  std::int64_t columns = 0, rows = 0;     ///< of the grid
  double width = 0, depth = 0;            ///< m, of the occupied floor
  std::vector<CabinetPosition> cabinets;  ///< [cabinet]
  std::vector<int> cabinet_of;            ///< [router]
  std::vector<CableLengths> classes;      ///< as NetworkGraph::classes
};

/// Places the routers of a network. Routers of a group fill cabinets in ascending order, and the
/// cabinets of a group stand in a block; groups smaller than a cabinet share one, as many whole
/// ones as fit. Without groups, routers fill cabinets in ascending order.
/// Routers without terminals have cabinets of their own, in the middle; those that only eject stand
/// beside those that inject (butterfly: first and last stage of a row). Blocks, and the floor, are
/// as near to a square as whole cabinets allow, and filled row by row. Cables run along rows and
/// aisles (Manhattan distance).
///
/// Throws InputError for parameters out of range.
[[nodiscard]] FloorPlan plan_floor(const NetworkGraph& graph, const FloorParameters& parameters);

/// Whether these are the same links: as many, and a name that differs by a blank for a hyphen at
/// most ("dimension 1" is the class "dimension-1" of a graph).
[[nodiscard]] bool same_class(const LinkClass& links, const CableLengths& lengths);

/// `parts`, with the lengths of those link classes replaced that are in the plan (same_class()).
/// These lengths are exact: with kim2007, fitted-line = 0 gives each cable its own repeaters.
[[nodiscard]] NetworkParts with_real_lengths(NetworkParts parts, const FloorPlan& plan);

}  // namespace dragonfly
