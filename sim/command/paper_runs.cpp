// SPDX-License-Identifier: Apache-2.0
#include "sim/command/paper_runs.hpp"

#include <algorithm>

namespace dragonfly {

void PaperPlan::add(const Paper& paper, const PaperItem& item) {
  WantedRuns runs;
  Item planned{&paper, &item, item.make(runs, extent_), {}, 0};
  for (const Configuration& config : runs.wanted()) {
    const std::size_t point = number_of(config, paper.name + " " + item.name);
    if (std::find(planned.points.begin(), planned.points.end(), point) == planned.points.end())
      planned.points.push_back(point);
  }
  planned.missing = planned.points.size();
  const double seconds = extent_ == Extent::kQuick ? item.quick_seconds : item.seconds;
  for (const std::size_t point : planned.points)
    points_[point].weight =
        std::max(points_[point].weight, seconds / static_cast<double>(planned.points.size()));
  items_.push_back(std::move(planned));
}

std::size_t PaperPlan::number_of(const Configuration& config, const std::string& name) {
  const auto [known, is_new] = numbers_.try_emplace(store_.stem(config), points_.size());
  if (is_new) points_.push_back({.config = config, .curve = name, .weight = 1e-3});
  return known->second;
}

std::vector<PaperPlan::Item*> PaperPlan::note(std::size_t point) {
  std::vector<Item*> complete;
  for (Item& item : items_) {
    if (std::find(item.points.begin(), item.points.end(), point) == item.points.end()) continue;
    if (--item.missing == 0) complete.push_back(&item);
  }
  return complete;
}

}  // namespace dragonfly
