// The engines that the command can run.
#pragma once

#include <string>

#include "models/config/configuration.hpp"
#include "models/statistics/run_result.hpp"
#include "sim/harness/simulation.hpp"
#include "sim/lockstep/lockstep.hpp"

namespace dragonfly {

inline constexpr const char* kEngineHelp = "what simulates the routers; one of: rtl";

/// Throws InputError if there is no engine of this name.
void check_engine(const std::string& name);

/// simulate_rtl with a progress line and messages on standard error; stops on Ctrl-C. Sets
/// interrupted and the callbacks of `options`.
[[nodiscard]] RunResult simulate(const Configuration& config, RunOptions options);

/// simulate_lockstep likewise.
[[nodiscard]] LockstepOutcome simulate(const Configuration& config, RunOptions options,
                                       const LockstepOptions& lockstep);

}  // namespace dragonfly
