#include "sim/harness/network_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <systemc>

#include "models/common/error.hpp"

namespace dragonfly {

namespace {

/// Cycles before and after a failure that are worth looking at.
constexpr std::int64_t kWaveBefore = 100, kWaveAfter = 2;

std::string how_to_see(std::int64_t cycle, const std::string& router) {
  return "For a wave of it: dragonfly waves --routers " + router + " --cycles " +
         std::to_string(std::max<std::int64_t>(0, cycle - kWaveBefore)) + ":" +
         std::to_string(cycle + kWaveAfter) + " with the same configuration";
}

}  // namespace

NetworkRun::NetworkRun(const Configuration& config, const RunOptions& options,
                       const Dragonfly& network)
    : config_(config), options_(options), topology_(network), run_(config, options, network) {}

NetworkRun::~NetworkRun() = default;

void NetworkRun::elaborate(const RouterShape& shape, const RouterFactory& make_router) {
  Network::Callbacks callbacks;
  callbacks.before_edge = [this](std::int64_t cycle) {
    if (wave_ != nullptr) wave_->before_edge(cycle, *network_);
  };
  callbacks.end_of_cycle = [this](std::int64_t cycle) {
    return run_.end_of_cycle(cycle, *network_);
  };
  callbacks.place = &place_;
  watch_for_stalls();
  // Reset and configuration are evaluations too.
  const auto watched = [&](int router) {
    place_.enter(router);
    auto made = make_router(router);
    place_.leave();
    return made;
  };
  network_ = std::make_unique<Network>("network", topology_, config_, shape, watched,
                                       run_.terminals(), std::move(callbacks));
}

void NetworkRun::watch_for_stalls() {
  if (options_.stall_seconds <= 0) return;
  const std::chrono::duration<double> patience(options_.stall_seconds);
  stall_watch_.emplace(place_, std::chrono::duration_cast<std::chrono::milliseconds>(patience),
                       [this](const Stall& stall) { tell_of_stall(stall); });
}

void NetworkRun::tell_of_stall(const Stall& stall) const {
  const std::string when =
      stall.cycle < 0 ? "while it was configured" : fmt::format("in cycle {}", stall.cycle);
  const std::string process =
      stall.process.empty() ? "" : fmt::format("\nIt is in the process at {}.", stall.process);
  const std::string message = fmt::format(
      "the RTL of router {} (group {}, router {}) does not settle: {} its evaluation has not ended "
      "for {:g} s (--stall-seconds). It has a loop without an end, or signals that drive each "
      "other "
      "in a circle.{}",
      stall.router, topology_.group_of_router(stall.router), topology_.local_index(stall.router),
      when, options_.stall_seconds, process);
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
    fmt::print(stderr, "dragonfly: {}{}\n", message, hint);
  end_process(static_cast<int>(ExitCode::kBadInput));
}

RunResult NetworkRun::simulate(WaveRecorder* wave, const std::string& engine, bool of_ours) {
  wave_ = wave;
  // SystemC would announce the end of the simulation to the user.
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_INFO,
                                          sc_core::SC_DO_NOTHING);
  run_.start();
  sc_core::sc_start();
  if (network_->clock().failure) rethrow(wave, of_ours);
  if (wave != nullptr) wave->finish(network_->clock().cycle);
  return run_.finish(*network_, engine);
}

void refuse_configuration(const RouterFailure& failure) {
  throw Error(
      ExitCode::kAssertion,
      std::string("an assertion failed while the routers were configured:\n") + failure.what());
}

void NetworkRun::rethrow(WaveRecorder* wave, bool of_ours) {
  const NetworkClock& clock = network_->clock();
  std::string where;
  if (wave != nullptr && wave->covers(clock.cycle)) {
    where = "The wave up to it is in " + options_.wave.fst_path;
    try {
      wave->finish(clock.cycle);
    } catch (const Error& error) {
      where = error.what();  // the failure of the run matters more
    }
  }
  const auto remedy = [&](const std::string& router) {
    if (!where.empty()) return "\n" + where;
    return of_ours ? "\n" + how_to_see(clock.cycle, router) : std::string();
  };
  try {
    std::rethrow_exception(clock.failure);
  } catch (const RouterFailure& failure) {
    const int router = clock.failed_router;
    throw Error(ExitCode::kAssertion, "assertion in router " + std::to_string(router) + " (group " +
                                          std::to_string(topology_.group_of_router(router)) +
                                          ", router " +
                                          std::to_string(topology_.local_index(router)) +
                                          ") in cycle " + std::to_string(clock.cycle) + ":\n" +
                                          failure.what() + remedy(std::to_string(router)));
  } catch (const Error& error) {
    if (error.code() != ExitCode::kDelivery && error.code() != ExitCode::kNoProgress) throw;
    throw Error(error.code(), error.what() + remedy("N,..., the routers of interest,"));
  }
}

}  // namespace dragonfly
