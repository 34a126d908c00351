// SPDX-License-Identifier: Apache-2.0
#include "sim/command/sweep_runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "models/common/atomic_file.hpp"
#include "models/common/input_file.hpp"
#include "models/common/interrupt.hpp"
#include "models/config/configuration.hpp"
#include "models/families/family_registry.hpp"
#include "models/keys/json.hpp"
#include "models/keys/toml.hpp"
#include "sim/command/child_processes.hpp"
#include "sim/command/point_claims.hpp"
#include "sim/command/progress_line.hpp"

namespace dragonfly {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr const char* kResult = ".json";
constexpr const char* kLog = ".log";  ///< of a point that has failed
constexpr const char* kFailure = "dragonfly run ended with exit code ";
constexpr std::chrono::milliseconds kTick(100), kLook(1000);

void remove(const std::string& path) {
  std::error_code ignored;
  fs::remove(path, ignored);
}

class SweepRunner {
 public:
  SweepRunner(const std::vector<SweepPoint>& points, const PointStore& store,
              const SweepRunOptions& options)
      : points_(points), options_(options), claims_(options.lease) {
    outcome_.results.resize(points.size());
    for (const SweepPoint& point : points) stems_.push_back(store.stem(point.config));
  }

  SweepOutcome run() {
    const InterruptWatch watch;
    take_finished_points();
    if (!pending_.empty()) {
      if (options_.prepare) prepare_variants();
      run_pending();
    }
    if (options_.stop_at_saturation) drop_points_above_saturation();
    return std::move(outcome_);
  }

 private:
  void take_finished_points() {
    for (std::size_t point = 0; point < points_.size(); ++point) {
      remove(stems_[point] + kLog);  // what failed is tried again
      if (options_.fresh) remove(stems_[point] + kResult);
      outcome_.results[point] = PointStore::find(stems_[point]);
      if (outcome_.results[point]) {
        note_result(point);
      } else {
        pending_.push_back(point);
        pending_weight_ += points_[point].weight;
      }
    }
    const std::size_t finished = points_.size() - pending_.size();
    if (finished == 0) return;
    line_.message(fmt::format("{} of {} points are there from an earlier run (--fresh runs all)",
                              finished, points_.size()));
  }

  /// Builds what the processes need before they all ask for it.
  void prepare_variants() {
    std::set<std::string> seen;  // hardware depends on no more than this
    for (const std::size_t point : pending_) {
      const Configuration& config = points_[point].config;
      const nlohmann::ordered_json json = to_json(config);
      const std::string sizes = json["topology"].dump() + json["router"].dump();
      if (!seen.insert(sizes + routing_of(config).router).second) continue;
      options_.prepare(config, [&](const std::string& text) { line_.message(text); });
    }
  }

  void run_pending() {
    ChildProcesses children;
    start_ = Clock::now();
    std::size_t next = 0;
    while (next < pending_.size() || !elsewhere_.empty() || children.running() > 0) {
      stop_if_interrupted();
      claims_.keep();
      if (next < pending_.size() && has_place(children)) {
        const std::size_t point = pending_[next++];
        if (!settled(point) && !started(children, point)) elsewhere_.push_back(point);
        continue;
      }
      look_elsewhere(children);
      show_progress(children.running());
      if (const auto ended = children.wait(kTick)) finish(*ended);
    }
    line_.clear();
  }

  bool has_place(const ChildProcesses& children) const {
    return children.running() < static_cast<std::size_t>(options_.jobs);
  }

  /// Looks now and then how points do that other processes run, and takes over those that are left.
  void look_elsewhere(ChildProcesses& children) {
    const Clock::time_point now = Clock::now();
    if (now - looked_ < kLook) return;
    looked_ = now;
    std::erase_if(elsewhere_, [&](std::size_t point) {
      return settled(point) || (has_place(children) && started(children, point));
    });
  }

  /// Whether there is nothing left to do for a point; counts it as done then.
  bool settled(std::size_t point) {
    if (!wanted(point)) {
      count_done(point);
      return true;
    }
    outcome_.results[point] = PointStore::find(stems_[point]);
    const auto failure = outcome_.results[point] ? std::nullopt : failure_of(point);
    if (!outcome_.results[point] && !failure) return false;
    count_done(point);
    if (failure) {
      note_failure(point, *failure);
    } else {
      note_result(point);
    }
    return true;
  }

  /// Starts a point unless another process has it. False then.
  bool started(ChildProcesses& children, std::size_t point) {
    if (!claims_.take(stems_[point])) return false;
    if (settled(point)) {  // between the look at its result and the claim
      claims_.release(stems_[point]);
    } else {
      start(children, point);
    }
    return true;
  }

  void start(ChildProcesses& children, std::size_t point) const {
    const std::string& stem = stems_[point];
    Configuration kept = points_[point].config;
    std::string& trace = kept.traffic.trace_file;
    trace = readable_again(trace, stem + ".trace");
    write_file(stem + ".toml", to_toml(kept));
    std::vector<std::string> command = {options_.program, "run",          "--config",
                                        stem + ".toml",   "--json",       stem + kResult,
                                        "--engine",       options_.engine};
    if (options_.strict) command.emplace_back("--strict");
    command.insert(command.end(), {"--assertions", options_.assertions});
    children.start(point, command);
  }

