// SPDX-License-Identifier: Apache-2.0
// What a network costs and what power it takes, item by item.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/cost/network_parts.hpp"

namespace dragonfly {

/// What carries a link.
enum class Medium { kBackplane, kElectrical, kRepeatered, kOptical, kFree };

[[nodiscard]] const char* name(Medium medium);

/// Routers of one class, or links of one class, medium and length.
struct CostItem {
  std::string name;  ///< "router", "level 1", "terminal", "global", ...
  bool is_router = false;
  LinkRole role = LinkRole::kTerminal;  ///< of links
  Medium medium = Medium::kFree;        ///< of links
  std::int64_t count = 0;
  double metres = 0;     ///< mean length of the links
  double unit_cost = 0;  ///< $ each
  double cost = 0;       ///< $ together
  double watts = 0;      ///< together; 0 where the model has no power
};

struct CostResult {
  std::string model;     ///< "kim2007", ...
  std::string topology;  ///< and its parameters, as in NetworkParts
  std::string parameters;
  std::vector<PartParameter> values;          ///< the parameters one by one
  std::int64_t unconnected_global_ports = 0;  ///< no link is charged for them
  std::int64_t terminals = 0;
  std::int64_t routers = 0;
  std::int64_t radix = 0;  ///< ports used of the largest router
  std::vector<CostItem> items;
  double total_cost = 0;         ///< $
  double cost_per_terminal = 0;  ///< $
  double total_watts = 0;
  double watts_per_terminal = 0;
  bool has_power = false;
  std::vector<Assumption> assumptions;

  /// $ of all routers, and of the links of a role.
  [[nodiscard]] double router_cost() const;
  [[nodiscard]] double link_cost(LinkRole role) const;
  /// Share of the links in the total, 0 to 1.
  [[nodiscard]] double link_share() const;
};

/// The routers of a class at a price each.
[[nodiscard]] CostItem router_item(const RouterClass& router, double unit_cost);

/// The links of one length of a class, not yet priced.
[[nodiscard]] CostItem link_item(const LinkClass& links, const Span& span);

/// An empty result for these parts: name, size, assumptions.
[[nodiscard]] CostResult begin_result(std::string model, const NetworkParts& parts);

/// Sums the items up.
void finish_result(CostResult& result);

}  // namespace dragonfly
