// SPDX-License-Identifier: Apache-2.0
#include "sim/command/engine.hpp"

#include <fmt/format.h>

#include "models/common/error.hpp"
#include "models/common/interrupt.hpp"
#include "models/common/spelling.hpp"
#include "models/common/transport.hpp"
#include "models/run/simulate_model.hpp"
#include "sim/command/lists.hpp"
#include "sim/command/progress_line.hpp"

namespace dragonfly {
namespace {

/// "measure: cycle 12000, 43%, 5,400 cycles/s, 12 s left". Below a few per cent an estimate of the
/// rest would be a guess.
std::string progress_text(const Progress& progress) {
  std::string text =
      fmt::format("{}: cycle {}, {:.0f}%, {:.0f} cycles/s", progress.phase, progress.cycle,
                  100 * progress.fraction, progress.cycles_per_second);
  if (progress.fraction > 0.03 && progress.fraction < 1) {
    const double left = progress.seconds * (1 - progress.fraction) / progress.fraction;
    text += fmt::format(", about {} left", duration(left));
  }
  return text;
}

}  // namespace

double parse_stall_seconds(const std::string& text) {
  return parse_real("--stall-seconds", text, 0, 1e6);
}

Assertions assertions_named(const std::string& name, Engine engine) {
  if (folded(name) == "auto") return Assertions::kAuto;
  if (folded(name) != "on" && folded(name) != "off")
    throw InputError(fmt::format("--assertions {}: allowed: auto, on, off", name));
  if (engine == Engine::kModel)
    throw InputError(
        fmt::format("--assertions {}: the engine model has no RTL; use --engine rtl", name));
  if (engine == Engine::kLockstep && folded(name) == "off")
    throw InputError("--assertions off: lockstep always evaluates them; use --engine rtl");
  return folded(name) == "on" ? Assertions::kOn : Assertions::kOff;
}

bool synthesis_bodies_named(const std::string& name) {
  if (folded(name) == "simulation") return false;
  if (folded(name) == "synthesis") return true;
  throw InputError(
      fmt::format("--rtl-body {}: there are no such bodies; allowed: simulation, synthesis", name));
}

Engine engine_named(const std::string& name) {
  if (folded(name) == "rtl") return Engine::kRtl;
  if (folded(name) == "model") return Engine::kModel;
  if (folded(name) == "lockstep") return Engine::kLockstep;
  throw InputError(
      fmt::format("--engine {}: there is no such engine; allowed: rtl, model, lockstep", name));
}

namespace {

/// The work of minutes that a message announces, in short; empty: none.
std::string announced_by(const std::string& message) {
  if (message.starts_with("building ")) return message.substr(0, message.find(" ("));
  return message.starts_with("waiting for ") ? message : "";
}

/// Runs `simulate` with a progress line and messages.
template <typename Simulate>
auto with_progress(RunOptions& options, Simulate&& simulate) {
  options.interrupted = &interrupt_flag();
  const InterruptWatch watch;
  // Of several processes the first one tells.
  if (options.transport != nullptr && options.transport->rank() != 0) return simulate();
  AnnouncedWork line;
  options.on_progress = [&](const Progress& progress) { line.show(progress_text(progress)); };
  options.on_message = [&](const std::string& text) { line.message(text, announced_by(text)); };
  return simulate();
}

}  // namespace

const char* name_of(Engine engine) {
  if (engine == Engine::kRtl) return "rtl";
  return engine == Engine::kModel ? "model" : "lockstep";
}

RunResult simulate(Engine engine, const Configuration& config, RunOptions options) {
  return with_progress(options, [&] {
    if (engine == Engine::kModel) return simulate_model(config, options);
    if (engine == Engine::kRtl) return simulate_rtl(config, options);
    return simulate_lockstep(config, options, {}).result;
  });
}

LockstepOutcome simulate(const Configuration& config, RunOptions options,
                         const LockstepOptions& lockstep) {
  return with_progress(options, [&] { return simulate_lockstep(config, options, lockstep); });
}

Preparation preparation(Engine engine, const RunOptions& options) {
  if (engine == Engine::kModel) return {};
  RunOptions kept;
  kept.strict_rtl = options.strict_rtl;
  kept.assertions = options.assertions;
  return [engine, kept](const Configuration& config, const auto& on_message) {
    RunOptions of_point = kept;
    of_point.on_message = on_message;
    if (engine == Engine::kRtl)
      prepare_variant(config, of_point);
    else
      prepare_lockstep(config, LockstepPurpose::kRun, {}, of_point);
  };
}

void prepare(const Configuration& config, LockstepPurpose purpose, RunOptions options,
             const LockstepOptions& lockstep) {
  with_progress(options, [&] { prepare_lockstep(config, purpose, lockstep, options); });
}

}  // namespace dragonfly
