// Distances and channel load of dragonflies with the greedy wiring, for the design space.
#pragma once

#include <cstdint>

#include "models/design/shape.hpp"
#include "models/topology/network_graph.hpp"

namespace dragonfly {

/// Channel classes of design_graph().
inline constexpr int kElectricalClass = 0, kOpticalClass = 1;

/// The network of a shape: routers group * a + router with one terminal each (their number has no
/// part in distances), complete graphs in the groups, global channels by greedy_links(). Throws
/// InputError if it is too large to be held in memory.
[[nodiscard]] NetworkGraph design_graph(const DragonflyShape& shape);

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

/// The load of the busiest channel, in its bandwidth, if one terminal at each router sends at full
/// rate, as much to each of the other routers, evenly over all shortest paths; parallel channels,
/// `redundancy` for each global one, are different paths. The mean of all channels is Delta / (a -
/// 1 + h_eff) where every port is used. 0 for a single router. Throws InputError if the network is
/// not connected, or as design_graph() does.
[[nodiscard]] double busiest_load(const DragonflyShape& shape, int redundancy);

}  // namespace dragonfly
