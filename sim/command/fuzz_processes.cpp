// SPDX-License-Identifier: Apache-2.0
#include "sim/command/fuzz_processes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "models/common/atomic_file.hpp"
#include "models/common/error.hpp"
#include "models/common/input_file.hpp"
#include "models/config/configuration.hpp"
#include "models/keys/toml.hpp"
#include "models/statistics/result_io.hpp"

namespace dragonfly {
namespace {

namespace fs = std::filesystem;

/// Runs are made such that they take seconds, and a build takes a minute; on a busy machine too.
constexpr std::chrono::minutes kPatience{20};

/// "no flit has moved since cycle 1200 (now 11202"; empty if the log does not say so.
std::string where_it_stopped(const std::string& log) {
  const std::size_t begin = log.find("no flit has moved since cycle");
  if (begin == std::string::npos) return {};
  return log.substr(begin, log.find(';', begin) - begin);
}

/// Without what was said of builds before.
std::string message_in(const std::string& log) {
  const std::size_t begin = log.find("dragonfly: ");
  return begin == std::string::npos ? log : log.substr(begin);
}

/// What Verilator has warned of in a build; empty if it has not.
std::string warnings_in(const std::string& log) {
  const std::size_t said = log.find(" of Verilator about ");
  if (said == std::string::npos) return {};
  const std::size_t line = log.rfind('\n', said);
  const std::string text = log.substr(line == std::string::npos ? 0 : line + 1);
  return text.substr(0, text.find_last_not_of('\n') + 1);
}

std::string log_of(const std::string& stem) {
  return fs::exists(stem + ".log") ? read_text_file(stem + ".log") : "";
}

}  // namespace

Configuration written_configuration(const std::string& stem, const FuzzRun& run) {
  Configuration config = run.config;
  if (!run.trace.empty()) config.traffic.trace_file = stem + ".trace";
  return config;
}

void write_run(const std::string& stem, const FuzzRun& run) {
  if (!run.trace.empty()) write_file(stem + ".trace", trace_text(run.trace));
  write_file(stem + ".toml", to_toml(written_configuration(stem, run)));
}

std::vector<std::string> run_options(const FuzzRun& run, const std::vector<std::string>& options) {
  std::vector<std::string> words = options;
  if (!run.routers.empty())
    words.insert(words.end(), {"--routers", fmt::format("{}", fmt::join(run.routers, ","))});
  const auto add = [&words](const char* option, const char* value) {
    if (std::find(words.begin(), words.end(), option) == words.end())
      words.insert(words.end(), {option, value});
  };
  if (run.synthesis_bodies) add("--rtl-body", "synthesis");
  if (run.built_depth == BuiltDepth::kShared) add("--built-depth", "run");
  return words;
}

std::string FuzzProcesses::stem_of(int number) const {
  return (fs::path(setting_.directory) / std::to_string(number)).string();
}

std::string FuzzProcesses::coverage_of(int number) const {
  std::string path = coverage_data(stem_of(number));
  return fs::exists(path) ? path : std::string();
}

std::string FuzzProcesses::write_files(int number, const FuzzRun& run) const {
  std::string stem = stem_of(number);
  write_run(stem, run);
  return stem;
}

void FuzzProcesses::start(int number, const FuzzRun& run) {
  const std::string stem = write_files(number, run);
  std::error_code ignored;
  fs::remove(stem + ".json", ignored);  // of an earlier run of this number
  std::vector<std::string> command = {"lockstep", "--config",     stem + ".toml",
                                      "--json",   stem + ".json", "--no-report"};
  const std::vector<std::string> options = run_options(run, setting_.options);
  command.insert(command.end(), options.begin(), options.end());
  count_coverage(run, stem, command);
  start({Task::kCompare, number, stem, Clock::now()}, std::move(command));
}

void FuzzProcesses::build(int number, const FuzzRun& run) {
  const std::string stem = write_files(number, run);
  std::vector<std::string> command = {"lockstep", "--config", stem + ".toml", "--prepare",
                                      "--no-report"};
  const std::vector<std::string> options = run_options(run, setting_.options);
  command.insert(command.end(), options.begin(), options.end());
  count_coverage(run, stem, command);
  start({Task::kBuild, number, stem, Clock::now()}, std::move(command));
}

void FuzzProcesses::count_coverage(const FuzzRun& run, const std::string& stem,
                                   std::vector<std::string>& command) const {
  if (setting_.coverage && !run.synthesis_bodies)
    command.insert(command.end(), {"--coverage-data", coverage_data(stem)});
}

void FuzzProcesses::start(Job job, std::vector<std::string> command) {
  command.insert(command.begin(), setting_.program);
  children_.start(next_id_, command, job.stem + ".log");
  jobs_.emplace(next_id_++, std::move(job));
}

std::size_t FuzzProcesses::building() const {
  return static_cast<std::size_t>(std::count_if(
      jobs_.begin(), jobs_.end(), [](const auto& job) { return job.second.task == Task::kBuild; }));
}

void FuzzProcesses::stop_builds() const {
  for (const auto& [id, job] : jobs_)
    if (job.task == Task::kBuild) children_.kill_child(id);
}

void FuzzProcesses::end_those_that_take_too_long() {
  for (auto& [id, job] : jobs_) {
    if (job.timed_out || Clock::now() - job.start < kPatience) continue;
    job.timed_out = true;
    children_.kill_child(id);
  }
}

std::optional<FuzzVerdict> FuzzProcesses::wait(std::chrono::milliseconds timeout) {
  end_those_that_take_too_long();
  const auto ended = children_.wait(timeout);
  if (!ended) return std::nullopt;
  const Job job = std::move(jobs_.extract(ended->id).mapped());
  auto told = verdict(job, job.timed_out ? FuzzVerdict::kTimedOut : ended->exit_code);
  if (told) told->seconds = std::chrono::duration<double>(Clock::now() - job.start).count();
  return told;
}

/// None yet if another process is to tell more.
std::optional<FuzzVerdict> FuzzProcesses::verdict(const Job& job, int exit_code) {
  const std::string log = log_of(job.stem);
  if (job.task == Task::kModel) {
    // Both engines stop in the same cycle: that is how this network is, and no bug of the RTL.
    const bool same = exit_code == static_cast<int>(ExitCode::kNoProgress) &&
                      where_it_stopped(log) == job.stopped_at;
    if (same) return FuzzVerdict{.number = job.number, .kind = FuzzVerdict::Kind::kNoProgress};
    FuzzVerdict failed = failure(job, static_cast<int>(ExitCode::kNoProgress));
    failed.message = fmt::format("lockstep: {}); the engine model ended with exit code {}\n{}",
                                 job.stopped_at, exit_code, log);
    return failed;
  }
  if (exit_code == static_cast<int>(ExitCode::kNoProgress) && job.task == Task::kCompare) {
    start({Task::kModel, job.number, job.stem, Clock::now(), where_it_stopped(log)},
          {"run", "--engine", "model", "--config", job.stem + ".toml"});
    return std::nullopt;
  }
  if (exit_code != 0) return failure(job, exit_code);
  FuzzVerdict verdict{.number = job.number, .kind = FuzzVerdict::Kind::kBuilt};
  if (job.task == Task::kBuild) {
    verdict.message = warnings_in(log);
    return verdict;
  }
  const auto json = read_json_file(job.stem + ".json");
  verdict.kind =
      json.at("saturated") ? FuzzVerdict::Kind::kSaturated : FuzzVerdict::Kind::kDelivered;
  verdict.router_cycles = json.at("router_cycles");
  verdict.state_compared = json.at("state_compared");
  return verdict;
}

FuzzVerdict FuzzProcesses::failure(const Job& job, int exit_code) const {
  FuzzVerdict verdict{
      .number = job.number, .exit_code = exit_code, .message = message_in(log_of(job.stem))};
  // An endless loop in the RTL is bad input, but of the kind that is looked for.
  if (exit_code == static_cast<int>(ExitCode::kBadInput) &&
      verdict.message.find("its evaluation has not ended") != std::string::npos)
    verdict.exit_code = FuzzVerdict::kTimedOut;
  if (exit_code == static_cast<int>(ExitCode::kDifference) && fs::exists(job.stem + ".json"))
    verdict.cycle = read_json_file(job.stem + ".json").at("difference").at("cycle");
  return verdict;
}

}  // namespace dragonfly
