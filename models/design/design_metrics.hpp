// SPDX-License-Identifier: Apache-2.0
// Distances and channel load of dragonflies with the greedy wiring, for the design space.
#pragma once

#include <cstdint>
#include <string>

#include "models/design/shape.hpp"
#include "models/wiring/network_graph.hpp"

namespace dragonfly {

/// Channel classes of design_graph().
inline constexpr int kElectricalClass = 0, kOpticalClass = 1;

/// The network of a shape: routers group * a + router with one terminal each (their number has no
/// part in distances), complete graphs in the groups, global channels by greedy_links(). Throws
/// InputError if it is too large to be held in memory.
[[nodiscard]] NetworkGraph design_graph(const DragonflyShape& shape);

/// Why distances and loads of a shape cannot be measured: the graph that they take does not fit
/// into memory. `copies`: channels side by side for each global one that the graph has. Empty: they
/// can be measured, also where closed forms need no graph.
[[nodiscard]] std::string too_large(const DragonflyShape& shape, int copies = 1);

/// Optical channels of the greedy wiring, without redundancy: gah / 2, rounded down.
[[nodiscard]] std::int64_t optical_channels(const DragonflyShape& shape);

struct DesignDistances {
  bool connected = true;
  int diameter = 0;             ///< in channels; 0 if not connected
  double average_distance = 0;  ///< Delta, over ordered pairs of routers; 0 if not connected
};

/// Closed forms where there is one group or h >= g - 1 (a flattened butterfly: all a + g - 2
/// neighbours at distance 1, all others at 2), otherwise breadth-first search. Throws InputError as
/// design_graph() does.
[[nodiscard]] DesignDistances measure_design(const DragonflyShape& shape);

/// A number that the average distance does not exceed, found much faster than the distance itself:
/// twice the mean distance from a router, as a path from x to y is no longer than one from x to
/// that router and on to y; the lowest of 64 routers. 0 if the network is not connected.
[[nodiscard]] double average_distance_bound(const DragonflyShape& shape);

/// The load of the busiest channel, in its bandwidth, if one terminal at each router sends at full
/// rate, as much to each of the other routers, evenly over all shortest paths; parallel channels,
/// `redundancy` for each global one, are different paths. The mean of all channels is Delta / (a -
/// 1 + h_eff) where every port is used. 0 for a single router. Throws InputError if the network is
/// not connected, or as design_graph() does.
///
/// With h = g - 1 any two routers that are not neighbours have two shortest paths, one beginning
/// with the electrical channel, one with the optical one. So an electrical channel carries its own
/// traffic and half of that of 2 (g - 1) pairs of routers, which makes g, an optical one a in all.
[[nodiscard]] double busiest_load(const DragonflyShape& shape, int redundancy);

/// A number that busiest_load() is not below, by arithmetic alone: the mean load of the optical
/// channels if each group is one channel away from as many others as possible and two from the
/// rest. Requires h > 0 where g > 1.
[[nodiscard]] double busiest_load_bound(const DragonflyShape& shape, int redundancy);

}  // namespace dragonfly
