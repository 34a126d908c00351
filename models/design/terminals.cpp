// SPDX-License-Identifier: Apache-2.0
#include "models/design/terminals.hpp"

#include <cmath>

#include "models/common/error.hpp"

namespace dragonfly {
namespace {

constexpr double kNoise = 1e-9;  ///< loads are sums of up to millions of terms

std::int64_t terminals_up_to(double limit) {
  return std::llround(std::floor(limit * (1 + kNoise)));
}

[[noreturn]] void refuse_single_router() {
  throw InputError(
      "a single router has no channels to other routers: its terminals are not limited by them");
}

}  // namespace

std::int64_t needed_radix(const DragonflyShape& shape, std::int64_t p, int redundancy) {
  return p + shape.channels(redundancy);
}

double utilisation(const DragonflyShape& shape, std::int64_t p, int redundancy,
                   double average_distance) {
  const std::int64_t channels = shape.channels(redundancy);
  if (channels == 0) return 0;
  return static_cast<double>(p) * average_distance / static_cast<double>(channels);
}

std::int64_t terminals_by_utilisation(const DragonflyShape& shape, int redundancy,
                                      double average_distance) {
  if (!(average_distance > 0)) refuse_single_router();
  return terminals_up_to(static_cast<double>(shape.channels(redundancy)) / average_distance);
}

std::int64_t terminals_by_bottleneck(double busiest_load) {
  if (!(busiest_load > 0)) refuse_single_router();
  return terminals_up_to(1 / busiest_load);
}

bool within_bandwidth(double utilisation) { return utilisation <= 1 + kNoise; }

}  // namespace dragonfly
