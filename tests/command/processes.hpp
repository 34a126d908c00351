// SPDX-License-Identifier: Apache-2.0
// Runs the command as users do.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace dragonfly {

/// A directory that is removed at the end.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  ~TemporaryDirectory();

  /// Path of a file in it.
  [[nodiscard]] std::string operator/(const std::string& name) const;
  /// Names of the files in it or in one of its directories, sorted.
  [[nodiscard]] std::vector<std::string> files(const std::string& directory = ".") const;

 private:
  std::filesystem::path path_;
};

[[nodiscard]] std::string content_of(const std::string& path);
void put(const std::string& path, const std::string& content);

/// Waits until `condition` holds; fails the test after 30 s.
void wait_until(const std::function<bool()>& condition);

struct Outcome {
  int exit_code = 0;
  std::string output, errors;
};

/// Runs a line of the shell, in which $D is the command and $T the directory `directory`.
[[nodiscard]] Outcome run_in_shell(const std::string& line, const TemporaryDirectory& directory);

/// The command in the background.
class Process {
 public:
  /// `environment`: "NAME=value".
  explicit Process(const std::vector<std::string>& arguments,
                   const std::vector<std::string>& environment = {});
  void send(int signal) const;
  /// Whether it has a file in a directory open, with a name or without.
  [[nodiscard]] bool has_file_open(const TemporaryDirectory& directory) const;
  [[nodiscard]] Outcome wait();

 private:
  TemporaryDirectory directory_;
  pid_t pid_;
};

[[nodiscard]] inline Outcome run(const std::vector<std::string>& arguments,
                                 const std::vector<std::string>& environment = {}) {
  return Process(arguments, environment).wait();
}

}  // namespace dragonfly
