// SPDX-License-Identifier: Apache-2.0
// One run of a network, of whatever kind its routers are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "models/common/archive.hpp"
#include "models/endpoint/terminals.hpp"
#include "models/network/running_network.hpp"
#include "models/router/routes.hpp"
#include "models/run/run_control.hpp"
#include "models/run/run_options.hpp"
#include "models/statistics/measurement.hpp"
#include "models/statistics/packet_trace.hpp"
#include "models/statistics/run_result.hpp"

namespace dragonfly {

struct Configuration;

/// Terminals, measurement and packet trace of a run, and what happens between its cycles.
class Run {
 public:
  /// Throws InputError for a configuration whose traffic or outputs are impossible. The arguments
  /// must outlive this object.
  Run(const Configuration& config, const RunOptions& options, const Fabric& fabric);
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  [[nodiscard]] Terminals& terminals() { return terminals_; }

  /// To be called before the first cycle. The clock of the speed that the result tells starts.
  void start() { control_.emplace(config_, options_, fabric_, terminals_, measurement_); }
  /// To be called at the end of each cycle; false when the run is over. Throws what
  /// RunControl::end_of_cycle throws.
  [[nodiscard]] bool end_of_cycle(std::int64_t cycle, RunningNetwork& network) {
    return control_->end_of_cycle(cycle, network);
  }
  /// The figures, after the last cycle; the packet trace is put in place. `engine`: its name.
  [[nodiscard]] RunResult finish(RunningNetwork& network, const std::string& engine);

  /// Between cycles. A packet trace is part of it in both runs or in neither.
  void serialize(Archive& archive) {
    archive(terminals_, measurement_, *control_);
    if (packet_trace_) archive(*packet_trace_);
  }

 private:
  /// Which limits of the measurement are extended for long paths; empty: none.
  [[nodiscard]] std::string remark_on_limits() const;

  const Configuration& config_;
  const RunOptions& options_;
  const Fabric& fabric_;
  Terminals terminals_;
  Measurement measurement_;
  std::optional<PacketTrace> packet_trace_;
  std::optional<PacketTraceElsewhere> packet_trace_elsewhere_;
  std::optional<RunControl> control_;
};

/// Checks a network for deadlock before a run: up to 1,056 terminals, or on request. Throws Error
/// (kDeadlockPossible).
void check_deadlock_before_run(const RunOptions& options, const Fabric& fabric);

}  // namespace dragonfly
