// SPDX-License-Identifier: Apache-2.0
// The points of a sweep.
#pragma once

#include <string>
#include <vector>

#include "models/config/configuration.hpp"
#include "models/keys/keys.hpp"

namespace dragonfly {

/// A key that a sweep varies, and its values as text.
struct SweepAxis {
  std::string option;  ///< of the list, e.g. "--routings", for messages
  const Key* key = nullptr;
  std::vector<std::string> values;
};

/// A point: a configuration, and the curve it is a point of. A curve runs over loads; points of
/// several seeds and the same load are averaged.
struct SweepPoint {
  Configuration config;
  std::string curve;  ///< e.g. "ugal-l", "ugal-l sequential, depth 64"
  double weight = 1;  ///< how long it takes beside the others
};

/// All combinations of the values, the first axis varying most slowly. Throws InputError for a
/// value that its key does not take, or that an axis has twice.
[[nodiscard]] std::vector<SweepPoint> sweep_points(const Configuration& base,
                                                   const std::vector<SweepAxis>& axes);

}  // namespace dragonfly
