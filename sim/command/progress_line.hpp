// SPDX-License-Identifier: Apache-2.0
// A line on the terminal that says how far things are.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

namespace dragonfly {

/// Standard error, if it is a terminal, shows one line that is written over and over. Otherwise, in
/// a file or a pipe, a new line now and then says that things go on.
class ProgressLine {
 public:
  /// `interval`: between two lines, where there is no terminal.
  explicit ProgressLine(std::chrono::milliseconds interval = std::chrono::seconds(30));
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { clear(); }

  void show(const std::string& text);
  [[nodiscard]] bool on_terminal() const { return terminal_; }
  void clear();
  /// A message that stays, above the line; written whether or not there is a terminal.
  void message(const std::string& text);

 private:
  bool terminal_;
  bool shown_ = false;
  std::chrono::milliseconds interval_;
  std::chrono::steady_clock::time_point last_;  ///< line, where there is no terminal
};

/// Shows how far a long computation is and how long it will take, by what it took so far: on the
/// line, and where standard error is no terminal in a message now and then. Short work is silent.
class WorkLine {
 public:
  explicit WorkLine(std::string what) : what_(std::move(what)) {}
  [[nodiscard]] const std::string& what() const { return what_; }
  void show(std::int64_t done, std::int64_t all);

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_;
  ProgressLine line_;
  Clock::time_point start_, shown_;  ///< start_: when the first part was done
  std::int64_t first_ = 0;           ///< parts done then, which say nothing: preparations were, too
};

/// Messages, and the line below them. After a message that announces work, the line shows how long
/// that has taken so far, until something else is said. May be called by several threads.
class AnnouncedWork {
 public:
  /// `interval`: as ProgressLine has it.
  explicit AnnouncedWork(std::chrono::milliseconds interval = std::chrono::seconds(30))
      : line_(interval) {}
  AnnouncedWork(const AnnouncedWork&) = delete;
  AnnouncedWork& operator=(const AnnouncedWork&) = delete;
  ~AnnouncedWork();

  void show(const std::string& text);
  /// `work`: what it announces, in short; empty: nothing.
  void message(const std::string& text, const std::string& work = {});

 private:
  using Clock = std::chrono::steady_clock;
  void tick(const std::stop_token& stop);

  std::mutex mutex_;
  std::condition_variable_any ended_;
  ProgressLine line_;
  std::string work_;  ///< that goes on; empty: none
  Clock::time_point start_;
  std::jthread clock_;  ///< runs from the first announcement on
};

/// Shows how far work is that says so by LongWork: each piece as a WorkLine does. To be called
/// once.
void show_long_work();

/// "12 s", "3 min 20 s", "2 h 5 min".
[[nodiscard]] std::string duration(double seconds);

}  // namespace dragonfly
