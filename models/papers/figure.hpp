// SPDX-License-Identifier: Apache-2.0
// A figure or table of a paper as this project has it: data to be drawn, and what the paper says of
// them beside what was found.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace dragonfly {

/// A point of a curve. What is not a number is a gap.
struct CurvePoint {
  double x = 0, y = 0;
  double error = 0;        ///< half the width of the interval that holds y with 95 %; 0: unknown
  bool saturated = false;  ///< y is a latency that grows as long as the run goes on
};

struct Curve {
  std::string name;
  std::vector<CurvePoint> points;
  bool on_second_axis = false;  ///< measured by Panel::second
};

struct Axis {
  std::string label;
  std::optional<double> low = {}, high = {};  ///< where the paper's axis ends; none: by the data
  bool logarithmic = false;
};

/// Curves over the same axes, as in part (a) of a figure.
struct Panel {
  enum class Kind { kLines, kBars, kSteps };

  std::string title;
  Axis x, y;
  std::vector<Curve> curves;
  Kind kind = Kind::kLines;
  std::vector<std::string> categories = {};  ///< names of x = 0, 1, ...; empty: x is a number
  std::optional<Axis> second = {};           ///< at the right
};

/// A table of a paper, or of numbers beside a figure.
struct DataTable {
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

/// A drawing of routers and the channels between them, taken from a wiring.
struct Diagram {
  struct Node {
    std::string name;
    double x = 0, y = 0;
    std::string box = {};  ///< nodes of one box have a frame around them, which has its name
  };
  struct Edge {
    std::size_t from = 0, to = 0;  ///< nodes
    std::string kind;              ///< "local", "global", ...: edges of a kind have a colour
    std::string label = {};
    double bend = 0;  ///< how far it bows out, as a share of its length
  };

  std::string title;
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  bool directed = false;
};

/// Something that a paper says, and what was found.
struct Statement {
  std::string about;  ///< what is looked at, with load and settings
  std::string words;  ///< of the paper, as printed
  std::string bound;  ///< what is taken for them to hold, and whether the paper or we say so
  std::string ours;
  bool holds = true;
  std::string difference = {};  ///< by how much it differs
  std::string cause = {};       ///< why, as far as it is known
  /// What would have to be wrong in this project for the row not to hold; "nothing" where a formula
  /// stands against itself.
  std::string could_fail_by = {};
  /// An option that is not the default, under which the row above is looked at again.
  std::string choice = {};
};

struct Figure {
  std::string settings;  ///< of all rows that name no others
  std::vector<Panel> panels = {};
  std::vector<DataTable> tables = {};
  std::vector<Diagram> diagrams = {};
  std::vector<Statement> statements = {};
};

/// "holds", or "differs" and by how much.
[[nodiscard]] std::string verdict(const Statement& statement);

/// All of it, for the plotting script and other programs.
[[nodiscard]] nlohmann::ordered_json to_json(const Figure& figure);

/// The points of all panels: panel,curve,x,y,error,saturated. Empty without panels.
[[nodiscard]] std::string curves_to_csv(const Figure& figure);
/// All tables, each with a line of its columns. Empty without tables.
[[nodiscard]] std::string tables_to_csv(const Figure& figure);
/// The edges of all diagrams: diagram,kind,from,to,label. Empty without diagrams.
[[nodiscard]] std::string edges_to_csv(const Figure& figure);
/// Statements: statement,choice,paper,bound,here,verdict,could_fail_by,cause. Empty without
/// statements.
[[nodiscard]] std::string statements_to_csv(const Figure& figure);

/// Settings, tables and statements in Markdown, which is also what the terminal shows. Causes stand
/// below the table.
[[nodiscard]] std::string to_markdown(const Figure& figure);

}  // namespace dragonfly
