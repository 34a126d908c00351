// SPDX-License-Identifier: Apache-2.0
#include "models/wiring/graph_export.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>

#include "models/common/error.hpp"
#include "models/common/spelling.hpp"
#include "models/wiring/adjacency.hpp"
#include "models/wiring/wiring_file.hpp"
#include "models/wiring/wiring_graph.hpp"

namespace dragonfly {
namespace {

constexpr std::array kFormats = {
    std::pair{"graphml", GraphFormat::kGraphml}, std::pair{"dot", GraphFormat::kDot},
    std::pair{"csv", GraphFormat::kCsv}, std::pair{"json", GraphFormat::kJson}};

const std::string& class_of(const NetworkGraph& graph, const GraphChannel& channel) {
  return graph.classes[static_cast<std::size_t>(channel.channel_class)];
}

/// What is known of a router beside its number.
struct RouterFacts {
  int terminals = 0;
  int ejecting = 0;
  bool has_group = false;
  int group = 0;
};

RouterFacts facts_of(const NetworkGraph& graph, int router) {
  const auto i = static_cast<std::size_t>(router);
  RouterFacts facts{graph.sources[i], graph.ejecting()[i], !graph.group.empty(), 0};
  if (facts.has_group) facts.group = graph.group[i];
  return facts;
}

std::string title_of(const NetworkGraph& graph, const GraphParameters& parameters) {
  std::string title = graph.family;
  for (const auto& [name, value] : parameters) title += fmt::format(" {}={}", name, value);
  return title;
}

// Names of families, parameters and classes are the program's own, without characters that XML or
// DOT would read otherwise.

std::string graphml(const NetworkGraph& graph, const GraphParameters& parameters) {
  std::string text;
  text += fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
      "<key id=\"terminals\" for=\"node\" attr.name=\"terminals\" attr.type=\"int\"/>\n"
      "<key id=\"ejecting\" for=\"node\" attr.name=\"ejecting_terminals\" "
      "attr.type=\"int\"/>\n"
      "<key id=\"group\" for=\"node\" attr.name=\"group\" attr.type=\"int\"/>\n"
      "<key id=\"class\" for=\"edge\" attr.name=\"class\" attr.type=\"string\"/>\n"
      "<!-- {} -->\n<graph edgedefault=\"{}\">\n",
      title_of(graph, parameters), graph.directed ? "directed" : "undirected");
  for (int router = 0; router < graph.routers; ++router) {
    const RouterFacts facts = facts_of(graph, router);
    text +=
        fmt::format("<node id=\"{}\"><data key=\"terminals\">{}</data>", router, facts.terminals);
    if (facts.ejecting != facts.terminals)
      text += fmt::format("<data key=\"ejecting\">{}</data>", facts.ejecting);
    if (facts.has_group) text += fmt::format("<data key=\"group\">{}</data>", facts.group);
    text += "</node>\n";
  }
  // Without numbers of their own, parallel edges are one to some readers.
  for (std::size_t i = 0; i < graph.channels.size(); ++i) {
    text += fmt::format(
        "<edge id=\"{}\" source=\"{}\" target=\"{}\"><data key=\"class\">{}</data></edge>\n", i,
        graph.channels[i].from, graph.channels[i].to, class_of(graph, graph.channels[i]));
  }
  text += "</graph>\n</graphml>\n";
  return text;
}

std::string dot(const NetworkGraph& graph, const GraphParameters& parameters) {
  std::string text;
  text += fmt::format("// {}\n{} network {{\nnode [shape=box];\n", title_of(graph, parameters),
                      graph.directed ? "digraph" : "graph");
  std::map<int, std::string> groups;
  for (int router = 0; router < graph.routers; ++router) {
    const RouterFacts facts = facts_of(graph, router);
    const std::string node = fmt::format("{} [terminals={}];\n", router, facts.terminals);
    if (facts.has_group)
      groups[facts.group] += node;
    else
      text += node;
  }
  for (const auto& [group, nodes] : groups)
    text += fmt::format("subgraph cluster_{} {{\nlabel=\"group {}\";\n{}}}\n", group, group, nodes);
  for (const GraphChannel& channel : graph.channels)
    text += fmt::format("{} {} {} [class=\"{}\"];\n", channel.from, graph.directed ? "->" : "--",
                        channel.to, class_of(graph, channel));
  text += "}\n";
  return text;
}

}  // namespace

GraphFormat graph_format(std::string_view name) {
  std::vector<std::string> names;
  for (const auto& [known, format] : kFormats) {
    if (folded(name) == known) return format;
    names.emplace_back(known);
  }
  throw InputError(fmt::format("--export {}: no such format{}; formats: {}", name,
                               did_you_mean(name, names), fmt::join(names, ", ")));
}

std::string export_network(const Wiring& wiring, const GraphParameters& parameters,
                           GraphFormat format) {
  switch (format) {
    case GraphFormat::kGraphml:
      return graphml(graph_of(wiring), parameters);
    case GraphFormat::kDot:
      return dot(graph_of(wiring), parameters);
    case GraphFormat::kCsv:
      return wiring_csv(wiring, parameters);
    case GraphFormat::kJson:
      break;
  }
  return wiring_json(wiring, parameters);
}

std::vector<int> levels_of(const NetworkGraph& graph) {
  const Adjacency next = adjacency(graph);
  std::vector<int> order = routers_with_terminals(graph.sources);
  std::vector<int> level(static_cast<std::size_t>(graph.routers), -1);
  if (order.size() == level.size()) return {};
  for (const int router : order) level[static_cast<std::size_t>(router)] = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto from = static_cast<std::size_t>(order[i]);
    for (const int to : next.of(order[i])) {
      if (level[static_cast<std::size_t>(to)] >= 0) continue;
      level[static_cast<std::size_t>(to)] = level[from] + 1;
      order.push_back(to);
    }
  }
  return order.size() == level.size() ? level : std::vector<int>{};
}

nlohmann::ordered_json graph_json(const NetworkGraph& graph, const GraphParameters& parameters) {
  nlohmann::ordered_json json = {{"family", graph.family},
                                 {"parameters", nlohmann::ordered_json::object()},
                                 {"directed", graph.directed},
                                 {"classes", graph.classes},
                                 {"routers", nlohmann::ordered_json::array()},
                                 {"channels", nlohmann::ordered_json::array()}};
  for (const auto& [name, value] : parameters) json["parameters"][name] = value;
  const std::vector<int> levels = levels_of(graph);
  for (int router = 0; router < graph.routers; ++router) {
    const RouterFacts facts = facts_of(graph, router);
    nlohmann::ordered_json node = {{"id", router}, {"terminals", facts.terminals}};
    if (facts.ejecting != facts.terminals) node["ejecting_terminals"] = facts.ejecting;
    if (facts.has_group) node["group"] = facts.group;
    if (!levels.empty()) node["level"] = levels[static_cast<std::size_t>(router)];
    json["routers"].push_back(std::move(node));
  }
  for (const GraphChannel& channel : graph.channels)
    json["channels"].push_back(
        {{"from", channel.from}, {"to", channel.to}, {"class", class_of(graph, channel)}});
  return json;
}

}  // namespace dragonfly
