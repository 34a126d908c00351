// SPDX-License-Identifier: Apache-2.0
// The processes of random lockstep: SystemC simulates once in a process.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/command/child_processes.hpp"
#include "sim/lockstep/fuzz/fuzz_run.hpp"

namespace dragonfly {

/// How one run ended.
struct FuzzVerdict {
  enum class Kind {
    kBuilt,       ///< no run: the variant is there
    kDelivered,   ///< no difference
    kSaturated,   ///< no difference; the network did not take the load
    kNoProgress,  ///< no difference, but nothing moved any more, as in the model engine
    kFailed,
  };

  int number = -1;
  Kind kind = Kind::kFailed;
  int exit_code = 0;         ///< of a failure; kTimedOut if it took too long
  std::string message = {};  ///< of a failure, or what Verilator warned of in a build
  std::int64_t cycle = -1;   ///< of a difference
  std::int64_t router_cycles = 0, state_compared = 0;
  double seconds = 0;  ///< that the process took

  static constexpr int kTimedOut = 124;  ///< as the tool `timeout` has it
};

/// What all runs have in common.
struct FuzzSetting {
  std::string program = kOwnProgram;  ///< the command `dragonfly`
  std::string directory;              ///< of files that the processes read and write
  std::vector<std::string> options;   ///< of `dragonfly lockstep`, for each of them
  bool coverage = false;              ///< each run leaves coverage_data() of its files' stem
};

/// Runs and builds beside each other.
class FuzzProcesses {
 public:
  explicit FuzzProcesses(const FuzzSetting& setting) : setting_(setting) {}

  /// Compares a run. Its verdict has its number.
  void start(int number, const FuzzRun& run);
  /// Builds the variant that a run needs, so that others need not wait for each other.
  void build(int number, const FuzzRun& run);

  /// The file that says what a run of this number has reached; empty if there is none.
  [[nodiscard]] std::string coverage_of(int number) const;

  [[nodiscard]] std::size_t running() const { return children_.running(); }
  [[nodiscard]] std::size_t building() const;
  void stop_builds() const;

  /// The next verdict, waiting for one at most `timeout`.
  [[nodiscard]] std::optional<FuzzVerdict> wait(std::chrono::milliseconds timeout);

 private:
  using Clock = std::chrono::steady_clock;
  enum class Task { kBuild, kCompare, kModel };
  struct Job {
    Task task;
    int number;
    std::string stem;  ///< of its files
    Clock::time_point start;
    std::string stopped_at = {};  ///< kModel: where lockstep saw it stop
    bool timed_out = false;
  };

  void start(Job job, std::vector<std::string> command);
  /// Of the RTL as it is simulated.
  void count_coverage(const FuzzRun& run, const std::string& stem,
                      std::vector<std::string>& command) const;
  [[nodiscard]] std::string stem_of(int number) const;
  [[nodiscard]] std::string write_files(int number, const FuzzRun& run) const;
  void end_those_that_take_too_long();
  [[nodiscard]] std::optional<FuzzVerdict> verdict(const Job& job, int exit_code);
  [[nodiscard]] FuzzVerdict failure(const Job& job, int exit_code) const;

  const FuzzSetting& setting_;
  std::map<std::size_t, Job> jobs_;  ///< that run, by id
  std::size_t next_id_ = 0;
  ChildProcesses children_;
};

/// Writes configuration and, if there is one, trace of a run as `stem`.toml and `stem`.trace.
void write_run(const std::string& stem, const FuzzRun& run);

/// The run with the name of the trace file that write_run makes.
[[nodiscard]] Configuration written_configuration(const std::string& stem, const FuzzRun& run);

/// Where a run leaves what it has reached of the RTL.
[[nodiscard]] inline std::string coverage_data(const std::string& stem) {
  return stem + ".coverage";
}

/// Options of `dragonfly lockstep` for a run besides its configuration: what it needs, and
/// `options` of all runs.
[[nodiscard]] std::vector<std::string> run_options(const FuzzRun& run,
                                                   const std::vector<std::string>& options);

}  // namespace dragonfly
