// SPDX-License-Identifier: Apache-2.0
#include "models/design/explore.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <tuple>

#include "models/common/error.hpp"
#include "models/common/processors.hpp"
#include "models/common/team.hpp"
#include "models/design/design_metrics.hpp"
#include "models/design/terminals.hpp"

namespace dragonfly {
namespace {

constexpr double kSameCost = 1e-9;  ///< relative

/// Steps from 0 to 1.
std::int64_t steps(double step) { return std::llround(1 / step); }

/// Refuses steps whose grid would end before 1.
void check_step(double step) {
  constexpr double kRounding = 5e-4;  // 0.3333 is a third
  const auto whole = static_cast<double>(steps(step));
  if (std::abs(whole * step - 1) <= kRounding) return;
  const double more = std::floor(1 / step) + 1;
  throw InputError(fmt::format(
      "step {} of the grid over b and d: the grid would not end at 1; use a whole part of 1, as "
      "{:.4g} or {:.4g}",
      step, 1 / more, 1 / (more - 1)));
}

void check(const ExploreOptions& options) {
  check(options.request);
  if (!(options.step >= kLeastDesignStep && options.step <= 1)) {
    throw InputError(fmt::format("step {} of the grid over b and d: {} to 1 are possible",
                                 options.step, kLeastDesignStep));
  }
  check_step(options.step);
  if (options.threads < 0 || options.threads > kMostDesignThreads) {
    throw InputError(fmt::format("{} threads: 1 to {} are possible, or 0 for one on each processor",
                                 options.threads, kMostDesignThreads));
  }
  // Prices that cannot be used are found before the search.
  const std::vector<int>& radices = options.request.radices;
  const int radix = radices.empty() ? 1 : radices.front();
  (void)design_cost({}, 1, 1, radix, options.prices);
}

ExploredDesign explored(const DesignPoint& point, const ExploreOptions& options,
                        MetricsCache& cache) {
  const DesignRequest& request = options.request;
  const SelectedDesign chosen = select_terminals(point, request, cache);
  ExploredDesign design;
  design.infeasible = chosen.infeasible;
  design.point = point;
  design.shape = chosen.shape;
  design.p = chosen.p;
  design.routers = chosen.shape.routers();
  design.terminals = design.routers * chosen.p;
  design.radix = needed_radix(chosen.shape, chosen.p, request.redundancy);
  design.router_radix = offered_radix(design.radix, request.radices);
  design.links = design_links(chosen.shape, request.redundancy);
  design.electrical_share = design.links.electrical_share();
  if (chosen.infeasible != Infeasible::kRadix && chosen.infeasible != Infeasible::kTooLarge) {
    design.connected = chosen.distances.connected;
    design.diameter = chosen.distances.diameter;
    design.average_distance = chosen.distances.average_distance;
    design.utilisation = chosen.utilisation;
    design.busiest = chosen.busiest;
  }
  if (design.feasible()) {
    design.cost_per_terminal =
        design_cost(chosen.shape, chosen.p, request.redundancy, design.router_radix, options.prices)
            .per_terminal;
  }
  return design;
}

std::vector<std::size_t> cheapest(const std::vector<ExploredDesign>& designs) {
  double least = INFINITY;
  for (const ExploredDesign& design : designs) {
    if (design.feasible()) least = std::min(least, design.cost_per_terminal);
  }
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < designs.size(); ++i) {
    if (designs[i].feasible() && designs[i].cost_per_terminal <= least * (1 + kSameCost)) {
      found.push_back(i);
    }
  }
  return found;
}

std::tuple<double, double, int> qualities(const ExploredDesign& design) {
  return {design.cost_per_terminal, design.average_distance, design.diameter};
}

/// Whether x is nowhere worse than y, and somewhere better.
bool surpasses(const ExploredDesign& x, const ExploredDesign& y) {
  return x.cost_per_terminal <= y.cost_per_terminal && x.average_distance <= y.average_distance &&
         x.diameter <= y.diameter && qualities(x) != qualities(y);
}

std::vector<std::size_t> pareto(const std::vector<ExploredDesign>& designs) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < designs.size(); ++i) {
    if (designs[i].feasible()) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) {
    return qualities(designs[x]) < qualities(designs[y]);
  });
  // In this order nothing is surpassed by what comes later.
  std::vector<std::size_t> front;
  for (const std::size_t next : order) {
    if (std::none_of(front.begin(), front.end(),
                     [&](std::size_t one) { return surpasses(designs[one], designs[next]); })) {
      front.push_back(next);
    }
  }
  std::sort(front.begin(), front.end());
  return front;
}

}  // namespace

