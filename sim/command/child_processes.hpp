// SPDX-License-Identifier: Apache-2.0
// Commands that run beside each other.
#pragma once

#include <chrono>
#include <cstddef>
#include <list>
#include <optional>
#include <string>
#include <vector>

#include "models/common/error.hpp"
#include "models/common/subprocess.hpp"

namespace dragonfly {

/// Processes that a user may ask for at a time.
inline constexpr int kMostJobs = 1024;

/// This program, also where its file has been replaced or removed since it was started.
inline constexpr const char* kOwnProgram = "/proc/self/exe";

/// The exit code of a failed process, if it is one that a simulation documents.
[[nodiscard]] ExitCode documented(int exit_code);

/// Child processes. They end with this process, however it ends.
class ChildProcesses {
 public:
  struct Ended {
    std::size_t id;
    int exit_code;       ///< 128 + signal if a signal ended it
    std::string output;  ///< standard output and error, if there is no log
  };

  ChildProcesses() = default;
  ChildProcesses(const ChildProcesses&) = delete;
  ChildProcesses& operator=(const ChildProcesses&) = delete;
  /// Asks those that still run to stop (SIGTERM) and waits until they have; SIGKILL after 10 s.
  ~ChildProcesses();

  /// Starts `command`: the path of a program and its arguments. Standard output is dropped,
  /// standard error goes to the file `log_path`; without one both are collected in memory. Throws
  /// std::system_error if it cannot be started.
  void start(std::size_t id, const std::vector<std::string>& command,
             const std::string& log_path = {});

  [[nodiscard]] std::size_t running() const { return children_.size(); }

  /// Ends one at once (SIGKILL); wait() tells of it like of any other.
  void kill_child(std::size_t id) const;

  /// A child that has ended, waiting for one at most `timeout`.
  [[nodiscard]] std::optional<Ended> wait(std::chrono::milliseconds timeout);

 private:
  struct Child {
    std::size_t id;
    Subprocess process;
  };

  std::list<Child> children_;
};

}  // namespace dragonfly
