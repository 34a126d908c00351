// SPDX-License-Identifier: Apache-2.0
// Cabinets on a floor, against lengths measured cable by cable.
#include "models/cost/floor_plan.hpp"

#include <cmath>
#include <map>
#include <set>

#include "models/common/error.hpp"
#include "models/cost/kim2008.hpp"
#include "models/cost/part_lists.hpp"
#include "tests/catch.hpp"

namespace dragonfly {
namespace {

/// Routers of a one-dimensional flattened butterfly.
NetworkGraph complete_graph(int routers, int terminals) {
  NetworkGraph graph;
  graph.family = "flattened-butterfly";
  graph.routers = routers;
  graph.classes = {"dimension 1"};
  graph.sources.assign(static_cast<std::size_t>(routers), terminals);
  for (int i = 0; i < routers; ++i) {
    for (int j = i + 1; j < routers; ++j) graph.channels.push_back({i, j, 0});
  }
  return graph;
}

/// Groups of a complete graphs, and a complete graph of all groups, with ends on routers in turn.
NetworkGraph dragonfly_graph(int p, int a, int g) {
  NetworkGraph graph;
  graph.routers = a * g;
  graph.classes = {"local", "global"};
  graph.sources.assign(static_cast<std::size_t>(a * g), p);
  for (int i = 0; i < a * g; ++i) {
    graph.group.push_back(i / a);
    for (int j = i + 1; j < (i / a + 1) * a; ++j) graph.channels.push_back({i, j, 0});
  }
  for (int i = 0; i < g; ++i) {
    for (int j = i + 1; j < g; ++j) graph.channels.push_back({i * a + j % a, j * a + i % a, 1});
  }
  return graph;
}

TEST_CASE("nine cabinets of one router, by hand") {
  FloorParameters p;
  p.nodes_per_cabinet = 10;
  p.cabinet_width = 1;
  p.cabinet_depth = 1;
  p.depth_factor = 1;
  const FloorPlan plan = plan_floor(complete_graph(9, 10), p);
  CHECK(plan.columns == 3);
  CHECK(plan.rows == 3);
  CHECK(plan.cabinets[5] == CabinetPosition{2, 1});
  REQUIRE(plan.classes.size() == 1);
  const CableLengths& cables = plan.classes[0];
  CHECK(cables.channels == 36);
  CHECK(cables.in_cabinet == 0);
  // Pairs of a 3 x 3 grid by distance: 12 at 1, 14 at 2, 8 at 3, 2 at 4.
  REQUIRE(cables.spans.size() >= 4);
  std::map<double, std::int64_t> by_length;
  for (const Span& span : cables.spans) by_length[span.metres - 2] += span.links;
  CHECK(by_length == std::map<double, std::int64_t>{{1, 12}, {2, 14}, {3, 8}, {4, 2}});
  CHECK(cables.mean == Approx(2 + (12 + 28 + 24 + 8) / 36.0));
  CHECK(cables.maximum == 6);
}

TEST_CASE("lengths are Manhattan distances between cabinets, and no two cabinets share a place") {
  const FloorParameters p;
  const NetworkGraph graph = dragonfly_graph(16, 32, 20);
  const FloorPlan plan = plan_floor(graph, p);
  CHECK(plan.cabinets.size() == 80);  // 512 terminals a group
  std::set<std::pair<std::int64_t, std::int64_t>> places;
  for (const CabinetPosition& c : plan.cabinets) {
    CHECK(places.insert({c.column, c.row}).second);
    CHECK(c.column < plan.columns);
    CHECK(c.row < plan.rows);
  }
  std::vector<double> sum(2, 0), longest(2, 0);
  std::vector<std::int64_t> cables(2, 0), inside(2, 0);
  for (const GraphChannel& channel : graph.channels) {
    const CabinetPosition a = plan.cabinets[plan.cabinet_of[channel.from]];
    const CabinetPosition b = plan.cabinets[plan.cabinet_of[channel.to]];
    const int c = channel.channel_class;
    if (a == b) {
      ++inside[c];
      continue;
    }
    const double metres = 2 + 0.57 * static_cast<double>(std::abs(a.column - b.column)) +
                          2.88 * static_cast<double>(std::abs(a.row - b.row));
    sum[c] += metres;
    longest[c] = std::max(longest[c], metres);
    ++cables[c];
  }
  for (int c = 0; c < 2; ++c) {
    CHECK(plan.classes[c].in_cabinet == inside[c]);
    CHECK(plan.classes[c].mean == Approx(sum[c] / static_cast<double>(cables[c])));
    CHECK(plan.classes[c].maximum == Approx(longest[c]));
    CHECK(plan.classes[c].channels == cables[c] + inside[c]);
  }
  // 8 routers in a cabinet: 4 x 28 of the 496 pairs of a group.
  CHECK(plan.classes[0].in_cabinet == 20 * 112);
  // A cabinet holds 128 terminals in any group.
  std::map<int, int> terminals;
  for (int r = 0; r < graph.routers; ++r) terminals[plan.cabinet_of[r]] += 16;
  for (const auto& [cabinet, count] : terminals) CHECK(count == 128);
}

TEST_CASE("the paper's 2E/3 is near the real mean of a full dragonfly") {
  // 128 groups of 512: E = sqrt(65536 / 75) = 29.6 m, and the floor is nearly square.
  const FloorPlan plan = plan_floor(dragonfly_graph(16, 32, 128), {});
  const double edge = std::sqrt(65536.0 / 75);
  CHECK(plan.width * plan.depth == Approx(edge * edge).epsilon(0.15));
  CHECK(plan.classes[1].mean == Approx(2 * edge / 3 + 2).epsilon(0.1));
  // Table 2: at most 2E, and the overhead.
  CHECK(plan.classes[1].maximum < 2 * edge + 2 + 3);
}

TEST_CASE("routers without terminals stand in the middle") {
  // 8 leaf routers of 64 terminals, 4 spines.
  NetworkGraph clos;
  clos.routers = 12;
  clos.classes = {"level 1 to 2"};
  clos.sources.assign(12, 0);
  for (int leaf = 0; leaf < 8; ++leaf) {
    clos.sources[leaf] = 64;
    for (int spine = 8; spine < 12; ++spine) clos.channels.push_back({leaf, spine, 0});
  }
  FloorParameters p;
  p.depth_factor = 1;
  p.cabinet_width = p.cabinet_depth = 1;
  const FloorPlan plan = plan_floor(clos, p);
  REQUIRE(plan.cabinets.size() == 5);
  // Columns 2 x rows 3 (5 used): nearest to the middle is row 1.
  const CabinetPosition spine = plan.cabinets[plan.cabinet_of[8]];
  CHECK(spine.row == 1);
  CHECK(plan.classes[0].in_cabinet == 0);
  for (int leaf = 0; leaf < 8; ++leaf) {
    CHECK(plan.cabinet_of[leaf] != plan.cabinet_of[8]);
    CHECK(plan.cabinet_of[leaf] == plan.cabinet_of[leaf / 2 * 2]);
  }
}

TEST_CASE("groups smaller than a cabinet share it, as many whole ones as fit") {
  // 10 groups of 4 x 12 terminals: two of the 48 fit into 128.
  const FloorPlan plan = plan_floor(dragonfly_graph(12, 4, 10), {});
  CHECK(plan.cabinets.size() == 5);
  for (int router = 0; router < 40; ++router) CHECK(plan.cabinet_of[router] == router / 8);
  CHECK(plan.classes[0].in_cabinet == plan.classes[0].channels);
  CHECK(plan.classes[1].in_cabinet == 5);  // one channel joins the two groups of a cabinet
}

TEST_CASE(
    "the folded Clos of 2007's Figure 9: eight cabinets of 128 nodes, routers in the middle") {
  // 32 leaf routers of 32 terminals, each a group, and 16 routers above.
  NetworkGraph clos;
  clos.routers = 48;
  clos.classes = {"level-1"};
  clos.sources.assign(48, 0);
  for (int leaf = 0; leaf < 32; ++leaf) {
    clos.sources[leaf] = 32;
    for (int above = 32; above < 48; ++above)
      for (int side = 0; side < 2; ++side) clos.channels.push_back({leaf, above, 0});
  }
  for (int router = 0; router < 48; ++router) clos.group.push_back(router);
  FloorParameters p;
  CHECK(plan_floor(clos, p).cabinets.size() == 8 + 4);
  p.routers_per_cabinet = 16;
  p.blocks_per_row = 9;
  const FloorPlan row = plan_floor(clos, p);
  REQUIRE(row.cabinets.size() == 8 + 1);
  CHECK(row.cabinets[row.cabinet_of[32]] == CabinetPosition{4, 0});
  // Half of the row, as the paper draws it: 4 cabinets of 0.57 m, 2.5 on average.
  CHECK(row.classes[0].maximum - p.cable_overhead == Approx(4 * 0.57));
  CHECK(row.classes[0].mean - p.cable_overhead == Approx(2.5 * 0.57));
}

TEST_CASE("last stage of a butterfly beside its first") {
  // 2-ary 2-fly: routers 0, 1 inject, 2, 3 eject.
  NetworkGraph fly;
  fly.routers = 4;
  fly.directed = true;
  fly.classes = {"stage 1"};
  fly.sources = {2, 2, 0, 0};
  fly.sinks = {0, 0, 2, 2};
  fly.channels = {{0, 2, 0}, {0, 3, 0}, {1, 2, 0}, {1, 3, 0}};
  FloorParameters p;
  p.nodes_per_cabinet = 2;
  const FloorPlan plan = plan_floor(fly, p);
  CHECK(plan.cabinets.size() == 2);
  CHECK(plan.cabinet_of == std::vector<int>{0, 1, 0, 1});
  CHECK(plan.classes[0].in_cabinet == 2);
}

TEST_CASE("dimensions along and across rows (2007, Figure 8(c))") {
  // 4 x 4 x 4 routers; dimension 1 is a block of one cabinet, 2 runs along rows, 3 across.
  NetworkGraph flat;
  flat.routers = 64;
  flat.classes = {"dimension 1", "dimension 2", "dimension 3"};
  flat.sources.assign(64, 4);
  for (int i = 0; i < 64; ++i) {
    flat.group.push_back(i / 4);
    for (int j = i + 1; j < 64; ++j) {
      if (i / 4 == j / 4) flat.channels.push_back({i, j, 0});
      if (i / 16 == j / 16 && i % 4 == j % 4) flat.channels.push_back({i, j, 1});
      if (i % 16 == j % 16) flat.channels.push_back({i, j, 2});
    }
  }
  FloorParameters p;
  p.nodes_per_cabinet = 16;
  p.blocks_per_row = 4;
  const FloorPlan plan = plan_floor(flat, p);
  CHECK(plan.columns == 4);
  CHECK(plan.rows == 4);
  CHECK(plan.classes[0].in_cabinet == plan.classes[0].channels);
  // Distances 1, 1, 1, 2, 2, 3 among four in a row: the mean is 5/3.
  CHECK(plan.classes[1].mean == Approx(2 + 0.57 * 5 / 3));
  CHECK(plan.classes[2].mean == Approx(2 + 2.88 * 5 / 3));
}

TEST_CASE("prices from real lengths") {
  // 9 groups of 128 terminals, one cabinet each.
  const NetworkGraph graph = dragonfly_graph(16, 8, 9);
  const FloorPlan plan = plan_floor(graph, {});
  const Kim2008 model;
  const NetworkParts mean = dragonfly_parts(16, 8, 1, 9, model);
  const NetworkParts real = with_real_lengths(mean, plan);
  CHECK(real.link_class("global").links == 36);
  CHECK(mean_cable_length(real.link_class("global")) == Approx(plan.classes[1].mean));
  double expected = 0;
  for (const Span& span : plan.classes[1].spans) {
    expected += static_cast<double>(span.links) * 18.75 * (2.16 + 1.4 * span.metres);
  }
  REQUIRE(plan.classes[1].maximum < model.optical_threshold);
  CHECK(evaluate(model, real).link_cost(LinkRole::kGlobal) == Approx(expected));
}

TEST_CASE("floors that cannot be") {
  FloorParameters p;
  p.nodes_per_cabinet = 0;
  CHECK_THROWS_AS(plan_floor(complete_graph(3, 1), p), InputError);
  p = {};
  p.cabinet_width = 0;
  CHECK_THROWS_AS(plan_floor(complete_graph(3, 1), p), InputError);
  p = {};
  p.cable_overhead = -1;
  CHECK_THROWS_AS(plan_floor(complete_graph(3, 1), p), InputError);
  // A single cabinet has no cables.
  const FloorPlan one = plan_floor(complete_graph(3, 1), {});
  CHECK(one.cabinets.size() == 1);
  CHECK(one.classes[0].in_cabinet == 3);
  CHECK(one.classes[0].mean == 0);
}

}  // namespace
}  // namespace dragonfly
