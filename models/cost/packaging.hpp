// SPDX-License-Identifier: Apache-2.0
// How networks are packed into cabinets, and how long their cables are on average, as the cost
// comparisons of the papers assume (Kim et al. 2007, Section 4.2 and Table 3; 2008, Table 2).
#pragma once

#include <cstdint>
#include <vector>

#include "models/cost/network_parts.hpp"

namespace dragonfly {

/// Parameters of the packaging; defaults from the 2007 paper. Models derive from it.
struct Packaging {
  double nodes_per_cabinet = 128;  ///< terminals (Table 3)
  double density = 75;             ///< D: terminals per m^2 of floor (Table 3)
  double cable_overhead = 2;       ///< m; 1 m of vertical run at each end (Section 4.3)
  double neighbour_length = 2;     ///< m, overhead included (Section 4.1: routers within 2 m)
  double neighbour_cabinets = 2;   ///< cabinets joined by short cables (footnote 9)
  /// 1: what joins neighbouring cabinets is priced as a backplane, not as a cable (2008: only
  /// global channels are inter-cabinet cables); 0: short cables (footnote 9).
  double neighbour_backplane = 0;
  // Mean lengths across the floor, as shares of its edge E.
  double butterfly_length = 1.0 / 3;  ///< flattened and conventional butterfly (Section 4.2)
  double clos_length = 1.0 / 4;       ///< to a router cabinet in the middle (ibid.)
  double dragonfly_length = 2.0 / 3;  ///< global channels (2008, Table 2)
  /// 1: channels as wide as uniform traffic needs (Section 4.3: constant random bisection
  /// bandwidth); 0: all as wide as a terminal's.
  double constant_bisection = 1;
};

/// E = sqrt(N / D): length of an edge of the floor in metres (Section 4.2).
[[nodiscard]] double floor_edge(const Packaging& packaging, std::int64_t terminals);

/// (E - 1) / log2(E): mean length in metres of a hypercube's cables, without overhead (ibid.). The
/// cables of the dimensions are E/2, E/4, ... 1 m long.
[[nodiscard]] double hypercube_length(double edge);

/// Routers with `terminals_per_router` terminals each that fit into a cabinet; at least 1.
[[nodiscard]] std::int64_t routers_per_cabinet(const Packaging& packaging,
                                               std::int64_t terminals_per_router);

/// Pairs of `routers` routers in a row that share a box, if each box holds `per_box` >= 1
/// consecutive ones.
[[nodiscard]] std::int64_t pairs_in_boxes(std::int64_t routers, std::int64_t per_box);

/// Where the links of one dimension run.
struct DimensionPlace {
  bool in_unit = false;          ///< each of its rows fits into a unit of adjacent cabinets
  std::int64_t per_cabinet = 1;  ///< consecutive routers of a row that share a cabinet
};

/// Packs the dimensions of a direct network into cabinets, the lowest first: a cabinet holds as
/// many consecutive routers as routers_per_cabinet() says, and a unit as many as its cabinets.
class Packer {
 public:
  Packer(const Packaging& packaging, std::int64_t terminals_per_router);

  /// The place of the next dimension, of `size` routers.
  [[nodiscard]] DimensionPlace next(std::int64_t size);

 private:
  std::int64_t cabinet_;  ///< routers of the next dimension in a cabinet
  std::int64_t unit_;     ///< and in a unit
};

/// The spans of `rows` complete graphs of `size` routers with `links_per_pair` links for each pair.
/// Rows in a unit have backplanes within cabinets and short cables between them; other rows lie
/// across the floor with cables of `floor_metres`, the mean over all of their links.
[[nodiscard]] std::vector<Span> complete_graph_spans(const Packaging& packaging,
                                                     const DimensionPlace& place, std::int64_t size,
                                                     std::int64_t rows, std::int64_t links_per_pair,
                                                     double floor_metres);

}  // namespace dragonfly
