// SPDX-License-Identifier: Apache-2.0
// Distances and loads of shapes that have been measured before.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>

#include "models/design/design_metrics.hpp"
#include "models/design/shape.hpp"

namespace dragonfly {

/// Measures every shape once. All functions may be called by several threads at a time.
class MetricsCache {
 public:
  /// measure_design() of the shape.
  const DesignDistances& distances(const DragonflyShape& shape);
  /// average_distance_bound() of the shape.
  double distance_bound(const DragonflyShape& shape);
  /// busiest_load() of the shape.
  double busiest(const DragonflyShape& shape, int redundancy);

 private:
  struct Entry {
    std::once_flag measured, bounded, loaded;
    DesignDistances distances;
    double bound = 0;
    double busiest = 0;
  };
  /// The entry of a shape and redundancy; made if it is not there, and never moved.
  Entry& entry(const DragonflyShape& shape, int redundancy);

  std::mutex mutex_;
  std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t, int>, std::unique_ptr<Entry>>
      entries_;
};

}  // namespace dragonfly
