// SPDX-License-Identifier: Apache-2.0
#include "sim/command/explore_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "models/common/version.hpp"

namespace dragonfly {
namespace {

using Json = nlohmann::ordered_json;

const char* reason(Infeasible infeasible) {
  switch (infeasible) {
    case Infeasible::kNo:
      return "";
    case Infeasible::kRadix:
      return "radix";
    case Infeasible::kNotConnected:
      return "not-connected";
    case Infeasible::kUtilisation:
      return "utilisation";
    case Infeasible::kTooLarge:
      return "too-large";
  }
  return "";
}

Json to_json(const ExploredDesign& design) {
  Json json = {{"b", design.point.b},
               {"d", design.point.d},
               {"a", design.shape.a},
               {"g", design.shape.g},
               {"h", design.shape.h},
               {"p", design.p},
               {"routers", design.routers},
               {"terminals", design.terminals},
               {"radix", design.radix},
               {"router_radix", design.router_radix},
               {"electrical_links", design.links.electrical},
               {"optical_links", design.links.optical},
               {"unconnected_global_ports", design.links.unconnected_ports},
               {"diameter", design.diameter},
               {"average_distance", design.average_distance},
               {"utilisation", design.utilisation},
               {"electrical_share", design.electrical_share},
               {"cost_per_terminal", design.cost_per_terminal}};
  if (design.busiest > 0) json["busiest_channel"] = design.busiest;
  return json;
}

/// Marks designs whose price leaves something out.
constexpr const char* kUncharged = " *";
constexpr const char* kUnchargedNote =
    "\n* the number of global ports is odd: one is left unconnected, and no link is charged for "
    "it\n";

std::string header() {
  return fmt::format("{:>6}{:>6}{:>6}{:>6}{:>6}{:>6}{:>9}{:>11}{:>7}{:>10}{:>9}{:>8}{:>14}\n", "b",
                     "d", "a", "g", "h", "p", "routers", "terminals", "radix", "diameter", "Delta",
                     "util.", "$/terminal");
}

std::string row(const ExploredDesign& d) {
  return fmt::format(
      "{:>6g}{:>6g}{:>6}{:>6}{:>6}{:>6}{:>9}{:>11}{:>7}{:>10}{:>9.4f}{:>8.3f} {:>13.2f}{}\n",
      d.point.b, d.point.d, d.shape.a, d.shape.g, d.shape.h, d.p, d.routers, d.terminals,
      d.router_radix, d.diameter, d.average_distance, d.utilisation, d.cost_per_terminal,
      d.links.unconnected_ports > 0 ? kUncharged : "");
}

/// The designs by price; the same network at several points once, at the first.
std::vector<const ExploredDesign*> by_price(const DesignSpace& space,
                                            const std::vector<std::size_t>& indices) {
  std::vector<const ExploredDesign*> list;
  for (const std::size_t index : indices) {
    const ExploredDesign& design = space.designs[index];
    const bool known = std::any_of(list.begin(), list.end(), [&](const ExploredDesign* other) {
      return other->shape == design.shape && other->p == design.p;
    });
    if (!known) list.push_back(&design);
  }
  std::stable_sort(list.begin(), list.end(), [](const auto* one, const auto* other) {
    return one->cost_per_terminal < other->cost_per_terminal;
  });
  return list;
}

}  // namespace

std::string to_table(const ExploreReport& report) {
  const DesignSpace& space = report.space;
  std::string text = fmt::format(
      "{} points for at least {}, {} without a design", space.designs.size(),
      report.options.request.routers > 0
          ? fmt::format("{} routers", report.options.request.routers)
          : fmt::format("{} terminals", report.options.request.terminals),
      space.designs.size() -
          static_cast<std::size_t>(std::count_if(space.designs.begin(), space.designs.end(),
                                                 [](const auto& d) { return d.feasible(); })));
  const char* separator = " (";
  for (const auto& [why, points] : space.points) {
    text += fmt::format("{}{}: {}", separator, reason(why), points);
    separator = ", ";
  }
  text += space.points.empty() ? "\n\n" : ")\n\n";
  text += "cheapest:\n" + header();
  for (const std::size_t index : space.cheapest) text += row(space.designs[index]);
  text += "\nnot surpassed in cost, average distance (Delta) and diameter together:\n" + header();
  for (const ExploredDesign* design : by_price(space, space.pareto)) text += row(*design);
  if (text.find(fmt::format("{}\n", kUncharged)) != std::string::npos) text += kUnchargedNote;
  return text;
}

Json to_json(const ExploreReport& report) {
  const ExploreOptions& options = report.options;
  const DesignSpace& space = report.space;
  Json json = {{"version", kVersion},
               {options.request.routers > 0 ? "routers" : "terminals",
                options.request.routers > 0 ? options.request.routers : options.request.terminals},
               {"step", options.step},
               {"radices", options.request.radices},
               {"redundancy", options.request.redundancy},
               {"bottleneck", options.request.bottleneck},
               {"imbalance_exponent", options.request.exponent},
               {"spare_terminals", options.request.spare_terminals},
               {"electrical_cost", options.prices.electrical},
               {"optical_cost", options.prices.optical}};
  for (const int radix : options.request.radices)
    json["router_costs"][fmt::format("{}", radix)] = options.prices.router(radix);
  const auto all = [&](const std::vector<std::size_t>& indices) {
    Json list = Json::array();
    for (const std::size_t index : indices) list.push_back(to_json(space.designs[index]));
    return list;
  };
  json["cheapest"] = to_json(space.designs[space.cheapest.front()]);
  json["cheapest_designs"] = all(space.cheapest);
  json["pareto"] = all(space.pareto);
  json["designs"] = Json::array();
  json["infeasible"] = Json::array();
  for (const ExploredDesign& design : space.designs) {
    if (design.feasible())
      json["designs"].push_back(to_json(design));
    else
      json["infeasible"].push_back(
          {{"b", design.point.b}, {"d", design.point.d}, {"reason", reason(design.infeasible)}});
  }
  return json;
}

std::string to_csv(const ExploreReport& report) {
  std::string text =
      "b,d,a,g,h,p,routers,terminals,radix,router_radix,electrical_links,optical_links,diameter,"
      "average_distance,utilisation,electrical_share,cost_per_terminal,infeasible,"
      "unconnected_global_ports\n";
  for (const ExploredDesign& d : report.space.designs) {
    if (d.feasible()) {
      text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},,{}\n", d.point.b,
                          d.point.d, d.shape.a, d.shape.g, d.shape.h, d.p, d.routers, d.terminals,
                          d.radix, d.router_radix, d.links.electrical, d.links.optical, d.diameter,
                          d.average_distance, d.utilisation, d.electrical_share,
                          d.cost_per_terminal, d.links.unconnected_ports);
    } else {
      text += fmt::format("{},{},,,,,,,,,,,,,,,,{},\n", d.point.b, d.point.d, reason(d.infeasible));
    }
  }
  return text;
}

}  // namespace dragonfly
