// SPDX-License-Identifier: Apache-2.0
#include "models/papers/simulated.hpp"

#include <cmath>
#include <limits>

namespace dragonfly {
namespace {

constexpr int kSeeds = 3;

double mean_of(const LatencySummary& latency) {
  return latency.packets > 0 ? latency.mean : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

SeedRuns SimulatedItem::operator()(const Configuration& config) const {
  SeedRuns all;
  Configuration seeded = config;
  for (int seed = 1; seed <= (quick() ? 1 : kSeeds); ++seed) {
    seeded.measurement.seed = static_cast<std::uint64_t>(seed);
    const RunResult& run = runs_(seeded);
    all.latency.add(mean_of(run.packet_latency));
    all.minimal.add(mean_of(run.minimal));
    all.nonminimal.add(mean_of(run.nonminimal));
    all.accepted.add(run.accepted_throughput);
    all.saturated |= run.saturated;
    all.runs.push_back(&run);
  }
  return all;
}

double SimulatedItem::accepted(const Configuration& config) const {
  return (*this)(config).accepted.mean();
}

double SimulatedItem::latency(const Configuration& config) const {
  return (*this)(config).latency.mean();
}

CurvePoint point_of(double x, const Sample& sample, bool saturated) {
  const double error = sample.size() > 1 ? sample.confidence_95() : 0;
  return {x, sample.mean(), std::isfinite(error) ? error : 0, saturated};
}

Panel latency_panel(const SimulatedItem& item, const std::string& title,
                    const std::vector<LoadCurve>& curves, const std::vector<double>& loads,
                    double most) {
  Panel panel{title,
              {.label = "offered load (flits per terminal and cycle)", .low = 0, .high = {}},
              {.label = "mean packet latency (cycles)", .low = 0, .high = most},
              {}};
  for (const LoadCurve& described : curves) {
    Curve& curve = panel.curves.emplace_back(Curve{described.name, {}});
    for (const double load : loads) {
      const SeedRuns runs = item(described.at(load));
      curve.points.push_back(point_of(load, runs.latency, runs.saturated));
    }
  }
  return panel;
}

std::vector<double> loads_from(double first, double last, double step) {
  std::vector<double> loads;
  const int steps = static_cast<int>(std::lround((last - first) / step));
  loads.reserve(static_cast<std::size_t>(steps) + 1);
  // In thousandths, so that 0.3 is the number that people write.
  for (int i = 0; i <= steps; ++i) loads.push_back(std::round(1000 * (first + i * step)) / 1000);
  return loads;
}

}  // namespace dragonfly
