// Runs a configuration on Verilated routers inside SystemC.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "models/config/configuration.hpp"
#include "models/statistics/run_result.hpp"

namespace dragonfly {

/// What a run tells while it goes on.
struct Progress {
  std::string phase;         ///< "warm-up", "measure", "drain"
  std::int64_t cycle = 0;
  double fraction = 0;       ///< of the whole run, an estimate, 0 .. 1
  double cycles_per_second = 0;
};

/// Waveform of chosen routers and cycles.
struct WaveRequest {
  std::string fst_path;      ///< empty: no wave. With several routers each gets its own scope.
  std::vector<int> routers;  ///< global router numbers
  std::int64_t first_cycle = 0;
  std::int64_t last_cycle = 0;  ///< the run stops after it
};

struct RunOptions {
  std::string packet_trace_path;  ///< empty: none
  WaveRequest wave;
  std::function<void(const Progress&)> on_progress;  ///< about ten times a second; may be empty
  std::function<void(const std::string&)> on_message;  ///< e.g. that a variant is being built
  const std::atomic<bool>* interrupted = nullptr;    ///< set: the run stops, throws kInterrupted
  bool force_deadlock_check = false;  ///< also above 1,056 terminals
};

/// Runs one point. Builds the router variant first if it is not in the cache.
/// Throws InputError for a configuration that cannot run, Error for the other exit codes.
/// SystemC allows one elaboration in a process, so call it at most once in a process; `sweep`
/// starts a process for each point.
[[nodiscard]] RunResult simulate_rtl(const Configuration& config, const RunOptions& options);

/// Makes sure that the router variant of `config` is in the cache (traced: the one that can write
/// waves), building it if need be, with messages through on_message.
void prepare_variant(const Configuration& config, bool traced,
                     const std::function<void(const std::string&)>& on_message);

}  // namespace dragonfly
