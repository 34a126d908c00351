// SPDX-License-Identifier: Apache-2.0
// Runs a configuration on Verilated routers inside SystemC.
#pragma once

#include "models/run/run_options.hpp"
#include "models/statistics/run_result.hpp"

namespace dragonfly {

struct Configuration;

/// Runs one point. Builds the router variant first if it is not in the cache.
/// Throws InputError for a configuration that cannot run, Error for the other exit codes.
/// SystemC allows one elaboration in a process, so call it at most once in a process; `sweep`
/// starts a process for each point.
[[nodiscard]] RunResult simulate_rtl(const Configuration& config, const RunOptions& options);

/// Makes sure that the router variant of `config` is in the cache, building it if need be, with
/// messages through options.on_message. With options.strict_rtl, a warning of Verilator is an
/// InputError.
void prepare_variant(const Configuration& config, const RunOptions& options);

}  // namespace dragonfly
