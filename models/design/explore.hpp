// SPDX-License-Identifier: Apache-2.0
// The design space of dragonflies for a number of terminals: all points of a grid over imbalance
// and density, priced (Teh et al. 2017, Sections 3 and 4).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "models/design/prices.hpp"
#include "models/design/select_terminals.hpp"

namespace dragonfly {

inline constexpr double kLeastDesignStep = 0.005;
inline constexpr int kMostDesignThreads = 1024;

struct ExploreOptions {
  DesignRequest request;
  /// Of the grid in b and d: 0.005 to 1, and a whole part of 1, so that the grid ends at 1.
  double step = 0.1;
  DesignPrices prices;
  int threads = 0;  ///< 0: one for each processor
  /// Called after each point with the points done and all points, by one thread at a time, which
  /// need not be the caller's.
  std::function<void(std::int64_t done, std::int64_t all)> progress;
  std::function<bool()> cancelled;  ///< asked before each point, by several threads at a time
};

/// What is found at a point of the grid. Where there is no design, p and shape are those of
/// SelectedDesign, and what follows from them is given as far as it was computed.
struct ExploredDesign {
  Infeasible infeasible = Infeasible::kNo;
  DesignPoint point;
  DragonflyShape shape;
  std::int64_t p = 0;
  std::int64_t routers = 0, terminals = 0;
  std::int64_t radix = 0;  ///< ports needed: p + a - 1 + h_eff
  int router_radix = 0;    ///< ports of the router that is bought; 0 if none on offer has enough
  DesignLinks links;
  bool connected = false;
  int diameter = 0;
  double average_distance = 0;   ///< Delta
  double utilisation = 0;        ///< H
  double busiest = 0;            ///< load of the busiest channel; 0 if it was not asked for
  double electrical_share = 0;   ///< of the links
  double cost_per_terminal = 0;  ///< dollars; 0 where there is no design

  [[nodiscard]] bool feasible() const { return infeasible == Infeasible::kNo; }
};

struct DesignSpace {
  std::vector<ExploredDesign> designs;  ///< by b, then d, both ascending
  /// Indices into `designs`, ascending: the cheapest (costs equal to within 1e-9 are the same), and
  /// those that no other design surpasses in cost, average distance or diameter without being worse
  /// in another of the three.
  std::vector<std::size_t> cheapest, pareto;
  std::map<Infeasible, std::int64_t> points;  ///< how many points have no design, by reason

  /// What is in the way at each point, if there is no design at all: points by reason, and the
  /// least number of ports that would do. Empty if there is a design.
  [[nodiscard]] std::string why_none(const DesignRequest& request) const;
};

/// The values of a grid from `from` to at most `to`, rounded to 12 decimals so that 0 is 0.
[[nodiscard]] std::vector<double> grid_values(double from, double to, double step);

/// Explores the grid. The result does not depend on the number of threads. Throws InputError for
/// options that make no sense, Error (kInterrupted) if it was cancelled.
[[nodiscard]] DesignSpace explore(const ExploreOptions& options);

}  // namespace dragonfly
