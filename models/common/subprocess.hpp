// SPDX-License-Identifier: Apache-2.0
// Another program as a process that never outlives this one.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace dragonfly {

/// A program that runs beside this one. It ends with the thread that started it, however that ends:
/// SIGKILL of this process, too, leaves nothing behind.
///
/// No library does this. Boost.Process comes in versions that do not share an interface (1.74 in
/// Debian 12, 1.88 and later in sid), and neither it nor GLib's GSubprocess ends what a killed
/// parent has started, or takes the exit code where SIGCHLD is ignored.
class Subprocess {
 public:
  struct Options {
    std::filesystem::path directory = {};  ///< to work in; empty: that of this process
    std::string log = {};  ///< file for standard error, with standard output dropped; empty: both
                           ///< are collected for output()
    /// The program and all that it starts are ended together, and Ctrl-C at the terminal reaches
    /// this process only. For programs that do not look after what they start.
    bool group = false;
  };

  /// Starts `command`, a program (found through PATH unless it has a slash) and its arguments.
  /// Standard input is empty. Throws std::system_error with the system's reason.
  Subprocess(const std::vector<std::string>& command, const Options& options);
  Subprocess(Subprocess&& other) noexcept;
  Subprocess& operator=(Subprocess&&) = delete;
  /// Stops it if it still runs, and waits for its end.
  ~Subprocess();

  /// The exit code, 128 + signal if a signal ended it; none if it has not ended within `timeout`.
  [[nodiscard]] std::optional<int> wait(std::chrono::milliseconds timeout);

  /// Asks it to end (SIGTERM); SIGKILL follows after 10 s. wait() tells of its end.
  void stop() const;
  /// Ends it at once (SIGKILL).
  void kill() const;

  /// Can be read, for poll(), as soon as wait() has something to tell.
  [[nodiscard]] int descriptor() const { return status_; }

  /// What it has written so far.
  [[nodiscard]] std::string output() const;

 private:
  pid_t keeper_ = -1;  ///< the process that looks after it
  int status_ = -1;    ///< from which the keeper's messages are read
  int output_ = -1;
  std::optional<int> exit_code_;
};

/// The first of them that has something to tell, waiting at most `timeout`; none if none has.
[[nodiscard]] std::optional<std::size_t> first_ended(
    const std::vector<const Subprocess*>& processes, std::chrono::milliseconds timeout);

struct ToolResult {
  int exit_code = 0;   ///< 128 + signal if a signal ended it
  std::string output;  ///< standard output and standard error, interleaved
};

/// Runs `command` (found through PATH unless it has a slash) in `directory` and waits for its end.
/// Throws InputError if it cannot be started, Error(kInterrupted) on Ctrl-C, when it has been ended
/// with all that it had started.
[[nodiscard]] ToolResult run_tool(const std::vector<std::string>& command,
                                  const std::filesystem::path& directory);

}  // namespace dragonfly
