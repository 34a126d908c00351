// SPDX-License-Identifier: Apache-2.0
// A run of the software model, cycle by cycle.
#pragma once

#include <cstdint>
#include <memory>

#include "models/common/archive.hpp"
#include "models/network/network_engine.hpp"
#include "models/router/routes.hpp"
#include "models/run/idle_gaps.hpp"
#include "models/run/run.hpp"
#include "models/run/run_options.hpp"
#include "models/statistics/run_result.hpp"

namespace dragonfly {

struct Configuration;

class ModelRun {
 public:
  /// Throws what simulate_model() throws. The arguments must outlive this object.
  ModelRun(const Configuration& config, const RunOptions& options, const Fabric& fabric);

  /// The cycle that is simulated next.
  [[nodiscard]] std::int64_t next_cycle() const { return next_cycle_; }
  /// Simulates it; false when the run is over. Throws what RunControl::end_of_cycle throws.
  bool cycle();
  /// After the last cycle.
  [[nodiscard]] RunResult finish() { return run_.finish(*engine_, "model"); }

  /// Between cycles. What is loaded must be of a run of the same configuration and as many workers.
  void serialize(Archive& archive) { archive(run_, *engine_, gaps_, next_cycle_); }

 private:
  Run run_;
  std::unique_ptr<NetworkEngine> engine_;
  IdleGaps gaps_;
  std::int64_t next_cycle_ = 0;
};

}  // namespace dragonfly
