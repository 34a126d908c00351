#include "models/design/select_terminals.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/common/error.hpp"
#include "models/design/terminals.hpp"

namespace dragonfly {
namespace {

constexpr int kMaxRadix = 4096;       // bounds the search over p
constexpr int kMaxRedundancy = 1024;  // as many as any router has ports to spare

/// A value of p whose ports suffice.
struct Candidate {
  std::int64_t p;
  DragonflyShape shape;
};

class Search {
 public:
  Search(const DesignPoint& point, const DesignRequest& request, MetricsCache& cache)
      : point_(point),
        request_(request),
        cache_(cache),
        largest_(*std::max_element(request.radices.begin(), request.radices.end())) {}

  SelectedDesign run() {
    SelectedDesign excess, disconnected;
    std::vector<SelectedDesign> within;
    for (const Candidate& candidate : candidates()) {
      const SelectedDesign design = measured(candidate);
      if (!design.distances.connected) {
        if (disconnected.p == 0) disconnected = design;
        continue;
      }
      if (!within_bandwidth(design.utilisation)) {
        excess = design;
        break;
      }
      within.push_back(design);
    }
    std::stable_sort(within.begin(), within.end(),
                     [](const SelectedDesign& x, const SelectedDesign& y) {
                       return x.utilisation > y.utilisation;
                     });
    if (!within.empty()) return request_.bottleneck ? without_bottleneck(within) : within.front();
    if (excess.p > 0) return failed(excess, Infeasible::kUtilisation);
    if (disconnected.p > 0) return failed(disconnected, Infeasible::kNotConnected);
    return failed(unmeasured(fewest_ports_), Infeasible::kRadix);
  }

 private:
  std::vector<Candidate> candidates() {
    std::vector<Candidate> fitting;
    std::int64_t fewest = 0;
    // More terminals than ports never fit, and one router is enough for all N.
    const std::int64_t most = std::min<std::int64_t>(largest_, request_.terminals);
    for (std::int64_t p = 1; p <= most; ++p) {
      const std::int64_t routers = (request_.terminals + p - 1) / p;
      const Candidate candidate{p, dragonfly_shape(point_, routers)};
      const std::int64_t ports = needed_radix(candidate.shape, p, request_.redundancy);
      if (ports <= largest_) fitting.push_back(candidate);
      if (fewest == 0 || ports < fewest) {
        fewest = ports;
        fewest_ports_ = candidate;
      }
    }
    return fitting;
  }

  static SelectedDesign unmeasured(const Candidate& candidate) {
    SelectedDesign design;
    design.p = candidate.p;
    design.shape = candidate.shape;
    return design;
  }

  SelectedDesign measured(const Candidate& candidate) {
    SelectedDesign design = unmeasured(candidate);
    design.distances = cache_.distances(candidate.shape);
    design.utilisation = utilisation(candidate.shape, candidate.p, request_.redundancy,
                                     design.distances.average_distance);
    return design;
  }

  /// The first of the designs whose busiest channel is not overloaded.
  SelectedDesign without_bottleneck(std::vector<SelectedDesign>& designs) {
    for (SelectedDesign& design : designs) {
      design.busiest =
          static_cast<double>(design.p) * cache_.busiest(design.shape, request_.redundancy);
      if (within_bandwidth(design.busiest)) return design;
    }
    return failed(*std::min_element(designs.begin(), designs.end(),
                                    [](const SelectedDesign& x, const SelectedDesign& y) {
                                      return x.busiest < y.busiest;
                                    }),
                  Infeasible::kUtilisation);
  }

  static SelectedDesign failed(SelectedDesign design, Infeasible reason) {
    design.infeasible = reason;
    return design;
  }

  const DesignPoint point_;
  const DesignRequest& request_;
  MetricsCache& cache_;
  const std::int64_t largest_;
  Candidate fewest_ports_{};
};

}  // namespace

void check(const DesignRequest& request) {
  if (request.terminals < 1 || request.terminals > kMaxShapeRouters) {
    throw InputError(fmt::format("networks for {} terminals: 1 to {} are possible",
                                 request.terminals, kMaxShapeRouters));
  }
  if (request.radices.empty()) throw InputError("no router radix is on offer; one is needed");
  for (const int radix : request.radices) {
    if (radix < 1 || radix > kMaxRadix) {
      throw InputError(
          fmt::format("routers of {} ports: 1 to {} ports are possible", radix, kMaxRadix));
    }
  }
  if (request.redundancy < 1 || request.redundancy > kMaxRedundancy) {
    throw InputError(fmt::format("redundancy factor k = {}: 1 to {} are possible",
                                 request.redundancy, kMaxRedundancy));
  }
}

SelectedDesign select_terminals(const DesignPoint& point, const DesignRequest& request,
                                MetricsCache& cache) {
  check(request);
  return Search(point, request, cache).run();
}

}  // namespace dragonfly
