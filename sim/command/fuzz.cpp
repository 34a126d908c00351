// SPDX-License-Identifier: Apache-2.0
#include "sim/command/fuzz.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "models/common/atomic_file.hpp"
#include "models/common/error.hpp"
#include "models/common/interrupt.hpp"
#include "models/common/streams.hpp"
#include "models/config/configuration.hpp"
#include "models/families/fabric.hpp"
#include "models/statistics/result_io.hpp"
#include "sim/command/fuzz_report.hpp"
#include "sim/command/fuzz_runner.hpp"
#include "sim/command/lists.hpp"
#include "sim/lockstep/battery/battery.hpp"
#include "sim/lockstep/fuzz/corpus.hpp"
#include "sim/lockstep/fuzz/draw.hpp"
#include "sim/rtl/rtl_origin.hpp"
#include "sim/rtl/variant_sources.hpp"

namespace dragonfly {
namespace {

namespace fs = std::filesystem;

/// Configurations drawn, and not run, to learn which pairs of classes are possible.
constexpr int kDrawnForPairs = 5000;

std::optional<double> parse_seconds(const std::string& text) {
  if (text.empty()) return std::nullopt;
  double seconds = 0;
  std::size_t end = 0;
  try {
    seconds = std::stod(text, &end);
  } catch (const std::exception&) {
    end = 0;
  }
  if (end != text.size() || !(seconds > 0) || !std::isfinite(seconds))
    throw InputError(fmt::format("--seconds {}: allowed: a number above 0", text));
  return seconds;
}

/// Which entries --battery asks for: those of a length, or one by its name.
struct BatteryChoice {
  BatteryLength length = BatteryLength::kShort;
  std::string only;  ///< empty: all of the length
};

BatteryChoice parse_battery(const std::string& text) {
  if (text == "quick") return {BatteryLength::kQuick, {}};
  if (text == "short") return {BatteryLength::kShort, {}};
  if (text == "long") return {BatteryLength::kLong, {}};
  for (const BatteryEntry& entry : battery_entries())
    if (entry.stress == text) return {BatteryLength::kShort, text};
  throw InputError(
      fmt::format("--battery {}: allowed: quick, short, long, list, or an entry that "
                  "`--battery list` names",
                  text));
}

std::string battery_list() {
  std::string text = "entries of the battery (*: quick has it) and their options\n";
  for (const BatteryEntry& entry : battery_entries())
    text += fmt::format("{} {}\n      {}\n", entry.quick ? '*' : ' ', entry.stress, entry.options);
  return text;
}

/// Whether routers of a configuration's family read a file of the RTL that is not as shipped. Null
/// if none is changed, or one that all read.
Battery::Near near_changes() {
  const std::vector<std::string> changed = changed_files(variant_sources());
  if (changed.empty()) return nullptr;
  return [changed](const Configuration& config) {
    const FamilyRtl rtl = make_routes(config)->rtl();
    return std::any_of(changed.begin(), changed.end(),
                       [&](const std::string& file) { return may_read(rtl, file); });
  };
}

std::string in(const std::string& directory, const std::string& name) {
  return (fs::path(directory) / name).string();
}

/// Files of running processes; nothing of them stays.
class WorkDirectory {
 public:
  explicit WorkDirectory(std::string path) : path_(std::move(path)) { make_directory(path_); }
  WorkDirectory(const WorkDirectory&) = delete;
  WorkDirectory& operator=(const WorkDirectory&) = delete;
  ~WorkDirectory() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

class Fuzz {
 public:
  /// `battery`: configurations that are chosen; null: they are drawn. `corpus`: a directory; empty:
  /// none.
  Fuzz(const FuzzOptions::Request& request, const FuzzLimits& limits, Battery* battery,
       const std::string& corpus)
      : request_(request),
        battery_(battery),
        limits_(limits),
        work_(in(request.directory, "work")),
        setting_{.directory = work_.path(),
                 .options = request.options,
                 .coverage = request.count_coverage || !corpus.empty()} {
    std::erase(request_.given, find_key("measurement", "seed"));
    if (corpus.empty()) return;
    corpus_.emplace(corpus, request_.base, request_.given);
    if (limits_.configurations) *limits_.configurations += static_cast<int>(corpus_->read().size());
  }

