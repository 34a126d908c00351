// SPDX-License-Identifier: Apache-2.0
// Who runs which point, where several processes share a directory of points.
#pragma once

#include <chrono>
#include <map>
#include <string>

namespace dragonfly {

/// Claims of points, each a file beside those of the point that says which process runs it, and has
/// a count that goes on while that process lives. Any number of processes on any number of hosts
/// may share a directory; nothing is asked of it but that a file can be made by one of them only.
///
/// A claim whose count stands still for the time of a lease is lost, and another process takes the
/// point over; it makes a claim of the next number, so that two that see this at once cannot both
/// have it. Each looks at its own clock, so those of hosts may differ. A process of the same host
/// is known to be gone at once.
class PointClaims {
 public:
  using Duration = std::chrono::milliseconds;

  explicit PointClaims(Duration lease);
  PointClaims(const PointClaims&) = delete;
  PointClaims& operator=(const PointClaims&) = delete;
  /// Gives up what is left.
  ~PointClaims();

  /// Claims the point with the files `stem`.*. False if another process has it. Throws InputError
  /// if no file can be written there.
  [[nodiscard]] bool take(const std::string& stem);

  /// Gives a claim up, after the result of the point is in place or without one.
  void release(const std::string& stem);

  /// Says that this process lives, if that is due. To be called several times in a lease.
  void keep();

 private:
  using Clock = std::chrono::steady_clock;

  /// A claim of another process, as it was seen.
  struct Seen {
    std::string content;
    Clock::time_point since;
  };

  [[nodiscard]] bool lost(const std::string& file, const std::string& content);
  [[nodiscard]] std::string content() const;

  Duration lease_;
  std::string owner_;                   ///< this process
  std::map<std::string, int> held_;     ///< [stem] -> number of the claim
  std::map<std::string, Seen> others_;  ///< [file]
  long count_ = 0;
  Clock::time_point kept_;
};

}  // namespace dragonfly
