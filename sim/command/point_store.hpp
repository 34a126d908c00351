// SPDX-License-Identifier: Apache-2.0
// Finished points of sweeps, kept for later runs.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "models/common/version.hpp"
#include "models/statistics/run_result.hpp"

namespace dragonfly {

struct Configuration;

/// A directory of results. The name of each file is a hash of all that
/// its result depends on: the configuration (with the content of the files that it names), the
/// engine, the version of this program (which names its sources), and the RTL if the engine runs
/// it. So a result of anything else is never taken for it.
class PointStore {
 public:
  /// Makes the directory if it is not there. Throws InputError if it cannot be made.
  /// `version`: that of the program which runs the points.
  PointStore(std::string directory, std::string engine, std::string version = kVersion);

  /// Path of the files of a point, without extension: .toml is its configuration, .json its
  /// result.
  [[nodiscard]] std::string stem(const Configuration& config) const;

  /// The result of a point, by its stem(), if it has been finished.
  [[nodiscard]] static std::optional<RunResult> find(const std::string& stem);

 private:
  /// Hash of what all results of networks with such routers depend on.
  [[nodiscard]] const std::string& program(const Configuration& config) const;

  std::string directory_, engine_, version_;
  mutable std::map<std::string, std::string> programs_;  ///< [file list of the RTL, if it runs]
};

}  // namespace dragonfly
