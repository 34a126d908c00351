// SPDX-License-Identifier: Apache-2.0
#include "sim/command/fuzz_runner.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

#include "models/common/error.hpp"
#include "models/common/interrupt.hpp"
#include "sim/command/progress_line.hpp"
#include "sim/lockstep/fuzz/shrink.hpp"

namespace dragonfly {
namespace {

using Clock = std::chrono::steady_clock;
using Kind = FuzzVerdict::Kind;

constexpr std::chrono::milliseconds kPollEvery{100};
/// More than that show nothing new: most often all of them have one cause.
constexpr std::size_t kMostFailures = 20;

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

/// What went wrong, in a line: the last thing that the process said.
std::string summary(const FuzzVerdict& verdict) {
  if (verdict.exit_code == FuzzVerdict::kTimedOut) return "it took too long";
  const std::size_t said = verdict.message.find("dragonfly: ");
  return said == std::string::npos ? first_line(verdict.message)
                                   : first_line(verdict.message.substr(said + 11));
}

class FuzzRunner {
 public:
  FuzzRunner(RunSource& source, const FuzzSetting& setting, const FuzzLimits& limits)
      : source_(source), limits_(limits), processes_(setting) {}

  FuzzOutcome run() {
    const InterruptWatch watch;
    while (!interrupted()) {
      if (out_of_time()) processes_.stop_builds();
      while (processes_.running() < static_cast<std::size_t>(limits_.jobs) && start_one()) continue;
      if (processes_.running() == 0) break;
      say_what_is_covered();
      show_progress();
      if (auto verdict = processes_.wait(kPollEvery)) finish(std::move(*verdict));
    }
    line_.clear();
    outcome_.interrupted = interrupted();
    if (outcome_.interrupted) take_time_to_stop();
    outcome_.seconds = elapsed();
    std::sort(outcome_.failures.begin(), outcome_.failures.end(),
              [](const auto& a, const auto& b) { return a.verdict.number < b.verdict.number; });
    return std::move(outcome_);
  }

 private:
  struct Batch {
    int end;  ///< one past its last configuration
    bool build_ended = false;
  };

  [[nodiscard]] double elapsed() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }
  /// Not before something has been compared: a search without any would end as if all was well.
  [[nodiscard]] bool out_of_time() const {
    return limits_.seconds && elapsed() >= *limits_.seconds && outcome_.configurations() > 0;
  }
  [[nodiscard]] int limit() const {
    return limits_.configurations.value_or(std::numeric_limits<int>::max());
  }

  /// Starts a run that is ready, or else begins a batch and builds its variant.
  bool start_one() {
    if (out_of_time() || outcome_.failures.size() >= kMostFailures) return false;
    if (!ready_.empty()) {
      const int number = ready_.front();
      ready_.pop_front();
      processes_.start(number, runs_.at(number));
      return true;
    }
    if (next_ >= limit() || !source_.ready(next_)) return false;
    const int first = next_;
    next_ = std::min(source_.end_of_batch(first), limit());
    batches_.emplace(first, Batch{next_});
    for (int number = first; number < next_; ++number) runs_.emplace(number, source_.run(number));
    processes_.build(first, runs_.at(first));
    return true;
  }

  void finish(FuzzVerdict verdict) {
    // The keyboard's Ctrl-C reaches the processes as well; and builds are stopped when time is up.
    if (interrupted()) return;
    const int number = verdict.number;
    const bool build_failed = verdict.kind == Kind::kFailed && !is_built(number);
    Cost& cost = verdict.kind == Kind::kBuilt ? builds_ : compared_;
    cost.seconds += verdict.seconds;
    ++cost.count;
    if (build_failed && out_of_time()) return;
    if (verdict.kind == Kind::kBuilt || build_failed) end_build(number, build_failed);
    if (verdict.kind == Kind::kBuilt) {
      // All variants are of the same RTL.
      if (!warned_ && !verdict.message.empty()) line_.message(verdict.message);
      warned_ = warned_ || !verdict.message.empty();
      return;
    }
    outcome_.router_cycles += verdict.router_cycles;
    outcome_.state_compared += verdict.state_compared;
    auto ran = runs_.extract(number);
    ++families_[ran.mapped().config.topology.family];
    // What was refused, or ended before it began, covers nothing.
    const bool simulated =
        verdict.kind != Kind::kFailed || verdict.exit_code != static_cast<int>(ExitCode::kBadInput);
    outcome_.endings.emplace(number, verdict.kind);
    if (simulated && !build_failed) outcome_.coverage.add(ran.mapped());
    tell_source(number, ran.mapped());
    if (verdict.kind != Kind::kFailed) return;
    line_.message(fmt::format("configuration {} failed with exit code {}: {}", number,
                              verdict.exit_code, summary(verdict)));
    outcome_.failures.push_back({std::move(ran.mapped()), std::move(verdict)});
  }

  /// Also of one that has not run because its build failed.
  void tell_source(int number, const FuzzRun& run) {
    const std::string data = processes_.coverage_of(number);
    std::optional<RtlCoverage> reached;
    if (!data.empty()) reached.emplace().add_file(data);
    source_.ended(number, run, reached ? &*reached : nullptr);
  }

  [[nodiscard]] bool is_built(int number) const {
    return std::prev(batches_.upper_bound(number))->second.build_ended;
  }

