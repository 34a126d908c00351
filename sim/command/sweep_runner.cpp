#include "sim/command/sweep_runner.hpp"

#include <fmt/format.h>

#include <chrono>
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
#include "sim/command/progress_line.hpp"

namespace dragonfly {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

class SweepRunner {
 public:
  SweepRunner(const std::vector<SweepPoint>& points, const PointStore& store,
              const SweepRunOptions& options)
      : points_(points), store_(store), options_(options) {
    outcome_.results.resize(points.size());
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
      if (!options_.fresh) outcome_.results[point] = store_.find(points_[point].config);
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
    while (next < pending_.size() || children.running() > 0) {
      stop_if_interrupted();
      if (next < pending_.size() && children.running() < static_cast<std::size_t>(options_.jobs)) {
        const std::size_t point = pending_[next++];
        if (wanted(point)) {
          start(children, point);
        } else {
          count_done(point);
        }
        continue;
      }
      show_progress(children.running());
      if (const auto ended = children.wait(std::chrono::milliseconds(100))) finish(*ended);
    }
    line_.clear();
  }

  void start(ChildProcesses& children, std::size_t point) const {
    const Configuration& config = points_[point].config;
    const std::string stem = store_.stem(config);
    Configuration kept = config;
    std::string& trace = kept.traffic.trace_file;
    trace = readable_again(trace, stem + ".trace");
    write_file(stem + ".toml", to_toml(kept));
    std::vector<std::string> command = {options_.program, "run",          "--config",
                                        stem + ".toml",   "--json",       stem + ".json",
                                        "--engine",       options_.engine};
    if (options_.strict) command.emplace_back("--strict");
    children.start(point, command);
  }

  void finish(const ChildProcesses::Ended& ended) {
    count_done(ended.id);
    const Configuration& config = points_[ended.id].config;
    const std::string log = store_.stem(config) + ".log";
    if (ended.exit_code == 0) {
      outcome_.results[ended.id] = store_.find(config);
      std::error_code ignored;
      fs::remove(log, ignored);
    }
    if (outcome_.results[ended.id]) {
      note_result(ended.id);
      return;
    }
    stop_if_interrupted();  // then it ended because of that
    note_failure(ended, log);
  }

  void note_failure(const ChildProcesses::Ended& ended, const std::string& log) {
    const SweepPoint& point = points_[ended.id];
    std::string place = fmt::format(" (message also in {})", log);
    try {
      write_file(log, ended.output);
    } catch (const Error& error) {
      place = fmt::format(" ({})", error.what());
    }
    line_.message(fmt::format("the point {} at load {} failed with exit code {}{}:\n{}",
                              point.curve, point.config.traffic.load, ended.exit_code, place,
                              ended.output.empty() ? "no message" : ended.output));
    if (outcome_.failed++ == 0) outcome_.first_code = documented(ended.exit_code);
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
    if (done_ > 0) {
      const std::chrono::duration<double> elapsed = Clock::now() - start_;
      const double left = elapsed.count() * (pending_weight_ - done_weight_) / done_weight_;
      text += fmt::format(", about {} left", duration(left));
    }
    line_.show(text);
  }

  const std::vector<SweepPoint>& points_;
  const PointStore& store_;
  const SweepRunOptions& options_;
  SweepOutcome outcome_;
  std::vector<std::size_t> pending_;  ///< points to run
  std::size_t done_ = 0;              ///< of these
  double pending_weight_ = 0, done_weight_ = 0;
  std::map<std::string, double> saturation_;  ///< [curve] -> lowest load known to saturate it
  Clock::time_point start_;
  ProgressLine line_;
};

}  // namespace

SweepOutcome run_sweep(const std::vector<SweepPoint>& points, const PointStore& store,
                       const SweepRunOptions& options) {
  return SweepRunner(points, store, options).run();
}

}  // namespace dragonfly