  void finish(const ChildProcesses::Ended& ended) {
    const std::size_t point = ended.id;
    count_done(point);
    if (ended.exit_code == 0) outcome_.results[point] = PointStore::find(stems_[point]);
    if (outcome_.results[point]) {
      note_result(point);
    } else {
      stop_if_interrupted();  // then it ended because of that
      keep_failure(ended);
    }
    claims_.release(stems_[point]);
  }

  struct Failure {
    int exit_code = 0;
    std::string output;
  };

  /// For this user, and for other processes: they do not run the point again.
  void keep_failure(const ChildProcesses::Ended& ended) {
    const Failure failure{ended.exit_code, ended.output.empty() ? "no message" : ended.output};
    std::string unwritten;
    try {
      write_file(stems_[ended.id] + kLog,
                 fmt::format("{}{}\n{}", kFailure, failure.exit_code, failure.output));
    } catch (const Error& error) {
      unwritten = error.what();
    }
    note_failure(ended.id, failure, unwritten);
  }

  /// What a process of this sweep or of another one has kept of a point.
  [[nodiscard]] std::optional<Failure> failure_of(std::size_t point) const {
    const std::string log = stems_[point] + kLog;
    if (!fs::exists(log)) return std::nullopt;
    const std::string text = read_text_file(log);
    if (!text.starts_with(kFailure)) return std::nullopt;
    const std::size_t end = std::min(text.find('\n'), text.size() - 1);
    return Failure{std::atoi(text.c_str() + std::strlen(kFailure)), text.substr(end + 1)};
  }

  void note_failure(std::size_t number, const Failure& failure, const std::string& unwritten = {}) {
    const SweepPoint& point = points_[number];
    const std::string place =
        unwritten.empty() ? fmt::format("message also in {}{}", stems_[number], kLog) : unwritten;
    line_.message(fmt::format("the point {} at load {} failed with exit code {} ({}):\n{}",
                              point.curve, point.config.traffic.load, failure.exit_code, place,
                              failure.output));
    if (outcome_.failed++ == 0) outcome_.first_code = documented(failure.exit_code);
  }

  void stop_if_interrupted() {
    if (!interrupted()) return;
    take_time_to_stop();  // the other processes have to end
    line_.clear();
    std::size_t finished = 0;
    for (const auto& result : outcome_.results) finished += result ? 1 : 0;
    throw Error(ExitCode::kInterrupted,
                fmt::format("interrupted; {} of {} points are finished and kept, the same command "
                            "goes on from there",
                            finished, points_.size()));
  }

  void count_done(std::size_t point) {
    ++done_;
    done_weight_ += points_[point].weight;
  }

  void note_result(std::size_t point) {
    note_saturation(point);
    if (!options_.on_result) return;
    line_.clear();
    options_.on_result(point, *outcome_.results[point]);
  }

  void note_saturation(std::size_t point) {
    if (!outcome_.results[point]->saturated) return;
    const double load = points_[point].config.traffic.load;
    const auto [curve, is_new] = saturation_.try_emplace(points_[point].curve, load);
    if (!is_new) curve->second = std::min(curve->second, load);
  }

  /// Whether no lower load is known to saturate its curve.
  bool wanted(std::size_t point) const {
    if (!options_.stop_at_saturation) return true;
    const auto curve = saturation_.find(points_[point].curve);
    return curve == saturation_.end() || points_[point].config.traffic.load <= curve->second;
  }

  /// Which of these points ran depends on how fast others did; so none of them counts.
  void drop_points_above_saturation() {
    for (std::size_t point = 0; point < points_.size(); ++point) {
      if (!wanted(point)) outcome_.results[point].reset();
    }
  }

  void show_progress(std::size_t running) {
    std::string text =
        fmt::format("{}: {} of {} points done, {} running", options_.title,
                    points_.size() - pending_.size() + done_, points_.size(), running);
    if (!elsewhere_.empty()) text += fmt::format(", {} in other processes", elsewhere_.size());
    if (done_ > 0) {
      const std::chrono::duration<double> elapsed = Clock::now() - start_;
      const double left = elapsed.count() * (pending_weight_ - done_weight_) / done_weight_;
      text += fmt::format(", about {} left", duration(left));
    }
    line_.show(text);
  }

  const std::vector<SweepPoint>& points_;
  const SweepRunOptions& options_;
  SweepOutcome outcome_;
  PointClaims claims_;
  std::vector<std::string> stems_;      ///< [point] path of its files, without extension
  std::vector<std::size_t> pending_;    ///< points to run
  std::vector<std::size_t> elsewhere_;  ///< of these, those that another process has claimed
  std::size_t done_ = 0;                ///< of these
  double pending_weight_ = 0, done_weight_ = 0;
  std::map<std::string, double> saturation_;  ///< [curve] -> lowest load known to saturate it
  Clock::time_point start_, looked_;          ///< looked_: at points of other processes
  ProgressLine line_;
};

}  // namespace

SweepOutcome run_sweep(const std::vector<SweepPoint>& points, const PointStore& store,
                       const SweepRunOptions& options) {
  return SweepRunner(points, store, options).run();
}

}  // namespace dragonfly
