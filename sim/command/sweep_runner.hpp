// SPDX-License-Identifier: Apache-2.0
// Runs the points of a sweep.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/common/error.hpp"
#include "models/statistics/run_result.hpp"
#include "sim/command/child_processes.hpp"
#include "sim/command/engine.hpp"
#include "sim/command/point_store.hpp"
#include "sim/command/sweep_points.hpp"

namespace dragonfly {

struct SweepRunOptions {
  std::string engine = "rtl";
  bool strict = false;              ///< what Verilator warns of is an error
  std::string assertions = "auto";  ///< of the RTL, as --assertions has it
  /// Builds what a point needs before points run beside each other; empty if that is nothing.
  Preparation prepare = {};
  std::string program = kOwnProgram;  ///< the command `dragonfly`
  int jobs = 1;                       ///< points that run at a time
  bool fresh = false;                 ///< forget finished points and run them again
  bool stop_at_saturation = false;    ///< leave out loads above one that saturates the curve
  /// After which a point is taken over from a process that gives no sign of life.
  std::chrono::milliseconds lease = std::chrono::minutes(1);
  std::string title = "sweep";  ///< of the line that says how far it is
  /// Told of each point that has a result, by its number: first of those that were there.
  std::function<void(std::size_t point, const RunResult&)> on_result = {};
};

struct SweepOutcome {
  std::vector<std::optional<RunResult>> results;  ///< [point]
  int failed = 0;                                 ///< points; each has been reported
  ExitCode first_code = ExitCode::kSuccess;       ///< of the first that failed
};

/// Each point that has no result in `store` runs as a process of its own, `dragonfly run`, which
/// puts its result there. Calls with the same store, in any processes on any hosts, divide the
/// points among them; each returns when all points are done. Throws Error(kInterrupted) on Ctrl-C,
/// when all processes of this call have ended.
[[nodiscard]] SweepOutcome run_sweep(const std::vector<SweepPoint>& points, const PointStore& store,
                                     const SweepRunOptions& options);

}  // namespace dragonfly
