// SPDX-License-Identifier: Apache-2.0
#include "models/cost/floor_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "models/common/error.hpp"
#include "models/common/rounding.hpp"
#include "models/cost/checked.hpp"

namespace dragonfly {
namespace {

/// A rectangle of cabinets or blocks.
struct Grid {
  std::int64_t columns = 1, rows = 1;
};

/// The grid with `count` places of width x depth metres that is nearest to a square; of those
/// equally near, the one with fewer columns.
Grid square_grid(std::int64_t count, double width, double depth) {
  Grid best;
  double best_edge = 0;
  // The longer edge falls and then rises with the number of columns, so the search can end there.
  for (std::int64_t columns = 1; columns <= count; ++columns) {
    const std::int64_t rows = rounded_up(count, columns);
    const double across = static_cast<double>(columns) * width;
    const double edge = std::max(across, static_cast<double>(rows) * depth);
    if (columns == 1 || edge < best_edge) {
      best = {columns, rows};
      best_edge = edge;
    }
    if (across > best_edge) break;
  }
  return best;
}

void check(const FloorParameters& p) {
  const auto require = [](const char* name, double value, double least) {
    if (std::isfinite(value) && value >= least && value <= 1e9) return;
    throw InputError(fmt::format("{} = {}: use {} to 1e9", name, value, least));
  };
  require("nodes-per-cabinet", static_cast<double>(p.nodes_per_cabinet), 1);
  require("routers-per-cabinet", static_cast<double>(p.routers_per_cabinet), 1);
  require("blocks-per-row", static_cast<double>(p.blocks_per_row), 0);
  require("cabinet-width", p.cabinet_width, 1e-3);
  require("cabinet-depth", p.cabinet_depth, 1e-3);
  require("depth-factor", p.depth_factor, 1e-3);
  require("cable-overhead", p.cable_overhead, 0);
}

/// Cabinets filled with routers, in blocks that belong together.
struct Filled {
  std::vector<int> cabinet_of;         ///< [router]
  std::vector<std::int64_t> block_of;  ///< [cabinet]
  std::vector<bool> router_block;      ///< [block]: only routers without terminals
  std::int64_t largest_block = 1;      ///< cabinets
};

/// Fills cabinets with the routers of `members`, ascending; returns how many cabinets it took.
std::int64_t fill(const std::vector<int>& members, const std::vector<int>& terminals,
                  const FloorParameters& p, bool own_blocks, Filled& filled) {
  std::int64_t cabinets = 0, nodes = 0, routers = 0;
  for (const int router : members) {
    const std::int64_t n = terminals[router];
    const bool full = n > 0 ? nodes + n > p.nodes_per_cabinet : routers >= p.routers_per_cabinet;
    if (cabinets == 0 || full) {
      const bool new_block = cabinets == 0 || own_blocks;
      if (new_block) filled.router_block.push_back(n == 0);
      filled.block_of.push_back(static_cast<std::int64_t>(filled.router_block.size()) - 1);
      ++cabinets;
      nodes = routers = 0;
    }
    nodes += n;
    ++routers;
    filled.cabinet_of[router] = static_cast<int>(filled.block_of.size()) - 1;
  }
  return cabinets;
}

/// Groups by what is packed together, [group]: as many whole ones share a cabinet as fit; a larger
/// one has cabinets of its own. Groups without terminals are not in it.
std::map<int, int> packed_groups(const NetworkGraph& graph, const FloorParameters& p) {
  std::map<int, std::int64_t> nodes;
  for (std::size_t r = 0; r < graph.group.size(); ++r) {
    if (graph.sources[r] > 0) nodes[graph.group[r]] += graph.sources[r];
  }
  std::map<int, int> packed;
  int unit = 0;
  std::int64_t in_unit = 0;
  for (const auto& [group, terminals] : nodes) {
    if (in_unit > 0 && in_unit + terminals > p.nodes_per_cabinet) {
      ++unit;
      in_unit = 0;
    }
    in_unit += terminals;
    packed[group] = unit;
  }
  return packed;
}

}  // namespace

FloorPlan plan_floor(const NetworkGraph& graph, const FloorParameters& p) {
  check(p);
  const std::vector<int>& terminals = graph.sources;
  // Routers that only eject stand beside those that inject: both belong to the same terminals.
  std::vector<int> injecting, ejecting;
  std::vector<bool> ejects_only(static_cast<std::size_t>(graph.routers), false);
  for (int r = 0; r < graph.routers; ++r) {
    if (terminals[r] > 0) injecting.push_back(r);
    ejects_only[r] = terminals[r] == 0 && graph.ejecting()[r] > 0;
    if (ejects_only[r]) ejecting.push_back(r);
  }

  // Members of each packaging unit; routers without terminals are units of their own kind.
  const std::map<int, int> unit_of = packed_groups(graph, p);
  std::map<std::pair<bool, int>, std::vector<int>> units;
  for (int r = 0; r < graph.routers; ++r) {
    if (ejects_only[r]) continue;
    const bool router_only = terminals[r] == 0;
    const int unit = graph.group.empty() || router_only ? 0 : unit_of.at(graph.group[r]);
    units[{router_only, unit}].push_back(r);
  }
  Filled filled;
  filled.cabinet_of.assign(static_cast<std::size_t>(graph.routers), 0);
  for (const auto& [key, members] : units) {
    const bool own_blocks = graph.group.empty() || key.first;
    const std::int64_t cabinets = fill(members, terminals, p, own_blocks, filled);
    if (!own_blocks) filled.largest_block = std::max(filled.largest_block, cabinets);
  }

  for (std::size_t i = 0; i < ejecting.size(); ++i) {
    if (injecting.empty()) break;
    const std::size_t beside = i * injecting.size() / ejecting.size();
    filled.cabinet_of[ejecting[i]] = filled.cabinet_of[injecting[beside]];
  }

  const double depth = p.cabinet_depth * p.depth_factor;
  const Grid block = square_grid(filled.largest_block, p.cabinet_width, depth);
  const auto blocks = static_cast<std::int64_t>(filled.router_block.size());
  Grid grid = square_grid(blocks, static_cast<double>(block.columns) * p.cabinet_width,
                          static_cast<double>(block.rows) * depth);

  if (p.blocks_per_row > 0) {
    grid = {std::min(p.blocks_per_row, blocks), rounded_up(blocks, p.blocks_per_row)};
  }

  // Places row by row; the ones nearest to the middle are kept for router cabinets.
  std::vector<std::int64_t> places(static_cast<std::size_t>(blocks));
  for (std::int64_t i = 0; i < blocks; ++i) places[i] = i;
  const auto from_middle = [&](std::int64_t place) {
    const std::int64_t column = place % grid.columns;
    const std::int64_t row = place / grid.columns;
    const double x = static_cast<double>(column) - static_cast<double>(grid.columns - 1) / 2;
    const double y = static_cast<double>(row) - static_cast<double>(grid.rows - 1) / 2;
    return std::abs(x) * static_cast<double>(block.columns) * p.cabinet_width +
           std::abs(y) * static_cast<double>(block.rows) * depth;
  };
  const auto router_blocks =
      std::count(filled.router_block.begin(), filled.router_block.end(), true);
  std::stable_sort(places.begin(), places.end(),
                   [&](std::int64_t a, std::int64_t b) { return from_middle(a) < from_middle(b); });
  std::sort(places.begin(), places.begin() + router_blocks);
  std::sort(places.begin() + router_blocks, places.end());

  FloorPlan plan;
  plan.cabinet_of = std::move(filled.cabinet_of);
  std::vector<std::int64_t> place_of(static_cast<std::size_t>(blocks));
  std::int64_t next_middle = 0, next_other = router_blocks;
  for (std::int64_t b = 0; b < blocks; ++b) {
    place_of[b] = places[filled.router_block[b] ? next_middle++ : next_other++];
  }
  std::int64_t in_block = 0;
  for (std::size_t c = 0; c < filled.block_of.size(); ++c) {
    in_block = c > 0 && filled.block_of[c] == filled.block_of[c - 1] ? in_block + 1 : 0;
    const std::int64_t place = place_of[filled.block_of[c]];
    const CabinetPosition position{place % grid.columns * block.columns + in_block % block.columns,
                                   place / grid.columns * block.rows + in_block / block.columns};
    plan.cabinets.push_back(position);
    plan.columns = std::max(plan.columns, position.column + 1);
    plan.rows = std::max(plan.rows, position.row + 1);
  }
  plan.width = static_cast<double>(plan.columns) * p.cabinet_width;
  plan.depth = static_cast<double>(plan.rows) * depth;

  // Cables by steps along and across rows, so that equal lengths are counted together exactly.
  std::vector<std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t>> cables(
      graph.classes.size());
  plan.classes.resize(graph.classes.size());
  for (std::size_t i = 0; i < graph.classes.size(); ++i) plan.classes[i].name = graph.classes[i];
  for (const GraphChannel& channel : graph.channels) {
    CableLengths& lengths = plan.classes[channel.channel_class];
    ++lengths.channels;
    const int from = plan.cabinet_of[channel.from];
    const int to = plan.cabinet_of[channel.to];
    if (from == to) {
      ++lengths.in_cabinet;
      continue;
    }
    const CabinetPosition& a = plan.cabinets[from];
    const CabinetPosition& b = plan.cabinets[to];
    ++cables[channel.channel_class][{std::abs(a.column - b.column), std::abs(a.row - b.row)}];
  }
  for (std::size_t i = 0; i < cables.size(); ++i) {
    CableLengths& lengths = plan.classes[i];
    double sum = 0;
    for (const auto& [steps, count] : cables[i]) {
      const double metres = static_cast<double>(steps.first) * p.cabinet_width +
                            static_cast<double>(steps.second) * depth + p.cable_overhead;
      lengths.spans.push_back({Place::kFloor, metres, count});
      lengths.maximum = std::max(lengths.maximum, metres);
      sum += metres * static_cast<double>(count);
    }
    const std::int64_t count = lengths.channels - lengths.in_cabinet;
    if (count > 0) lengths.mean = sum / static_cast<double>(count);
    std::stable_sort(lengths.spans.begin(), lengths.spans.end(),
                     [](const Span& a, const Span& b) { return a.metres < b.metres; });
    if (lengths.in_cabinet > 0) {
      lengths.spans.insert(lengths.spans.begin(), {Place::kCabinet, 0, lengths.in_cabinet});
    }
  }
  return plan;
}

bool same_class(const LinkClass& links, const CableLengths& lengths) {
  std::string name = links.name;
  std::replace(name.begin(), name.end(), ' ', '-');
  return (lengths.name == links.name || lengths.name == name) && lengths.channels == links.links;
}

NetworkParts with_real_lengths(NetworkParts parts, const FloorPlan& plan) {
  for (LinkClass& links : parts.links) {
    for (const CableLengths& lengths : plan.classes) {
      if (!same_class(links, lengths)) continue;
      links.spans = lengths.spans;
      parts.assumptions.push_back(
          {fmt::format("real lengths of class {} on a floor of {} x {} "
                       "cabinets, in place of the mean",
                       links.name, plan.columns, plan.rows),
           fmt::format("mean {:.2f} m, longest {:.2f} m", lengths.mean, lengths.maximum),
           "layout"});
    }
  }
  return parts;
}

}  // namespace dragonfly
