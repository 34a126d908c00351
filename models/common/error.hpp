// SPDX-License-Identifier: Apache-2.0
// Errors that end a run, and the exit codes that the command documents for them.
#pragma once

#include <stdexcept>
#include <string>

namespace dragonfly {

/// Exit codes of the command `dragonfly`; docs/results.md lists them for users.
enum class ExitCode : int {
  kSuccess = 0,
  kInternal = 1,          ///< a defect of this program
  kBadInput = 2,          ///< configuration, files or arguments that cannot be used
  kAssertion = 3,         ///< an RTL assertion failed
  kDelivery = 4,          ///< a packet was lost, duplicated, misdelivered or out of order
  kNoProgress = 5,        ///< the watchdog saw no flit move for too long
  kDeadlockPossible = 6,  ///< the channel dependency graph has a cycle
  kDifference = 7,        ///< RTL and model differ
  kInterrupted = 130,     ///< Ctrl-C
  kOutputClosed = 141,    ///< the reader of standard output has gone, as `head` does: no message
};

/// An error with its exit code. The message is complete: what, where, what is allowed, remedy.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  [[nodiscard]] ExitCode code() const noexcept { return code_; }

 private:
  ExitCode code_;
};

/// Bad input by the user (exit code 2).
class InputError : public Error {
 public:
  explicit InputError(const std::string& message) : Error(ExitCode::kBadInput, message) {}

 protected:
  InputError(ExitCode code, const std::string& message) : Error(code, message) {}
};

/// A configuration with which a check for deadlock finds a cycle (exit code 6).
class DeadlockError : public InputError {
 public:
  explicit DeadlockError(const std::string& message)
      : InputError(ExitCode::kDeadlockPossible, message) {}
};

}  // namespace dragonfly
