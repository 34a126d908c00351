// SPDX-License-Identifier: Apache-2.0
#include "models/papers/drawings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include "models/config/configuration.hpp"
#include "models/families/fabric.hpp"
#include "models/wiring/wiring_graph.hpp"

namespace dragonfly {
namespace {

std::size_t at(int number) { return static_cast<std::size_t>(number); }

const std::string& class_of(const NetworkGraph& graph, const GraphChannel& channel) {
  return graph.classes[at(channel.channel_class)];
}

/// How far the channels of each pair of routers bow out, so that all can be seen.
class Bends {
 public:
  double next(const GraphChannel& channel) {
    const int index = seen_[std::minmax(channel.from, channel.to)]++;
    const double side = index % 2 == 1 ? 1 : -1;
    const int pair = (index + 1) / 2;
    return 0.12 * side * pair;
  }

 private:
  std::map<std::pair<int, int>, int> seen_;
};

/// The first router of each group, and one after the last.
std::vector<std::string> names_of(const NetworkGraph& graph) {
  std::vector<std::string> names;
  std::map<int, int> members;
  for (int router = 0; router < graph.routers; ++router) {
    if (graph.group.empty()) {
      names.push_back(fmt::format("{}", router));
      continue;
    }
    const int group = graph.group[at(router)];
    names.push_back(fmt::format("{}.{}", group, members[group]++));
  }
  return names;
}

}  // namespace

NetworkGraph graph_of(const TopologyConfig& network) {
  Configuration config;
  config.topology = network;
  return graph_of(make_wiring(config));
}

Diagram on_circle(const NetworkGraph& graph, const std::string& title, const std::string& without) {
  Diagram diagram{title, {}, {}, graph.directed};
  const std::vector<std::string> names = names_of(graph);
  const int groups =
      graph.group.empty() ? 0 : 1 + *std::max_element(graph.group.begin(), graph.group.end());
  const int places = graph.routers + groups;  // a gap as wide as a router behind each group
  int place = 0;
  for (int router = 0; router < graph.routers; ++router) {
    if (router > 0 && groups > 0 && graph.group[at(router)] != graph.group[at(router - 1)]) ++place;
    const double angle = std::numbers::pi / 2 - 2 * std::numbers::pi * place++ / places;
    diagram.nodes.push_back({names[at(router)], std::cos(angle), std::sin(angle)});
  }
  for (const GraphChannel& channel : graph.channels) {
    const std::string& kind = class_of(graph, channel);
    if (kind == without) continue;
    const bool inside = groups > 0 && graph.group[at(channel.from)] == graph.group[at(channel.to)];
    // Channels between neighbours on the circle bow inwards.
    diagram.edges.push_back({at(channel.from), at(channel.to), kind, "", inside ? -0.3 : 0});
  }
  return diagram;
}

Diagram group_on_grid(const NetworkGraph& graph, int group, const std::vector<int>& sizes,
                      const std::string& title, const std::string& ports) {
  Diagram diagram{title, {}, {}};
  std::map<int, std::size_t> node_of;
  for (int router = 0; router < graph.routers; ++router) {
    if (graph.group[at(router)] != group) continue;
    int index = static_cast<int>(node_of.size());
    double x = 0, y = 0;
    for (std::size_t d = 0; d < sizes.size(); ++d) {
      const int coordinate = index % sizes[d];
      index /= sizes[d];
      x += d == 0 ? coordinate : d == 2 ? 0.42 * coordinate : 0;
      y += d == 1 ? coordinate : d == 2 ? 0.36 * coordinate : 0;
    }
    node_of[router] = diagram.nodes.size();
    diagram.nodes.push_back({fmt::format("R{}{}", diagram.nodes.size(), ports), x, y});
  }
  Bends bends;
  for (const GraphChannel& channel : graph.channels) {
    if (!node_of.contains(channel.from) || !node_of.contains(channel.to)) continue;
    diagram.edges.push_back({node_of.at(channel.from), node_of.at(channel.to),
                             class_of(graph, channel), "", bends.next(channel)});
  }
  return diagram;
}

Diagram in_columns(const NetworkGraph& graph, const std::vector<std::vector<int>>& columns,
                   const std::string& title) {
  Diagram diagram{title, {}, {}, graph.directed};
  std::map<int, std::size_t> node_of;
  for (std::size_t column = 0; column < columns.size(); ++column) {
    const double rows = static_cast<double>(columns[column].size());
    for (std::size_t row = 0; row < columns[column].size(); ++row) {
      node_of[columns[column][row]] = diagram.nodes.size();
      diagram.nodes.push_back({fmt::format("R{}", columns[column][row]),
                               1.6 * static_cast<double>(column),
                               (rows - 1) / 2 - static_cast<double>(row)});
    }
  }
  Bends bends;
  for (const GraphChannel& channel : graph.channels) {
    const std::size_t from = node_of.at(channel.from), to = node_of.at(channel.to);
    const bool same = diagram.nodes[from].x == diagram.nodes[to].x;
    const double apart = std::abs(diagram.nodes[from].y - diagram.nodes[to].y);
    const double bend = bends.next(channel) + (same && apart > 1 ? 0.25 : 0);
    diagram.edges.push_back({from, to, class_of(graph, channel), "", bend});
  }
  return diagram;
}

Diagram on_floor(const NetworkGraph& graph, const std::vector<int>& box_of, int across,
                 const std::string& title) {
  Diagram diagram{title, {}, {}};
  const int boxes = 1 + *std::max_element(box_of.begin(), box_of.end());
  for (int box = 0; box < boxes; ++box) {
    const int column = box % across, row = box / across;
    diagram.nodes.push_back(
        {fmt::format("{}", box), static_cast<double>(column), static_cast<double>(row)});
  }
  std::map<int, std::string> reached;  // [box]: class of the channels to it
  for (const GraphChannel& channel : graph.channels) {
    const int from = box_of[at(channel.from)], to = box_of[at(channel.to)];
    if (from != to && std::min(from, to) == 0)
      reached[std::max(from, to)] = class_of(graph, channel);
  }
  for (const auto& [box, kind] : reached) {
    const auto& node = diagram.nodes[at(box)];
    // Those along a row or a column would lie upon each other.
    const bool straight = node.x == 0 || node.y == 0;
    diagram.edges.push_back({0, at(box), kind, "", straight ? 0.2 : 0});
  }
  return diagram;
}

}  // namespace dragonfly
