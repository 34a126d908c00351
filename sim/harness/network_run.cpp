// SPDX-License-Identifier: Apache-2.0
#include "sim/harness/network_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <systemc>

#include "models/common/error.hpp"
#include "models/common/interrupt.hpp"
#include "models/common/streams.hpp"
#include "models/router/routes.hpp"

namespace dragonfly {

namespace {

/// Cycles before and after a failure that are worth looking at.
constexpr std::int64_t kWaveBefore = 100, kWaveAfter = 2;

std::string how_to_see(std::int64_t cycle, const std::string& router) {
  return "For a wave of it: dragonfly waves --routers " + router + " --cycles " +
         std::to_string(std::max<std::int64_t>(0, cycle - kWaveBefore)) + ":" +
         std::to_string(cycle + kWaveAfter) + " with the same configuration";
}

/// Whether signals of the RTL go on changing each other within a cycle. Then Verilator gives up, in
/// words that begin with the region it was in: "Active region did not converge".
bool oscillates(const RouterFailure& failure) {
  return std::string(failure.what()).find("did not converge") != std::string::npos;
}
constexpr const char* kOscillation =
    "\nThe RTL has a combinational loop: a signal depends on itself without a register between. "
    "Verilator's warnings UNOPTFLAT name such signals";

}  // namespace

NetworkRun::NetworkRun(const Configuration& config, const RunOptions& options, const Fabric& fabric)
    : config_(config),
      options_(options),
      fabric_(fabric),
      run_(config, options, fabric),
      places_(static_cast<std::size_t>(
          std::clamp(options.threads, 1, std::max(1, fabric.wiring.routers())))) {
  if (!options.wave.fst_path.empty())
    use_one_thread("a wave is recorded, by one thread");
  else if (const auto threads = static_cast<int>(places_.size()); threads < options.threads)
    tell_threads(fmt::format("the network has {} router{}", threads, threads == 1 ? "" : "s"));
}

NetworkRun::~NetworkRun() = default;

void NetworkRun::use_one_thread(const std::string& reason) {
  places_ = std::vector<SimulationPlace>(1);
  if (options_.threads > 1) tell_threads(reason);
}

void NetworkRun::tell_threads(const std::string& reason) const {
  if (!options_.on_message) return;
  options_.on_message(
      fmt::format("the run uses {} of --threads {}: {}", places_.size(), options_.threads, reason));
}

void NetworkRun::elaborate(const RouterShape& shape, const RouterFactory& make_router) {
  NetworkModule::Callbacks callbacks;
  callbacks.before_edge = [this](std::int64_t cycle) {
    if (wave_ != nullptr) wave_->before_edge(cycle, *network_);
  };
  callbacks.end_of_cycle = [this](std::int64_t cycle) {
    return run_.end_of_cycle(cycle, *network_);
  };
  watch_for_stalls();
  // Reset and configuration are evaluations too.
  const auto watched = [&](int router, std::size_t place) {
    places_.front().enter(router);
    auto made = make_router(router, place);
    places_.front().leave();
    return made;
  };
  network_.emplace(fabric_, config_, shape, watched, run_.terminals(), places_);
  module_ = std::make_unique<NetworkModule>("network", *network_, std::move(callbacks));
}

void NetworkRun::watch_for_stalls() {
  if (options_.stall_seconds <= 0) return;
  const std::chrono::duration<double> patience(options_.stall_seconds);
  stall_watch_.emplace(places_, std::chrono::duration_cast<std::chrono::milliseconds>(patience),
                       [this](const Stall& stall) { tell_of_stall(stall); });
}

void NetworkRun::tell_of_stall(const Stall& stall) const {
  const std::string when =
      stall.cycle < 0 ? "while it was configured" : fmt::format("in cycle {}", stall.cycle);
  const std::string process =
      stall.process.empty() ? "" : fmt::format("\nIt is in the process at {}.", stall.process);
  const std::string message = fmt::format(
      "the RTL of router {} does not settle: {} its evaluation has not ended "
      "for {:g} s (--stall-seconds). It has a loop without an end, or signals that drive each "
      "other "
      "in a circle.{}",
      router_name(fabric_.wiring, stall.router), when, options_.stall_seconds, process);
  if (options_.on_stall) {
    options_.on_stall(message, stall.router);
    return;
  }
  const std::string hint =
      stall.process.empty()
          ? "\nFor the process that it is in: dragonfly lockstep with the same configuration"
          : "";
  if (options_.on_message)
    options_.on_message("dragonfly: " + message + hint);
  else
    print_message("dragonfly: {}{}\n", message, hint);
  end_process(static_cast<int>(ExitCode::kBadInput));
}

RunResult NetworkRun::simulate(WaveRecorder* wave, const std::string& engine, bool of_ours) {
  wave_ = wave;
  // SystemC would announce the end of the simulation to the user.
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_INFO,
                                          sc_core::SC_DO_NOTHING);
  note_idle_cycles();
  run_.start();
  sc_core::sc_start();
  if (const RouterNetwork::Failure failure = module_->failure(); failure.error)
    rethrow(failure, wave, of_ours);
  if (wave != nullptr) wave->finish(module_->cycle());
  return run_.finish(*network_, engine);
}

