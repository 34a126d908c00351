// SPDX-License-Identifier: Apache-2.0
// What figures of simulations have in common.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "models/config/configuration.hpp"
#include "models/papers/paper.hpp"
#include "models/statistics/run_result.hpp"
#include "models/statistics/sample.hpp"

namespace dragonfly {

/// Runs of one configuration with several seeds.
struct SeedRuns {
  Sample latency;              ///< mean packet latencies; of no packets: not a number
  Sample minimal, nonminimal;  ///< of packets of one kind of path
  Sample accepted;
  bool saturated = false;  ///< one of them
  std::vector<const RunResult*> runs;
};

/// The runs that figures and statements take: with a seed for a quick look, else with three.
class SimulatedItem {
 public:
  SimulatedItem(Runs& runs, Extent extent) : runs_(runs), extent_(extent) {}

  [[nodiscard]] bool quick() const { return extent_ == Extent::kQuick; }
  [[nodiscard]] SeedRuns operator()(const Configuration& config) const;
  /// Flits per terminal and cycle, mean over the seeds.
  [[nodiscard]] double accepted(const Configuration& config) const;
  /// Mean packet latency in cycles; not a number if the network is saturated by packets that did
  /// not arrive at all.
  [[nodiscard]] double latency(const Configuration& config) const;

 private:
  Runs& runs_;
  Extent extent_;
};

/// A mean over seeds as a point, with its 95 % interval where there are several.
[[nodiscard]] CurvePoint point_of(double x, const Sample& sample, bool saturated);

/// A curve over loads: its name, and the configuration at a load.
struct LoadCurve {
  std::string name;
  std::function<Configuration(double load)> at;
};

/// Mean latency against offered load, up to saturation; `most`: where the latency axis ends.
[[nodiscard]] Panel latency_panel(const SimulatedItem& item, const std::string& title,
                                  const std::vector<LoadCurve>& curves,
                                  const std::vector<double>& loads, double most);

/// What makes a row of throughput or of latency fail (Statement::could_fail_by).
inline constexpr const char *kCarryFails =
                                "a router, allocator or routing of the model that carries less or "
                                "more, or a window that misses the steady state",
                            *kWaitFails =
                                "a router, allocator or routing of the model that delays packets "
                                "less or more";

/// first, first + step, ..., last.
[[nodiscard]] std::vector<double> loads_from(double first, double last, double step);

}  // namespace dragonfly