std::vector<double> grid_values(double from, double to, double step) {
  std::vector<double> values;
  const auto count = std::llround(std::floor((to - from) / step + 1e-9));
  for (std::int64_t i = 0; i <= count; ++i) {
    const double value = std::round((from + static_cast<double>(i) * step) * 1e12) / 1e12;
    values.push_back(std::clamp(value, from, to) + 0.0);  // + 0.0 makes 0 of -0
  }
  return values;
}

DesignSpace explore(const ExploreOptions& options) {
  check(options);
  DesignSpace space;
  std::vector<DesignPoint> points;
  const double step = 1 / static_cast<double>(steps(options.step));
  for (const double b : grid_values(-1, 1, step)) {
    for (const double d : grid_values(0, 1, step)) points.push_back({b, d});
  }
  space.designs.resize(points.size());
  const auto all = static_cast<std::int64_t>(points.size());
  MetricsCache cache;
  std::atomic<std::int64_t> next{0};
  std::atomic<bool> stop{false};
  std::mutex mutex;
  std::int64_t done = 0;
  Team team(options.threads > 0 ? options.threads : processors());
  team.run([&](int) {
    // From the last one on: large networks, which take longest, are at the end of the grid.
    for (std::int64_t i = 0; !stop && (i = all - 1 - next++) >= 0;) {
      if (options.cancelled && options.cancelled()) {
        stop = true;
        break;
      }
      space.designs[i] = explored(points[i], options, cache);
      const std::lock_guard lock(mutex);
      ++done;
      if (options.progress) options.progress(done, all);
    }
  });
  if (stop) {
    throw Error(ExitCode::kInterrupted,
                fmt::format("cancelled after {} of {} points of the design space", done, all));
  }
  space.cheapest = cheapest(space.designs);
  space.pareto = pareto(space.designs);
  for (const ExploredDesign& design : space.designs) {
    if (!design.feasible()) ++space.points[design.infeasible];
  }
  return space;
}

std::string DesignSpace::why_none(const DesignRequest& request) const {
  if (!cheapest.empty()) return "";
  const auto count = [&](Infeasible reason) {
    const auto found = points.find(reason);
    return found == points.end() ? std::int64_t{0} : found->second;
  };
  std::string text = request.routers > 0
                         ? fmt::format("none of {} designs of {} routers is possible",
                                       designs.size(), request.routers)
                         : fmt::format("none of {} designs for {} terminals is possible",
                                       designs.size(), request.terminals);
  std::string separator = ": ";
  const auto add = [&](const std::string& reason) {
    text += separator + reason;
    separator = "; ";
  };
  if (const std::int64_t number = count(Infeasible::kRadix); number > 0) {
    const ExploredDesign* best = nullptr;
    for (const ExploredDesign& design : designs) {
      if (design.infeasible != Infeasible::kRadix) continue;
      if (best == nullptr || design.radix < best->radix) best = &design;
    }
    add(
        fmt::format("{} need more ports a router than the {} on offer (the fewest: {}, at b = {}, "
                    "d = {} with p = {})",
                    number, *std::max_element(request.radices.begin(), request.radices.end()),
                    best->radix, best->point.b, best->point.d, best->p));
  }
  if (const std::int64_t number = count(Infeasible::kNotConnected); number > 0) {
    add(fmt::format("{} are not connected", number));
  }
  if (const std::int64_t number = count(Infeasible::kUtilisation); number > 0) {
    add(fmt::format("{} have too little bandwidth for their terminals", number));
  }
  if (const std::int64_t number = count(Infeasible::kTooLarge); number > 0) {
    const auto first = std::find_if(
        designs.begin(), designs.end(),
        [](const ExploredDesign& design) { return design.infeasible == Infeasible::kTooLarge; });
    const std::string why = too_large(first->shape);
    add(fmt::format("{} are too large to be measured (b = {}, d = {}: {})", number, first->point.b,
                    first->point.d,
                    why.empty() ? too_large(first->shape, request.redundancy) : why));
  }
  return text;
}

}  // namespace dragonfly
