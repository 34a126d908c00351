// SPDX-License-Identifier: Apache-2.0
#include "models/run/run.hpp"

#include "models/common/transport.hpp"

namespace dragonfly {

Run::Run(const Configuration& config, const RunOptions& options, const Fabric& fabric)
    : config_(config),
      options_(options),
      fabric_(fabric),
      terminals_(config, fabric),
      measurement_(config, fabric.wiring.terminals(), terminals_.total_packets(),
                   options.transport) {
  if (const std::string remark = fabric.routes->remark(); options.on_message && !remark.empty())
    options.on_message(remark);
  terminals_.add_sink(measurement_);
  if (options.packet_trace_path.empty()) return;
  if (options.transport != nullptr && options.transport->rank() != 0) {
    terminals_.add_sink(packet_trace_elsewhere_.emplace());
  } else {
    packet_trace_.emplace(options.packet_trace_path, options.checkpoint_path.empty()
                                                         ? Uncommitted::kRemoved
                                                         : Uncommitted::kKept);
    terminals_.add_sink(*packet_trace_);
  }
}

RunResult Run::finish(RunningNetwork& network, const std::string& engine) {
  RunResult result = control_->result(network);
  result.engine = engine;
  if (packet_trace_) packet_trace_->finish();
  return result;
}

void check_deadlock_before_run(const RunOptions& options, const Fabric& fabric) {
  // Above this the check is made on request only: it grows faster than a simulation.
  constexpr int kCheckedTerminals = 1056;
  if (fabric.wiring.terminals() <= kCheckedTerminals || options.force_deadlock_check)
    require_deadlock_free(fabric);
}

}  // namespace dragonfly
