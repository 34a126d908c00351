// SPDX-License-Identifier: Apache-2.0
#include "models/cost/cost_result.hpp"

#include <fmt/format.h>

#include <utility>

namespace dragonfly {

const char* name(Medium medium) {
  switch (medium) {
    case Medium::kBackplane:
      return "backplane";
    case Medium::kElectrical:
      return "electrical";
    case Medium::kRepeatered:
      return "electrical with repeaters";
    case Medium::kOptical:
      return "optical";
    case Medium::kFree:
      return "not charged";
  }
  return "";
}

double CostResult::router_cost() const {
  double sum = 0;
  for (const CostItem& item : items) sum += item.is_router ? item.cost : 0;
  return sum;
}

double CostResult::link_cost(LinkRole role) const {
  double sum = 0;
  for (const CostItem& item : items) {
    if (!item.is_router && item.role == role) sum += item.cost;
  }
  return sum;
}

double CostResult::link_share() const {
  return total_cost > 0 ? 1 - router_cost() / total_cost : 0;
}

CostItem router_item(const RouterClass& router, double unit_cost) {
  CostItem item;
  item.name = router.name;
  item.is_router = true;
  item.count = router.count;
  item.unit_cost = unit_cost;
  item.cost = unit_cost * static_cast<double>(item.count);
  return item;
}

CostItem link_item(const LinkClass& links, const Span& span) {
  CostItem item;
  item.name = links.name;
  item.role = links.role;
  item.count = span.links;
  item.metres = span.metres;
  return item;
}

CostResult begin_result(std::string model, const NetworkParts& parts) {
  CostResult result;
  result.model = std::move(model);
  result.topology = parts.topology;
  result.parameters = parts.parameters;
  result.values = parts.values;
  result.unconnected_global_ports = parts.unconnected_global_ports;
  result.terminals = parts.terminals;
  result.routers = parts.router_count();
  result.radix = parts.radix();
  result.assumptions = parts.assumptions;
  return result;
}

void finish_result(CostResult& result) {
  for (const CostItem& item : result.items) {
    result.total_cost += item.cost;
    result.total_watts += item.watts;
  }
  if (result.unconnected_global_ports > 0) {
    result.assumptions.push_back(
        {"global ports without a partner are left unconnected, and no link is charged for them",
         fmt::format("{} of the network", result.unconnected_global_ports), "choice"});
  }
  result.cost_per_terminal = result.total_cost / static_cast<double>(result.terminals);
  result.watts_per_terminal = result.total_watts / static_cast<double>(result.terminals);
}

}  // namespace dragonfly
