// One run of a network of routers, of whatever kind they are.
#pragma once

#include <memory>
#include <optional>

#include "models/endpoint/terminals.hpp"
#include "models/statistics/measurement.hpp"
#include "models/statistics/packet_trace.hpp"
#include "models/statistics/run_result.hpp"
#include "sim/harness/network.hpp"
#include "sim/harness/run_control.hpp"
#include "sim/harness/simulation.hpp"
#include "sim/harness/wave_recorder.hpp"

namespace dragonfly {

/// Terminals, measurement, network and SystemC simulation of one run. One in a process, as SystemC
/// elaborates once.
class NetworkRun {
 public:
  /// Throws InputError for a configuration whose traffic or outputs are impossible. The arguments
  /// must outlive this object.
  NetworkRun(const Configuration& config, const RunOptions& options, const Dragonfly& network);
  NetworkRun(const NetworkRun&) = delete;
  NetworkRun& operator=(const NetworkRun&) = delete;
  ~NetworkRun();

  /// Builds the network of SystemC modules. What make_router throws passes through.
  void elaborate(const RouterShape& shape, const RouterFactory& make_router);

  /// Runs it to its end. Throws Error: kAssertion for a RouterFailure, and what RunControl and
  /// Terminals throw. `wave` may be null.
  [[nodiscard]] RunResult simulate(WaveRecorder* wave);

 private:
  [[noreturn]] void rethrow(WaveRecorder* wave);

  const Configuration& config_;
  const RunOptions& options_;
  const Dragonfly& topology_;
  Terminals terminals_;
  Measurement measurement_;
  std::optional<PacketTrace> packet_trace_;
  WaveRecorder* wave_ = nullptr;
  std::optional<RunControl> control_;
  std::unique_ptr<Network> network_;
};

}  // namespace dragonfly
