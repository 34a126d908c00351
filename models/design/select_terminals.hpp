// SPDX-License-Identifier: Apache-2.0
// The search over the number of terminals a router at one point of the design space (Teh et al.
// 2017, Section 3).
#pragma once

#include <cstdint>
#include <vector>

#include "models/design/metrics_cache.hpp"
#include "models/design/shape.hpp"

namespace dragonfly {

inline constexpr int kMostDesignRadix = 4096;  ///< bounds the search over p
inline constexpr int kMostRedundancy = 1024;   ///< as many as any router has ports to spare
/// The time of the search grows with the square of the number of terminals.
inline constexpr std::int64_t kMostDesignTerminals = 200'000;
/// The most routers of a network that is asked for by their number.
inline constexpr std::int64_t kMostDesignRouters = 20'000;

/// What is asked of a network, whatever its shape.
struct DesignRequest {
  std::int64_t terminals = 10000;  ///< at least so many (N)
  /// If not 0, networks of at least so many routers instead, whatever terminals they have (ibid.,
  /// Section 2.4, Figure 5).
  std::int64_t routers = 0;
  /// Routers on offer, by their number of ports. Empty: any, if `routers` is given.
  std::vector<int> radices = {36, 48, 60, 72};
  int redundancy = 1;  ///< k: channels laid for each global link
  /// Also keeps the busiest channel within its bandwidth, not only the mean of all.
  bool bottleneck = false;
  /// Of 1 + b and 1 - b in the equations of the shape (dragonfly_shape()).
  double exponent = 1;
  /// For p terminals a router there are as many routers as p less these would take: 0 by Section 3,
  /// 1/2 in the designs that Section 4 quotes.
  double spare_terminals = 0;
};

/// Throws InputError for a request that cannot be met or makes no sense.
void check(const DesignRequest& request);

/// Why a point has no design.
enum class Infeasible {
  kNo,            ///< it has one
  kRadix,         ///< with any number of terminals, routers need more ports than are on offer
  kNotConnected,  ///< where the ports suffice, the network is not connected
  kUtilisation,   ///< where the ports suffice and the network is connected, it has too little
                  ///< bandwidth for its terminals
  kTooLarge,      ///< where the ports suffice, it is too large to be measured (too_large())
};

/// A choice of p and what follows from it.
struct SelectedDesign {
  Infeasible infeasible = Infeasible::kNo;
  std::int64_t p = 0;
  DragonflyShape shape;
  DesignDistances distances;
  double utilisation = 0;  ///< H of Equation 8
  double busiest = 0;      ///< load of the busiest channel; 0 if it was not asked for
};

/// Tries p = 1, 2, ... with the shape for ceil(N / (p - spare_terminals)) routers until the
/// utilisation exceeds 1, and keeps the p with the highest utilisation that does not. Values of p
/// whose routers would need more ports than any on offer are left out, and so are networks that are
/// not connected, or too large to be measured. With `bottleneck`, of these values of p that with
/// the highest utilisation whose busiest channel is not overloaded.
///
/// With `routers` the shape is given, and p is the most that keeps the utilisation, and with
/// `bottleneck` the busiest channel, within the bandwidth.
///
/// Where there is no design, p and shape are what the reason speaks of: those that need the fewest
/// ports; the first that are not connected, or too large; the first with too much load, or with
/// `bottleneck` the one with the highest utilisation.
[[nodiscard]] SelectedDesign select_terminals(const DesignPoint& point,
                                              const DesignRequest& request, MetricsCache& cache);

}  // namespace dragonfly
