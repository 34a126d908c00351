// SPDX-License-Identifier: Apache-2.0
#include "models/run/run.hpp"

#include <fmt/format.h>

#include "models/common/transport.hpp"
#include "models/config/configuration.hpp"
#include "models/run/longest_path.hpp"

namespace dragonfly {

Run::Run(const Configuration& config, const RunOptions& options, const Fabric& fabric)
    : config_(config),
      options_(options),
      fabric_(fabric),
      terminals_(config, fabric),
      measurement_(config, fabric.wiring.terminals(), terminals_.total_packets(), options.transport,
                   longest_path_cycles(fabric, config.traffic.packet_size)) {
  if (options.on_message) {
    if (const std::string remark = fabric.routes->remark(); !remark.empty())
      options.on_message(remark);
    if (const std::string remark = remark_on_limits(); !remark.empty()) options.on_message(remark);
  }
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

std::string Run::remark_on_limits() const {
  if (terminals_.total_packets() >= 0) return {};  // of batches and traces all packets are awaited
  const std::int64_t path = longest_path_cycles(fabric_, config_.traffic.packet_size);
  const MeasurementConfig& configured = config_.measurement;
  const RunLimits limits = run_limits(configured, path);
  std::string extended;
  const auto add = [&](const char* name, std::int64_t from, std::int64_t to) {
    if (from == to) return;
    extended +=
        fmt::format("{}measurement.{} from {} to {}", extended.empty() ? "" : ", ", name, from, to);
  };
  add("warmup_min", configured.warmup_min, limits.warmup_min);
  add("warmup_max", configured.warmup_max, limits.warmup_max);
  add("drain_max", configured.drain_max, limits.drain_max);
  if (extended.empty()) return {};
  return fmt::format("a packet can take {} cycles without waiting, so this run extends {}", path,
                     extended);
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
