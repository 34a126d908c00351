// SPDX-License-Identifier: Apache-2.0
// What happens between the cycles of a run.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "models/common/archive.hpp"
#include "models/endpoint/terminals.hpp"
#include "models/network/running_network.hpp"
#include "models/router/routes.hpp"
#include "models/run/run_options.hpp"
#include "models/statistics/measurement.hpp"
#include "models/statistics/run_result.hpp"
#include "models/statistics/watchdog.hpp"

namespace dragonfly {

/// Leads a run through its phases, watches that flits move, reports progress, and collects the
/// result.
class RunControl {
 public:
  /// All arguments must outlive this object; `terminals` must report to `measurement`.
  RunControl(const Configuration& config, const RunOptions& options, const Fabric& fabric,
             Terminals& terminals, Measurement& measurement);

  /// To be called at the end of each cycle; false when the run is over. Throws Error: kInterrupted,
  /// kNoProgress with the routers that are blocked, kDelivery if a packet has got lost.
  [[nodiscard]] bool end_of_cycle(std::int64_t cycle, RunningNetwork& network);

  /// The figures, after the last cycle; the engine's name is left out.
  [[nodiscard]] RunResult result(RunningNetwork& network) const;

  void serialize(Archive& archive);

 private:
  using Clock = std::chrono::steady_clock;

  void report_progress(std::int64_t cycle);
  [[noreturn]] void stop_stuck(std::int64_t cycle, RunningNetwork& network) const;
  /// That the network may go on, where credits are delayed for longer than the watchdog waits.
  [[nodiscard]] std::string delays_of_credits() const;

  const Configuration& config_;
  const RunOptions& options_;
  const Fabric& fabric_;
  Terminals& terminals_;
  Measurement& measurement_;
  Watchdog watchdog_;
  bool window_closed_ = false;
  std::vector<std::int64_t> flits_before_, flits_after_;  ///< of ports, around the window
  Clock::time_point start_, reported_;
  std::int64_t cycle_ = -1;           ///< the last one that has ended
  std::int64_t reported_cycle_ = -1;  ///< when progress was last reported
};

}  // namespace dragonfly
