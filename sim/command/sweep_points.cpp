// SPDX-License-Identifier: Apache-2.0
#include "sim/command/sweep_points.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "models/common/error.hpp"
#include "models/config/configuration.hpp"
#include "models/config/names.hpp"
#include "models/families/family_registry.hpp"

namespace dragonfly {
namespace {

std::vector<Configuration> combinations(const Configuration& base,
                                        const std::vector<SweepAxis>& axes) {
  std::vector<Configuration> all = {base};
  for (const SweepAxis& axis : axes) {
    std::vector<Configuration> next;
    for (const Configuration& config : all) {
      for (const std::string& value : axis.values) {
        assign_text(*axis.key, value, next.emplace_back(config), axis.option + " " + value);
      }
    }
    all = std::move(next);
  }
  return all;
}

/// Two points of the same configuration would be one.
void require_different_values(const Configuration& base, const SweepAxis& axis) {
  std::set<std::string> seen;
  for (const std::string& value : axis.values) {
    Configuration config = base;
    assign_text(*axis.key, value, config, axis.option + " " + value);
    const std::string text = to_text(axis.key->get(config));
    if (!seen.insert(text).second)
      throw InputError(fmt::format("{} {}: {} is there twice; give each value once", axis.option,
                                   fmt::join(axis.values, ","), text));
  }
}

template <class Field>
bool differ(const std::vector<Configuration>& configs, Field field) {
  return std::any_of(configs.begin(), configs.end(), [&](const Configuration& config) {
    return field(config) != field(configs.front());
  });
}

}  // namespace

std::vector<SweepPoint> sweep_points(const Configuration& base,
                                     const std::vector<SweepAxis>& axes) {
  for (const SweepAxis& axis : axes) require_different_values(base, axis);
  const std::vector<Configuration> configs = combinations(base, axes);
  const bool allocators =
      differ(configs, [](const Configuration& config) { return config.routing.allocator; });
  const bool depths =
      differ(configs, [](const Configuration& config) { return config.router.buffer_depth; });
  std::vector<SweepPoint> points;
  for (const Configuration& config : configs) {
    std::string curve = routing_name(config);
    if (allocators) curve += " " + name_of(config.routing.allocator);
    if (depths) curve += fmt::format(", depth {}", config.router.buffer_depth);
    points.push_back({.config = config, .curve = std::move(curve)});
  }
  return points;
}

}  // namespace dragonfly
