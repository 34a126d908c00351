// SPDX-License-Identifier: Apache-2.0
#include "models/papers/costs.hpp"

#include <fmt/format.h>

#include "models/cost/parts_by_size.hpp"
#include "models/cost/readings.hpp"
#include "models/papers/judge.hpp"

namespace dragonfly {

CostResult cost_at(const CostModel& model, const std::string& topology, std::int64_t terminals) {
  return evaluate(model, parts_for_terminals(topology, terminals, {}, packaging_of(model)));
}

double saving(const CostModel& model, const std::string& topology, const std::string& other,
              std::int64_t terminals) {
  return 1 - cost_at(model, topology, terminals).cost_per_terminal /
                 cost_at(model, other, terminals).cost_per_terminal;
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
  const CostModel defaults = make_cost_model(model);
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
  const auto add = [&](const std::string& name, const std::string& text, const CostModel& read,
                       const Sizing& sizing) {
    std::vector<std::string>& row = table.rows.emplace_back();
    row = {name, text};
    const auto value = [&](const std::string& topology, std::int64_t terminals) {
      const CostResult result =
          evaluate(read, parts_for_terminals(topology, terminals, sizing, packaging_of(read)));
      return power ? result.watts_per_terminal : result.cost_per_terminal;
    };
    for (const ReadPoint& point : points) {
      row.push_back(
          shown(1 - value(point.topology, point.terminals) / value(point.other, point.terminals),
                Unit::kPercent));
    }
  };
  add("", "defaults", make_cost_model(model), {});
  const Reading::Of other = power ? Reading::Of::kPrices : Reading::Of::kPower;
  for (const Reading& reading : readings(model))
    if (reading.of != other) add(reading.name, reading.text, read_as(model, reading.name), {});
  Sizing full;
  full.clos_full = true;
  add("", "folded Clos grown to 2 (k/2)^n terminals (--clos-full)", make_cost_model(model), full);
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
