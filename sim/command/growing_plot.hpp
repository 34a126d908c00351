// SPDX-License-Identifier: Apache-2.0
// A plot that is drawn again while its results come in.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "sim/command/child_processes.hpp"
#include "sim/command/plot.hpp"

namespace dragonfly {

/// Draws in a process beside the simulations, which wait for no drawing: while one is under way,
/// and for a rest after it, updates are left out. Complete pictures replace older ones.
class GrowingPlot {
 public:
  /// `plotter` must outlive this object. `stem`: of the pictures, without an extension.
  GrowingPlot(const Plotter& plotter, std::string stem);
  GrowingPlot(const GrowingPlot&) = delete;
  GrowingPlot& operator=(const GrowingPlot&) = delete;
  /// Ends a drawing that is under way, and removes its files.
  ~GrowingPlot();

  /// Draws what `write_results` leaves in the file whose name it returns, unless it is too soon.
  void update(const std::function<std::string()>& write_results);

 private:
  using Clock = std::chrono::steady_clock;

  /// Puts pictures in their place if a drawing has ended.
  void collect();
  [[nodiscard]] std::string part(const char* extension) const;

  const Plotter& plotter_;
  std::string stem_;
  ChildProcesses children_;
  Clock::time_point started_, next_;  ///< next_: when the next drawing may begin
};

}  // namespace dragonfly
