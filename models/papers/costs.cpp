#include "models/papers/costs.hpp"

#include <fmt/format.h>

#include "models/cost/parts_by_size.hpp"

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

DataTable parameters_of(const CostModel& model) {
  DataTable table{"parameters of the cost model", {"parameter", "value", "unit", "source"}, {}};
  for (const ParameterInfo& parameter : describe_parameters(model))
    table.rows.push_back(
        {parameter.name, fmt::format("{:g}", parameter.value), parameter.unit, parameter.source});
  return table;
}

}  // namespace dragonfly
