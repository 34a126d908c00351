// SPDX-License-Identifier: Apache-2.0
#include "models/papers/costs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "models/cost/readings.hpp"
#include "models/papers/judge.hpp"

namespace dragonfly {
namespace {

/// A pricing that is not the default, by the option of `dragonfly cost` that chooses it.
struct PricingChoice {
  std::string option;
  Pricing pricing;
  std::string against = {};  ///< Reading::against
};

std::vector<PricingChoice> choices_of(const std::string& model) {
  std::vector<PricingChoice> all;
  for (const Reading& reading : readings(model))
    all.push_back({"--reading " + reading.name, {read_as(model, reading.name)}, reading.against});
  Sizing full;
  full.clos_full = true;
  all.push_back({"--clos-full", {make_cost_model(model), full}});
  return all;
}

/// The rows of all figures, each with its figure's name.
std::vector<Statement> rows_of(const std::vector<FigureRows>& all, const Pricing& pricing) {
  std::vector<Statement> rows;
  for (const FigureRows& each : all) {
    for (Statement& row : each.rows(pricing)) {
      row.about = fmt::format("{}, {}", each.figure, row.about);
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

/// Names of rows that hold in `before` and not in `after`.
std::vector<std::string> lost(const std::vector<Statement>& before,
                              const std::vector<Statement>& after) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < before.size(); ++i)
    if (before[i].holds && !after[i].holds) names.push_back(before[i].about);
  return names;
}

std::string price_of(const PricingChoice& choice, const std::vector<std::string>& lost_rows) {
  const std::string against =
      choice.against.empty() ? "" : fmt::format("against {}; ", choice.against);
  if (lost_rows.empty()) return against + "every row that holds by the defaults also holds with it";
  return fmt::format("{}no longer holds with it: {}", against, fmt::join(lost_rows, "; "));
}

}  // namespace

CostResult cost_at(const Pricing& pricing, const std::string& topology, std::int64_t terminals) {
  return evaluate(pricing.model, parts_for_terminals(topology, terminals, pricing.sizing,
                                                     packaging_of(pricing.model)));
}

double saving(const Pricing& pricing, const std::string& topology, const std::string& other,
              std::int64_t terminals) {
  return 1 - cost_at(pricing, topology, terminals).cost_per_terminal /
                 cost_at(pricing, other, terminals).cost_per_terminal;
}

std::vector<Statement> rows_with_choices(const std::string& model,
                                         const std::vector<FigureRows>& all,
                                         const std::string& figure) {
  const std::vector<Statement> defaults = rows_of(all, {make_cost_model(model)});
  const std::vector<PricingChoice> choices = choices_of(model);
  std::vector<std::vector<Statement>> chosen;
  chosen.reserve(choices.size());
  for (const PricingChoice& choice : choices) chosen.push_back(rows_of(all, choice.pricing));

  const std::string prefix = figure + ", ";
  std::vector<Statement> rows;
  const auto add = [&](Statement row) {
    row.about.erase(0, prefix.size());
    rows.push_back(std::move(row));
  };
  for (std::size_t i = 0; i < defaults.size(); ++i) {
    if (!defaults[i].about.starts_with(prefix)) continue;
    add(defaults[i]);
    if (defaults[i].holds) continue;
    std::size_t best = choices.size();
    std::vector<std::string> least;
    const auto better = [&](const PricingChoice& choice, const std::vector<std::string>& names) {
      if (best == choices.size()) return true;
      const bool open = choice.against.empty(), best_open = choices[best].against.empty();
      return open != best_open ? open : names.size() < least.size();
    };
    for (std::size_t c = 0; c < choices.size(); ++c) {
      if (!chosen[c][i].holds) continue;
      const std::vector<std::string> names = lost(defaults, chosen[c]);
      if (!better(choices[c], names)) continue;
      best = c;
      least = names;
    }
    if (best == choices.size()) continue;
    Statement met = with_choice(choices[best].option, chosen[best][i]);
    met.cause = price_of(choices[best], least);
    add(std::move(met));
  }
  return rows;
}

Line fitted_line(const Curve& curve) {
  const auto count = static_cast<double>(curve.points.size());
  double x = 0, y = 0, xx = 0, xy = 0;
  for (const CurvePoint& point : curve.points) {
    x += point.x / count;
    y += point.y / count;
    xx += point.x * point.x / count;
    xy += point.x * point.y / count;
  }
  const double slope = (xy - x * y) / (xx - x * x);
  return {slope, y - slope * x};
}

Curve prices_with_repeaters(int metres) {
  Curve curve{"with repeaters", {}};
  for (int decimetres = 0; decimetres <= 10 * metres; ++decimetres) {
    const double x = decimetres / 10.0;
    curve.points.push_back({x, cable_cost_per_signal(Kim2007{}, x)});
  }
  return curve;
}

std::string size_name(std::int64_t terminals) {
  return terminals % 1024 == 0 ? fmt::format("{}K", terminals / 1024)
                               : fmt::format("{}", terminals);
}

std::vector<std::int64_t> doublings(std::int64_t from, std::int64_t to) {
  std::vector<std::int64_t> sizes;
  for (std::int64_t size = from; size <= to; size *= 2) sizes.push_back(size);
  return sizes;
}

DataTable costs_table(const std::string& model, const std::vector<std::string>& topologies,
                      const std::vector<std::int64_t>& sizes) {
  DataTable table{"cost a terminal ($)", {"topology"}, {}};
  const Pricing defaults{make_cost_model(model)};
  const bool with_power = cost_at(defaults, topologies.front(), sizes.front()).has_power;
  if (with_power) table.title = "cost a terminal ($), share of links, power a terminal (W)";
  for (const std::int64_t size : sizes) table.columns.push_back(size_name(size));
  for (const std::string& topology : topologies) {
    std::vector<std::string>& row = table.rows.emplace_back();
    row.push_back(topology);
    for (const std::int64_t size : sizes) {
      const CostResult cost = cost_at(defaults, topology, size);
      row.push_back(with_power ? fmt::format("{:.1f}, {:.0f}%, {:.2f}", cost.cost_per_terminal,
                                             100 * cost.link_share(), cost.watts_per_terminal)
                               : fmt::format("{:.1f}", cost.cost_per_terminal));
    }
  }
  return table;
}

DataTable readings_table(const std::string& title, const std::string& model, bool power,
                         const std::vector<ReadPoint>& points) {
  DataTable table{title, {"reading", "what it takes the paper to say"}, {}};
  for (const ReadPoint& point : points) table.columns.push_back(point.heading);
  const auto add = [&](const std::string& name, const std::string& text, const Pricing& pricing) {
    std::vector<std::string>& row = table.rows.emplace_back();
    row = {name, text};
    const auto value = [&](const std::string& topology, std::int64_t terminals) {
      const CostResult result = cost_at(pricing, topology, terminals);
      return power ? result.watts_per_terminal : result.cost_per_terminal;
    };
    for (const ReadPoint& point : points) {
      row.push_back(
          shown(1 - value(point.topology, point.terminals) / value(point.other, point.terminals),
                Unit::kPercent));
    }
  };
  add("", "defaults", {make_cost_model(model)});
  const Reading::Of other = power ? Reading::Of::kPrices : Reading::Of::kPower;
  for (const Reading& reading : readings(model))
    if (reading.of != other) add(reading.name, reading.text, {read_as(model, reading.name)});
  Sizing full;
  full.clos_full = true;
  add("", "folded Clos grown to 2 (k/2)^n terminals (--clos-full)", {make_cost_model(model), full});
  return table;
}

DataTable parameters_of(const CostModel& model) {
  DataTable table{"parameters of the cost model", {"parameter", "value", "unit", "source"}, {}};
  for (const ParameterInfo& parameter : describe_parameters(model))
    table.rows.push_back(
        {parameter.name, fmt::format("{:g}", parameter.value), parameter.unit, parameter.source});
  return table;
}

}  // namespace dragonfly
