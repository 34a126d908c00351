// SPDX-License-Identifier: Apache-2.0
// Figures 1, 2, 8, 9 and 14, and Table 4: what networks are, and how they are packaged (Sections 2,
// 4.2 and 5.1).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "models/config/configuration.hpp"
#include "models/cost/floor_plan.hpp"
#include "models/cost/kim2007.hpp"
#include "models/families/flattened_butterfly/flattened_butterfly_design.hpp"
#include "models/metrics/network_size.hpp"
#include "models/metrics/scalability.hpp"
#include "models/papers/costs.hpp"
#include "models/papers/drawings.hpp"
#include "models/papers/judge.hpp"
#include "models/papers/kim2007.hpp"

namespace dragonfly::kim2007 {
namespace {

NetworkGraph flat(int k, int n) { return graph_of({"k-ary-n-flat", {{"k", {k}}, {"n", {n}}}}); }
NetworkGraph fly(int k, int n) { return graph_of({"butterfly", {{"k", {k}}, {"n", {n}}}}); }

/// The routers of a k-ary n-fly stage by stage.
std::vector<std::vector<int>> stages(int routers, int count) {
  std::vector<std::vector<int>> columns;
  const int rows = routers / count;
  for (int stage = 0; stage < count; ++stage) {
    std::vector<int>& column = columns.emplace_back();
    for (int row = 0; row < rows; ++row) column.push_back(stage * rows + row);
  }
  return columns;
}

using Pairs = std::multiset<std::pair<int, int>>;

/// The channels of a butterfly between its rows, one for both directions.
Pairs flattened(const NetworkGraph& graph, int rows) {
  Pairs pairs;
  for (const GraphChannel& channel : graph.channels)
    if (channel.from % rows < channel.to % rows)
      pairs.emplace(channel.from % rows, channel.to % rows);
  return pairs;
}

Pairs channels_of(const NetworkGraph& graph) {
  Pairs pairs;
  for (const GraphChannel& channel : graph.channels)
    pairs.insert(std::minmax(channel.from, channel.to));
  return pairs;
}

/// The routers that one is joined to.
std::set<int> neighbours(const NetworkGraph& graph, int router) {
  std::set<int> all;
  for (const GraphChannel& channel : graph.channels) {
    if (channel.from == router) all.insert(channel.to);
    if (channel.to == router) all.insert(channel.from);
  }
  return all;
}

/// "R0', R5', R6'".
std::string names_of(const std::set<int>& routers) {
  std::string text;
  for (const int router : routers) text += fmt::format("{}R{}'", text.empty() ? "" : ", ", router);
  return text;
}

/// Cabinets as nodes, and a line for each two that cables join; its label tells how many, if few.
Diagram cabinets(const NetworkGraph& graph, const FloorPlan& plan, const std::string& title) {
  Diagram diagram{title, {}, {}};
  for (std::size_t i = 0; i < plan.cabinets.size(); ++i) {
    const CabinetPosition& place = plan.cabinets[i];
    diagram.nodes.push_back({fmt::format("{}", i), 1.0 * static_cast<double>(place.column),
                             1.4 * static_cast<double>(place.row)});
  }
  std::map<std::pair<int, int>, int> cables;
  for (const GraphChannel& channel : graph.channels) {
    const int from = plan.cabinet_of[static_cast<std::size_t>(channel.from)];
    const int to = plan.cabinet_of[static_cast<std::size_t>(channel.to)];
    if (from != to) ++cables[std::minmax(from, to)];
  }
  for (const auto& [pair, count] : cables) {
    const auto from = static_cast<std::size_t>(pair.first),
               to = static_cast<std::size_t>(pair.second);
    diagram.edges.push_back({from, to, fmt::format("{} cables", count), "", 0.12});
  }
  return diagram;
}

double longest(const FloorPlan& plan, const FloorParameters& floor) {
  double most = 0;
  for (const CableLengths& cable : plan.classes)
    most = std::max(most, cable.maximum - floor.cable_overhead);
  return most;
}

double mean(const FloorPlan& plan, const FloorParameters& floor) {
  double metres = 0, cables = 0;
  for (const CableLengths& cable : plan.classes) {
    const auto count = static_cast<double>(cable.channels - cable.in_cabinet);
    if (count == 0) continue;
    metres += count * (cable.mean - floor.cable_overhead);
    cables += count;
  }
  return metres / cables;
}

Figure figure14_diagrams(Figure figure, const NetworkGraph& doubled, const NetworkGraph& longer) {
  const auto column = [](int routers) { return stages(routers, 1); };
  figure.diagrams = {in_columns(doubled, column(doubled.routers), "(a) redundant channels"),
                     in_columns(longer, column(longer.routers), "(b) one router more")};
  return figure;
}

}  // namespace

Figure figure1(Runs&, Extent) {
  const NetworkGraph fly2 = fly(4, 2), flat2 = flat(4, 2), fly4 = fly(2, 4), flat4 = flat(2, 4);
  Figure figure{"Routers and channels between them; terminals are left out."};
  figure.diagrams = {in_columns(fly2, stages(fly2.routers, 2), "(a) 4-ary 2-fly"),
                     in_columns(flat2, stages(flat2.routers, 1), "(b) 4-ary 2-flat"),
                     in_columns(fly4, stages(fly4.routers, 4), "(c) 2-ary 4-fly"),
                     in_columns(flat4, stages(flat4.routers, 1), "(d) 2-ary 4-flat")};
  for (const auto& [name, butterfly, flattened_one] :
       {std::tuple{"4-ary 2-fly", &fly2, &flat2}, {"2-ary 4-fly", &fly4, &flat4}}) {
    const Pairs found = flattened(*butterfly, flattened_one->routers);
    figure.statements.push_back(judged(
        {fmt::format("{}: channels between rows, and those of the flattened butterfly", name),
         "All other channels of the original butterfly remain in the flattened butterfly",
         "a channel that one of the two wirings lacks, has twice or leads elsewhere", Unit::kNumber,
         Source::kPaper},
        "the same", fmt::format("{}, {}", found.size(), flattened_one->channels.size()),
        found == channels_of(*flattened_one)));
  }
  figure.statements.push_back(
      judged({"(d): routers that R4' is joined to",
              "R4' is connected to R5' in dimension 1, R6' in dimension 2, and R0' in dimension 3",
              "a channel of R4' that leads elsewhere", Unit::kNumber, Source::kPaper},
             "R0', R5', R6'", names_of(neighbours(flat4, 4)),
             neighbours(flat4, 4) == std::set<int>{0, 5, 6}));
  figure.statements.push_back(
      equal({"(b): ports of a router, n(k-1)+1", "is composed of N/k radix k' = n(k-1)+1 routers",
             "ports counted on the wiring", Unit::kNumber, Source::kPaper},
            2 * 3 + 1, measure_size(flat2).radix));
  return figure;
}

Figure figure2(Runs&, Extent) {
  Figure figure{"The largest k-ary n-flat for each radix k'."};
  Panel panel{"",
              {.label = "switch radix (k')", .low = 0, .high = 128},
              {.label = "network size (N)", .low = 1, .high = 1e9, .logarithmic = true},
              {}};
  for (int n = 1; n <= 4; ++n) {
    Curve& curve = panel.curves.emplace_back(Curve{fmt::format("n' = {}", n), {}});
    for (const ScalabilityPoint& point : flattened_butterfly_curve(n, 128))
      curve.points.push_back(
          {static_cast<double>(point.radix), static_cast<double>(point.terminals)});
  }
  figure.panels = {panel};
  const auto terminals = [](int radix, int n) {
    return static_cast<double>(flattened_butterfly_size(radix, n).terminals);
  };
  // The network of each of these rows is wired, and its terminals and ports are counted.
  const auto built = [](int k, int n) {
    const NetworkGraph graph = flat(k, n);
    return fmt::format("{} of {} ports",
                       shown(static_cast<double>(graph.terminals()), Unit::kCount),
                       measure_size(graph).radix);
  };
  constexpr const char* kFails =
      "terminals or ports counted on the wiring, or a larger k that fits";
  figure.statements = {
      judged({"terminals from k' = 61 in three dimensions: the 16-ary 4-flat, wired",
              "with k' = 61, a network with just three dimensions scales to 64K nodes", kFails,
              Unit::kCount, Source::kPaper},
             "65,536 of 61 ports", built(16, 4),
             built(16, 4) == "65,536 of 61 ports" && terminals(61, 3) == 65536),
      at_most({"most terminals from k' < 16 in up to three dimensions",
               "Networks of very limited size can be built using low-radix routers (k' < 16)",
               kFails, Unit::kCount},
              1024,
              [&] {
                double most = 0;
                for (int n = 1; n <= 3; ++n)
                  for (int radix = n + 2; radix < 16; ++radix)
                    most = std::max(most, terminals(radix, n));
                return most;
              }()),
      at_least(
          {"fewest dimensions for 64K terminals from k' = 32",
           "even with k' = 32 many dimensions are needed to scale to large network sizes", kFails},
          4, [&] {
            int n = 1;
            while (n < 16 && terminals(32, n) < 65536) ++n;
            return n < 16 ? n : 0.0 / 0.0;
          }())};
  return figure;
}

Figure figure8(Runs&, Extent) {
  constexpr int kSize = 16;
  const NetworkGraph graph = flat(kSize, 4);
  std::vector<int> boxes;
  boxes.reserve(static_cast<std::size_t>(graph.routers));
  for (int router = 0; router < graph.routers; ++router) boxes.push_back(router / kSize);
  FloorParameters floor;
  floor.blocks_per_row = kSize;
  const FloorPlan plan = plan_floor(graph, floor);
  const double edge = floor_edge(Kim2007{}, graph.terminals());
  Figure figure{
      "16-ary 4-flat. A box is a pair of cabinets with the 16 routers of a dimension-1 "
      "subsystem; channels of the lower left one only."};
  figure.tables = {{"(a) ports of a router",
                    {"terminals", "dimension 1", "dimension 2", "dimension 3", "in all"},
                    {{"16", "15", "15", "15", fmt::format("{}", measure_size(graph).radix)}}}};
  figure.diagrams = {on_floor(graph, boxes, kSize, "(c) packaging")};
  figure.statements = {
      equal({"terminals", "a network with up to 65,536 nodes", "terminals of the wiring",
             Unit::kCount, Source::kPaper},
            65536, static_cast<double>(graph.terminals())),
      equal({"ports of a router", "16-ary 4-flat (k' = 61, n' = 3)", "ports counted on the wiring",
             Unit::kNumber, Source::kPaper},
            61, measure_size(graph).radix),
      near(
          {fmt::format(
               "longest cable between boxes on a floor of {:.1f} m x {:.1f} m, over E = {:.1f} m",
               plan.width, plan.depth, edge),
           "the maximum cable length (Lmax) of the flattened butterfly will be approximately equal "
           "to the length of one edge (E) of the 2-D cabinet layout",
           "where cabinets stand, or how cables run", Unit::kNumber, Source::kOurs,
           "rows of cabinets stand 2.88 m apart and cabinets 0.57 m, so that 16 x 16 boxes make no "
           "square"},
          1, 0.1, longest(plan, floor) / edge)};
  return figure;
}

Figure figure9(Runs&, Extent) {
  const NetworkGraph clos =
      graph_of({"folded-clos", {{"radix", {64}}, {"levels", {2}}, {"terminals", {1024}}}});
  const NetworkGraph cube = graph_of({"hypercube", {{"dimensions", {10}}}});
  const double edge = floor_edge(Kim2007{}, 1024);
  FloorParameters floor, clos_floor, cube_floor;
  clos_floor.routers_per_cabinet = 16;
  clos_floor.blocks_per_row = 9;
  cube_floor.blocks_per_row = 8;
  const FloorPlan clos_plan = plan_floor(clos, floor), cube_plan = plan_floor(cube, floor);
  const FloorPlan clos_row = plan_floor(clos, clos_floor), cube_row = plan_floor(cube, cube_floor);
  constexpr const char* kRouterCabinet = "--routers-per-cabinet 16 --blocks-per-row 9";
  Figure figure{fmt::format(
      "1,024 terminals in cabinets of 128, placed as `dragonfly cost --floor-plan` does; four "
      "routers of the upper level of the folded Clos fill a cabinet, in the middle. "
      "E = sqrt(N / D) = {:.1f} m. The paper draws a row of cabinets with one of routers in its "
      "middle: `{}`; E is the edge of that row then, {:.1f} m, and {:.1f} m for the hypercube's "
      "eight cabinets.",
      edge, kRouterCabinet, clos_row.width, cube_row.width)};
  figure.diagrams = {cabinets(clos, clos_plan, "(a) folded Clos"),
                     cabinets(clos, clos_row, "(a) folded Clos, as the paper draws it"),
                     cabinets(cube, cube_row, "(b) hypercube")};
  const auto row = [&](const std::string& about, const std::string& words, double printed,
                       double tolerance, double found, const std::string& cause) {
    return near({about, words, "where cabinets stand, how cables run, or what is in a cabinet",
                 Unit::kNumber, Source::kOurs, cause},
                printed, tolerance, found);
  };
  const auto clos_longest = [&](double found) {
    return row("folded Clos: longest cable over E",
               "For the folded-Clos, Lmax is approximately E/2 since the cables only need to be "
               "routed to a central routing cabinet",
               0.5, 0.1, found,
               "the 16 routers of the upper level fill four cabinets, not all of which are in the "
               "middle");
  };
  const auto clos_mean = [&](double found) {
    return row("folded Clos: mean cable over E", "Lavg for the Clos is approximately Lmax/2 = E/4",
               0.25, 0.05, found,
               "the 16 routers of the upper level fill four cabinets, not all of which are in the "
               "middle");
  };
  const auto cube_longest = [&](double found) {
    return row("hypercube: longest cable over E",
               "The hypercube has similar Lmax cable lengths as the folded-Clos", 0.5, 0.1, found,
               "eight cabinets stand in a row, which is longer than E");
  };
  figure.statements = {
      clos_longest(longest(clos_plan, floor) / edge),
      with_choice(kRouterCabinet, clos_longest(longest(clos_row, clos_floor) / clos_row.width)),
      clos_mean(mean(clos_plan, floor) / edge),
      with_choice(kRouterCabinet, clos_mean(mean(clos_row, clos_floor) / clos_row.width)),
      cube_longest(longest(cube_plan, floor) / edge),
      with_choice("--blocks-per-row 8",
                  cube_longest(longest(cube_row, cube_floor) / cube_row.width))};
  constexpr const char* kFloorCost =
      "the floor is then no square, and E that of its longer edge: with sqrt(N / D) it is";
  for (const std::size_t i : {1, 3, 5}) {
    const double metres = i == 1   ? longest(clos_row, clos_floor)
                          : i == 3 ? mean(clos_row, clos_floor)
                                   : longest(cube_row, cube_floor);
    figure.statements[i].cause = fmt::format("{} {:.2f} E", kFloorCost, metres / edge);
  }
  return figure;
}

Figure figure14(Runs&, Extent) {
  const NetworkGraph doubled =
      graph_of({"flattened-butterfly", {{"sizes", {4}}, {"concentration", {4}}, {"paired", {1}}}});
  const NetworkGraph longer =
      graph_of({"flattened-butterfly", {{"sizes", {5}}, {"concentration", {4}}}});
  Figure figure{"A 4-ary 2-flat needs 7 ports; routers of 8 ports."};
  figure.statements = {
      equal({"(a): channels, 6 without the additional ones",
             "The extra port can also be used to double the bandwidth between local router nodes",
             "a channel of the wiring with `paired`", Unit::kNumber, Source::kOurs},
            8, static_cast<double>(doubled.channels.size())),
      equal({"(a): ports of a router", "radix-8 routers", "ports counted on the wiring",
             Unit::kNumber, Source::kPaper},
            8, measure_size(doubled).radix),
      equal({"(b): terminals",
             "an extra port can be used to increase the scalability from N = 16 to N = 20",
             "terminals of the wiring", Unit::kNumber, Source::kPaper},
            20, static_cast<double>(longer.terminals())),
      equal({"(b): ports of a router", "radix-8 routers", "ports counted on the wiring",
             Unit::kNumber, Source::kPaper},
            8, measure_size(longer).radix)};
  return figure14_diagrams(std::move(figure), doubled, longer);
}

Figure table4(Runs&, Extent) {
  Figure figure{"k-ary n-flats of 4,096 terminals; k' counted on the network."};
  DataTable table{"", {"k", "n", "k'", "n'"}, {}};
  const std::map<int, int> printed = {{64, 127}, {16, 46}, {8, 29}, {4, 19}, {2, 12}};
  for (const Shape& shape : kShapes) {
    const int radix = measure_size(flat(shape.k, shape.n)).radix;
    table.rows.push_back({fmt::format("{}", shape.k), fmt::format("{}", shape.n),
                          fmt::format("{}", radix), fmt::format("{}", shape.n - 1)});
    figure.statements.push_back(
        equal({fmt::format("k' of the {}-ary {}-flat", shape.k, shape.n),
               fmt::format("{} {} {} {}", shape.k, shape.n, printed.at(shape.k), shape.n - 1),
               "ports counted on the wiring", Unit::kNumber, Source::kPaper,
               "n(k-1)+1 = 12 (2-1) + 1 = 13: a misprint"},
              printed.at(shape.k), radix));
  }
  figure.tables = {table};
  return figure;
}

}  // namespace dragonfly::kim2007
