// SPDX-License-Identifier: Apache-2.0
#include "models/run/run_control.hpp"

#include <fmt/format.h>

#include <string>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/router/credit_timer.hpp"
#include "models/statistics/channel_utilisation.hpp"

namespace dragonfly {

namespace {

constexpr auto kReportEvery = std::chrono::milliseconds(100);
/// The wall clock is read once in so many cycles, as a cycle of a small network takes little
/// longer.
constexpr std::int64_t kLookEvery = 16;

double seconds(std::chrono::steady_clock::duration time) {
  return std::chrono::duration<double>(time).count();
}

}  // namespace

RunControl::RunControl(const Configuration& config, const RunOptions& options, const Fabric& fabric,
                       Terminals& terminals, Measurement& measurement)
    : config_(config),
      options_(options),
      fabric_(fabric),
      terminals_(terminals),
      measurement_(measurement),
      // Only routers are watched: a flit may be on a channel, and its credit on the way back.
      watchdog_(config.measurement.watchdog + std::int64_t{2} * fabric.wiring.longest_latency() +
                fabric.wiring.longest_interval() - 1),
      start_(Clock::now()),
      reported_(start_) {}

bool RunControl::end_of_cycle(std::int64_t cycle, RunningNetwork& network) {
  cycle_ = cycle;
  terminals_.report_deliveries();
  const TrafficCounters counters = terminals_.counters();
  switch (measurement_.end_cycle(cycle, counters)) {
    case WindowEvent::kNone:
      break;
    case WindowEvent::kOpened:
      flits_before_ = network.flits_sent();
      window_closed_ = false;
      break;
    case WindowEvent::kClosed:
      flits_after_ = network.flits_sent();
      window_closed_ = true;
      break;
    case WindowEvent::kExtended:
      window_closed_ = false;
      break;
  }
  if (measurement_.phase() == Phase::kFlush) terminals_.stop();
  if (measurement_.done()) {
    terminals_.check_network_empty();
    return false;
  }

  // What terminals hold they will consume, which gives the routers credits.
  const bool waits_for_network = counters.in_network() > 0 && terminals_.waiting_flits() == 0;
  if (watchdog_.stuck(cycle, network.moved(), waits_for_network)) stop_stuck(cycle, network);
  // A run with checkpoints is saved before it stops.
  if (options_.interrupted != nullptr && options_.interrupted->load(std::memory_order_relaxed) &&
      options_.checkpoint_path.empty())
    throw Error(ExitCode::kInterrupted, "interrupted in cycle " + std::to_string(cycle));
  if (options_.on_progress && cycle % kLookEvery == 0) report_progress(cycle);
  return options_.wave.fst_path.empty() || cycle < options_.wave.last_cycle;
}

void RunControl::serialize(Archive& archive) {
  const auto now = Clock::now();
  auto spent = now - start_;
  archive(watchdog_, window_closed_, flits_before_, flits_after_, cycle_, spent);
  if (!archive.loading()) return;
  // As if this process had done it all, just now.
  start_ = now - spent;
  reported_ = now;
  reported_cycle_ = cycle_;
}

void RunControl::report_progress(std::int64_t cycle) {
  const auto now = Clock::now();
  if (now - reported_ < kReportEvery) return;
  options_.on_progress({phase_name(measurement_.phase()), cycle, measurement_.fraction_done(),
                        static_cast<double>(cycle - reported_cycle_) / seconds(now - reported_),
                        seconds(now - start_)});
  reported_ = now;
  reported_cycle_ = cycle;
}

void RunControl::stop_stuck(std::int64_t cycle, RunningNetwork& network) const {
  const std::string blocked = network.describe_blocked();
  if (blocked.empty()) terminals_.check_network_empty();
  constexpr int kPacketsNamed = 10;
  throw Error(ExitCode::kNoProgress,
              "no flit has moved since cycle " + std::to_string(watchdog_.last_movement()) +
                  " (now " + std::to_string(cycle) +
                  "; measurement.watchdog = " + std::to_string(config_.measurement.watchdog) +
                  "), but " + std::to_string(terminals_.counters().in_network()) +
                  " packets are in the network.\n" + delays_of_credits() + blocked +
                  "The oldest packets:\n" + terminals_.describe_network(kPacketsNamed));
}

std::string RunControl::delays_of_credits() const {
  constexpr int kDelay = CreditTimer::kLargestTd;
  if (!fabric_.routes->needs().delays_credits || config_.measurement.watchdog > kDelay) return {};
  return fmt::format(
      "{} delays credits by up to {} cycles, so the network may yet go on: measurement.watchdog = "
      "{} tells.\n",
      config_.routing.algorithm, kDelay, kDelay + 1);
}

RunResult RunControl::result(RunningNetwork& network) const {
  const auto wall = seconds(Clock::now() - start_);
  RunResult result = measurement_.result();
  const auto now = network.flits_sent();
  // A window that was never opened has no cycles, or began with the run (batch, trace).
  const std::vector<std::int64_t> none(now.size());
  result.global_channels =
      channel_utilisation(fabric_.wiring, fabric_.routes->measured_class(),
                          flits_before_.empty() ? none : flits_before_,
                          window_closed_ ? flits_after_ : now, measurement_.window_cycles());
  result.wall_seconds = wall;
  result.cycles_per_second = wall > 0 ? static_cast<double>(cycle_ + 1) / wall : 0;
  return result;
}

}  // namespace dragonfly
