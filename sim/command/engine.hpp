// SPDX-License-Identifier: Apache-2.0
// The engines that the command can run.
#pragma once

#include <functional>
#include <string>

#include "models/statistics/run_result.hpp"
#include "sim/simulation/lockstep.hpp"
#include "sim/simulation/simulation.hpp"

namespace dragonfly {

struct Configuration;

enum class Engine {
  kRtl,       ///< Verilated routers inside SystemC
  kModel,     ///< the software model of the routers; the same packet trace, faster
  kLockstep,  ///< both, compared in every cycle
};

/// Of the option --strict, which sets RunOptions::strict_rtl.
inline constexpr const char* kStrictHelp = "what Verilator warns of in the RTL is an error";

/// Of the option --assertions, which sets RunOptions::assertions.
inline constexpr const char* kAssertionsHelp =
    "whether the assertions of the RTL are evaluated, with --engine rtl; one of: auto (unless the "
    "RTL is the shipped one), on, off (up to 20% faster)";
/// Throws InputError.
[[nodiscard]] Assertions assertions_named(const std::string& name, Engine engine);

/// Of the option --rtl-body, which sets RunOptions::synthesis_bodies.
inline constexpr const char* kRtlBodyHelp =
    "which implementation of the RTL is simulated; one of: simulation, synthesis (as it is "
    "synthesized: slower, the same results)";
/// Whether the implementation for synthesis is asked for. Throws InputError.
[[nodiscard]] bool synthesis_bodies_named(const std::string& name);

inline constexpr const char* kEngineHelp =
    "what simulates the routers; one of: rtl, model, lockstep";

/// --stall-seconds.
inline constexpr const char* kStallSeconds = "20";
inline constexpr const char* kStallHelp =
    "end with exit code 2 when the evaluation of one router's RTL takes longer than so many "
    "seconds: it holds an endless loop; 0: never";
/// Throws InputError.
[[nodiscard]] double parse_stall_seconds(const std::string& text);

/// The engine of this name, in any case. Throws InputError if there is none.
[[nodiscard]] Engine engine_named(const std::string& name);
[[nodiscard]] const char* name_of(Engine engine);

/// simulate_rtl, simulate_model or simulate_lockstep (of all routers) with a progress line and
/// messages on standard error; stops on Ctrl-C. Sets interrupted and the callbacks of `options`.
[[nodiscard]] RunResult simulate(Engine engine, const Configuration& config, RunOptions options);

/// simulate_lockstep as `lockstep` has it, likewise.
[[nodiscard]] LockstepOutcome simulate(const Configuration& config, RunOptions options,
                                       const LockstepOptions& lockstep);

/// What makes the variant that a run needs, or finds it in the cache; empty for the model, which
/// needs none.
using Preparation =
    std::function<void(const Configuration&, const std::function<void(const std::string&)>&)>;
/// Of `options` it takes strict_rtl and assertions.
[[nodiscard]] Preparation preparation(Engine engine, const RunOptions& options);

/// prepare_lockstep likewise.
void prepare(const Configuration& config, LockstepPurpose purpose, RunOptions options,
             const LockstepOptions& lockstep);

}  // namespace dragonfly
