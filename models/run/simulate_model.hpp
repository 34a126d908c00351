// SPDX-License-Identifier: Apache-2.0
// Runs a configuration on the software model of the routers.
#pragma once

#include "models/run/run_options.hpp"
#include "models/statistics/run_result.hpp"

namespace dragonfly {

struct Configuration;

/// Runs one point on the network engine. The packet trace is the one that the RTL leaves, byte for
/// byte. Throws InputError for a configuration that cannot run or options that only another engine
/// has (a wave), Error for the other exit codes.
[[nodiscard]] RunResult simulate_model(const Configuration& config, const RunOptions& options);

}  // namespace dragonfly
