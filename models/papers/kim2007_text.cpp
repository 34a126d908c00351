// SPDX-License-Identifier: Apache-2.0
// What the text says beside its figures (Sections 2.3, 3.2, 4.3, 5.1.1 and 5.2, Figure 3, footnotes
// 2 and 10).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/common/error.hpp"
#include "models/cost/floor_plan.hpp"
#include "models/cost/part_lists.hpp"
#include "models/families/fabric.hpp"
#include "models/metrics/network_size.hpp"
#include "models/papers/costs.hpp"
#include "models/papers/drawings.hpp"
#include "models/papers/judge.hpp"
#include "models/papers/kim2007.hpp"
#include "models/papers/simulated.hpp"
#include "models/router/routes.hpp"

namespace dragonfly::kim2007 {
namespace {

TopologyConfig flat_network(int k, int n) { return {"k-ary-n-flat", {{"k", {k}}, {"n", {n}}}}; }

TopologyConfig clos_of_1k() {
  return {"folded-clos", {{"radix", {64}}, {"levels", {2}}, {"terminals", {1024}}}};
}

/// Section 2.3 and Figure 3: 1K nodes as a generalized hypercube of 8 x 8 x 16.
void judge_generalized_hypercube(Figure& figure) {
  const NetworkGraph graph =
      graph_of({"generalized-hypercube", {{"sizes", std::vector<int>{8, 8, 16}}}});
  figure.statements.push_back(
      equal({"Figure 3: channels of a router of the (8,8,16) generalized hypercube to others",
             "there is a mismatch between the single terminal channel and 32 inter-router channels",
             "ports counted on the wiring", Unit::kNumber, Source::kPaper,
             "7 + 7 + 15 = 29 channels lead to other routers; with three to itself it would be 32"},
            32, measure_size(graph).radix - 1));
  const auto over = [](double bisection) {
    Kim2007 model;
    model.constant_bisection = bisection;
    const double flat = cost_at({model}, "flattened-butterfly", 1024).cost_per_terminal;
    return cost_at({model}, "generalized-hypercube", 1024).cost_per_terminal / flat;
  };
  constexpr const char* kFactor = "reducing its cost by a factor of k";
  constexpr const char* kFails = "a price or a number of parts in the cost model";
  constexpr const char* kCause =
      "the generalized hypercube has k routers for one, but narrow or low-radix ones, and the "
      "links of the terminals cost the same in both";
  figure.statements.push_back(
      near({"1K: cost of the generalized hypercube over the flattened butterfly, k = 32", kFactor,
            kFails, Unit::kFactor, Source::kOurs, kCause},
           32, 8, over(1)));
  figure.statements.push_back(with_choice(
      "--constant-bisection 0",
      near({"1K: cost of the generalized hypercube over the flattened butterfly, k = 32", kFactor,
            kFails, Unit::kFactor, Source::kOurs, kCause},
           32, 8, over(0))));
}

/// Section 4.3: one-way links between routers.
void judge_links(Figure& figure) {
  const auto links = [](const TopologyConfig& network) {
    return 2 * static_cast<double>(graph_of(network).channels.size());
  };
  constexpr const char* kWords =
      "with N = 1K network, the folded Clos requires 2048 links while the flattened butterfly "
      "requires 31 x 32 = 992 links";
  constexpr const char* kFails = "channels of the wiring";
  figure.statements.push_back(
      equal({"1K: one-way links of the folded Clos", kWords, kFails, Unit::kCount, Source::kPaper},
            2048, links(clos_of_1k())));
  figure.statements.push_back(equal(
      {"1K: one-way links of the 32-ary 2-flat", kWords, kFails, Unit::kCount, Source::kPaper}, 992,
      links(flat_network(32, 2))));
}

/// The fewest VCs with which the search finds no cycle.
int fewest_vcs(const char* routing, int dimensions) {
  Configuration config;
  config.topology = flat_network(dimensions > 3 ? 2 : 3, dimensions + 1);
  config.routing.algorithm = routing;
  for (int vcs = 1; vcs <= kMostVcs; ++vcs) {
    config.router.vcs = vcs;
    try {
      if (make_routes(config)->check_deadlock().deadlock_free()) return vcs;
    } catch (const InputError&) {
      continue;  // too few
    }
  }
  return 0;
}

void judge_vcs(Figure& figure) {
  std::vector<double> oblivious, adaptive;
  for (const int dimensions : {1, 2, 3, 5}) {
    oblivious.push_back(fewest_vcs("val", dimensions));
    adaptive.push_back(fewest_vcs("min-ad", dimensions));
  }
  constexpr const char* kFails = "the search for cycles, or the VCs of a route";
  figure.statements.push_back(
      judged({"fewest VCs without a cycle, n' = 1, 2, 3, 5: VAL",
              "With VAL, all of the networks require only 2 VCs to avoid deadlock", kFails,
              Unit::kNumber, Source::kPaper},
             "2 in each", shown(oblivious, Unit::kNumber), oblivious == std::vector<double>(4, 2)));
  figure.statements.push_back(judged(
      {"fewest VCs without a cycle, n' = 1, 2, 3, 5: MIN AD",
       "with adaptive routing, the number of VCs needed is proportional to n'", kFails,
       Unit::kNumber, Source::kPaper},
      "1, 2, 3, 5", shown(adaptive, Unit::kNumber), adaptive == std::vector<double>{1, 2, 3, 5}));
}

/// Where routers stand, and how long the way between two is along rows and aisles.
class Wires {
 public:
  Wires(const NetworkGraph& graph, const FloorParameters& floor)
      : floor_(floor), plan_(plan_floor(graph, floor)) {}

