// SPDX-License-Identifier: Apache-2.0
// What a sweep leaves: JSON, CSV, and tables for people.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "models/statistics/run_result.hpp"

namespace dragonfly {

/// A finished point.
struct SweepResult {
  std::string curve;
  RunResult result;
  std::string file;  ///< all of the result, from the directory of the sweep
};

/// {"version", "points": [...], "means": [...]}: results as `dragonfly run --json` has them, each
/// with its "curve" and "file", without the two long lists (latency_histogram, global_channels),
/// which are in that file; and for each curve and load the mean over the seeds, its standard
/// deviation and its confidence, null where there are too few runs.
[[nodiscard]] nlohmann::ordered_json sweep_to_json(const std::vector<SweepResult>& results);

/// A header and a line for each point: its curve, and what csv_header() names.
[[nodiscard]] std::string sweep_to_csv(const std::vector<SweepResult>& results);

/// A header and a line for each curve and load: the means over the seeds.
[[nodiscard]] std::string sweep_means_to_csv(const std::vector<SweepResult>& results);

/// Mean packet latency and accepted throughput, a row for each load and a column for each curve,
/// means over the seeds with their confidence. A star marks points at which a run was saturated.
[[nodiscard]] std::string sweep_to_table(const std::vector<SweepResult>& results);

}  // namespace dragonfly
