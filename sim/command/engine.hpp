// The engines that the command can run.
#pragma once

#include <string>

#include "models/config/configuration.hpp"
#include "models/statistics/run_result.hpp"
#include "sim/harness/simulation.hpp"

namespace dragonfly {

enum class Engine {
  kRtl,    ///< Verilated routers inside SystemC
  kModel,  ///< the software model of the routers; the same packet trace, many times as fast
};

inline constexpr const char* kEngineHelp = "what simulates the routers; one of: rtl, model";

/// The engine of this name, in any case. Throws InputError if there is none.
[[nodiscard]] Engine engine_named(const std::string& name);

/// simulate_rtl or simulate_model with a progress line and messages on standard error; stops on
/// Ctrl-C. Sets interrupted and the callbacks of `options`.
[[nodiscard]] RunResult simulate(Engine engine, const Configuration& config, RunOptions options);

}  // namespace dragonfly