  void run() {
    FuzzOutcome outcome = battery_ == nullptr ? draw() : run_fuzz(*battery_, setting_, limits_);
    write_json(outcome);
    if (request_.count_coverage) tell_coverage(outcome);
    keep_failures(outcome);
    write_output(battery_ == nullptr ? fuzz_table(outcome) : battery_table(outcome, *battery_));
    write_output(steering_);
    flush_output();
    if (outcome.interrupted)
      throw Error(ExitCode::kInterrupted,
                  fmt::format("interrupted after {} configurations", outcome.configurations()));
    for (const FuzzFailure& failure : first_of_each_kind(outcome)) explain(failure);
    write_json(outcome);
    end(outcome);
  }

 private:
  [[nodiscard]] std::uint64_t seed() const { return request_.base.measurement.seed; }
  [[nodiscard]] ComparedRouters compared() const {
    return {.choose = !request_.routers_given, .always = request_.fault_router};
  }

  /// Draws and runs; pairs of classes are counted against those that can be drawn with the same
  /// keys given.
  [[nodiscard]] FuzzOutcome draw() {
    FuzzDraw source(seed(), request_.base, request_.given, compared());
    FuzzOutcome outcome = corpus_ ? steer() : run_fuzz(source, setting_, limits_);
    Coverage possible;
    for (int number = 0; number < kDrawnForPairs; ++number) possible.add(source.run(number));
    outcome.coverage.add_possible(possible);
    return outcome;
  }

  /// Draws where something new is found.
  [[nodiscard]] FuzzOutcome steer() {
    SteeredDraw source(seed(), request_.base, request_.given, compared(), *corpus_);
    FuzzOutcome outcome = run_fuzz(source, setting_, limits_);
    steering_ = fmt::format(
        "corpus: {} configurations were there, {} more are kept; they reach {} points of the RTL, "
        "counted once for each family of networks, and those that were there {}\n",
        source.inherited(), source.added(), source.points(), source.inherited_points());
    if (corpus_->left_out() > 0)
      steering_ += fmt::format("{} of the corpus do not go with the keys that are given\n",
                               corpus_->left_out());
    return outcome;
  }

  void write_json(const FuzzOutcome& outcome) const {
    if (!request_.json_path.empty())
      write_file(request_.json_path, dump(fuzz_json(seed(), outcome, findings_, battery_)));
  }

  /// Of the configurations that ended without a difference.
  void tell_coverage(const FuzzOutcome& outcome) const {
    RtlCoverage all;
    int runs = 0;
    for (const auto& [number, ending] : outcome.endings) {
      const std::string data = coverage_data(in(work_.path(), std::to_string(number)));
      if (!fs::exists(data)) continue;
      all.add_file(data);
      ++runs;
    }
    request_.on_coverage(fmt::format("{} configuration{}", runs, runs == 1 ? "" : "s"), all);
  }

  [[nodiscard]] std::string stem_of(const FuzzFailure& failure) const {
    const char* const origin = battery_ == nullptr ? "drawn" : battery_->name();
    return in(request_.directory, fmt::format("{}-{}", origin, failure.verdict.number));
  }

  void keep_failures(const FuzzOutcome& outcome) const {
    for (const FuzzFailure& failure : outcome.failures) write_run(stem_of(failure), failure.run);
  }

  /// Differences first.
  [[nodiscard]] static std::vector<FuzzFailure> first_of_each_kind(const FuzzOutcome& outcome) {
    std::vector<FuzzFailure> list;
    std::set<int> kinds;
    for (const FuzzFailure& failure : outcome.failures) {
      if (failure.verdict.exit_code != static_cast<int>(ExitCode::kBadInput) &&
          kinds.insert(failure.verdict.exit_code).second)
        list.push_back(failure);
    }
    std::stable_partition(list.begin(), list.end(), [](const FuzzFailure& failure) {
      return failure.verdict.exit_code == static_cast<int>(ExitCode::kDifference);
    });
    return list;
  }

  /// Shrinks a failure, and leaves behind all that is known of the result.
  void explain(const FuzzFailure& failure) {
    const bool difference = failure.verdict.exit_code == static_cast<int>(ExitCode::kDifference);
    const std::string directory =
        difference ? request_.directory
                   : in(request_.directory, fmt::format("exit-{}", failure.verdict.exit_code));
    make_directory(directory);
    FuzzFinding finding{shrink_failure(failure, request_.given, setting_),
                        stem_of(failure) + ".toml",
                        in(directory, "config.toml"),
                        {}};
    const FuzzFailure& minimal = finding.minimum.failure;
    const std::string stem = in(directory, "config");
    write_run(stem, minimal.run);
    finding.command = repeating_command(minimal.run, stem, request_.options);
    print_output("\n{}", finding_text(finding));
    if (difference && request_.report)
      report(minimal.run, finding.config, directory);
    else
      write_file(in(directory, "message.txt"), minimal.verdict.message);
    flush_output();
    findings_.push_back(std::move(finding));
  }

