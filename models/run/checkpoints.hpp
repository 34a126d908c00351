// SPDX-License-Identifier: Apache-2.0
// Runs of the model that are saved now and then, and go on after the process has ended.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "models/common/atomic_file.hpp"
#include "models/common/error.hpp"
#include "models/common/interrupt.hpp"
#include "models/common/temporary_files.hpp"
#include "models/router/routes.hpp"
#include "models/run/checkpoint_header.hpp"
#include "models/run/model_run.hpp"
#include "models/run/run_options.hpp"

namespace dragonfly {

struct Configuration;

/// The checkpoint of a run, RunOptions::checkpoint_path. All processes of the run have one of
/// these; they save and go on together, or none of them does.
///
/// The first process writes the file of that name, and each other one a file for itself, of which
/// there are two, written by turns. The file of the first one says which of the two belong to it.
/// So it is what counts: those of the others are complete when it appears, and the ones that
/// belonged to the file before are overwritten after that.
class Checkpoints {
 public:
  /// Throws InputError if the file cannot be written, or is there and this run cannot go on from
  /// it. The arguments must outlive this object.
  Checkpoints(const Configuration& config, const RunOptions& options, const Fabric& fabric);
  Checkpoints(const Checkpoints&) = delete;
  Checkpoints& operator=(const Checkpoints&) = delete;

  /// Before the first cycle: goes on from the checkpoint if there is one. Throws InputError for one
  /// that is damaged.
  void resume(ModelRun& run);
  /// After each cycle but the last: saves the run if it is time. After an interrupt of one of the
  /// processes it saves it and throws AgreedInterrupt. If it cannot be saved, that is told, and the
  /// run goes on.
  void end_of_cycle(ModelRun& run);

 private:
  using Clock = std::chrono::steady_clock;
  /// What the processes do next; the highest that one of them wants.
  enum class Wish : unsigned char { kGoOn, kSave, kSaveAndStop };

  [[nodiscard]] int rank() const { return header_.rank; }
  /// The file of this process.
  [[nodiscard]] std::string path() const;
  void take_place();
  [[nodiscard]] Wish wish();
  /// Returns why it could not be saved; empty if it was.
  [[nodiscard]] std::string save(ModelRun& run);
  void write(ModelRun& run, AtomicFile& file);
  void load(ModelRun& run);
  /// The message of the first process that has one; `work` makes that of this one by an InputError.
  [[nodiscard]] std::string complaint(const std::function<void()>& work) const;

  const RunOptions& options_;
  CheckpointHeader header_;
  bool found_ = false;  ///< one to go on from
  /// Of the first process: what is to become the next checkpoint. As long as it is open no other
  /// process saves to the same place.
  std::optional<AtomicFile> next_;
  std::optional<TemporaryFile> next_name_;
  Clock::time_point saved_;
  std::int64_t cycles_ = 0;  ///< that have ended in this process
  TimeToStop time_to_stop_;
};

/// What end_of_cycle() throws: all processes of the run throw it in the same cycle.
class AgreedInterrupt : public Error {
 public:
  explicit AgreedInterrupt(const std::string& message) : Error(ExitCode::kInterrupted, message) {}
};

/// Removes the checkpoint of a run whose results are in place, if it has one.
void remove_checkpoint(const RunOptions& options);

}  // namespace dragonfly
