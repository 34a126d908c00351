// SPDX-License-Identifier: Apache-2.0
#include "sim/command/cost_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <utility>

#include "models/common/csv.hpp"
#include "models/common/version.hpp"

namespace dragonfly {
namespace {

using Json = nlohmann::ordered_json;

double per_terminal(const CostResult& cost, double dollars) {
  return cost.terminals > 0 ? dollars / static_cast<double>(cost.terminals) : 0;
}

/// Items of one name together.
struct ClassCost {
  std::string name;
  std::int64_t count = 0;
  double cost = 0, watts = 0;
};

std::vector<ClassCost> by_class(const CostResult& cost) {
  std::vector<ClassCost> classes;
  for (const CostItem& item : cost.items) {
    const std::string name = item.is_router ? "routers" : item.name;
    auto found = std::find_if(classes.begin(), classes.end(),
                              [&](const ClassCost& c) { return c.name == name; });
    if (found == classes.end()) found = classes.insert(classes.end(), {name, 0, 0, 0});
    found->count += item.count;
    found->cost += item.cost;
    found->watts += item.watts;
  }
  return classes;
}

/// Items of one class and medium as one, with the mean length and price: a floor plan has a length
/// for each distance between cabinets.
std::vector<CostItem> by_medium(const CostResult& cost) {
  std::vector<CostItem> items;
  for (const CostItem& item : cost.items) {
    const auto same = std::find_if(items.begin(), items.end(), [&](const CostItem& other) {
      return !item.is_router && !other.is_router && item.name == other.name &&
             item.medium == other.medium;
    });
    if (same == items.end()) {
      items.push_back(item);
      continue;
    }
    const auto before = static_cast<double>(same->count), more = static_cast<double>(item.count);
    same->metres = (same->metres * before + item.metres * more) / (before + more);
    same->count += item.count;
    same->cost += item.cost;
    same->watts += item.watts;
    same->unit_cost = same->cost / (before + more);
  }
  return items;
}

Json to_json(const std::vector<PartParameter>& parameters) {
  Json json = Json::object();
  for (const PartParameter& parameter : parameters)
    json[parameter.name] = parameter.list ? Json(parameter.values) : Json(parameter.values.front());
  return json;
}

}  // namespace

std::string to_table(const CostResult& cost) {
  std::string text = fmt::format(
      "{} {}: {} terminals, {} routers of up to {} ports; cost model {}\n\n", cost.topology,
      cost.parameters, cost.terminals, cost.routers, cost.radix, cost.model);
  text += fmt::format("{:<18}{:<12}{:>10}{:>9}{:>12}{:>16}{:>12}{:>8}\n", "class", "medium",
                      "number", "metres", "$ each", "$", "$/terminal", "share");
  for (const CostItem& item : by_medium(cost)) {
    const double share = cost.total_cost > 0 ? 100 * item.cost / cost.total_cost : 0;
    text += fmt::format("{:<18}{:<12}{:>10}{:>9}{:>12.2f}{:>16.0f}{:>12.2f}{:>7.1f}%\n", item.name,
                        item.is_router ? "" : name(item.medium), item.count,
                        item.is_router ? "" : fmt::format("{:.2f}", item.metres), item.unit_cost,
                        item.cost, per_terminal(cost, item.cost), share);
  }
  text +=
      fmt::format("{:<61}{:>16.0f}{:>12.2f}\n", "total", cost.total_cost, cost.cost_per_terminal);
  if (cost.has_power)
    text += fmt::format("power: {:.1f} kW, {:.2f} W per terminal\n", cost.total_watts / 1000,
                        cost.watts_per_terminal);
  text += "\nassumptions:\n";
  for (const Assumption& assumption : cost.assumptions)
    text += fmt::format("- {}{}{} [{}]\n", assumption.text, assumption.value.empty() ? "" : ": ",
                        assumption.value, assumption.source);
  return text;
}

std::string to_table(const std::vector<CostResult>& costs) {
  std::string text =
      fmt::format("{:<22}{:>12}{:>10}{:>7}{:>16}{:>12}{:>8}  {}\n", "topology", "terminals",
                  "routers", "ports", "$", "$/terminal", "links", "parameters");
  for (const CostResult& cost : costs) {
    text += fmt::format("{:<22}{:>12}{:>10}{:>7}{:>16.0f}{:>12.2f}{:>7.1f}%  {}\n", cost.topology,
                        cost.terminals, cost.routers, cost.radix, cost.total_cost,
                        cost.cost_per_terminal, 100 * cost.link_share(),
                        cost.parameters + (cost.unconnected_global_ports > 0 ? " *" : ""));
  }
  if (std::any_of(costs.begin(), costs.end(),
                  [](const CostResult& cost) { return cost.unconnected_global_ports > 0; }))
    text +=
        "\n* global ports without a partner are left unconnected; no link is charged for them\n";
  return text;
}

std::string to_table(const FloorPlan& plan, const NetworkParts& assumed) {
  std::string text = fmt::format(
      "\nfloor of {} x {} cabinets, {:.1f} m x {:.1f} m; lengths by Manhattan distance\n"
      "{:<18}{:>10}{:>14}{:>12}{:>12}{:>18}\n",
      plan.columns, plan.rows, plan.width, plan.depth, "class", "channels", "on backplanes",
      "mean, m", "longest, m", "mean assumed, m");
  for (const CableLengths& lengths : plan.classes) {
    const auto same =
        std::find_if(assumed.links.begin(), assumed.links.end(),
                     [&](const LinkClass& links) { return same_class(links, lengths); });
    text += fmt::format(
        "{:<18}{:>10}{:>14}{:>12.2f}{:>12.2f}{:>18}\n", lengths.name, lengths.channels,
        lengths.in_cabinet, lengths.mean, lengths.maximum,
        same == assumed.links.end() ? "" : fmt::format("{:.2f}", mean_cable_length(*same)));
  }
  return text;
}

std::string to_table(const std::vector<ParameterInfo>& parameters) {
  std::string text = fmt::format("{:<28}{:>12} {:<12} {:<34} {}\n", "parameter", "value", "unit",
                                 "source", "meaning");
  for (const ParameterInfo& p : parameters)
    text += fmt::format("{:<28}{:>12g} {:<12} {:<34} {}\n", p.name, p.value, p.unit, p.source,
                        p.meaning);
  return text;
}

Json to_json(const CostResult& cost) {
  Json json = {
      {"topology", cost.topology},     {"parameters", to_json(cost.values)},
      {"terminals", cost.terminals},   {"routers", cost.routers},
      {"radix", cost.radix},           {"unconnected_global_ports", cost.unconnected_global_ports},
      {"total_cost", cost.total_cost}, {"cost_per_terminal", cost.cost_per_terminal}};
  if (cost.has_power) {
    json["watts"] = cost.total_watts;
    json["watts_per_terminal"] = cost.watts_per_terminal;
  }
  json["breakdown"] = Json::object();
  for (const ClassCost& part : by_class(cost)) {
    Json entry = {{"count", part.count},
                  {"cost", part.cost},
                  {"cost_per_terminal", per_terminal(cost, part.cost)}};
    if (cost.has_power) entry["watts"] = part.watts;
    json["breakdown"][part.name] = std::move(entry);
  }
  json["items"] = Json::array();
  for (const CostItem& item : cost.items) {
    Json entry = {{"class", item.name}, {"count", item.count}};
    if (!item.is_router) {
      entry["role"] = name(item.role);
      entry["medium"] = name(item.medium);
      entry["metres"] = item.metres;
    }
    entry["unit_cost"] = item.unit_cost;
    entry["cost"] = item.cost;
    if (cost.has_power) entry["watts"] = item.watts;
    json["items"].push_back(std::move(entry));
  }
  json["assumptions"] = Json::array();
  for (const Assumption& assumption : cost.assumptions)
    json["assumptions"].push_back(
        {{"text", assumption.text}, {"value", assumption.value}, {"source", assumption.source}});
  return json;
}

Json to_json(const std::vector<CostResult>& costs, const CostModel& model) {
  Json json = {{"version", kVersion}, {"model", costs.front().model}};
  for (const ParameterInfo& parameter : describe_parameters(model))
    json["model_parameters"][parameter.name] = parameter.value;
  // A single network stands at the top, so that scripts find it without a list.
  if (costs.size() == 1) json.update(to_json(costs.front()));
  json["networks"] = Json::array();
  for (const CostResult& cost : costs) json["networks"].push_back(to_json(cost));
  return json;
}

Json to_json(const FloorPlan& plan, const NetworkParts& assumed) {
  Json json = {{"columns", plan.columns},
               {"rows", plan.rows},
               {"width", plan.width},
               {"depth", plan.depth},
               {"classes", Json::array()}};
  for (const CableLengths& lengths : plan.classes) {
    Json entry = {{"class", lengths.name},
                  {"channels", lengths.channels},
                  {"on_backplanes", lengths.in_cabinet},
                  {"mean", lengths.mean},
                  {"longest", lengths.maximum}};
    for (const LinkClass& links : assumed.links)
      if (same_class(links, lengths)) entry["mean_assumed"] = mean_cable_length(links);
    json["classes"].push_back(std::move(entry));
  }
  return json;
}

Json to_json(const std::vector<ParameterInfo>& parameters) {
  Json list = Json::array();
  for (const ParameterInfo& p : parameters) {
    list.push_back({{"name", p.name},
                    {"value", p.value},
                    {"default", p.default_value},
                    {"minimum", p.minimum},
                    {"maximum", p.maximum},
                    {"unit", p.unit},
                    {"source", p.source},
                    {"meaning", p.meaning}});
  }
  return {{"version", kVersion}, {"parameters", std::move(list)}};
}

std::string to_csv(const std::vector<ParameterInfo>& parameters) {
  std::string text = "name,value,default,minimum,maximum,unit,source,meaning\n";
  for (const ParameterInfo& p : parameters)
    text += fmt::format("{},{},{},{},{},{},{},{}\n", p.name, p.value, p.default_value, p.minimum,
                        p.maximum, csv_field(p.unit), csv_field(p.source), csv_field(p.meaning));
  return text;
}

std::string to_csv(const std::vector<CostResult>& costs) {
  std::string text =
      "model,topology,parameters,terminals,routers,radix,class,medium,count,metres,unit_cost,cost,"
      "cost_per_terminal,watts\n";
  for (const CostResult& cost : costs) {
    for (const CostItem& item : cost.items) {
      text +=
          fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", cost.model, cost.topology,
                      csv_field(cost.parameters), cost.terminals, cost.routers, cost.radix,
                      item.name, item.is_router ? "" : name(item.medium), item.count, item.metres,
                      item.unit_cost, item.cost, per_terminal(cost, item.cost), item.watts);
    }
  }
  return text;
}

}  // namespace dragonfly
