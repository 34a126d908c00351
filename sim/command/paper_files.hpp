// SPDX-License-Identifier: Apache-2.0
// What `dragonfly paper` leaves of a figure or table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/papers/paper.hpp"
#include "models/statistics/run_result.hpp"
#include "sim/command/plot.hpp"

namespace dragonfly {

/// The files of items, in a folder for each paper.
class PaperFiles {
 public:
  /// `engine`: that of the runs. Without a plotter nothing is drawn.
  PaperFiles(std::string directory, std::string engine, std::optional<Plotter> plotter);

  /// Writes all files of an item; `runs` are its simulations.
  void write(const Paper& paper, const PaperItem& item, const Figure& figure, Extent extent,
             const std::vector<const RunResult*>& runs) const;

  /// Whether the item has been made: "not yet", "quick", "all points".
  [[nodiscard]] std::string status(const Paper& paper, const PaperItem& item) const;

  /// DIR/PAPER/ITEM.
  [[nodiscard]] std::string stem(const Paper& paper, const PaperItem& item) const;

 private:
  std::string directory_, engine_;
  std::optional<Plotter> plotter_;
};

/// The heading, the settings, tables and statements of an item, as Markdown.
[[nodiscard]] std::string report(const Paper& paper, const PaperItem& item, const Figure& figure);

}  // namespace dragonfly
