// SPDX-License-Identifier: Apache-2.0
// Runs a configuration on Verilated routers and their models side by side.
#pragma once

#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "models/router/routes.hpp"
#include "models/run/run_options.hpp"
#include "models/statistics/run_result.hpp"
#include "sim/lockstep/fault.hpp"
#include "sim/lockstep/lockstep_router.hpp"
#include "sim/rtl/rtl_coverage.hpp"
#include "sim/rtl/user_router.hpp"
#include "sim/rtl/variant_parameters.hpp"

namespace dragonfly {

struct Configuration;

struct LockstepOptions {
  /// Routers (global numbers) that are RTL and model; the others are models only. Empty: all.
  std::vector<int> routers;
  int state_every = 1;         ///< cycles between comparisons of state; 0: never
  std::optional<Fault> fault;  ///< put into the RTL of its router, which must be compared
  BuiltDepth built_depth = BuiltDepth::kAsked;
  /// Whether the code of routers has names by which the place of an endless loop is known. It is
  /// not optimised.
  bool locate = false;
  /// In the place of our RTL. Nothing is known of its state, so outputs only are compared.
  std::optional<UserRouter> user;
  bool coverage = false;       ///< count what is reached of the RTL
  bool coverage_bits = false;  ///< then also which bits toggle
  /// What enters and leaves this router, one of those that are compared, is written to `recording`
  /// (sim/lockstep/port_recording.hpp).
  int recorded_router = 0;
  std::ostream* recording = nullptr;  ///< or null; must outlive the run
};

struct LockstepOutcome {
  RunResult result;
  LockstepCount count;
  RtlCoverage coverage;  ///< if it was asked for; without that of a router with a fault
};

/// Runs one point. Throws DifferenceFound in the first cycle with a difference, and what
/// simulate_rtl throws. At most once in a process, as SystemC elaborates once.
[[nodiscard]] LockstepOutcome simulate_lockstep(const Configuration& config,
                                                const RunOptions& options,
                                                const LockstepOptions& lockstep);
/// The same in a network that is there already.
[[nodiscard]] LockstepOutcome simulate_lockstep(const Configuration& config, const Fabric& fabric,
                                                const RunOptions& options,
                                                const LockstepOptions& lockstep);

/// What the variants of a lockstep run are for.
enum class LockstepPurpose {
  kRun,
  kReplay,  ///< of a difference, for a wave (replay.hpp)
};

/// Makes sure that the variants of such runs are in the cache, building them if need be.
void prepare_lockstep(const Configuration& config, LockstepPurpose purpose,
                      const LockstepOptions& lockstep, const RunOptions& options);

}  // namespace dragonfly
