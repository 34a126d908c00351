// SPDX-License-Identifier: Apache-2.0
// One run of a network of routers, of whatever kind they are.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/network/router_network.hpp"
#include "models/router/routes.hpp"
#include "models/run/run.hpp"
#include "models/run/run_options.hpp"
#include "models/statistics/run_result.hpp"
#include "sim/harness/network_module.hpp"
#include "sim/harness/stall_watch.hpp"
#include "sim/harness/wave_recorder.hpp"

namespace dragonfly {

/// Terminals, measurement, network and SystemC simulation of one run. One in a process, as SystemC
/// elaborates once.
class NetworkRun {
 public:
  /// Throws InputError for a configuration whose traffic or outputs are impossible. The arguments
  /// must outlive this object. At most `options.threads` threads evaluate routers, one for a wave.
  NetworkRun(const Configuration& config, const RunOptions& options, const Fabric& fabric);
  NetworkRun(const NetworkRun&) = delete;
  NetworkRun& operator=(const NetworkRun&) = delete;
  ~NetworkRun();

  /// All routers are evaluated by one thread, for a reason that those are told who asked for more:
  /// "a wave is recorded, by one thread". To be called before elaborate().
  void use_one_thread(const std::string& reason);

  /// Builds the network of SystemC modules. What make_router throws passes through. Throws
  /// InputError for threads that cannot be started.
  void elaborate(const RouterShape& shape, const RouterFactory& make_router);

  /// Runs it to its end. Throws Error: kAssertion for a RouterFailure (kBadInput for a
  /// combinational loop), and what RunControl and Terminals throw. `wave` may be null. `engine`:
  /// what the result is to say simulated the routers. `of_ours`: whether they are those that
  /// `dragonfly waves` would show, which a failure then recommends.
  [[nodiscard]] RunResult simulate(WaveRecorder* wave, const std::string& engine = "rtl",
                                   bool of_ours = true);

 private:
  void note_idle_cycles();
  void watch_for_stalls();
  void tell_of_stall(const Stall& stall) const;
  [[noreturn]] void rethrow(const RouterNetwork::Failure& failed, WaveRecorder* wave, bool of_ours);
  void tell_threads(const std::string& reason) const;

  const Configuration& config_;
  const RunOptions& options_;
  const Fabric& fabric_;
  Run run_;
  WaveRecorder* wave_ = nullptr;
  std::vector<SimulationPlace> places_;  ///< one for each thread
  std::optional<RouterNetwork> network_;
  std::unique_ptr<NetworkModule> module_;
  std::optional<StallWatch> stall_watch_;
};

/// For router failures before the first cycle: throws Error(kAssertion), or InputError for a
/// combinational loop.
[[noreturn]] void refuse_configuration(const RouterFailure& failure);

}  // namespace dragonfly
