// SPDX-License-Identifier: Apache-2.0
// What a run is asked for besides its configuration.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace dragonfly {

class Transport;

/// What a run tells while it goes on.
struct Progress {
  std::string phase;  ///< "warm-up", "measure", "drain"
  std::int64_t cycle = 0;
  double fraction = 0;  ///< of the whole run, an estimate, 0 .. 1
  double cycles_per_second = 0;
  double seconds = 0;  ///< that the run has taken so far
};

/// Waveform of chosen routers and cycles. Only the RTL engine can write one.
struct WaveRequest {
  std::string fst_path;      ///< empty: no wave. With several routers each gets its own scope.
  std::vector<int> routers;  ///< global router numbers
  std::int64_t first_cycle = 0;
  std::int64_t last_cycle = 0;  ///< the run stops after it
};

/// Whether a simulation of RTL evaluates its assertions, which takes 5 to 20% of the time.
enum class Assertions {
  kAuto,  ///< unless the RTL is the shipped one, whose assertions the tests have seen hold
  kOn,
  kOff,
};

struct RunOptions {
  /// Empty: none. All processes that simulate a network together have it; the first one writes.
  std::string packet_trace_path;
  WaveRequest wave;
  std::function<void(const Progress&)> on_progress;    ///< about ten times a second; may be empty
  std::function<void(const std::string&)> on_message;  ///< e.g. that a variant is being built
  const std::atomic<bool>* interrupted = nullptr;      ///< set: the run stops, throws kInterrupted
  /// An RTL router whose evaluation takes longer than so many seconds of wall-clock time holds an
  /// endless loop; 0: it may take for ever.
  double stall_seconds = 20;
  /// What to do then, with what there is to say of it. Called in a thread of its own, as the loop
  /// cannot be ended: the process has to be. Empty: the message is printed, and the process ends
  /// with exit code 2.
  std::function<void(const std::string& message, int router)> on_stall;
  /// Where the run is saved now and then, and goes on from if that is there; empty: nowhere. Only
  /// the model can be saved.
  std::string checkpoint_path;
  double checkpoint_seconds = 600;            ///< of wall-clock time, from one time to the next
  int threads = 1;                            ///< at most; the engine may use fewer
  Transport* transport = nullptr;             ///< to the other processes that simulate the network
  bool force_deadlock_check = false;          ///< also above 1,056 terminals
  bool strict_rtl = false;                    ///< what Verilator warns of ends the run
  Assertions assertions = Assertions::kAuto;  ///< of the RTL; lockstep always has them
  /// The RTL is simulated as it is synthesized, which takes several times as long and changes no
  /// result: its primitives (rtl/prim) have their other bodies.
  bool synthesis_bodies = false;
};

}  // namespace dragonfly
