// SPDX-License-Identifier: Apache-2.0
#include "models/design/metrics_cache.hpp"

namespace dragonfly {

const DesignDistances& MetricsCache::distances(const DragonflyShape& shape) {
  Entry& found = entry(shape, 1);
  std::call_once(found.measured, [&] { found.distances = measure_design(shape); });
  return found.distances;
}

double MetricsCache::distance_bound(const DragonflyShape& shape) {
  Entry& found = entry(shape, 1);
  std::call_once(found.bounded, [&] { found.bound = average_distance_bound(shape); });
  return found.bound;
}

double MetricsCache::busiest(const DragonflyShape& shape, int redundancy) {
  Entry& found = entry(shape, redundancy);
  std::call_once(found.loaded, [&] { found.busiest = busiest_load(shape, redundancy); });
  return found.busiest;
}

MetricsCache::Entry& MetricsCache::entry(const DragonflyShape& shape, int redundancy) {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<Entry>& found = entries_[{shape.a, shape.g, shape.h, redundancy}];
  if (!found) found = std::make_unique<Entry>();
  return *found;
}

}  // namespace dragonfly
