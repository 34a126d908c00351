// SPDX-License-Identifier: Apache-2.0
// The papers, with a figure or table of them as an item.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "models/papers/figure.hpp"

namespace dragonfly {

struct Configuration;
struct RunResult;

/// Gives the results of simulations. An item is made twice: first every result is an empty one, and
/// what was asked for is noted and run; then the results are there. So an item must ask for the
/// same runs whatever the results are.
class Runs {
 public:
  virtual ~Runs() = default;
  [[nodiscard]] virtual const RunResult& operator()(const Configuration& config) = 0;
};

/// How much of an item is asked for.
enum class Extent {
  kAll,
  kQuick,  ///< fewer points, for a first look; those of the statements are there
};

/// A figure or a table.
struct PaperItem {
  std::string name;     ///< "fig8", "table2"
  std::string printed;  ///< "Figure 8"
  std::string shows;    ///< what, in a line
  /// Time that it takes one core of a common processor: of a quick look, and of all.
  double quick_seconds = 0, seconds = 0;
  std::function<Figure(Runs&, Extent)> make;
};

struct Paper {
  std::string name;  ///< "kim2008"
  std::string title;
  std::vector<PaperItem> items;  ///< in the order of the paper, tables and the text last
};

[[nodiscard]] Paper kim2008_paper();
[[nodiscard]] Paper kim2007_paper();
[[nodiscard]] Paper curtsinger_paper();
[[nodiscard]] Paper teh2017_paper();

/// All papers.
[[nodiscard]] const std::vector<Paper>& papers();

/// Throws InputError for a name that no paper has, with the names that there are.
[[nodiscard]] const Paper& paper_named(std::string_view name);

/// "figure 8", "Fig. 8" and "fig8" are the same item. Throws InputError for one that the paper does
/// not have.
[[nodiscard]] const PaperItem& item_named(const Paper& paper, std::string_view name);

}  // namespace dragonfly
