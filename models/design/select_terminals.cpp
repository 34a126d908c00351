// SPDX-License-Identifier: Apache-2.0
#include "models/design/select_terminals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "models/common/error.hpp"
#include "models/common/rounding.hpp"
#include "models/design/design_metrics.hpp"
#include "models/design/terminals.hpp"

namespace dragonfly {
namespace {

/// Networks up to this size are measured at once; of larger ones a bound is tried first.
constexpr std::int64_t kSmallNetwork = 640;

/// A value of p whose ports suffice.
struct TerminalChoice {
  std::int64_t p = 0;
  DragonflyShape shape;
  /// Utilisation, or a bound that it does not exceed.
  double utilisation = 0;
  bool exact = false;
};

/// The busiest channel is looked for in a graph with all redundant ones.
bool measurable(const DragonflyShape& shape, const DesignRequest& request) {
  if (!too_large(shape).empty()) return false;
  return !request.bottleneck || too_large(shape, request.redundancy).empty();
}

class Search {
 public:
  Search(const DesignPoint& point, const DesignRequest& request, MetricsCache& cache)
      : point_(point),
        request_(request),
        cache_(cache),
        largest_(*std::max_element(request.radices.begin(), request.radices.end())) {}

  SelectedDesign run() {
    TerminalChoice excess, disconnected, large;
    std::vector<TerminalChoice> within;
    for (TerminalChoice& candidate : candidates()) {
      if (!measurable(candidate.shape, request_)) {
        if (large.p == 0) large = candidate;
        continue;
      }
      if (!rate(candidate)) {
        if (disconnected.p == 0) disconnected = candidate;
        continue;
      }
      if (!within_bandwidth(candidate.utilisation)) {
        excess = candidate;
        break;
      }
      within.push_back(candidate);
    }
    if (!within.empty()) return best(std::move(within));
    if (excess.p > 0) return design(excess, Infeasible::kUtilisation);
    if (disconnected.p > 0) return design(disconnected, Infeasible::kNotConnected);
    if (large.p > 0) return unmeasured(large, Infeasible::kTooLarge);
    return unmeasured(fewest_ports_, Infeasible::kRadix);
  }

 private:
  std::vector<TerminalChoice> candidates() {
    std::vector<TerminalChoice> fitting;
    std::int64_t fewest = 0;
    // More terminals than ports never fit, and one router is enough for all N.
    const std::int64_t most = std::min<std::int64_t>(largest_, request_.terminals);
    for (std::int64_t p = 1; p <= most; ++p) {
      TerminalChoice candidate;
      candidate.p = p;
      candidate.shape = dragonfly_shape(point_, routers_for(p), request_.exponent);
      const std::int64_t ports = needed_radix(candidate.shape, p, request_.redundancy);
      if (ports <= largest_) fitting.push_back(candidate);
      if (fewest == 0 || ports < fewest) {
        fewest = ports;
        fewest_ports_ = candidate;
      }
    }
    return fitting;
  }

  [[nodiscard]] std::int64_t routers_for(std::int64_t p) const {
    if (request_.spare_terminals == 0) return rounded_up(request_.terminals, p);
    const double used = static_cast<double>(p) - request_.spare_terminals;
    return std::llround(std::ceil(static_cast<double>(request_.terminals) / used));
  }

  [[nodiscard]] double utilisation_at(const TerminalChoice& candidate, double distance) const {
    return utilisation(candidate.shape, candidate.p, request_.redundancy, distance);
  }

  /// Finds the utilisation, or a bound of it that is not above 1. False if not connected.
  bool rate(TerminalChoice& candidate) {
    const DragonflyShape& shape = candidate.shape;
    if (shape.routers() > kSmallNetwork && shape.h < shape.g - 1) {
      const double bound = cache_.distance_bound(shape);
      if (bound == 0) return false;
      candidate.utilisation = utilisation_at(candidate, bound);
      if (within_bandwidth(candidate.utilisation)) return true;
    }
    measure(candidate);
    return cache_.distances(shape).connected;
  }

  void measure(TerminalChoice& candidate) {
    candidate.utilisation =
        utilisation_at(candidate, cache_.distances(candidate.shape).average_distance);
    candidate.exact = true;
  }

  /// The one with the highest utilisation; where a bound is the highest, it is replaced by what it
  /// is a bound of. If asked for, without an overloaded channel.
  SelectedDesign best(std::vector<TerminalChoice> within) {
    TerminalChoice first;  // of those dropped: the one with the highest utilisation
    const auto drop = [&](std::vector<TerminalChoice>::iterator candidate) {
      if (first.p == 0) first = *candidate;
      within.erase(candidate);
    };
    while (!within.empty()) {
      const auto highest = std::max_element(within.begin(), within.end(),
                                            [](const TerminalChoice& x, const TerminalChoice& y) {
                                              return x.utilisation < y.utilisation;
                                            });
      if (request_.bottleneck &&
          overloaded(busiest_load_bound(highest->shape, request_.redundancy), *highest)) {
        drop(highest);
        continue;
      }
      if (!highest->exact) {
        measure(*highest);
        continue;
      }
      SelectedDesign found = design(*highest, Infeasible::kNo);
      if (!request_.bottleneck) return found;
      const double load = cache_.busiest(found.shape, request_.redundancy);
      found.busiest = static_cast<double>(found.p) * load;
      if (!overloaded(load, *highest)) return found;
      drop(highest);
    }
    measure(first);
    return design(first, Infeasible::kUtilisation);
  }