  [[nodiscard]] double metres(int from, int to) const {
    const CabinetPosition& a = place(from);
    const CabinetPosition& b = place(to);
    return static_cast<double>(std::abs(a.column - b.column)) * floor_.cabinet_width +
           static_cast<double>(std::abs(a.row - b.row)) * floor_.cabinet_depth *
               floor_.depth_factor;
  }

 private:
  [[nodiscard]] const CabinetPosition& place(int router) const {
    const auto cabinet = plan_.cabinet_of[static_cast<std::size_t>(router)];
    return plan_.cabinets[static_cast<std::size_t>(cabinet)];
  }

  FloorParameters floor_;
  FloorPlan plan_;
};

/// Wire of all routes in dimension order in a k-ary n-flat, over the direct ways.
double detour(int k, int n) {
  FloorParameters floor;
  floor.blocks_per_row = k;
  const NetworkGraph graph = graph_of(flat_network(k, n));
  const Wires wires(graph, floor);
  double routed = 0, direct = 0;
  for (int from = 0; from < graph.routers; ++from) {
    for (int to = 0; to < graph.routers; ++to) {
      int at = from;
      for (int dimension = 1, stride = 1; dimension < n; ++dimension, stride *= k) {
        const int next = at + (to / stride % k - at / stride % k) * stride;
        routed += wires.metres(at, next);
        at = next;
      }
      direct += wires.metres(from, to);
    }
  }
  return routed / direct;
}

/// Wire of routes from each router with terminals to the next one, for a folded Clos by way of the
/// upper level.
double wire_to_next(const NetworkGraph& graph, const FloorParameters& floor) {
  const Wires wires(graph, floor);
  double metres = 0;
  const int leaves = 32;
  for (int leaf = 0; leaf < leaves; ++leaf) {
    const int next = (leaf + 1) % leaves;
    if (graph.routers == leaves) {
      metres += wires.metres(leaf, next);
      continue;
    }
    double by_middle = 0;
    for (int middle = leaves; middle < graph.routers; ++middle)
      by_middle += wires.metres(leaf, middle) + wires.metres(middle, next);
    metres += by_middle / (graph.routers - leaves);
  }
  return metres / leaves;
}

void judge_wires(Figure& figure) {
  constexpr const char* kFails = "where cabinets stand, or which dimension runs along which edge";
  figure.statements.push_back(at_most(
      {"16-ary 3-flat: wire of routes in dimension order over the direct ways",
       "the packaging is similar to a direct network with minimal distance physical distance "
       "and does not increase the overall wire delay",
       kFails, Unit::kFactor, Source::kOurs,
       "the two cabinets of a row of dimension 1 stand side by side along dimension 2"},
      1.05, detour(16, 3)));
  FloorParameters one_cabinet;
  one_cabinet.routers_per_cabinet = 16;
  figure.statements.push_back(at_least(
      {"1K, WC: wire of the folded Clos over that of the 32-ary 2-flat",
       "the folded-Clos needs to route through middle stages, incurring 2x global wire delay where "
       "as the flattened butterfly can take advantage of the packaging locality",
       kFails, Unit::kFactor},
      2,
      wire_to_next(graph_of(clos_of_1k()), one_cabinet) /
          wire_to_next(graph_of(flat_network(32, 2)), FloorParameters{})));
}

Configuration past_saturation(Configuration config) {
  config.traffic.pattern = Pattern::kWorstCase;
  config.traffic.group_size = 32;
  config.traffic.load = 0.55;
  config.measurement.warmup_min = config.measurement.warmup_max = 4000;
  config.measurement.window = 3000;
  config.measurement.drain_max = 500;
  return config;
}

/// Footnote 2: the routings of Figure 4(b), with packets of several flits.
void judge_packet_sizes(Figure& figure, const SimulatedItem& item) {
  const std::vector<std::string> routings = {"val", "ugal", "ugal-s", "clos-ad"};
  DataTable table{"32-ary 2-flat, WC at 0.55, 32 flits a port: accepted by flits a packet",
                  {"flits", "VAL", "UGAL", "UGAL-S", "CLOS AD"},
                  {}};
  for (const int flits : {1, 2, 4}) {
    std::vector<double> accepted;
    std::vector<std::string>& row = table.rows.emplace_back();
    row.push_back(fmt::format("{}", flits));
    for (const std::string& routing : routings) {
      Configuration config;
      config.topology = flat_network(32, 2);
      config.routing.algorithm = routing;
      config.router.vcs = 2;
      config.router.buffer_depth = 16;
      config.traffic.packet_size = flits;
      accepted.push_back(item.accepted(past_saturation(config)));
      row.push_back(fmt::format("{:.3f}", accepted.back()));
    }
    figure.statements.push_back(judged(
        {fmt::format("WC at 0.55, packets of {} flit{}: VAL, UGAL, UGAL-S, CLOS AD", flits,
                     flits == 1 ? "" : "s"),
         "Different packet sizes do not impact the comparison results in this section", kCarryFails,
         Unit::kNumber, Source::kOurs,
         "the buffers of 16 flits a VC hold four packets of 4 flits, and virtual cut-through waits "
         "until all of one fits; then UGAL carries less than VAL"},
        "VAL the least, CLOS AD the most", shown(accepted, Unit::kNumber),
        accepted[0] <= std::min(accepted[1], accepted[2]) &&
            accepted[3] >= std::max(accepted[1], accepted[2])));
  }
  figure.tables.push_back(table);
}

/// Footnote 10: four terminals at each router of a hypercube of as many terminals.
void judge_concentration(Figure& figure, const SimulatedItem& item) {
  // What a hypercube carries of the adverse pattern, as a share of what it carries of UR.
  const auto adverse = [&](int dimensions, int concentration) {
    Configuration config;
    config.topology = {"hypercube",
                       {{"dimensions", {dimensions}}, {"concentration", {concentration}}}};
    config.routing.algorithm = "e-cube";
    config.router.vcs = 1;
    config.router.buffer_depth = 32;
    if (concentration == 1) config.channels.local_interval = 2;
    config = past_saturation(config);
    const double worst = item.accepted(config);
    config.traffic.pattern = Pattern::kUniform;
    config.traffic.load = 1;
    return worst / item.accepted(config);
  };
  figure.statements.push_back(at_most(
      {"1K: WC at 0.55 over UR at 1.0, hypercube of 4 terminals a router over that of one",
       "Using concentration in the hypercube could reduce the cost of the network but will "
       "significantly degrade performance on adversarial traffic pattern",
       kCarryFails, Unit::kFactor, Source::kOurs,
       "WC sends to random ones of the next 32 terminals, and e-cube spreads that over as many "
       "dimensions in both"},
      0.7, adverse(8, 4) / adverse(10, 1)));
}

}  // namespace

Figure text(Runs& runs, Extent extent) {
  const SimulatedItem item(runs, extent);
  Figure figure{
      "What the text says beside its figures. Wires are those between cabinets, along rows and "
      "aisles, without overhead."};
  judge_generalized_hypercube(figure);
  judge_packet_sizes(figure, item);
  judge_links(figure);
  judge_concentration(figure, item);
  judge_vcs(figure);
  judge_wires(figure);
  return figure;
}

}  // namespace dragonfly::kim2007
