// SPDX-License-Identifier: Apache-2.0
// Exports of networks, read again by small parsers of the test's own.
#include "models/wiring/graph_export.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <tuple>
#include <vector>

#include "models/common/error.hpp"
#include "models/families/family_registry.hpp"
#include "models/wiring/wiring_file.hpp"
#include "tests/catch.hpp"
#include "tests/families/dragonfly/networks.hpp"
#include "tests/families/graphs.hpp"

namespace dragonfly {
namespace {

/// What an export says; -1 and empty where it says nothing.
struct ReadChannel {
  int from, to;
  std::string channel_class;
  bool operator==(const ReadChannel& o) const {
    return std::tie(from, to, channel_class) == std::tie(o.from, o.to, o.channel_class);
  }
};
struct ReadRouter {
  int id, terminals, ejecting, group;
  bool operator==(const ReadRouter& o) const {
    return std::tie(id, terminals, ejecting, group) ==
           std::tie(o.id, o.terminals, o.ejecting, o.group);
  }
};

std::vector<ReadChannel> channels_of(const NetworkGraph& graph) {
  std::vector<ReadChannel> list;
  for (const GraphChannel& c : graph.channels)
    list.push_back({c.from, c.to, graph.classes.at(c.channel_class)});
  return list;
}

std::vector<ReadRouter> routers_of(const NetworkGraph& graph) {
  std::vector<ReadRouter> list;
  for (int i = 0; i < graph.routers; ++i)
    list.push_back(
        {i, graph.sources[i], graph.ejecting()[i], graph.group.empty() ? -1 : graph.group[i]});
  return list;
}

/// A network of each kind: groups and parallel channels, one way only, levels, a single router.
std::vector<Wiring> networks() {
  return {dragonfly_wiring(make_network(2, 4, 2)),
          dragonfly_wiring(make_network(1, 2, 3, 3, Arrangement::kAbsolute)),
          dragonfly_wiring(make_network(3, 1, 0)),
          butterfly_wiring(3, 2),
          folded_clos_wiring({4, 3, 0}),
          torus_wiring({4, 3, 2})};
}

const GraphParameters kParameters = {{"p", "2"}, {"arrangement", "relative"}};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

int data(const std::string& element, const std::string& key, int otherwise) {
  std::smatch match;
  const std::regex pattern("<data key=\"" + key + "\">(\\d+)</data>");
  return std::regex_search(element, match, pattern) ? std::stoi(match[1]) : otherwise;
}

TEST_CASE("GraphML holds the network") {
  static const std::regex node("<node id=\"(\\d+)\">(.*)</node>");
  static const std::regex edge(
      "<edge id=\"(\\d+)\" source=\"(\\d+)\" target=\"(\\d+)\"><data "
      "key=\"class\">([^<]*)</data></edge>");
  for (const Wiring& wiring : networks()) {
    const NetworkGraph graph = graph_of(wiring);
    const std::string text = export_network(wiring, kParameters, GraphFormat::kGraphml);
    INFO(graph.family << "\n" << text.substr(0, 1000));
    std::vector<ReadRouter> routers;
    std::vector<ReadChannel> channels;
    int opened = 0, closed = 0;
    for (const std::string& line : lines_of(text)) {
      std::smatch match;
      if (line.starts_with("<graph ")) {
        ++opened;
        CHECK((line.find("edgedefault=\"directed\"") != std::string::npos) == graph.directed);
      } else if (line == "</graph>") {
        ++closed;
      } else if (std::regex_match(line, match, node)) {
        const int terminals = data(match[2], "terminals", -1);
        routers.push_back({std::stoi(match[1]), terminals, data(match[2], "ejecting", terminals),
                           data(match[2], "group", -1)});
      } else if (std::regex_match(line, match, edge)) {
        CHECK(std::stoul(match[1]) == channels.size());
        channels.push_back({std::stoi(match[2]), std::stoi(match[3]), match[4]});
      }
    }
    CHECK(opened == 1);
    CHECK(closed == 1);
    CHECK(routers == routers_of(graph));
    CHECK(channels == channels_of(graph));
    // Every key that data refer to is declared, and the root is closed.
    for (const char* key : {"terminals", "ejecting", "group", "class"})
      CHECK_THAT(text, ContainsSubstring(std::string("<key id=\"") + key + "\""));
    CHECK(text.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml "));
    CHECK(text.ends_with("</graphml>\n"));
  }
}

TEST_CASE("DOT holds the network, its groups as clusters") {
  static const std::regex node("(\\d+) \\[terminals=(\\d+)\\];");
  static const std::regex edge("(\\d+) (--|->) (\\d+) \\[class=\"([^\"]*)\"\\];");
  static const std::regex cluster("subgraph cluster_(\\d+) \\{");
  for (const Wiring& wiring : networks()) {
    const NetworkGraph graph = graph_of(wiring);
    const std::string text = export_network(wiring, kParameters, GraphFormat::kDot);
    INFO(text.substr(0, 1000));
    std::vector<ReadRouter> routers, expected = routers_of(graph);
    std::vector<ReadChannel> channels;
    int group = -1, depth = 0;
    for (const std::string& line : lines_of(text)) {
      std::smatch match;
      if (line.ends_with("{")) ++depth;
      if (line == "}") {
        --depth;
        group = -1;
      }
      if (std::regex_match(line, match, cluster)) group = std::stoi(match[1]);
      if (std::regex_match(line, match, node)) {
        const int terminals = std::stoi(match[2]);
        routers.push_back({std::stoi(match[1]), terminals, terminals, group});
      }
      if (std::regex_match(line, match, edge)) {
        CHECK((match[2] == "->") == graph.directed);
        channels.push_back({std::stoi(match[1]), std::stoi(match[3]), match[4]});
      }
    }
    CHECK(depth == 0);
    std::sort(routers.begin(), routers.end(),  // they stand group by group
              [](const ReadRouter& x, const ReadRouter& y) { return x.id < y.id; });
    for (ReadRouter& router : expected) router.ejecting = router.terminals;  // DOT has no more
    CHECK(routers == expected);
    CHECK(channels == channels_of(graph));
  }
}

TEST_CASE("CSV and JSON hold the wiring, and say what it was built from") {
  for (const Wiring& wiring : networks()) {
    for (const GraphFormat format : {GraphFormat::kCsv, GraphFormat::kJson}) {
      const std::string text = export_network(wiring, kParameters, format);
      INFO(text.substr(0, 1000));
      CHECK(wiring_from_text(text, "file") == wiring);
      CHECK_THAT(text,
                 ContainsSubstring(format == GraphFormat::kCsv ? "# arrangement = relative\n"
                                                               : "\"parameters\":{\"p\":\"2\","
                                                                 "\"arrangement\":\"relative\"}"));
    }
  }
}

TEST_CASE("the graph for drawings holds the network and what it was built from") {
  for (const Wiring& wiring : networks()) {
    const NetworkGraph graph = graph_of(wiring);
    const nlohmann::json json = graph_json(graph, kParameters);
    CHECK(json["family"] == graph.family);
    CHECK(json["parameters"] == nlohmann::json{{"p", "2"}, {"arrangement", "relative"}});
    CHECK(json["directed"] == graph.directed);
    CHECK(json["classes"] == graph.classes);
    std::vector<ReadRouter> routers;
    for (const auto& router : json["routers"]) {
      const int terminals = router["terminals"];
      routers.push_back({router["id"], terminals, router.value("ejecting_terminals", terminals),
                         router.value("group", -1)});
    }
    std::vector<ReadChannel> channels;
    for (const auto& c : json["channels"]) channels.push_back({c["from"], c["to"], c["class"]});
    CHECK(routers == routers_of(graph));
    CHECK(channels == channels_of(graph));
  }
}

TEST_CASE("levels are those of stages and trees, and of nothing else") {
  // 3-ary 2-fly: three routers a stage. 3 levels of radix 4: 8, 8 and 4 switches, 16 terminals.
  const std::vector<int> stages = levels_of(network_graph("butterfly", {{"k", {3}}, {"n", {2}}}));
  CHECK(stages == std::vector<int>{0, 0, 0, 1, 1, 1});
  std::vector<int> tree =
      levels_of(network_graph("folded-clos", {{"radix", {4}}, {"levels", {3}}}));
  std::sort(tree.begin(), tree.end());
  CHECK(tree == std::vector<int>{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2});
  CHECK(levels_of(dragonfly_graph(make_network(2, 4, 2))).empty());
}

TEST_CASE("formats are known by name") {
  CHECK(graph_format("graphml") == GraphFormat::kGraphml);
  CHECK(graph_format("DOT") == GraphFormat::kDot);
  CHECK(graph_format("csv") == GraphFormat::kCsv);
  CHECK(graph_format("json") == GraphFormat::kJson);
  CHECK_THROWS_AS(graph_format("gexf"), InputError);
  CHECK_THROWS_WITH(graph_format("grafml"), ContainsSubstring("did you mean graphml?") &&
                                                ContainsSubstring("graphml, dot, csv, json"));
}

}  // namespace
}  // namespace dragonfly