  static bool overloaded(double load, const TerminalChoice& candidate) {
    return !within_bandwidth(static_cast<double>(candidate.p) * load);
  }

  static SelectedDesign unmeasured(const TerminalChoice& candidate, Infeasible reason) {
    SelectedDesign none;
    none.infeasible = reason;
    none.p = candidate.p;
    none.shape = candidate.shape;
    return none;
  }

  SelectedDesign design(const TerminalChoice& candidate, Infeasible reason) {
    SelectedDesign result;
    result.infeasible = reason;
    result.p = candidate.p;
    result.shape = candidate.shape;
    result.distances = cache_.distances(candidate.shape);
    result.utilisation = candidate.utilisation;
    return result;
  }

  const DesignPoint point_;
  const DesignRequest& request_;
  MetricsCache& cache_;
  const std::int64_t largest_;
  TerminalChoice fewest_ports_;
};

/// Terminals for the shape of a number of routers.
SelectedDesign fill(const DesignPoint& point, const DesignRequest& request, MetricsCache& cache) {
  SelectedDesign result;
  result.p = 1;
  result.shape = dragonfly_shape(point, request.routers, request.exponent);
  const bool any_radix = request.radices.empty();
  const std::int64_t largest =
      any_radix ? 0 : *std::max_element(request.radices.begin(), request.radices.end());
  const auto refused = [&](Infeasible reason) {
    result.infeasible = reason;
    return result;
  };
  // Before the distances, which take time.
  if (!any_radix && needed_radix(result.shape, 1, request.redundancy) > largest)
    return refused(Infeasible::kRadix);
  if (!measurable(result.shape, request)) return refused(Infeasible::kTooLarge);
  result.distances = cache.distances(result.shape);
  if (!result.distances.connected) return refused(Infeasible::kNotConnected);
  if (result.shape.routers() > 1) {
    result.p = terminals_by_utilisation(result.shape, request.redundancy,
                                        result.distances.average_distance);
    if (request.bottleneck) {
      const double load = cache.busiest(result.shape, request.redundancy);
      result.p = std::min(result.p, terminals_by_bottleneck(load));
      result.busiest = static_cast<double>(std::max<std::int64_t>(result.p, 1)) * load;
    }
  }
  const bool overloaded = result.p < 1;
  result.p = std::max<std::int64_t>(result.p, 1);
  if (!any_radix)
    result.p = std::min(result.p, largest - result.shape.channels(request.redundancy));
  result.utilisation =
      utilisation(result.shape, result.p, request.redundancy, result.distances.average_distance);
  return overloaded ? refused(Infeasible::kUtilisation) : result;
}

}  // namespace

void check(const DesignRequest& request) {
  if (request.terminals < 1 || request.terminals > kMostDesignTerminals) {
    throw InputError(fmt::format("a design space for {} terminals: 1 to {} are possible",
                                 request.terminals, kMostDesignTerminals));
  }
  if (request.routers < 0 || request.routers > kMostDesignRouters) {
    throw InputError(fmt::format("a design space of {} routers: 1 to {} are possible",
                                 request.routers, kMostDesignRouters));
  }
  if (request.radices.empty() && request.routers == 0)
    throw InputError("no router radix is on offer; one is needed");
  for (const int radix : request.radices) {
    if (radix < 1 || radix > kMostDesignRadix) {
      throw InputError(
          fmt::format("routers of {} ports: 1 to {} ports are possible", radix, kMostDesignRadix));
    }
  }
  if (!(request.exponent >= 0.01 && request.exponent <= 100)) {
    throw InputError(
        fmt::format("exponent of the imbalance = {}: use 0.01 to 100", request.exponent));
  }
  if (!(request.spare_terminals >= 0 && request.spare_terminals < 1)) {
    throw InputError(fmt::format("spare terminals = {}: use 0 or more, and less than 1",
                                 request.spare_terminals));
  }
  if (request.redundancy < 1 || request.redundancy > kMostRedundancy) {
    throw InputError(fmt::format("redundancy factor k = {}: 1 to {} are possible",
                                 request.redundancy, kMostRedundancy));
  }
}

SelectedDesign select_terminals(const DesignPoint& point, const DesignRequest& request,
                                MetricsCache& cache) {
  check(request);
  return request.routers > 0 ? fill(point, request, cache) : Search(point, request, cache).run();
}

}  // namespace dragonfly