/// The routers' hardware counts cycles: what comes of a gap in a trace is known by simulating it
/// only.
void NetworkRun::note_idle_cycles() {
  const TrafficTrace* const trace = run_.terminals().traffic().trace();
  constexpr std::int64_t kMany = 100'000, kSparse = 100;
  if (trace == nullptr || !options_.on_message) return;
  const std::int64_t last = trace->last_cycle();
  if (last < kMany || last / kSparse < trace->size()) return;
  options_.on_message("the last of the " + std::to_string(trace->size()) +
                      " packets of the trace is created in cycle " + std::to_string(last) +
                      "; the RTL is simulated in all cycles before, also in those without packets, "
                      "which the engine model leaves out");
}

void refuse_configuration(const RouterFailure& failure) {
  if (oscillates(failure)) {
    throw InputError(std::string("the logic of a router does not come to rest while it is "
                                 "configured:\n") +
                     failure.what() + kOscillation);
  }
  throw Error(
      ExitCode::kAssertion,
      std::string("an assertion failed while the routers were configured:\n") + failure.what());
}

void NetworkRun::rethrow(const RouterNetwork::Failure& failed, WaveRecorder* wave, bool of_ours) {
  const std::int64_t now = module_->cycle();
  std::string where;
  if (wave != nullptr && wave->covers(now)) {
    where = "The wave up to it is in " + options_.wave.fst_path;
    try {
      wave->finish(now);
    } catch (const Error& error) {
      where = error.what();  // the failure of the run matters more
    }
  }
  const auto remedy = [&](const std::string& router) {
    if (!where.empty()) return "\n" + where;
    return of_ours ? "\n" + how_to_see(now, router) : std::string();
  };
  try {
    std::rethrow_exception(failed.error);
  } catch (const RouterFailure& failure) {
    const int router = failed.router;
    const std::string place = "router " + router_name(fabric_.wiring, router);
    const std::string cycle = " in cycle " + std::to_string(now) + ":\n";
    if (oscillates(failure))
      throw InputError("the logic of " + place + " does not come to rest" + cycle + failure.what() +
                       kOscillation);
    throw Error(ExitCode::kAssertion,
                "assertion in " + place + cycle + failure.what() + remedy(std::to_string(router)));
  } catch (const Error& error) {
    if (error.code() != ExitCode::kDelivery && error.code() != ExitCode::kNoProgress) throw;
    throw Error(error.code(), error.what() + remedy("N,..., the routers of interest,"));
  }
}

}  // namespace dragonfly
