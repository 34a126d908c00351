// SPDX-License-Identifier: Apache-2.0
// What the text says beside its figures (Sections 3 and 5, Figures 3 and 17).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "models/cost/kim2008.hpp"
#include "models/metrics/network_size.hpp"
#include "models/papers/costs.hpp"
#include "models/papers/drawings.hpp"
#include "models/papers/judge.hpp"
#include "models/papers/kim2008.hpp"
#include "models/papers/simulated.hpp"

namespace dragonfly::kim2008 {
namespace {

NetworkGraph dragonfly_graph(int p, int a, int h, int g = 0) {
  TopologyConfig network;
  network.parameters = {{"p", {p}}, {"a", {a}}, {"h", {h}}, {"g", {g}}};
  return graph_of(network);
}

/// The fewest and the most channels that join two groups.
std::pair<int, int> channels_of_pairs(const NetworkGraph& graph) {
  const int groups = 1 + *std::max_element(graph.group.begin(), graph.group.end());
  std::map<std::pair<int, int>, int> pairs;
  for (int one = 0; one < groups; ++one)
    for (int other = one + 1; other < groups; ++other) pairs[{one, other}] = 0;
  for (const GraphChannel& channel : graph.channels) {
    const int from = graph.group[static_cast<std::size_t>(channel.from)];
    const int to = graph.group[static_cast<std::size_t>(channel.to)];
    if (from != to) ++pairs[std::minmax(from, to)];
  }
  const auto [fewest, most] = std::minmax_element(
      pairs.begin(), pairs.end(), [](const auto& x, const auto& y) { return x.second < y.second; });
  return {fewest->second, most->second};
}

/// Mean length of all links between routers; those on backplanes have none.
double mean_link(const char* topology, std::int64_t terminals) {
  double metres = 0, links = 0;
  for (const LinkClass& each : parts_for_terminals(topology, terminals, {}, Kim2008{}).links) {
    if (each.role == LinkRole::kTerminal) continue;
    for (const Span& span : each.spans) {
      metres += span.metres * static_cast<double>(span.links);
      links += static_cast<double>(span.links);
    }
  }
  return metres / links;
}

void judge_sizes(Figure& figure) {
  const NetworkGraph full = dragonfly_graph(4, 8, 4), smaller = dragonfly_graph(2, 4, 2, 4);
  const auto [fewest, most] = channels_of_pairs(full);
  figure.statements.push_back(
      judged({"Figure 3, p = h = 4, a = 8: channels between two groups, fewest and most",
              "there is exactly one connection between each pair of groups",
              "a channel of the wiring", Unit::kNumber, Source::kPaper},
             "1, 1", fmt::format("{}, {}", fewest, most), fewest == 1 && most == 1));
  figure.statements.push_back(equal({"Figure 3, p = h = 4, a = 8: ports of a router",
                                     "the radix (or degree) of each router is k = p + a + h - 1",
                                     "ports counted on the wiring", Unit::kNumber, Source::kPaper},
                                    4 + 8 + 4 - 1, measure_size(full).radix));
  figure.statements.push_back(at_least(
      {"p = h = 2, a = 4, g = 4: fewest channels between two groups, (ah + 1)/g rounded down",
       "These excess global connections are distributed over the groups with each pair of groups "
       "connected by at least",
       "an uneven choice of which groups the channels left over join", Unit::kNumber,
       Source::kPaper},
      std::floor((4 * 2 + 1) / 4.0), channels_of_pairs(smaller).first));
}

void judge_costs(Figure& figure) {
  for (const std::int64_t size : {2048, 4096}) {
    figure.statements.push_back(at_most(
        {fmt::format("{}: mean link between routers, dragonfly over flattened butterfly",
                     size_name(size)),
         "This is because the dragonfly has a shorter average cable length than the flattened "
         "butterfly at these small sizes",
         "a length or a number of links in the cost model", Unit::kFactor, Source::kPaper,
         "its local links are on backplanes and more than half of all, but its global cables have "
         "2E/3 and those of the flattened butterfly E/3 (Table 2)"},
        1, mean_link("dragonfly", size) / mean_link("flattened-butterfly", size)));
  }
  for (const std::int64_t size : {4096, 16384}) {
    figure.statements.push_back(near(
        {fmt::format("{}: saved by the flattened butterfly over the folded Clos", size_name(size)),
         "the flattened butterfly reduces cost by approximately 50% compared to a folded-Clos",
         "a price, a length or a number of parts in the cost model", Unit::kPercent, Source::kOurs,
         "the flattened butterfly of 16K has a third dimension"},
        0.5, 0.1, saving({Kim2008{}}, "flattened-butterfly", "folded-clos", size)));
  }
  // Only the model of 2007, the prior work, has powers.
  const auto watts = [](const char* topology, std::int64_t size) {
    return cost_at({Kim2007{}}, topology, size).watts_per_terminal;
  };
  for (const std::int64_t size : {4096, 16384, 65536}) {
    for (const char* other : {"flattened-butterfly", "folded-clos"}) {
      figure.statements.push_back(at_most(
          {fmt::format("{}: power of the dragonfly over the {}, by the model of 2007",
                       size_name(size), other),
           "The reduction of network cost in the dragonfly also translates to reduction of power "
           "as shown in prior work",
           "a power or a number of parts in the cost model", Unit::kFactor, Source::kPaper,
           fmt::format("{:.2f} W against {:.2f} W a terminal: both have 16 terminals a router, and "
                       "switches take power by the ports used, 63 of 64 in the dragonfly",
                       watts("dragonfly", size), watts(other, size))},
          1, watts("dragonfly", size) / watts(other, size)));
    }
  }
}

/// Latency of UGAL-L_CR under WC at 0.2 when one credit in so many is timed.
double timed(const SimulatedItem& item, int one_in) {
  Configuration config;
  config.routing.algorithm = "ugal-l-cr";
  config.traffic.pattern = Pattern::kWorstCase;
  config.traffic.load = 0.2;
  config.router.ctq_one_in = one_in;
  return item.latency(config);
}

}  // namespace

Figure text(Runs& runs, Extent extent) {
  const SimulatedItem item(runs, extent);
  Figure figure{
      "What the text says beside its figures. Figure 13 is an example whose effect Figure 9 "
      "measures, and Figure 15 defines t_crt0, which routers take from the latencies of their "
      "channels."};
  judge_sizes(figure);
  judge_costs(figure);
  figure.statements.push_back(between(
      {"Figure 17, WC at 0.2: latency of UGAL-L_CR with one of four credits timed, over all",
       "by having a queue which is only 1/4 of the data buffer size, only one of four "
       "credits are tracked to measure the congestion",
       "a credit that is taken for another, or a delay that is kept too long", Unit::kFactor},
      0.9, 1.1, timed(item, 4) / timed(item, 1)));
  return figure;
}

}  // namespace dragonfly::kim2008
