// SPDX-License-Identifier: Apache-2.0
// Runs the configurations of random lockstep.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/keys/keys.hpp"
#include "sim/command/fuzz_processes.hpp"
#include "sim/lockstep/fuzz/coverage.hpp"
#include "sim/lockstep/fuzz/run_source.hpp"

namespace dragonfly {

struct FuzzLimits {
  std::optional<int> configurations;
  std::optional<double> seconds;  ///< after which no configuration is started any more
  int jobs = 1;                   ///< processes that run at a time
};

/// A configuration that failed.
struct FuzzFailure {
  FuzzRun run;
  FuzzVerdict verdict;
};

/// What random lockstep has seen.
struct FuzzOutcome {
  int variants = 0;                          ///< that were built or found in the cache
  std::map<int, FuzzVerdict::Kind> endings;  ///< by number, of those that ran
  std::vector<FuzzFailure> failures;         ///< by number
  std::int64_t router_cycles = 0;            ///< compared in the runs without a difference
  std::int64_t state_compared = 0;           ///< of these, with the state
  double seconds = 0;
  bool interrupted = false;
  Coverage coverage;  ///< of all that was simulated

  [[nodiscard]] int configurations() const { return static_cast<int>(endings.size()); }
  [[nodiscard]] int ended_with(FuzzVerdict::Kind ending) const;
  /// Configurations that were compared to their end, without a difference.
  [[nodiscard]] int compared() const {
    return ended_with(FuzzVerdict::Kind::kDelivered) + saturated();
  }
  [[nodiscard]] int saturated() const { return ended_with(FuzzVerdict::Kind::kSaturated); }
  /// That stopped moving in both engines, without a difference up to there.
  [[nodiscard]] int no_progress() const { return ended_with(FuzzVerdict::Kind::kNoProgress); }
  [[nodiscard]] int differences() const { return failures_with(ExitCode::kDifference); }
  [[nodiscard]] int refused() const { return failures_with(ExitCode::kBadInput); }
  [[nodiscard]] int failures_with(ExitCode code) const;
};

/// Runs configurations until a limit is met, or too many have failed. Failures are told
/// on standard error as they come. On Ctrl-C it ends with what there is.
[[nodiscard]] FuzzOutcome run_fuzz(RunSource& source, const FuzzSetting& setting,
                                   const FuzzLimits& limits);

/// A failure made simple.
struct FuzzMinimum {
  FuzzFailure failure;
  int tries = 0;
  std::vector<std::string> steps;
};

/// Shrinks `failure`; `given` keys stay. Steps are told on standard error. Throws
/// Error(kInterrupted) on Ctrl-C.
[[nodiscard]] FuzzMinimum shrink_failure(const FuzzFailure& failure,
                                         const std::vector<const Key*>& given,
                                         const FuzzSetting& setting);

}  // namespace dragonfly
