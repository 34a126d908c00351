// A line on the terminal that says how far things are.
#pragma once

#include <chrono>
#include <string>

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
  void clear();
  /// A message that stays, above the line; written whether or not there is a terminal.
  void message(const std::string& text);

 private:
  bool terminal_;
  bool shown_ = false;
  std::chrono::milliseconds interval_;
  std::chrono::steady_clock::time_point last_;  ///< line, where there is no terminal
};

/// "12 s", "3 min 20 s", "2 h 5 min".
[[nodiscard]] std::string duration(double seconds);

}  // namespace dragonfly
