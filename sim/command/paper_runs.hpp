// SPDX-License-Identifier: Apache-2.0
// The simulations that figures of papers ask for.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "models/config/configuration.hpp"
#include "models/papers/paper.hpp"
#include "models/statistics/run_result.hpp"
#include "sim/command/point_store.hpp"
#include "sim/command/sweep_points.hpp"

namespace dragonfly {

/// Notes what is asked for, and gives empty results.
class WantedRuns : public Runs {
 public:
  [[nodiscard]] const RunResult& operator()(const Configuration& config) override {
    wanted_.push_back(config);
    return nothing_;
  }
  [[nodiscard]] const std::vector<Configuration>& wanted() const { return wanted_; }

 private:
  RunResult nothing_;
  std::vector<Configuration> wanted_;
};

/// Gives results that are there.
class FinishedRuns : public Runs {
 public:
  /// Points are known by their stems in `store`, which must outlive this object.
  explicit FinishedRuns(const PointStore& store) : store_(store) {}

  void add(const Configuration& config, const RunResult& result) {
    results_.insert_or_assign(store_.stem(config), result);
  }
  /// Throws std::out_of_range if there is no such result.
  [[nodiscard]] const RunResult& operator()(const Configuration& config) override {
    return results_.at(store_.stem(config));
  }

 private:
  const PointStore& store_;
  std::map<std::string, RunResult> results_;  ///< [stem]
};

/// Items and the points that they need, each point once however many items need it.
class PaperPlan {
 public:
  struct Item {
    const Paper* paper;
    const PaperItem* item;
    Figure figure;                    ///< if it needs no points
    std::vector<std::size_t> points;  ///< numbers of points
    std::size_t missing = 0;          ///< of these
  };

  PaperPlan(const PointStore& store, Extent extent) : store_(store), extent_(extent) {}

  void add(const Paper& paper, const PaperItem& item);

  [[nodiscard]] std::vector<Item>& items() { return items_; }
  [[nodiscard]] const std::vector<SweepPoint>& points() const { return points_; }
  /// The items that now have all their points.
  [[nodiscard]] std::vector<Item*> note(std::size_t point);

 private:
  std::size_t number_of(const Configuration& config, const std::string& name);

  const PointStore& store_;
  Extent extent_;
  std::vector<Item> items_;
  std::vector<SweepPoint> points_;
  std::map<std::string, std::size_t> numbers_;  ///< [stem]
};

}  // namespace dragonfly