  /// As `dragonfly lockstep` leaves it behind.
  void report(const FuzzRun& run, const std::string& config, const std::string& directory) const {
    std::vector<std::string> command = {setting_.program, "lockstep", "--config",
                                        config,           "--out",    directory};
    const std::vector<std::string> options = run_options(run, request_.options);
    command.insert(command.end(), options.begin(), options.end());
    ChildProcesses children;
    constexpr std::size_t kOnly = 0;
    const InterruptWatch watch;
    children.start(kOnly, command, in(work_.path(), "report.log"));
    while (!children.wait(std::chrono::milliseconds(100)))
      if (interrupted()) throw Error(ExitCode::kInterrupted, "interrupted while reporting");
    print_output("report: {}\nwave:   gtkwave {}\n", in(directory, "report.txt"),
                 in(directory, "difference.gtkw"));
  }

  static void end(const FuzzOutcome& outcome) {
    if (outcome.failures.empty()) return;
    const int differences = outcome.differences();
    if (differences > 0)
      throw Error(ExitCode::kDifference, fmt::format("{} of {} configurations show a difference",
                                                     differences, outcome.configurations()));
    throw Error(documented(outcome.failures.front().verdict.exit_code),
                fmt::format("{} of {} configurations failed", outcome.failures.size(),
                            outcome.configurations()));
  }

  FuzzOptions::Request request_;
  Battery* battery_;
  FuzzLimits limits_;
  WorkDirectory work_;
  FuzzSetting setting_;
  std::vector<FuzzFinding> findings_;
  std::optional<Corpus> corpus_;
  std::string steering_;  ///< what came of the corpus, for people
};

}  // namespace

FuzzOptions::FuzzOptions(OptionList& app) {
  constexpr const char* kGroup = "Lockstep of many configurations";
  app.add_option(
         "--battery", battery_,
         "compare configurations that put each mechanism under stress: quick (seconds once its "
         "routers are built), short (minutes), long (an hour), or one entry by its name; list "
         "prints their names. Keys that are given stay; entries that contradict them are left out")
      ->type_name("NAME")
      ->group(kGroup);
  app.add_option(
         "--fuzz", count_,
         "draw so many configurations at random and compare each; keys that are given stay, "
         "--seed is that of the drawing; what fails is made as simple as it gets")
      ->type_name("INT")
      ->group(kGroup);
  app.add_option(
         "--seconds", seconds_,
         "start no configuration after so many seconds; without --fuzz and --battery there is "
         "no other limit")
      ->type_name("REAL")
      ->group(kGroup);
  app.add_option("--corpus", corpus_,
                 "with --fuzz or --seconds: count what each configuration reaches of the RTL, keep "
                 "in this directory those that reach something new, and draw half of the others "
                 "near these; those that are there come first")
      ->type_name("DIR")
      ->group(kGroup);
  app.add_option("--jobs", jobs_, "configurations that run at a time")
      ->type_name("INT=" + jobs_)
      ->group(kGroup);
}

void FuzzOptions::run(const Request& request) const {
  if (battery_ == "list") {
    write_output(battery_list());
    return;
  }
  FuzzLimits limits;
  std::optional<Battery> battery;
  if (!battery_.empty()) {
    if (!count_.empty())
      throw InputError("--fuzz draws configurations, --battery has its own: leave one of them out");
    if (!corpus_.empty())
      throw InputError("--corpus goes with --fuzz and --seconds, not with --battery");
    const BatteryChoice choice = parse_battery(battery_);
    battery.emplace(choice.length, request.base, request.given, request.user_router, choice.only,
                    request.user_router ? nullptr : near_changes());
    if (battery->near() < battery->size()) {
      print_message(
          "{} of {} configurations read files of the RTL that are not as shipped; these come "
          "first\n",
          battery->near(), battery->size());
    }
    limits.configurations = battery->size();
  }
  if (!corpus_.empty() && count_.empty() && seconds_.empty())
    throw InputError("--corpus: say how many configurations (--fuzz) or how long (--seconds)");
  if (!count_.empty())
    limits.configurations =
        parse_count("--fuzz", count_, 1, std::numeric_limits<int>::max() - FuzzDraw::kBatch);
  limits.seconds = parse_seconds(seconds_);
  limits.jobs = parse_count("--jobs", jobs_, 1, kMostJobs);
  if (!request.json_path.empty()) check_writable(request.json_path);
  Fuzz(request, limits, battery ? &*battery : nullptr, corpus_).run();
}

}  // namespace dragonfly
