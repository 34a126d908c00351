// SPDX-License-Identifier: Apache-2.0
// An engine for tests of the command. Environment variables tell it what to do:
//   FAKE_LOG   file to which each run and each preparation of a variant appends a line
//   FAKE_FAIL  exit code of the error that a run ends with; "exception": one that is no Error
//   FAKE_FULL  if it is set, files that the run writes can have 400 bytes
//   FAKE_DEAF  if it is set, a run hears no interrupt
//   FAKE_SLOW  load at which a run goes on until it is interrupted
//   FAKE_WAIT  file that a run waits for
//   FAKE_DIFFER  routing under which lockstep of two or more VCs and packets of two or more flits
//   ends
//                with a difference in cycle 40
//   FAKE_STOP    routing under which nothing moves; "ROUTING lockstep": not in the model
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/resource.h>

#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <thread>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/families/family_registry.hpp"
#include "models/keys/keys.hpp"
#include "models/run/simulate_model.hpp"
#include "sim/simulation/lockstep.hpp"
#include "sim/simulation/replay.hpp"
#include "sim/simulation/simulation.hpp"
#include "sim/waves/gtkwave_save.hpp"

namespace dragonfly {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

void log(const std::string& line) {
  const std::string path = variable("FAKE_LOG");
  if (!path.empty()) std::ofstream(path, std::ios::app) << line + "\n";
}

void fail_if_wanted() {
  if (!variable("FAKE_FULL").empty()) {
    const rlimit few{400, 400};  // bytes
    setrlimit(RLIMIT_FSIZE, &few);
  }
  const std::string wanted = variable("FAKE_FAIL");
  if (wanted.empty()) return;
  if (wanted == "exception") throw std::runtime_error("made to fail");
  throw Error(static_cast<ExitCode>(std::stoi(wanted)), "made to fail");
}

void wait_for_interrupt(const RunOptions& options) {
  log("waiting");
  while (!options.interrupted->load()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  log("interrupted");
  throw Error(ExitCode::kInterrupted, "interrupted in cycle 0");
}

/// VAL saturates at half of the load that the others do.
double capacity(const std::string& routing) { return routing == "val" ? 0.45 : 0.9; }

}  // namespace

namespace {

std::string described(const std::optional<UserRouter>& user) {
  return user ? fmt::format(" user={} of {}", user->top, user->file_list) : std::string();
}

RunResult make_up(const Configuration& config, const RunOptions& options,
                  const std::string& engine) {
  const double load = config.traffic.load;
  log(fmt::format("run {} {}", routing_name(config), load));
  options.on_progress({"measure", 100, 0.5, 1000});
  fail_if_wanted();
  const std::string stops = variable("FAKE_STOP"), routing = routing_name(config);
  if (!stops.empty() && (stops == routing || stops == routing + " " + engine))
    throw Error(ExitCode::kNoProgress, "no flit has moved since cycle 7 (now 10007; and so on)");
  if (const std::string file = variable("FAKE_WAIT"); !file.empty())
    while (!std::ifstream(file)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  if (!variable("FAKE_DEAF").empty()) {
    log("waiting");
    for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
  }
  if (variable("FAKE_SLOW") == fmt::format("{}", load)) wait_for_interrupt(options);
  if (!options.wave.fst_path.empty()) std::ofstream(options.wave.fst_path) << "wave";
  if (!options.packet_trace_path.empty() && options.packet_trace_path != "-")
    std::ofstream(options.packet_trace_path) << "trace";

  const double limit = capacity(routing_name(config));
  RunResult result;
  result.offered_load = load;
  result.accepted_throughput = std::min(load, limit);
  result.saturated = load > limit;
  if (result.saturated) result.saturation_reason = "more than it can take";
  if (config.measurement.until_precision > 0) result.precision_reached = load < 0.4;
  result.packets_measured = 1000;
  const double latency = 10 + 10 * load + static_cast<double>(config.measurement.seed);
  result.packet_latency = {1000, latency, 7, 10, 20, 30, 40};
  result.network_latency = result.minimal = result.packet_latency;
  result.engine = engine;
  result.config = std::make_shared<const Configuration>(config);
  result.latency_histogram = {{10, 1000, 0}};
  result.global_channels = {{0, 1, 2, 3, 4, load}};
  return result;
}

}  // namespace

RunResult simulate_rtl(const Configuration& config, const RunOptions& options) {
  return make_up(config, options, "rtl");
}

RunResult simulate_model(const Configuration& config, const RunOptions& options) {
  return make_up(config, options, "model");
}

LockstepOutcome simulate_lockstep(const Configuration& config, const RunOptions& options,
                                  const LockstepOptions& lockstep) {
  log(fmt::format("lockstep routers={} state={}{}{}{}", fmt::join(lockstep.routers, ","),
                  lockstep.state_every, described(lockstep.user),
                  lockstep.built_depth == BuiltDepth::kShared ? " depth of run" : "",
                  options.synthesis_bodies ? " synthesized" : ""));
  const bool differs = variable("FAKE_DIFFER") == routing_name(config);
  if (differs && config.router.vcs >= 2 && config.traffic.packet_size >= 2)
    throw DifferenceFound({0, 40, {{DifferingValue::Kind::kState, "credits", 1, 0, -1, 3, 4}}});
  LockstepOutcome outcome;
  outcome.result = make_up(config, options, "lockstep");
  outcome.count = {1000, 500};
  return outcome;
}

void prepare_lockstep(const Configuration& config, LockstepPurpose purpose, const LockstepOptions&,
                      const RunOptions& options) {
  if (purpose == LockstepPurpose::kReplay)
    log("prepare replay");
  else
    prepare_variant(config, options);
}

Replay replay(const Configuration&, const RunOptions&, const Difference& difference,
              const WaveRequest& wave, const LockstepOptions& lockstep) {
  log(fmt::format("replay router={} cycle={}{}", difference.router, difference.cycle,
                  described(lockstep.user)));
  return {{}, wave.first_cycle};
}

void prepare_variant(const Configuration& config, const RunOptions& options) {
  log(fmt::format("prepare {}", config.router.buffer_depth));
  options.on_message("building a variant");
}

void write_gtkwave_save(const Configuration&, const WaveRequest& wave,
                        const std::string& gtkw_path) {
  std::ofstream(gtkw_path) << wave.fst_path;
}

void write_difference_save(const Configuration&, const WaveRequest& wave, const Difference&,
                           BuiltDepth, bool, const std::string& gtkw_path) {
  std::ofstream(gtkw_path) << wave.fst_path;
}

}  // namespace dragonfly