  void end_build(int first, bool failed) {
    ++outcome_.variants;
    Batch& batch = batches_.at(first);
    batch.build_ended = true;
    for (int number = first; number < batch.end; ++number) {
      if (!failed)
        ready_.push_back(number);
      else if (number != first)
        tell_source(number, runs_.extract(number).mapped());  // they would fail in the same way
    }
  }

  void show_progress() {
    const int done = outcome_.configurations();
    std::string text = fmt::format(
        "{}: {}{} configurations, {} differ, {} running, {} building", source_.name(), done,
        limits_.configurations ? fmt::format(" of {}", limit()) : "", outcome_.differences(),
        processes_.running() - processes_.building(), processes_.building());
    double left = std::numeric_limits<double>::infinity();
    if (limits_.configurations && done > 0) left = seconds_left();
    if (limits_.seconds) left = std::min(left, std::max(0.0, *limits_.seconds - elapsed()));
    if (left < std::numeric_limits<double>::infinity())
      text += fmt::format(", about {} left", duration(left));
    line_.show(text);
  }

  /// Of a limited number. Builds take longer than comparisons, and those that are left count.
  [[nodiscard]] double seconds_left() const {
    int batches = 0;
    for (int first = next_; first < limit(); first = source_.end_of_batch(first)) ++batches;
    const auto building = static_cast<double>(processes_.building());
    return ((batches + building / 2) * builds_.mean() +
            (limit() - outcome_.configurations()) * compared_.mean()) /
           limits_.jobs;
  }

  /// Once, after a minute: whoever waits may want to know what holds already.
  void say_what_is_covered() {
    constexpr double kAfter = 60;
    if (said_ || elapsed() < kAfter || families_.empty()) return;
    said_ = true;
    std::vector<std::string> families;
    families.reserve(families_.size());
    for (const auto& [family, count] : families_)
      families.push_back(fmt::format("{} {}", family, count));
    line_.message(fmt::format(
        "after {}: compared {} configuration{} ({}), {} router-cycles, {} differ",
        duration(elapsed()), outcome_.configurations(), outcome_.configurations() == 1 ? "" : "s",
        fmt::join(families, ", "), outcome_.router_cycles, outcome_.differences()));
  }

  /// Of processes of a kind.
  struct Cost {
    double seconds = 0;
    int count = 0;
    [[nodiscard]] double mean() const { return count == 0 ? 0 : seconds / count; }
  };

  RunSource& source_;
  FuzzLimits limits_;
  Cost builds_, compared_;
  std::map<std::string, int> families_;  ///< configurations that have ended
  bool said_ = false;                    ///< what is covered
  Clock::time_point start_ = Clock::now();
  int next_ = 0;                  ///< the first configuration that has not been begun
  std::map<int, FuzzRun> runs_;   ///< by number, those that have not ended
  std::map<int, Batch> batches_;  ///< by the number of the first configuration
  std::deque<int> ready_;         ///< configurations whose variant is there
  bool warned_ = false;           ///< of what Verilator says about the RTL
  FuzzOutcome outcome_;
  ProgressLine line_;
  FuzzProcesses processes_;  ///< the last member: its processes end first
};

}  // namespace

int FuzzOutcome::ended_with(FuzzVerdict::Kind ending) const {
  return static_cast<int>(std::count_if(endings.begin(), endings.end(),
                                        [&](const auto& entry) { return entry.second == ending; }));
}

int FuzzOutcome::failures_with(ExitCode code) const {
  return static_cast<int>(
      std::count_if(failures.begin(), failures.end(), [&](const FuzzFailure& failure) {
        return failure.verdict.exit_code == static_cast<int>(code);
      }));
}

FuzzOutcome run_fuzz(RunSource& source, const FuzzSetting& setting, const FuzzLimits& limits) {
  return FuzzRunner(source, setting, limits).run();
}

FuzzMinimum shrink_failure(const FuzzFailure& failure, const std::vector<const Key*>& given,
                           const FuzzSetting& setting) {
  FuzzMinimum minimum{failure, 0, {}};
  ProgressLine line;
  const InterruptWatch watch;
  const int number = failure.verdict.number;
  line.message(fmt::format("shrinking configuration {}", number));
  const auto fails = [&](const FuzzRun& run) -> std::optional<std::int64_t> {
    ++minimum.tries;
    line.show(
        fmt::format("shrinking: {} tries, {} steps kept", minimum.tries, minimum.steps.size()));
    FuzzProcesses processes(setting);
    processes.start(number, run);
    std::optional<FuzzVerdict> verdict;
    while (!verdict) {
      if (interrupted()) throw Error(ExitCode::kInterrupted, "interrupted while shrinking");
      verdict = processes.wait(kPollEvery);
    }
    if (verdict->kind != Kind::kFailed || verdict->exit_code != failure.verdict.exit_code)
      return std::nullopt;
    minimum.failure.verdict = *verdict;
    return verdict->cycle;
  };
  const auto kept = [&](const std::string& step) {
    line.message("  " + step);
    minimum.steps.push_back(step);
  };
  Shrinker shrinker(given, {}, fails, kept);
  minimum.failure.run = shrinker.shrink(failure.run, failure.verdict.cycle);
  return minimum;
}

}  // namespace dragonfly
