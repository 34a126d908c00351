// SPDX-License-Identifier: Apache-2.0
#include "models/papers/figure.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "models/common/csv.hpp"

namespace dragonfly {
namespace {

using Json = nlohmann::ordered_json;

/// null for what is not a number.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

std::string field(double value) { return std::isfinite(value) ? fmt::format("{}", value) : ""; }

Json to_json(const Axis& axis) {
  Json json = {{"label", axis.label}, {"logarithmic", axis.logarithmic}};
  json["low"] = axis.low ? Json(*axis.low) : Json(nullptr);
  json["high"] = axis.high ? Json(*axis.high) : Json(nullptr);
  return json;
}

Json to_json(const Curve& curve) {
  Json points = Json::array();
  for (const CurvePoint& point : curve.points)
    points.push_back({number(point.x), number(point.y), number(point.error), point.saturated});
  return {{"name", curve.name},
          {"on_second_axis", curve.on_second_axis},
          {"points", std::move(points)}};
}

Json to_json(const Panel& panel) {
  static constexpr std::array kKinds = {"lines", "bars", "steps"};
  Json json = {{"title", panel.title},
               {"kind", kKinds.at(static_cast<std::size_t>(panel.kind))},
               {"x", to_json(panel.x)},
               {"y", to_json(panel.y)},
               {"second", panel.second ? to_json(*panel.second) : Json(nullptr)},
               {"categories", panel.categories},
               {"curves", Json::array()}};
  for (const Curve& curve : panel.curves) json["curves"].push_back(to_json(curve));
  return json;
}

Json to_json(const Diagram& diagram) {
  Json json = {{"title", diagram.title},
               {"directed", diagram.directed},
               {"nodes", Json::array()},
               {"edges", Json::array()}};
  for (const Diagram::Node& node : diagram.nodes)
    json["nodes"].push_back({{"name", node.name}, {"x", node.x}, {"y", node.y}, {"box", node.box}});
  for (const Diagram::Edge& edge : diagram.edges) {
    json["edges"].push_back({{"from", edge.from},
                             {"to", edge.to},
                             {"kind", edge.kind},
                             {"label", edge.label},
                             {"bend", edge.bend}});
  }
  return json;
}

Json to_json(const Statement& statement) {
  return {{"statement", statement.about}, {"choice", statement.choice},
          {"paper", statement.words},     {"bound", statement.bound},
          {"here", statement.ours},       {"verdict", verdict(statement)},
          {"holds", statement.holds},     {"could_fail_by", statement.could_fail_by},
          {"cause", statement.cause}};
}

/// A cell of Markdown must not hold a bar.
std::string cell(const std::string& text) {
  std::string escaped;
  for (const char c : text) escaped += c == '|' ? "\\|" : std::string(1, c);
  return escaped;
}

std::string row(const std::vector<std::string>& cells) {
  std::vector<std::string> escaped;
  escaped.reserve(cells.size());
  for (const std::string& text : cells) escaped.push_back(cell(text));
  return fmt::format("| {} |\n", fmt::join(escaped, " | "));
}

std::string markdown_table(const std::vector<std::string>& columns,
                           const std::vector<std::vector<std::string>>& rows) {
  std::string text = row(columns) + "|";
  for (std::size_t i = 0; i < columns.size(); ++i) text += "---|";
  text += "\n";
  for (const std::vector<std::string>& cells : rows) text += row(cells);
  return text;
}

std::string csv_line(const std::vector<std::string>& cells) {
  std::vector<std::string> fields;
  fields.reserve(cells.size());
  for (const std::string& text : cells) fields.push_back(csv_field(text));
  return fmt::format("{}\n", fmt::join(fields, ","));
}

/// What is looked at, and under which choice.
std::string title(const Statement& statement) {
  return statement.choice.empty() ? statement.about
                                  : fmt::format("{}, with `{}`", statement.about, statement.choice);
}

std::string statements_table(const std::vector<Statement>& statements) {
  std::vector<std::vector<std::string>> rows;
  std::string causes;
  for (const Statement& s : statements) {
    const std::string words = s.words.empty() ? "" : "\"" + s.words + "\"";
    rows.push_back({title(s), words, s.bound, s.ours, verdict(s), s.could_fail_by});
    if (!s.cause.empty()) causes += fmt::format("- {}: {}\n", title(s), s.cause);
  }
  std::string text =
      markdown_table({"statement", "paper", "bound", "here", "verdict", "could fail by"}, rows);
  if (!causes.empty()) text += "\n" + causes;
  return text;
}

}  // namespace

std::string verdict(const Statement& statement) {
  if (statement.holds) return "holds";
  return statement.difference.empty() ? "differs" : "differs: " + statement.difference;
}

Json to_json(const Figure& figure) {
  Json json = {{"settings", figure.settings},
               {"panels", Json::array()},
               {"diagrams", Json::array()},
               {"tables", Json::array()},
               {"statements", Json::array()}};
  for (const Panel& panel : figure.panels) json["panels"].push_back(to_json(panel));
  for (const Diagram& diagram : figure.diagrams) json["diagrams"].push_back(to_json(diagram));
  for (const DataTable& table : figure.tables)
    json["tables"].push_back(
        {{"title", table.title}, {"columns", table.columns}, {"rows", table.rows}});
  for (const Statement& statement : figure.statements)
    json["statements"].push_back(to_json(statement));
  return json;
}

std::string curves_to_csv(const Figure& figure) {
  if (figure.panels.empty()) return {};
  std::string text = "panel,curve,x,y,error,saturated\n";
  for (const Panel& panel : figure.panels) {
    for (const Curve& curve : panel.curves) {
      for (const CurvePoint& point : curve.points) {
        text += csv_line({panel.title, curve.name, field(point.x), field(point.y),
                          point.error > 0 ? field(point.error) : "",
                          point.saturated ? "true" : "false"});
      }
    }
  }
  return text;
}

std::string tables_to_csv(const Figure& figure) {
  std::string text;
  for (const DataTable& table : figure.tables) {
    text += csv_line(table.columns);
    for (const std::vector<std::string>& cells : table.rows) text += csv_line(cells);
  }
  return text;
}

std::string edges_to_csv(const Figure& figure) {
  if (figure.diagrams.empty()) return {};
  std::string text = "diagram,kind,from,to,label\n";
  for (const Diagram& diagram : figure.diagrams) {
    for (const Diagram::Edge& edge : diagram.edges)
      text += csv_line({diagram.title, edge.kind, diagram.nodes.at(edge.from).name,
                        diagram.nodes.at(edge.to).name, edge.label});
  }
  return text;
}

std::string statements_to_csv(const Figure& figure) {
  if (figure.statements.empty()) return {};
  std::string text = "statement,choice,paper,bound,here,verdict,could_fail_by,cause\n";
  for (const Statement& s : figure.statements)
    text += csv_line(
        {s.about, s.choice, s.words, s.bound, s.ours, verdict(s), s.could_fail_by, s.cause});
  return text;
}

std::string to_markdown(const Figure& figure) {
  std::string text;
  if (!figure.settings.empty()) text += figure.settings + "\n";
  for (const DataTable& table : figure.tables) {
    if (!table.title.empty()) text += "\n" + table.title + "\n";
    text += "\n" + markdown_table(table.columns, table.rows);
  }
  if (!figure.statements.empty()) text += "\n" + statements_table(figure.statements);
  return text;
}

}  // namespace dragonfly
