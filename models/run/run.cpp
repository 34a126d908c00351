#include "models/run/run.hpp"

#include "models/topology/deadlock.hpp"

namespace dragonfly {

Run::Run(const Configuration& config, const RunOptions& options, const Dragonfly& network)
    : config_(config),
      options_(options),
      terminals_(config, network),
      measurement_(config, network.terminals(), terminals_.total_packets()) {
  terminals_.add_sink(measurement_);
  if (!options.packet_trace_path.empty()) {
    packet_trace_.emplace(options.packet_trace_path);
    terminals_.add_sink(*packet_trace_);
  }
}

RunResult Run::finish(RunningNetwork& network, const std::string& engine) {
  RunResult result = control_->result(network);
  result.engine = engine;
  if (packet_trace_) packet_trace_->finish();
  return result;
}

void check_deadlock_before_run(const Configuration& config, const RunOptions& options,
                               const Dragonfly& network) {
  // Above this the check is made on request only: it grows faster than a simulation.
  constexpr int kCheckedTerminals = 1056;
  if (network.terminals() <= kCheckedTerminals || options.force_deadlock_check)
    require_deadlock_free(network, config.routing.algorithm, config.router.vcs);
}

}  // namespace dragonfly
