// SPDX-License-Identifier: Apache-2.0
// Repeats a run up to a difference, and shows what led to it.
#pragma once

#include "models/run/run_options.hpp"
#include "sim/lockstep/difference.hpp"
#include "sim/lockstep/report.hpp"
#include "sim/simulation/lockstep.hpp"

namespace dragonfly {

struct Configuration;

/// Runs the configuration again, all routers as models but the one that differs, which is traced
/// RTL: before the difference the models behave like the RTL, so it is the same run, and a quick
/// one. `lockstep`: as it was; which routers and how much state were compared does not matter.
/// Writes the wave, with the expected outputs beside the actual ones.
/// Throws what simulate_rtl throws; Error(kInternal) if the difference does not come again. At most
/// once in a process.
[[nodiscard]] Replay replay(const Configuration& config, const RunOptions& options,
                            const Difference& difference, const WaveRequest& wave,
                            const LockstepOptions& lockstep);

}  // namespace dragonfly
